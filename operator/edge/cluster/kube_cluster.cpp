#include "edge/cluster/kube_cluster.hpp"

#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/kubeapi/answer.hpp"
#include "core/kubeapi/verbs.hpp"
#include "core/model/release.hpp"
#include "edge/cluster/selection.hpp"
#include "edge/cluster/watch.hpp"
#include "edge/cluster/writes.hpp"

namespace slipway::cluster {
namespace {

using kubeapi::Response;
using ports::Identity;
using ports::Named;
using ports::Selection;
using ports::Write;
using ports::Written;

constexpr auto own_manager = "slipway";
constexpr int list_attempts = 3;

const Kind& release_kind() {
    static const Kind kind{
        .group = std::string(release_group),
        .version = std::string(release_version),
        .kind = "Release",
        .plural = "releases",
    };
    return kind;
}

Result<Call> call_of(const Named& one) {
    TRY(check_namespace(one.kind, one.id));
    return Call{
        .request = [&one](Duration) { return kubeapi::get(one.kind, one.id, one.not_older_than); },
        .asked = {.kind = one.kind, .id = one.id}};
}

const Kind& kind_of(const Named& one) { return one.kind; }

Result<Object> read(const Named& one, const Result<Response>& answer) {
    if (!answer) return answer.error();
    return kubeapi::read_object(answer->body, one.kind);
}

Result<Written> read(const Write& write, const Result<Response>& answer) {
    return written(write, answer);
}

}  // namespace

KubeCluster::KubeCluster(
    http::Client& client, const WriteGate& gate, const ports::Clock& clock, CallerSettings settings
)
    : client_(client),
      clock_(clock),
      server_(clock),
      caller_(client, gate, server_, std::move(settings)),
      discovery_(caller_) {}

void KubeCluster::notice(const Error& error, const Kind& kind) {
    if (error.kind == ErrorKind::UnknownKind) discovery_.forget(kind.group);
}

Result<Object> KubeCluster::get(const Identity& as, const Kind& kind, const ObjectId& id) {
    const Named one{kind, id};
    return std::move(get_all(as, {&one, 1}).front());
}

template <class Answer, class Question>
std::vector<Result<Answer>> KubeCluster::ask_each(
    const Identity& as, std::span<const Question> questions
) {
    std::vector<Call> made;
    std::vector<std::size_t> places;
    std::vector<Result<Response>> answers;
    for (const Question& question : questions) {
        auto call = call_of(question);
        answers.push_back(call ? Result<Response>(Response{}) : call.error());
        if (!call) continue;
        places.push_back(answers.size() - 1);
        made.push_back(std::move(*call));
    }
    auto answered = caller_.call_all(as, made);
    for (std::size_t sent = 0; sent < answered.size(); ++sent)
        answers[places[sent]] = std::move(answered[sent]);
    std::vector<Result<Answer>> results;
    for (std::size_t at = 0; at < questions.size(); ++at) {
        results.push_back(read(questions[at], answers[at]));
        if (!answers[at]) notice(answers[at].error(), kind_of(questions[at]));
    }
    return results;
}

std::vector<Result<Object>> KubeCluster::get_all(const Identity& as, std::span<const Named> names) {
    return ask_each<Object>(as, names);
}

Result<std::vector<Object>> KubeCluster::list(
    const Identity& as, const Kind& kind, const Selection& selection
) {
    // A list so long that its beginning expires before its end is read starts over.
    for (int attempt = 1;; ++attempt) {
        auto listed = list_once(as, kind, selection);
        if (listed) return listed;
        notice(listed.error(), kind);
        if (listed.error().kind != ErrorKind::Expired || attempt == list_attempts) return listed;
    }
}

Result<std::vector<Object>> KubeCluster::list_once(
    const Identity& as, const Kind& kind, const Selection& selection
) {
    const auto scope = scope_of(selection);
    std::vector<Object> objects;
    kubeapi::Page page;
    do {
        const Call call{
            .request = [&](Duration) { return kubeapi::list(kind, scope, page); },
            .asked = asked_of(kind, selection)};
        const auto answer = TRY(caller_.call(as, call));
        auto read = TRY(kubeapi::read_list(answer.body, kind));
        std::ranges::move(read.objects, std::back_inserter(objects));
        page.continue_token = std::move(read.continue_token);
    } while (!page.continue_token.empty());
    return objects;
}

std::vector<Result<Written>> KubeCluster::write(const Identity& as, std::span<const Write> writes) {
    return ask_each<Written>(as, writes);
}

Result<Kind> KubeCluster::find_kind(const GroupKind& group_kind, const std::string& version) {
    return discovery_.find(group_kind, version);
}

Result<Kind> KubeCluster::find_resource(const std::string& resource) {
    return discovery_.find_resource(resource);
}

void KubeCluster::forget_kinds(const std::string& group) { discovery_.forget(group); }

Result<Object> KubeCluster::write_status(
    const ObjectId& release, const std::string& uid, const nlohmann::json& status
) {
    const Call call{
        .request =
            [&](Duration allowed) {
                return kubeapi::replace_status(
                    release_kind(),
                    release,
                    uid,
                    status,
                    {.field_manager = own_manager, .timeout = allowed}
                );
            },
        .asked = {.kind = release_kind(), .id = release},
        .effect = Call::Effect::RepeatableWrite,
    };
    const auto answer = TRY(caller_.call(Identity::itself(), call));
    return kubeapi::read_object(answer.body, release_kind());
}

Result<Object> KubeCluster::set_finalizer(const Object& release, bool present) {
    const auto request_within = [&](Duration allowed) {
        return kubeapi::set_finalizer(
            release_kind(),
            release,
            release_finalizer,
            present,
            {.field_manager = own_manager, .timeout = allowed}
        );
    };
    if (!request_within(Duration::zero())) return release;
    const Call call{
        .request = [&](Duration allowed) { return *request_within(allowed); },
        .asked = {.kind = release_kind(), .id = release.id()},
        .effect = Call::Effect::RepeatableWrite,
    };
    const auto answer = TRY(caller_.call(Identity::itself(), call));
    return kubeapi::read_object(answer.body, release_kind());
}

std::unique_ptr<ports::Watch> KubeCluster::watch(
    const Identity& as,
    const Kind& kind,
    const Selection& selection,
    std::shared_ptr<ports::WatchSink> sink
) {
    return start_watch(
        {.client = client_,
         .clock = clock_,
         .server = server_,
         .as = as,
         .kind = kind,
         .selection = selection},
        std::move(sink)
    );
}

}  // namespace slipway::cluster
