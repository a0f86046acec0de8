package main

import (
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

// The built-in kinds that live in no namespace, as far as the corpus has them.
var clusterScoped = map[string]bool{
	"APIService":                     true,
	"ClusterRole":                    true,
	"ClusterRoleBinding":             true,
	"CustomResourceDefinition":       true,
	"IngressClass":                   true,
	"MutatingWebhookConfiguration":   true,
	"Namespace":                      true,
	"PersistentVolume":               true,
	"PriorityClass":                  true,
	"RuntimeClass":                   true,
	"StorageClass":                   true,
	"ValidatingWebhookConfiguration": true,
}

// What the cluster serves: the built-in kinds, and those of its definitions.
func builtInKinds() *meta.DefaultRESTMapper {
	kinds := meta.NewDefaultRESTMapper(nil)
	for kind := range scheme.Scheme.AllKnownTypes() {
		addKind(kinds, kind, !clusterScoped[kind.Kind])
	}
	addKind(kinds, schema.GroupVersionKind{
		Group: "apiregistration.k8s.io", Version: "v1", Kind: "APIService"}, false)
	return kinds
}

func addKind(kinds *meta.DefaultRESTMapper, kind schema.GroupVersionKind, namespaced bool) {
	if namespaced {
		kinds.Add(kind, meta.RESTScopeNamespace)
	} else {
		kinds.Add(kind, meta.RESTScopeRoot)
	}
}

// What is no definition adds nothing.
func addDefined(kinds *meta.DefaultRESTMapper, document []byte) {
	var definition apiextensions.CustomResourceDefinition
	err := yaml.Unmarshal(document, &definition)
	if err != nil || definition.Kind != "CustomResourceDefinition" {
		return
	}
	for _, version := range definition.Spec.Versions {
		kind := schema.GroupVersionKind{
			Group:   definition.Spec.Group,
			Version: version.Name,
			Kind:    definition.Spec.Names.Kind,
		}
		addKind(kinds, kind, definition.Spec.Scope == apiextensions.NamespaceScoped)
	}
}

func addAllDefined(kinds *meta.DefaultRESTMapper, manifests string) {
	for document := range strings.SplitSeq(manifests, "\n---\n") {
		addDefined(kinds, []byte(document))
	}
}
