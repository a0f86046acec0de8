# What the demo plays, scene by scene; what each announces is what it then checks.
# shellcheck shell=bash

werf_orders_by_weight() {
    say "werf: the database, its migrations, then two apps, one of which needs a Secret of somebody else's"
    prepare_example werf
    kubectl apply -f "$examples/werf/release.yaml" > /dev/null
    await werf-example shop 'waits_for("my-dynamic-vault-secret")'
    expect "the migrations are done" holds werf-example job/database-migrations '.status.succeeded == 1'
    expect "app1 waits for its Secret" ! exists werf-example deployment/app1
    expect "app2 is of the same group and waits with it" ! exists werf-example deployment/app2

    say "werf: the Secret appears"
    kubectl -n werf-example create secret generic my-dynamic-vault-secret --from-literal=token=t > /dev/null
    await_deployed werf-example shop 1
    expect "the stages ran one after the other" stages_ran_one_after_the_other werf-example shop
    expect "the hook after them ran too" holds werf-example job/report-after '.status.succeeded == 1'
}

werf_upgrades_what_changed() {
    local app1 check
    say "werf: an upgrade that changes app2 and leaves the ConfigMap out"
    app1=$(kubectl -n werf-example get deployment/app1 -o jsonpath='{.metadata.generation}')
    check=$(kubectl -n werf-example get job/check-before -o jsonpath='{.metadata.uid}')
    kubectl apply -f "$examples/werf/release-upgrade.yaml" > /dev/null
    await_deployed werf-example shop 2
    expect "app2 has two replicas" holds werf-example deployment/app2 '.status.readyReplicas == 2'
    expect "app1 was not touched" holds werf-example deployment/app1 ".metadata.generation == $app1"
    expect "the ConfigMap is gone" ! exists werf-example configmap/announcement
    expect "the hook before it ran anew" holds werf-example job/check-before ".metadata.uid != \"$check\""
}

kots_waits_for_properties() {
    local task
    say "KOTS: a definition first, a database that is waited for, a resource with three properties to come true"
    prepare_example kots
    kubectl apply -f "$examples/kots/release.yaml" > /dev/null
    await kots-example pipeline 'waits_for("MyResource/my-resource: .status.tasks.extract")'
    expect "the database was ready before" holds kots-example statefulset/postgresql '.status.readyReplicas == 1'
    for task in extract transform load; do
        expect "the worker waits for the task $task" ! exists kots-example deployment/worker
        say "KOTS: the task $task is done"
        kubectl -n kots-example patch myresource my-resource --subresource=status --type=merge \
            -p "{\"status\": {\"tasks\": {\"$task\": true}}}" > /dev/null
    done
    await_deployed kots-example pipeline 1
    expect "the worker runs" holds kots-example deployment/worker '.status.readyReplicas == 1'
}

helm_runs_hooks_by_weight() {
    say "Helm: three hooks before the app, one after it"
    prepare_example helm
    kubectl apply -f "$examples/helm/release.yaml" > /dev/null
    await_deployed helm-example blog 1
    expect "the hooks ran by weight, whatever their order in the file" holds helm-example release/blog \
        'hooks | map(.name) == ["first", "second", "third", "notify"] and all(.state == "Done")'
}

helm_is_stopped_by_a_hook_and_mended() {
    say "Helm: an upgrade whose hook fails"
    kubectl apply -f "$examples/helm/release-failing.yaml" > /dev/null
    await helm-example blog '.status.phase == "Failed"'
    expect "the status says which hook failed" holds helm-example release/blog \
        'hooks | any(.name == "backup" and .state == "Failed")'
    expect "and the condition with what exit code" holds helm-example release/blog \
        'condition("Ready") | .status == "False" and (.message | contains("exit code 3"))'
    expect "the running app was not touched" holds helm-example deployment/blog \
        '.spec.template.metadata.labels.version == "v1"'

    say "Helm: the hook is mended; a new spec is enough"
    kubectl apply -f "$examples/helm/release-mended.yaml" > /dev/null
    await_deployed helm-example blog 3
    expect "the new version of the app runs" holds helm-example deployment/blog \
        '.spec.template.metadata.labels.version == "v2" and .status.readyReplicas == 2'
}

kots_deletes_in_phases() {
    say "KOTS: a deletion in phases, while somebody's finalizer holds the database"
    kubectl -n kots-example patch statefulset/postgresql --type=merge \
        -p '{"metadata": {"finalizers": ["example.com/demo"]}}' > /dev/null
    kubectl -n kots-example delete release pipeline --wait=false > /dev/null
    await kots-example pipeline 'waits_for("StatefulSet/postgresql: is being deleted")'
    expect "the worker, of the phase before, is gone" ! exists kots-example deployment/worker
    expect "the definition, of the phase after, is there" exists kots-example crd/myresources.example.com

    say "KOTS: the finalizer goes"
    let_go kots-example statefulset/postgresql
    kubectl -n kots-example wait --for=delete release/pipeline --timeout="${patience}s" > /dev/null
    expect "the definition is gone too" ! exists kots-example crd/myresources.example.com
}
