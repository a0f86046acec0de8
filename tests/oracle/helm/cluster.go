package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Stands in for the API server: keeps the objects and remembers in which order they were written.
type cluster struct {
	kinds   *meta.DefaultRESTMapper
	journal *journal
	mutex   sync.Mutex // Helm creates objects of one kind concurrently.
	live    map[string]*unstructured.Unstructured
	// All namespaces are there, without anybody having made them.
	hasEverything bool
}

func newCluster() *cluster {
	return &cluster{
		kinds:   builtInKinds(),
		journal: &journal{},
		live:    map[string]*unstructured.Unstructured{},
	}
}

// RoundTrip answers where the network would begin.
func (c *cluster) RoundTrip(request *http.Request) (*http.Response, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if request.URL.Path == "/version" {
		return answer(request, http.StatusOK, map[string]string{"gitVersion": "v1.36.3"})
	}
	what, err := c.objectOf(request.URL.Path)
	if err != nil {
		return nil, err
	}
	switch request.Method {
	case http.MethodGet:
		return c.get(request, what)
	case http.MethodPatch:
		return c.apply(request, what)
	case http.MethodDelete:
		return c.remove(request, what)
	}
	return nil, fmt.Errorf("Helm was not expected to %s %s", request.Method, request.URL)
}

func (c *cluster) get(request *http.Request, what object) (*http.Response, error) {
	live := c.live[what.text()]
	if live == nil {
		return notFound(request, what)
	}
	return answer(request, http.StatusOK, live)
}

func (c *cluster) apply(request *http.Request, what object) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	applied := &unstructured.Unstructured{}
	if err := applied.UnmarshalJSON(body); err != nil {
		return nil, err
	}
	if !c.hasNamespace(what.namespace) {
		return notFound(request, object{kind: "namespaces", name: what.namespace})
	}
	c.journal.applied(what, applied, c.live[what.text()] != nil)
	c.live[what.text()] = applied
	addDefined(c.kinds, body)
	return answer(request, http.StatusOK, applied)
}

func (c *cluster) hasNamespace(name string) bool {
	namespace := object{kind: "Namespace", name: name}
	return c.hasEverything || name == "" || name == releaseNamespace || c.live[namespace.text()] != nil
}

func (c *cluster) remove(request *http.Request, what object) (*http.Response, error) {
	live := c.live[what.text()]
	c.journal.deleted(what, live != nil)
	if live == nil {
		return notFound(request, what)
	}
	delete(c.live, what.text())
	return answer(request, http.StatusOK, live)
}

// "/apis/apps/v1/namespaces/shop/deployments/web"
func (c *cluster) objectOf(path string) (what object, err error) {
	pieces := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if pieces[0] == "api" {
		pieces = append([]string{"apis", ""}, pieces[1:]...)
	}
	if len(pieces) < 5 {
		return object{}, fmt.Errorf("Helm was not expected to ask for %s", path)
	}
	resource := schema.GroupVersionResource{Group: pieces[1], Version: pieces[2]}
	pieces = pieces[3:]
	if pieces[0] == "namespaces" && len(pieces) == 4 {
		what.namespace = pieces[1]
		pieces = pieces[2:]
	}
	resource.Resource, what.name = pieces[0], pieces[1]
	what.group = resource.Group
	what.kind, err = c.kindOf(resource)
	return what, err
}

// The mapper takes the core group for "any group".
func (c *cluster) kindOf(resource schema.GroupVersionResource) (string, error) {
	kinds, err := c.kinds.KindsFor(resource)
	for _, kind := range kinds {
		if kind.GroupVersion() == resource.GroupVersion() {
			return kind.Kind, nil
		}
	}
	return "", fmt.Errorf("nothing serves %s: %w", resource, err)
}

func notFound(request *http.Request, what object) (*http.Response, error) {
	problem := errors.NewNotFound(schema.GroupResource{Group: what.group, Resource: what.kind}, what.name)
	status := problem.Status()
	status.Kind, status.APIVersion = "Status", "v1"
	return answer(request, http.StatusNotFound, status)
}

func answer(request *http.Request, code int, body any) (*http.Response, error) {
	text, err := json.Marshal(body)
	return &http.Response{
		StatusCode: code,
		Header:     http.Header{"Content-Type": []string{"application/json"}},
		Body:       io.NopCloser(bytes.NewReader(text)),
		Request:    request,
	}, err
}
