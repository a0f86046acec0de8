/// The documents of a text: what stands between `---` lines, and where it stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::manifest {

/// A part of a text; `first_line` counts from 1 in the whole.
struct Passage {
    std::string_view text;
    int first_line = 1;
};

/// The documents that hold more than blanks and comments. They are separated by lines that begin
/// with `---` or `...`, as YAML and kubectl have it; JSON documents may follow one another without,
/// as kubectl accepts them. Of a text with more than `most` documents, at least one more than that:
/// a byte or two make a document, and who refuses that many need not have all of them.
std::vector<Passage> split_documents(std::string_view text, std::size_t most);

/// One document, and how its bytes are found in the source: by line and column, in characters. Not
/// to be shared between threads.
class Document {
public:
    /// REQUIRES: what `source` and `passage` view outlives the document.
    Document(std::string_view source, Passage passage, int number);

    std::string_view text() const { return passage_.text; }
    SourcePlace place(std::size_t offset) const;
    /// "shop.yaml:12:5 (document 3, Deployment/web): <what>"; the title may be "".
    Error error(ErrorKind kind, std::size_t offset, const std::string& title, std::string_view what)
        const;

private:
    struct Line {
        int number = 0;  ///< From 0 on.
        std::size_t begin = 0;
    };

    Line line_at(std::size_t offset) const;
    void index_lines() const;

    std::string source_;
    Passage passage_;
    int number_;
    mutable std::vector<std::size_t> line_starts_{};  ///< Found when they are first asked for.
};

}  // namespace slipway::manifest
