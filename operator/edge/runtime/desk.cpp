#include "edge/runtime/desk.hpp"

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "edge/runtime/preparation.hpp"
#include "edge/runtime/published_plan.hpp"
#include "edge/runtime/reading_input.hpp"

namespace slipway::runtime {
namespace {

/// Kinds of stored content that were served when it was prepared, and may be served still.
void look_up_kinds(const Hands& hands, Session& session) {
    for (const Kind& kind : plan::unknown_kinds(*session.content, session.kinds)) {
        if (session.kinds.find(kind.group_kind()) != nullptr) continue;
        const auto found = hands.cluster.find_kind(kind.group_kind(), kind.version);
        if (found) session.kinds.add(*found);
    }
}

/// The desired content is not that of the newest revision: it will be stored when its own begins.
bool is_to_begin(const Session& session) {
    return !session.ledger || !session.ledger->is_about(session.desired.digest);
}

/// To read its bodies back would delay the next stage of a small Release; beside the stages of a
/// large one the delay does not count, and its memory does.
constexpr std::size_t most_bytes_kept = std::size_t{256} * 1024;
/// Shorter than what makes the net look again: that look then drops the bodies.
constexpr Duration longest_quiet_kept = std::chrono::seconds(30);

bool moves(const Hands& hands, Session& session) {
    if (!session.ledger || session.ledger->failed || session.ledger->newest() == nullptr)
        return false;
    const std::lock_guard lock(session.mutex);
    return session.ledger->newest()->state == RevisionState::Deploying &&
           hands.clock.now() - session.sightings.last_activity() < longest_quiet_kept;
}

bool is_at_hand(const Session& session, const std::string& digest) {
    return session.content && session.content_digest == digest;
}

/// Not guarded: whoever calls it has begun the reading.
Result<void> load_content(const Hands& hands, Session& session) {
    const std::string& digest = session.ledger->newest()->digest;
    if (is_at_hand(session, digest)) return {};
    if (session.desired_content && session.desired.digest == digest) {
        session.content = session.desired_content;
    } else {
        const std::string stored = TRY(hands.store.load_content(session.uid, digest));
        session.content = std::make_shared<const plan::Content>(TRY(plan::deserialise(stored)));
        session.content_bytes = stored.size();
        look_up_kinds(hands, session);
    }
    session.content_digest = digest;
    for (const SourcedObject& sourced : session.content->objects)
        session.kinds.add_from(sourced.object);
    return {};
}

Result<plan::Plan> read_plan(const Hands& hands, Session& session, const Release& release) {
    const auto reading = TRY(hands.quarantine.begin(input_from_store(session)));
    TRY(load_content(hands, session));
    const Ledger& ledger = *session.ledger;
    if (ledger.deleting) {
        return plan::compile_deletion(
            *session.content, session.kinds, plan::settings_of(release.spec), ledger.inventory
        );
    }
    return plan::compile(
        *session.content,
        session.kinds,
        ledger.newest()->operation,
        plan::settings_of(release.spec),
        ledger.inventory
    );
}

/// Nothing else in the making of a plan fails so.
bool is_of_the_store(const Error& error) {
    return is_transient(error.kind) || error.kind == ErrorKind::Forbidden;
}

struct Checked {
    Prepared prepared;
    machine::Desired desired{};
    bool has_unknown_types = false;  ///< Of external dependencies.
};

bool has_unknown_types(const plan::Plan& plan) {
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (!unit.resource.empty()) return true;
        }
    }
    return false;
}

/// Also compiles once: a bad annotation is found before anything is touched.
Result<Checked> check(
    const Hands& hands, const Inputs& inputs, const Session& session, const Release& release
) {
    const ports::Identity& as = **session.account;
    const auto texts = TRY(fetch_texts(inputs, as, release));
    const auto reading = TRY(hands.quarantine.begin(input_from_sources(session, release, texts)));
    Checked checked;
    checked.prepared = TRY(prepare(inputs, as, release, texts));
    const plan::Plan plan = TRY(plan::compile(
        checked.prepared.content,
        checked.prepared.kinds,
        session.ledger->ever_deployed ? Operation::Upgrade : Operation::Install,
        plan::settings_of(release.spec),
        session.ledger->inventory
    ));
    checked.desired = {.digest = plan.digest, .lint = plan::warnings_in(plan)};
    checked.has_unknown_types = has_unknown_types(plan);
    return checked;
}

Warning not_watched(const ObjectId& id) {
    return {
        .rule = std::string(dialect::rules::source_not_watched.id),
        .message =
            "neither Slipway nor the release's account may watch it: a change of it is noticed "
            "only when the release is reconciled for another reason. Let one of them list and "
            "watch it, or set the annotation slipway.dev/reconcile-at after a change",
        .object = id.title(),
    };
}

void follow(const Hands& hands, Session& session, const Inputs& inputs, const Release& release) {
    auto references = references_of(inputs, release);
    const bool lacks_a_kind =
        session.desired.error && session.desired.error->kind == ErrorKind::UnknownKind;
    if (lacks_a_kind || session.has_unknown_types) {
        references.push_back(
            {.group = "apiextensions.k8s.io", .kind = "CustomResourceDefinition", .name = "*"}
        );
    }
    if (session.desired.error && session.desired.error->kind == ErrorKind::NamespaceNotFound) {
        references.push_back({.kind = "Namespace", .name = "*"});
    }
    const bool has_account = session.account && *session.account;
    hands.reference_watches.follow(
        session.key, references, has_account ? std::optional(**session.account) : std::nullopt
    );
    session.desired.warnings.clear();
    for (const ObjectId& id : hands.reference_watches.unwatched(session.key))
        session.desired.warnings.push_back(not_watched(id));
}

/// A type that the server did not know may have come with the change.
void forget_unknown_types(Session& session) {
    std::erase_if(session.refusals, [](const auto& refused) {
        return refused.second.error.kind == ErrorKind::UnknownKind;
    });
}

/// Quarantined content is given another chance by the annotation, which is no new generation.
bool is_to_be_retried(const Session& session, const Release& release) {
    return session.desired.error && session.desired.error->kind == ErrorKind::PoisonPill &&
           session.prepared_retry_at != release.retry_at;
}

/// A ledger comes after the finalizer and before the status. Were there one all the same, writing
/// another would be refused, and it would be read then.
bool is_untouched(const Object& live) {
    return !live.has("/metadata/finalizers") && !live.has("/status");
}

void refuse_content(const Hands& hands, Session& session, const Error& error) {
    session.desired.error = error;
    session.content_not_before = hands.clock.now() + error.retry_after.value_or(Duration{0});
}

bool take_inputs_changed(Session& session) {
    const std::lock_guard lock(session.mutex);
    return std::exchange(session.inputs_changed, false);
}

}  // namespace

Result<void> open_ledger(const Hands& hands, Session& session, const Object& live) {
    if (session.ledger) return {};
    session.ledger =
        is_untouched(live) ? Ledger{} : TRY(hands.store.load(session.uid)).value_or(Ledger{});
    forget_the_past(session);
    session.kinds = KindCatalog::built_in();
    return {};
}

void reread_unwatched_inputs(const Hands& hands, Session& session) {
    if (hands.reference_watches.unwatched(session.key).empty()) return;
    const std::lock_guard lock(session.mutex);
    session.inputs_changed = true;
}

void refresh_desired(const Hands& hands, Session& session, const Release& release) {
    // Whatever changed meanwhile is still to be taken then.
    if (hands.clock.now() < session.content_not_before) return;
    const bool failed_before = session.desired.error && !needs_an_edit(session.desired.error->kind);
    const bool changed = take_inputs_changed(session);
    const bool is_prepared =
        session.prepared_generation == release.generation && !is_to_be_retried(session, release) &&
        (session.desired.error || session.desired_content || !is_to_begin(session));
    if (!changed && !failed_before && is_prepared) return;
    session.prepared_generation = release.generation;
    session.prepared_retry_at = release.retry_at;
    forget_unknown_types(session);
    const Inputs inputs{hands.cluster, hands.sources, hands.default_service_account, hands.beside};
    session.account = account_of(inputs, release);
    if (!*session.account) {
        refuse_content(hands, session, session.account->error());
        return follow(hands, session, inputs, release);
    }
    auto checked = check(hands, inputs, session, release);
    if (checked) {
        session.desired = std::move(checked->desired);
        session.has_unknown_types = checked->has_unknown_types;
        session.desired_content =
            std::make_shared<const plan::Content>(std::move(checked->prepared.content));
        session.kinds = checked->prepared.kinds;
        // Kinds may have changed. What is left for other content stays planned as it is: its bodies
        // would have to be read from the store.
        if (!is_to_begin(session)) session.plan_key.clear();
    } else {
        refuse_content(hands, session, checked.error());
    }
    follow(hands, session, inputs, release);
}

Result<void> load_bodies(const Hands& hands, Session& session) {
    if (is_at_hand(session, session.ledger->newest()->digest)) return {};
    const auto reading = TRY(hands.quarantine.begin(input_from_store(session)));
    return load_content(hands, session);
}

void drop_bodies(const Hands& hands, Session& session) {
    if (!is_to_begin(session)) session.desired_content.reset();
    if (moves(hands, session) && session.content_bytes <= most_bytes_kept) return;
    session.content.reset();
    session.content_digest.clear();
}

Result<void> refresh_plan(const Hands& hands, Session& session, const Release& release) {
    if (session.ledger->newest() == nullptr) return {};
    const std::string key = plan_key(*session.ledger, release);
    if (session.plan && session.plan_key == key) return {};
    session.plan.reset();
    session.plan_error.reset();
    session.plan_input = digest_of_input(release, key);
    auto plan = read_plan(hands, session, release);
    if (!plan && is_of_the_store(plan.error())) return plan.error();
    if (!plan) {
        session.plan_error = plan.error();
        return {};
    }
    session.plan = std::make_shared<const plan::Plan>(std::move(*plan));
    session.plan_key = key;
    publish_plan(session);
    return {};
}

}  // namespace slipway::runtime
