#include "edge/runtime/carry_out.hpp"

#include <map>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "edge/runtime/definition_use.hpp"
#include "edge/runtime/ledger_writing.hpp"
#include "edge/runtime/looking.hpp"
#include "edge/runtime/requests.hpp"
#include "edge/runtime/survey.hpp"

namespace slipway::runtime {
namespace {

using machine::ApplyUnit;
using machine::CreateHook;
using machine::DeleteObject;
using machine::SetTtl;
using machine::TakeFields;

/// Whatever was thought to stand there: look again before the next write.
void forget(Session& session, const ObjectId& id) {
    const std::lock_guard lock(session.mutex);
    session.sightings.forget(id);
}

void refuse_write(const Hands& hands, Session& session, const ObjectId& id, const Error& error) {
    // What cannot be changed was seen rightly; it may have to be made anew.
    if (error.kind != ErrorKind::ImmutableField) forget(session, id);
    if (error.kind == ErrorKind::AlreadyExists) return;
    session.refusals.insert_or_assign(
        id, refused_again(refusal_in(session, id), error, hands.clock.now())
    );
    hands.recorder.failed(error.kind);
}

/// A write beside the walk: whose it is, and where the machine reads its answer.
struct Side {
    ObjectId id{};
    std::optional<machine::Refusal>* answer = nullptr;
};

void refuse_side(const Hands& hands, Session& session, const Side& side, const Error& error) {
    forget(session, side.id);
    *side.answer = refused_again(*side.answer, error, hands.clock.now());
    hands.recorder.failed(error.kind);
}

void take_answer(
    const Hands& hands,
    Session& session,
    const ObjectId& id,
    const Result<ports::Written>& answer,
    std::uint64_t since
) {
    if (!answer) return refuse_write(hands, session, id, answer.error());
    session.refusals.erase(id);
    if (answer->object) return tell_answer(hands, session, id, *answer->object, since);
    const std::lock_guard lock(session.mutex);
    session.sightings.gone(id, hands.clock.now());
}

/// Bodies and answers of so many are in memory together; the next ones go when all are answered.
constexpr std::size_t most_at_once = 250;

/// The writes of one decision, sent together.
class Batch {
public:
    Batch(Hands& hands, Session& session, const ports::Identity& as)
        : hands_(hands), session_(session), as_(as) {}

    void add(const machine::TakeSurvey&) {}
    void add(const machine::Look&) {}
    void add(const ApplyUnit& apply) { take(unit_at(session_, apply.at).id, apply); }
    void add(const CreateHook& create) { take(unit_at(session_, create.at).id, create); }
    void add(const SetTtl& set) {
        const Side side{set.ttl.id, &session_.ttl_answers[set.ttl.uid]};
        auto request = request_of(hands_, session_, set);
        if (!request) return refuse_side(hands_, session_, side, request.error());
        take_beside(side, std::move(*request));
    }
    void add(const TakeFields& take) {
        const Side side{take.adoption.id, &session_.adoption_answers[take.adoption.uid]};
        auto request = request_of(hands_, session_, as_, take);
        if (!request) return refuse_side(hands_, session_, side, request.error());
        if (!*request) return side.answer->reset();
        take_beside(side, std::move(**request));
    }
    void add(const DeleteObject& deletion) {
        auto request = request_of(hands_, session_, deletion);
        if (!request && request.error().kind == ErrorKind::UnknownKind) {
            // With its definition the object went.
            return take_answer(hands_, session_, deletion.id, ports::Written{}, turn_of(session_));
        }
        if (is_definition(deletion.id)) {
            const auto unused = check_unused(hands_, session_, as_, deletion.id);
            if (!unused) return refuse_write(hands_, session_, deletion.id, unused.error());
        }
        take(deletion.id, deletion);
    }

    bool is_empty() const { return requests_.empty(); }
    bool is_full() const { return requests_.size() >= most_at_once; }

    void send() {
        // Not while it looks: the next write would come later by what the server takes for the
        // ledger, and the next ledger may take its place.
        begin_to_save_ledger(hands_, session_);
        std::vector<ports::Write> writes;
        for (const Request& request : requests_) {
            watch_kind_of(request);
            writes.push_back(request.write);
        }
        const std::uint64_t since = turn_of(session_);
        const auto answers = hands_.cluster.write(as_, writes);
        for (std::size_t i = 0; i < answers.size(); ++i)
            take(i, answers[i], since);
        requests_.clear();
        sides_.clear();
    }

private:
    void take(const ObjectId& id, const auto& effect) {
        auto request = request_of(hands_, session_, effect);
        if (!request) return refuse_write(hands_, session_, id, request.error());
        requests_.push_back(std::move(*request));
    }

    void take_beside(const Side& side, Request request) {
        sides_.emplace(requests_.size(), side);
        requests_.push_back(std::move(request));
    }

    void take(std::size_t place, const Result<ports::Written>& answer, std::uint64_t since) {
        const ObjectId& id = requests_[place].id;
        const auto side = sides_.find(place);
        if (side == sides_.end()) return take_answer(hands_, session_, id, answer, since);
        if (!answer) return refuse_side(hands_, session_, side->second, answer.error());
        side->second.answer->reset();
        if (answer->object) tell_answer(hands_, session_, id, *answer->object, since);
    }

    void watch_kind_of(const Request& request) {
        const auto& kind =
            std::visit([](const auto& write) -> const Kind& { return write.kind; }, request.write);
        hands_.kind_watches.ensure(kind, request.id, as_, depth_of(session_, request.id));
    }

    Hands& hands_;
    Session& session_;
    const ports::Identity& as_;
    std::vector<Request> requests_{};
    std::map<std::size_t, Side> sides_{};  ///< By the request's place.
};

void perform(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const std::vector<machine::Effect>& effects
) {
    for (const machine::Effect& effect : effects) {
        if (std::holds_alternative<machine::TakeSurvey>(effect)) take_survey(hands, session, as);
        if (const auto* looks = std::get_if<machine::Look>(&effect)) {
            look(hands, session, as, looks->objects);
        }
    }
    Batch batch(hands, session, as);
    for (const machine::Effect& effect : effects) {
        std::visit([&](const auto& one) { batch.add(one); }, effect);
        if (batch.is_full()) batch.send();
    }
    if (!batch.is_empty()) batch.send();
}

/// The ledger goes first: were the finalizer first, a crash in between would leave the ledger for
/// good.
Result<void> say_farewell(Hands& hands, Session& session, const Object& live) {
    TRY(hands.store.erase(session.uid));
    // Our own status writes have moved the resourceVersion, which fences the finalizer.
    const Kind& kind = *KindCatalog::built_in().find(live.id().group_kind());
    const auto now = hands.cluster.get(ports::Identity::itself(), kind, live.id());
    if (!now && now.error().kind == ErrorKind::NotFound) return {};
    if (!now) return now.error();
    TRY(hands.cluster.set_finalizer(*now, false));
    return {};
}

void tell(Hands& hands, const Object& live, const machine::Note& note) {
    ports::Subject subject{.id = live.id(), .uid = live.uid()};
    std::string text = note.text;
    if (hands.reference_watches.is_terminating(live.id().in_namespace)) {
        subject = {.id = {.kind = "Namespace", .name = live.id().in_namespace}};
        text = live.id().title() + ": " + text;
    }
    hands.recorder.event(subject, note.warning, note.reason, note.action, text);
}

}  // namespace

Result<void> carry_out(
    Hands& hands,
    Session& session,
    const std::optional<ports::Identity>& as,
    const Object& live,
    const machine::Decision& decision
) {
    TRY(make_durable(hands, session, live, decision));
    if (as) perform(hands, session, *as, decision.effects);
    for (const machine::Note& note : decision.notes)
        tell(hands, live, note);
    return decision.farewell ? say_farewell(hands, session, live) : Result<void>{};
}

}  // namespace slipway::runtime
