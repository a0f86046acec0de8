package main

import (
	"errors"
	"io"
	"time"

	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// Tells Helm's client that the cluster is where its transport would begin.
type connection struct{ cluster *cluster }

func (c connection) ToRESTConfig() (*rest.Config, error) {
	return &rest.Config{Host: "http://cluster", Transport: c.cluster, QPS: -1}, nil
}

func (c connection) ToRESTMapper() (meta.RESTMapper, error) { return c.cluster.kinds, nil }

func (c connection) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	return nil, errors.New("Helm was not expected to ask what the cluster serves")
}

func (c connection) ToRawKubeConfigLoader() clientcmd.ClientConfig {
	return clientcmd.NewDefaultClientConfig(*api.NewConfig(), nil)
}

// Helm's own client, which says at each call that one began, and whose waiting ends at once.
type client struct {
	*kube.Client
	journal *journal
}

func newClient(on *cluster) client {
	helms := kube.New(connection{on})
	helms.Namespace = releaseNamespace
	return client{helms, on.journal}
}

func (c client) Create(resources kube.ResourceList, options ...kube.ClientCreateOption) (*kube.Result, error) {
	c.journal.nextCall()
	return c.Client.Create(resources, options...)
}

func (c client) Update(original, target kube.ResourceList, options ...kube.ClientUpdateOption) (*kube.Result, error) {
	c.journal.nextCall()
	return c.Client.Update(original, target, options...)
}

func (c client) Delete(resources kube.ResourceList, policy metav1.DeletionPropagation) (*kube.Result, []error) {
	c.journal.nextCall()
	return c.Client.Delete(resources, policy)
}

// Checking objects against their schemas changes no order, and the cluster has no schemas.
func (c client) Build(reader io.Reader, _ bool) (kube.ResourceList, error) {
	return c.Client.Build(reader, false)
}

func (c client) GetWaiter(strategy kube.WaitStrategy) (kube.Waiter, error) {
	return c.GetWaiterWithOptions(strategy)
}

func (c client) GetWaiterWithOptions(strategy kube.WaitStrategy, _ ...kube.WaitOption) (kube.Waiter, error) {
	return waiter{c.journal, strategy != kube.HookOnlyStrategy}, nil
}

type waiter struct {
	journal *journal
	forAll  bool // Without --wait Helm waits for hooks only (kube.hookOnlyWaiter).
}

func (w waiter) Wait(resources kube.ResourceList, _ time.Duration) error {
	if w.forAll {
		w.journal.awaited("ready", resources)
	}
	return nil
}

func (w waiter) WaitWithJobs(resources kube.ResourceList, timeout time.Duration) error {
	return w.Wait(resources, timeout)
}

func (w waiter) WaitForDelete(resources kube.ResourceList, _ time.Duration) error {
	if w.forAll {
		w.journal.awaited("gone", resources)
	}
	return nil
}

func (w waiter) WatchUntilReady(resources kube.ResourceList, _ time.Duration) error {
	return w.journal.watched(resources)
}
