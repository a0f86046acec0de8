#include "core/manifest/manifest.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/documents.hpp"
#include "core/manifest/objects.hpp"
#include "core/manifest/tree.hpp"

namespace slipway::manifest {
namespace {

/// What is read in one go: large enough to be worth a thread, small enough to be shared out.
constexpr std::size_t bytes_of_piece = std::size_t{128} * 1024;

struct Source {
    std::string_view name;
    std::vector<Passage> passages{};
    std::optional<Error> error{};  ///< Of the source as a whole.
};

/// Documents of one source that follow one another, and what came of them.
struct Piece {
    const Source* source = nullptr;
    std::size_t first = 0;
    std::size_t end = 0;
    Result<void> read{};
    Collection collection{};
};

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
    auto passages = split_documents(text, limits.documents);
    if (passages.size() > limits.documents) {
        return Error{
            ErrorKind::TooLarge,
            format("{}: more than {} documents in one source; split it", source, limits.documents)};
    }
    return passages;
}

Source source_of(std::string_view name, std::string_view text, const Limits& limits) {
    auto passages = passages_of(name, text, limits);
    if (!passages) return {.name = name, .error = passages.error()};
    return {.name = name, .passages = std::move(*passages)};
}

std::vector<Piece> pieces_of(const std::vector<Source>& sources) {
    std::vector<Piece> pieces;
    for (const Source& source : sources) {
        std::size_t bytes = bytes_of_piece;
        for (std::size_t at = 0; at < source.passages.size(); ++at) {
            if (bytes >= bytes_of_piece) {
                pieces.push_back({.source = &source, .first = at});
                bytes = 0;
            }
            pieces.back().end = at + 1;
            bytes += source.passages[at].text.size();
        }
        if (source.error) pieces.push_back({.source = &source, .read = *source.error});
    }
    return pieces;
}

/// Up to the first flaw.
Result<void> read(
    const Source& source,
    std::size_t first,
    std::size_t end,
    const Limits& limits,
    Collection& collection
) {
    for (std::size_t at = first; at < end; ++at) {
        const Document document(source.name, source.passages[at], static_cast<int>(at) + 1);
        Tree tree = TRY(read_tree(document, limits));
        TRY(add_objects(document, std::move(tree), limits, collection));
    }
    return {};
}

bool is_within(const Collection& collection, const Limits& limits) {
    return collection.bytes <= limits.bytes && collection.objects.size() <= limits.documents;
}

/// Adds a piece to what was read of its source before. Where only both together go beyond the
/// limits, the source is read in one go: that tells which object does.
Result<void> add(Piece& piece, const Limits& limits, Collection& before) {
    TRY(std::move(piece.read));
    before.bytes += piece.collection.bytes;
    std::ranges::move(piece.collection.objects, std::back_inserter(before.objects));
    if (is_within(before, limits)) return {};
    Collection whole;
    return read(*piece.source, 0, piece.source->passages.size(), limits, whole);
}

Result<std::vector<SourcedObject>> joined(std::vector<Piece>& pieces, const Limits& limits) {
    std::vector<SourcedObject> objects;
    Collection of_source;
    for (std::size_t at = 0; at < pieces.size(); ++at) {
        TRY(add(pieces[at], limits, of_source));
        if (at + 1 < pieces.size() && pieces[at + 1].source == pieces[at].source) continue;
        std::ranges::move(of_source.objects, std::back_inserter(objects));
        of_source = {};
    }
    return objects;
}

Result<std::vector<SourcedObject>> read_all(
    const std::vector<Source>& sources, const Limits& limits, const Each& each
) {
    std::vector<Piece> pieces = pieces_of(sources);
    each(pieces.size(), [&](std::size_t at) {
        Piece& piece = pieces[at];
        if (!piece.read) return;
        piece.read = read(*piece.source, piece.first, piece.end, limits, piece.collection);
    });
    return joined(pieces, limits);
}

}  // namespace

Result<std::vector<SourcedObject>> read_sources(
    std::span<const NamedText> texts, const Each& each, const Limits& limits
) {
    std::vector<Source> sources;
    for (const NamedText& text : texts)
        sources.push_back(source_of(text.name, text.text, limits));
    return read_all(sources, limits, each);
}

Result<std::vector<SourcedObject>> read_objects(
    std::string_view source, std::string_view text, const Limits& limits
) {
    return read_all({source_of(source, text, limits)}, limits, one_by_one);
}

Result<nlohmann::json> read_value(std::string_view source, std::string_view text) {
    const Limits limits;
    const auto passages = TRY(passages_of(source, text, limits));
    if (passages.empty()) return nlohmann::json();
    Tree tree = TRY(read_tree(Document(source, passages.front(), 1), limits));
    return std::move(*tree.value);
}

}  // namespace slipway::manifest
