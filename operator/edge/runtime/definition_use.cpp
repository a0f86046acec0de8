#include "edge/runtime/definition_use.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

constexpr std::size_t named_at_most = 3;

bool is_ours(const Session& session, const Object& resource) {
    const auto entry = session.ledger->inventory.find(resource.id());
    return entry != session.ledger->inventory.end() && !entry->second.keep &&
           entry->second.uid == resource.uid();
}

Error in_use(const ObjectId& definition, const std::vector<std::string>& strangers) {
    const std::size_t named = std::min(strangers.size(), named_at_most);
    const std::vector<std::string> some(
        strangers.begin(), strangers.begin() + static_cast<std::ptrdiff_t>(named)
    );
    return {
        ErrorKind::OwnedByAnother,
        format(
            "{} is kept: {} custom resources that are not of this release would be deleted with it "
            "({}{}). Delete them first, and then the definition",
            definition.title(),
            strangers.size(),
            join(some, ", "),
            strangers.size() > named ? ", ..." : ""
        )};
}

Error in_use(const ObjectId& definition, std::size_t strangers) {
    return {
        ErrorKind::OwnedByAnother,
        format(
            "{} is kept: {} custom resources that are not of this release would be deleted with it "
            "(the release's account may not list them everywhere). Have them deleted first, and "
            "then the definition",
            definition.title(),
            strangers
        )};
}

Error cannot_be_shown(const ObjectId& definition, const Error& why) {
    return {
        ErrorKind::OwnedByAnother,
        format(
            "{} is kept: its custom resources in all namespaces would be deleted with it, and they "
            "cannot be listed ({}). Let the release's account list them everywhere, or delete the "
            "definition by hand",
            definition.title(),
            why.message
        )};
}

Result<Kind> kind_defined_by(Hands& hands, const ports::Identity& as, const ObjectId& definition) {
    const Kind& definitions = *KindCatalog::built_in().find(definition.group_kind());
    const Object live = TRY(get_own(hands, as, definitions, definition));
    KindCatalog defined;
    defined.add_from(live);
    const Kind* kind = defined.find({live.text("/spec/group"), live.text("/spec/names/kind")});
    if (kind == nullptr)
        return Error{ErrorKind::UnknownKind, definition.title() + " names no kind"};
    return *kind;
}

struct Resources {
    std::vector<Object> objects{};
    bool may_be_named = true;  ///< The release's account may see them.
};

Result<Resources> list_everywhere(Hands& hands, const ports::Identity& as, const Kind& kind) {
    const ports::Selection everywhere{.metadata_only = true};
    auto listed = hands.cluster.list(as, kind, everywhere);
    const bool may_be_named = listed || listed.error().kind != ErrorKind::Forbidden;
    if (!may_be_named) listed = hands.cluster.list(ports::Identity::itself(), kind, everywhere);
    if (!listed && listed.error().kind == ErrorKind::NotFound) return Resources{};
    if (!listed) return listed.error();
    return Resources{std::move(*listed), may_be_named};
}

Error not_listed(const ObjectId& definition, const Error& why) {
    const bool is_final = why.kind == ErrorKind::Forbidden || why.kind == ErrorKind::UnknownKind;
    return is_final ? cannot_be_shown(definition, why) : why;
}

}  // namespace

Result<void> check_unused(
    Hands& hands, const Session& session, const ports::Identity& as, const ObjectId& definition
) {
    const auto kind = kind_defined_by(hands, as, definition);
    if (!kind && kind.error().kind == ErrorKind::NotFound) return {};
    if (!kind) return kind.error();
    const auto resources = list_everywhere(hands, as, *kind);
    if (!resources) return not_listed(definition, resources.error());
    std::vector<std::string> strangers;
    for (const Object& resource : resources->objects) {
        if (!is_ours(session, resource)) strangers.push_back(resource.id().text());
    }
    if (strangers.empty()) return {};
    if (!resources->may_be_named) return in_use(definition, strangers.size());
    return in_use(definition, strangers);
}

}  // namespace slipway::runtime
