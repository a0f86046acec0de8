#include "core/manifest/manifest.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/documents.hpp"
#include "core/manifest/objects.hpp"
#include "core/manifest/tree.hpp"

namespace slipway::manifest {
namespace {

Result<std::vector<Passage>> passages_of(
    std::string_view source, std::string_view text, const Limits& limits
) {
    if (text.size() > limits.bytes) {
        return Error{
            ErrorKind::TooLarge,
            format(
                "{}: {} bytes, and one source holds at most {}; split it",
                source,
                text.size(),
                limits.bytes
            )};
    }
    auto passages = split_documents(text);
    if (passages.size() > limits.documents) {
        return Error{
            ErrorKind::TooLarge,
            format(
                "{}: {} documents, and one source holds at most {}; split it",
                source,
                passages.size(),
                limits.documents
            )};
    }
    return passages;
}

}  // namespace

Result<std::vector<SourcedObject>> read_objects(
    std::string_view source, std::string_view text, const Limits& limits
) {
    Collection collection;
    int number = 0;
    for (const Passage& passage : TRY(passages_of(source, text, limits))) {
        const Document document(source, passage, ++number);
        Tree tree = TRY(read_tree(document, limits));
        TRY(add_objects(document, std::move(tree), limits, collection));
    }
    return std::move(collection.objects);
}

Result<nlohmann::json> read_value(std::string_view source, std::string_view text) {
    const Limits limits;
    const auto passages = TRY(passages_of(source, text, limits));
    if (passages.empty()) return nlohmann::json();
    Tree tree = TRY(read_tree(Document(source, passages.front(), 1), limits));
    return std::move(*tree.value);
}

}  // namespace slipway::manifest
