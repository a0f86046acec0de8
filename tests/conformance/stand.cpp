#include "conformance/stand.hpp"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "support/build_script.hpp"
#include "support/release_under_test.hpp"

namespace slipway::conformance {
namespace {

constexpr const char* release = "shop";
constexpr auto patience = std::chrono::seconds(120);
/// A ConfigMap holds 1 MiB, and the request that brings it a little more.
constexpr std::size_t source_bytes = 700'000;

/// The charts ask for what no namespace holds, too.
std::string rights_everywhere(const std::string& in_namespace) {
    return format(
        R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {{name: conformance-{0}}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}}
subjects: [{{kind: ServiceAccount, name: deployer, namespace: {0}}}]
)",
        in_namespace
    );
}

std::vector<std::string> parts_of(const std::string& manifests) {
    const std::string separator = "\n---\n";
    std::vector<std::string> parts{""};
    for (std::size_t from = 0; from < manifests.size();) {
        const auto found = manifests.find(separator, from);
        const auto end = found == manifests.npos ? manifests.size() : found + separator.size();
        if (parts.back().size() + (end - from) > source_bytes && !parts.back().empty())
            parts.emplace_back();
        parts.back() += manifests.substr(from, end - from);
        from = end;
    }
    return parts;
}

std::string config_map(
    const std::string& name, const std::string& in_namespace, const std::string& text
) {
    const nlohmann::json document{
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}},
        {"data", {{"all.yaml", text}}}};
    return document.dump();
}

/// What stands although the release is gone, the newest first.
std::vector<Act> left_by(const Record& record) {
    std::vector<Act> left;
    for (const auto operation : operations) {
        const auto acts = record.find(operation);
        if (acts == record.end()) continue;
        for (const Act& act : acts->second) {
            std::erase_if(left, [&](const Act& other) { return other.object() == act.object(); });
            if (!act.deletes) left.insert(left.begin(), act);
        }
    }
    return left;
}

}  // namespace

/// One tool's operations on one chart.
class Stand::Round {
public:
    Round(Stand& stand, Tool tool, const Chart& chart)
        : stand_(stand),
          tool_(tool),
          chart_(chart),
          slipway_(*stand.cluster_, chart.name(), release) {}

    Played play() {
        stand_.cluster_->add_namespace(chart_.name());
        stand_.cluster_->apply(rights_everywhere(chart_.name()));
        deploy("install", 1, false);
        deploy("upgrade", 2, false);
        if (chart_.can_fail()) deploy("failure", 3, true);
        uninstall();
        clean_up();
        return std::move(played_);
    }

private:
    void deploy(const std::string& operation, int revision, bool fails) {
        const std::string manifests = stand_.rendered(chart_, revision);
        const auto objects = manifest::read_objects(operation, manifests);
        if (!objects) throw std::runtime_error(objects.error().message);
        add_members(members_, *objects);
        if (tool_ == Tool::Slipway) put_sources(manifests);
        begin();
        const std::string trouble = tool_ == Tool::Slipway ? deploy_by_slipway(revision, fails)
                                                           : deploy_by_helm(operation, revision);
        if (trouble.empty() == fails) played_.refusals[operation] = trouble;
        end(operation);
    }

    std::string deploy_by_helm(const std::string& operation, int revision) {
        std::vector<std::string> command{operation == "install" ? "install" : "upgrade", release};
        const auto arguments = chart_.arguments(revision);
        command.insert(command.end(), arguments.begin(), arguments.end());
        return run_helm(std::move(command));
    }

    std::string run_helm(std::vector<std::string> command) {
        command.insert(command.end(), {"-n", chart_.name(), "--timeout", "120s"});
        const auto finished = stand_.helm(tool_, command);
        return finished.exit_code == 0 ? "" : finished.output;
    }

    void put_sources(const std::string& manifests) {
        sources_ = "  sources:\n";
        int number = 0;
        for (const std::string& part : parts_of(manifests)) {
            const std::string name = format("source-{}", number++);
            stand_.cluster_->apply(config_map(name, chart_.name(), part));
            sources_ += "    - configMapRef: {name: " + name + "}\n";
        }
    }

    std::string deploy_by_slipway(int revision, bool fails) {
        slipway_.apply_spec(
            "  serviceAccountName: deployer\n  wait: Annotated\n  dialects: [helm]\n"
            "  retry: {limit: 0}\n" +
            sources_
        );
        const auto wanted = fails ? ReleasePhase::Failed : ReleasePhase::Deployed;
        if (slipway_.wait_for(wanted, revision, patience)) return fails ? "has failed" : "";
        const auto status = slipway_.status();
        return status.conditions.empty() ? "no status" : status.conditions.front().message;
    }

    void uninstall() {
        begin();
        if (tool_ == Tool::Slipway) {
            slipway_.remove();
            if (!slipway_.wait_until_gone(patience))
                played_.refusals["uninstall"] = "took too long";
        } else if (const auto trouble = run_helm({"uninstall", release}); !trouble.empty()) {
            played_.refusals["uninstall"] = trouble;
        }
        end("uninstall");
    }

    void begin() const { stand_.audit_->read(); }
    void end(const std::string& operation) {
        played_.record[operation] = acts_of(stand_.audit_->read(), tool_, members_);
    }

    void clean_up() const {
        for (const Act& act : left_by(played_.record)) {
            stand_.cluster_->kubectl(
                {"delete",
                 act.type,
                 act.name,
                 "-n",
                 chart_.name(),
                 "--ignore-not-found",
                 "--timeout=60s"},
                "",
                false
            );
        }
        stand_.cluster_->kubectl(
            {"delete", "pods,pvc,configmaps,secrets", "--all", "-n", chart_.name(), "--force"},
            "",
            false
        );
    }

    Stand& stand_;
    Tool tool_;
    const Chart& chart_;
    test::ReleaseUnderTest slipway_;
    std::string sources_{};
    Members members_{};
    Played played_{};
};

bool Played::had_refused(std::string_view operation) const {
    for (const auto one : operations) {
        if (refusals.contains(one)) return true;
        if (one == operation) break;
    }
    return false;
}

Stand::Stand()
    : audit_file_(test::begin_audit()),
      cluster_(std::make_unique<test::LocalCluster>()),
      audit_(std::make_unique<test::AuditLog>(audit_file_)),
      operator_(std::make_unique<test::RunningOperator>(*cluster_)),
      helm3_(test::built_by({"bash", SLIPWAY_SOURCE_DIR "/tests/support/helm.sh", "3"})),
      helm4_(test::built_by({"bash", SLIPWAY_SOURCE_DIR "/tests/support/helm.sh", "4"})) {}

Stand::~Stand() {
    operator_.reset();
    cluster_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(std::filesystem::path(audit_file_).parent_path(), ignored);
}

test::Finished Stand::helm(Tool tool, const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{
        tool == Tool::Helm3 ? helm3_ : helm4_, "--kubeconfig", cluster_->kubeconfig()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return test::run_command(command);
}

std::string Stand::rendered(const Chart& chart, int revision) const {
    std::vector<std::string> command{"template", release, "-n", chart.name(), "--include-crds"};
    const auto arguments = chart.arguments(revision);
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto finished = helm(Tool::Helm4, command);
    if (finished.exit_code != 0) throw std::runtime_error(finished.output);
    return finished.output;
}

Played Stand::play(Tool tool, const Chart& chart) { return Round(*this, tool, chart).play(); }

}  // namespace slipway::conformance
