#include "edge/runtime/claims.hpp"

#include <functional>

#include "edge/runtime/hands.hpp"
#include "edge/runtime/workloads.hpp"

namespace slipway::runtime {
namespace {

StorageClass read_class(const Object& live) {
    return {
        .binding_mode = live.text("/volumeBindingMode"),
        .is_default = live.annotation("storageclass.kubernetes.io/is-default-class") == "true",
        .created_at = live.text("/metadata/creationTimestamp")};
}

/// Of several the newest, as Kubernetes' admission of claims chooses.
const StorageClass* default_class(const Claims& claims) {
    const StorageClass* newest = nullptr;
    for (const auto& [name, storage] : claims.classes) {
        if (!storage.is_default) continue;
        if (newest == nullptr || newest->created_at < storage.created_at) newest = &storage;
    }
    return newest;
}

class ClassSink final : public ports::WatchSink {
public:
    ClassSink(Hands& hands, std::weak_ptr<Session> session)
        : hands_(hands), session_(std::move(session)) {}

    void on_object(const Object& live) override {
        change([&](Claims& claims) {
            claims.classes.insert_or_assign(std::string(live.name()), read_class(live));
        });
    }
    void on_left(const ObjectId& id, const std::string&) override {
        change([&](Claims& claims) { claims.classes.erase(id.name); });
    }
    void on_synced() override {}
    /// Without the right to watch them, claims are judged as if they bound at once.
    void on_trouble(const Error&) override {}

private:
    void change(const std::function<void(Claims&)>& apply) {
        const auto session = session_.lock();
        if (!session) return;
        bool changed = false;
        {
            const std::lock_guard lock(session->mutex);
            apply(session->claims);
            const auto unbound = session->claims.unbound;
            for (const auto& [id, claim] : unbound)
                changed = judge_again(*session, claim, hands_.clock.now()) || changed;
        }
        if (changed) hands_.wake(session->key);
    }

    Hands& hands_;
    std::weak_ptr<Session> session_;
};

bool has_unbound(Session& session) {
    const std::lock_guard lock(session.mutex);
    forget_unseen(session);
    return !session.claims.unbound.empty();
}

}  // namespace

std::string binding_mode(const Claims& claims, const Object& claim) {
    // Its volume was chosen by name: Kubernetes binds the two at once, whatever the class says.
    if (claim.has("/spec/volumeName")) return {};
    if (!claim.has("/spec/storageClassName")) {
        const StorageClass* by_default = default_class(claims);
        return by_default == nullptr ? std::string() : by_default->binding_mode;
    }
    const auto named = claims.classes.find(claim.text("/spec/storageClassName"));
    return named == claims.classes.end() ? std::string() : named->second.binding_mode;
}

void follow_claims(Hands& hands, const std::shared_ptr<Session>& session) {
    if (!has_unbound(*session)) return session->class_watch.reset();
    if (session->class_watch) return;
    session->class_watch = hands.cluster.watch(
        ports::Identity::itself(),
        *KindCatalog::built_in().find({"storage.k8s.io", "StorageClass"}),
        {},
        std::make_shared<ClassSink>(hands, session)
    );
}

}  // namespace slipway::runtime
