package main

import (
	"fmt"

	"helm.sh/helm/v4/pkg/kube"
	helmrelease "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/cli-runtime/pkg/resource"
)

type object struct{ kind, group, namespace, name string }

// As the plan names it: "Job.batch shop/migrate".
func (o object) text() string {
	text := o.kind
	if o.group != "" {
		text += "." + o.group
	}
	if o.namespace != "" {
		return fmt.Sprintf("%s %s/%s", text, o.namespace, o.name)
	}
	return text + " " + o.name
}

type entry struct {
	call  int // Of Helm's client. In one call, objects of one kind are in no order.
	verb  string
	what  object
	there bool
}

// What happened, in order.
type journal struct {
	fails   string
	call    int
	entries []entry
}

func (j *journal) nextCall() { j.call++ }

// What came before the operation that is looked at is no part of the record.
func (j *journal) begin(fails string) {
	j.entries = nil
	j.fails = fails
}

func (j *journal) applied(what object, applied *unstructured.Unstructured, there bool) {
	verb := "create"
	if _, isHook := applied.GetAnnotations()[helmrelease.HookAnnotation]; isHook {
		verb = "run"
	} else if there {
		verb = "update"
	}
	j.add(verb, what, true)
}

func (j *journal) deleted(what object, there bool) { j.add("delete", what, there) }

func (j *journal) awaited(what string, resources kube.ResourceList) {
	j.nextCall()
	for _, info := range resources {
		j.add(what, objectOf(info), true)
	}
}

// A hook is done unless the case says that it fails.
func (j *journal) watched(hook kube.ResourceList) error {
	j.nextCall()
	for _, info := range hook {
		what := objectOf(info)
		if what.kind+"/"+what.name == j.fails {
			j.add("failed", what, true)
			return fmt.Errorf("%s failed", j.fails)
		}
		j.add("done", what, true)
	}
	return nil
}

func (j *journal) add(verb string, what object, there bool) {
	j.entries = append(j.entries, entry{j.call, verb, what, there})
}

func objectOf(info *resource.Info) object {
	kind := info.Mapping.GroupVersionKind
	return object{kind.Kind, kind.Group, info.Namespace, info.Name}
}
