#include "edge/runtime/looking_outside.hpp"

#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

/// Follows one external dependency by name, and tells of it under the plan's id for it.
class ExternalSink final : public ports::WatchSink {
public:
    ExternalSink(Hands& hands, std::weak_ptr<Session> session, ObjectId id)
        : hands_(hands), session_(std::move(session)), id_(std::move(id)) {}

    void on_object(const Object& object) override {
        const auto session = session_.lock();
        if (!session) return;
        tell_answer(hands_, *session, id_, object, turn_of(*session));
        hands_.wake(session->key);
    }
    void on_left(const ObjectId&, const std::string& uid) override {
        const auto session = session_.lock();
        if (!session) return;
        {
            const std::lock_guard lock(session->mutex);
            session->sightings.lost(id_, uid, hands_.clock.now());
        }
        hands_.wake(session->key);
    }
    void on_rewound() override {
        for (const std::string& key : hands_.sessions.doubt_all())
            hands_.wake(key);
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

private:
    Hands& hands_;
    std::weak_ptr<Session> session_;
    ObjectId id_;
};

Result<Kind> kind_of_dependency(Hands& hands, Session& session, const plan::Unit& unit) {
    if (!unit.resource.empty()) return hands.cluster.find_resource(unit.resource);
    return kind_of(hands, session, unit.id, unit.version);
}

}  // namespace

void look_outside(
    Hands& hands, Session& session, const ports::Identity& as, const plan::Unit& unit
) {
    const auto kind = kind_of_dependency(hands, session, unit);
    if (!kind) return refuse_look(hands, session, unit.id, kind.error());
    const ObjectId live{
        .group = kind->group,
        .kind = kind->kind,
        .in_namespace = kind->namespaced ? unit.id.in_namespace : "",
        .name = unit.id.name};
    const std::uint64_t since = turn_of(session);
    const auto found = hands.cluster.get(as, *kind, live);
    if (!tell_found(hands, session, {*kind, unit.id}, found, since)) return;
    auto& watch = session.external_watches[unit.id];
    if (watch) return;
    const ports::Selection selection{.in_namespace = live.in_namespace, .name = live.name};
    watch = hands.cluster.watch(
        as,
        *kind,
        selection,
        std::make_shared<ExternalSink>(hands, hands.sessions.find(session.key), unit.id)
    );
}

}  // namespace slipway::runtime
