#include "edge/cluster/writes.hpp"

#include "core/base/text.hpp"
#include "core/kubeapi/answer.hpp"
#include "core/kubeapi/verbs.hpp"

namespace slipway::cluster {
namespace {

using kubeapi::Response;
using ports::Apply;
using ports::Create;
using ports::Delete;
using ports::Merge;
using ports::Write;
using ports::Written;

const ObjectId& id_of(const Write& write) {
    if (const auto* apply = std::get_if<Apply>(&write)) return apply->object.id();
    if (const auto* create = std::get_if<Create>(&write)) return create->object.id();
    if (const auto* merge = std::get_if<Merge>(&write)) return merge->object.id();
    return std::get<Delete>(write).id;
}

/// The request of each write; `allowed` is what the server may take.
struct RequestOf {
    Duration allowed;

    kubeapi::Request operator()(const Apply& apply) const {
        return kubeapi::apply(
            apply.kind,
            apply.object,
            {.field_manager = apply.field_manager, .timeout = allowed, .force = apply.force}
        );
    }
    kubeapi::Request operator()(const Create& create) const {
        return kubeapi::create(
            create.kind, create.object, {.field_manager = create.field_manager, .timeout = allowed}
        );
    }
    kubeapi::Request operator()(const Merge& merge) const {
        return kubeapi::merge(
            merge.kind, merge.object, {.field_manager = merge.field_manager, .timeout = allowed}
        );
    }
    kubeapi::Request operator()(const Delete& remove) const {
        return kubeapi::remove(
            remove.kind,
            remove.id,
            remove.uid,
            {.timeout = allowed, .propagation = remove.propagation}
        );
    }
};

Result<Written> deleted(const Delete& remove, const Result<Response>& answer) {
    if (answer) return Written{TRY(kubeapi::read_deleted(answer->body, remove.kind))};
    // A version that is no longer served proves nothing of the object.
    if (answer.error().kind == ErrorKind::NotFound) return Written{};
    return answer.error();
}

}  // namespace

Result<void> check_namespace(const Kind& kind, const ObjectId& id) {
    if (!kind.namespaced || !id.in_namespace.empty()) return {};
    return Error{
        ErrorKind::InvalidManifest, format("{} lives in a namespace and names none", id.title())};
}

Result<Call> call_of(const Write& write) {
    const ObjectId& id = id_of(write);
    const Kind& kind = kind_of(write);
    TRY(check_namespace(kind, id));
    const bool is_create = std::holds_alternative<Create>(write);
    return Call{
        .request = [&write](Duration allowed) { return std::visit(RequestOf{allowed}, write); },
        .asked = {.kind = kind, .id = id},
        .effect = is_create ? Call::Effect::SingleWrite : Call::Effect::RepeatableWrite,
    };
}

const Kind& kind_of(const Write& write) {
    return std::visit([](const auto& one) -> const Kind& { return one.kind; }, write);
}

Result<Written> written(const Write& write, const Result<Response>& answer) {
    if (const auto* remove = std::get_if<Delete>(&write)) return deleted(*remove, answer);
    if (!answer) return answer.error();
    return Written{TRY(kubeapi::read_object(answer->body, kind_of(write)))};
}

}  // namespace slipway::cluster
