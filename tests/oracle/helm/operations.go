package main

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
)

const (
	releaseName      = "shop"
	releaseNamespace = "shop"
	timeout          = time.Minute
)

// Helm makes no object whose kind or namespace is missing, also where the release brings what is
// missing. Of such a case the record tells that, and the order on a cluster that has both.
func recorded(one orderingCase) string {
	on := newCluster()
	err := carryOut(one, on)
	if !lacksSomething(err) {
		return text(on.journal, nil, err)
	}
	prepared := newCluster()
	prepared.hasEverything = true
	addAllDefined(prepared.kinds, one.manifests+"\n---\n"+one.before)
	again := carryOut(one, prepared)
	if lacksSomething(again) {
		return text(on.journal, err, nil)
	}
	return text(prepared.journal, err, again)
}

func lacksSomething(err error) bool {
	return err != nil &&
		(strings.Contains(err.Error(), "no matches for kind") || strings.Contains(err.Error(), "not found"))
}

func carryOut(one orderingCase, on *cluster) error {
	memory := driver.NewMemory()
	memory.SetNamespace(releaseNamespace)
	config := action.NewConfiguration(action.ConfigurationSetLogger(slog.DiscardHandler))
	config.Releases = storage.Init(memory)
	config.KubeClient = newClient(on)
	config.Capabilities = common.DefaultCapabilities
	release := release{config, kube.StatusWatcherStrategy}
	if one.annotated {
		release.wait = kube.HookOnlyStrategy
	}
	if err := release.prepare(one); err != nil {
		return err
	}
	on.journal.begin(one.fails)
	return release.operate(one)
}

type release struct {
	config *action.Configuration
	wait   kube.WaitStrategy
}

// What the cluster has when the operation begins.
func (r release) prepare(one orderingCase) error {
	before := one.before
	if before == "" {
		before = one.manifests
	}
	switch one.operation {
	case "Install":
		return nil
	case "Upgrade", "Delete":
		return r.install(before)
	case "Rollback":
		if err := r.install(one.manifests); err != nil {
			return err
		}
		return r.upgrade(before)
	}
	return fmt.Errorf("operation: %s", one.operation)
}

func (r release) operate(one orderingCase) error {
	switch one.operation {
	case "Upgrade":
		return r.upgrade(one.manifests)
	case "Rollback":
		return r.rollback()
	case "Delete":
		return r.uninstall()
	}
	return r.install(one.manifests)
}

func (r release) install(manifests string) error {
	install := action.NewInstall(r.config)
	install.ReleaseName, install.Namespace = releaseName, releaseNamespace
	install.WaitStrategy, install.Timeout = r.wait, timeout
	_, err := install.Run(chartOf(manifests), nil)
	return err
}

func (r release) upgrade(manifests string) error {
	upgrade := action.NewUpgrade(r.config)
	upgrade.Namespace = releaseNamespace
	upgrade.WaitStrategy, upgrade.Timeout = r.wait, timeout
	_, err := upgrade.Run(releaseName, chartOf(manifests), nil)
	return err
}

func (r release) rollback() error {
	rollback := action.NewRollback(r.config)
	rollback.Version = 1
	rollback.WaitStrategy, rollback.Timeout = r.wait, timeout
	return rollback.Run(releaseName)
}

func (r release) uninstall() error {
	uninstall := action.NewUninstall(r.config)
	uninstall.WaitStrategy, uninstall.Timeout = r.wait, timeout
	_, err := uninstall.Run(releaseName)
	return err
}

func chartOf(manifests string) *chart.Chart {
	return &chart.Chart{
		Metadata:  &chart.Metadata{APIVersion: "v2", Name: releaseName, Version: "1.0.0"},
		Templates: []*common.File{{Name: "templates/all.yaml", Data: []byte(manifests)}},
	}
}
