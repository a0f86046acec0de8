#include "core/manifest/syntax_words.hpp"

#include <array>

#include <yaml-cpp/exceptions.h>

#include "core/base/text.hpp"

namespace slipway::manifest {
namespace {

namespace Said = YAML::ErrorMsg;

struct Wording {
    std::string_view said;
    std::string_view meant;
};

constexpr std::string_view bad_key_or_value =
    "a \": \" that YAML does not allow here; quote the value if it holds a colon, and check the "
    "indentation";

constexpr std::string_view tab = "a tab in the indentation; use spaces";
constexpr std::string_view alias = "after * stands the name of an anchor; quote the text";

const std::array wordings{
    Wording{Said::END_OF_MAP, "this does not belong to the map above it; check its indentation"},
    Wording{Said::END_OF_SEQ, "this does not belong to the list above it; check its indentation"},
    Wording{
        Said::END_OF_MAP_FLOW, "a { before this is not closed; close it with }, or quote the text"},
    Wording{
        Said::END_OF_SEQ_FLOW, "a [ before this is not closed; close it with ], or quote the text"},
    Wording{Said::FLOW_END, "a } or ] that closes nothing; remove it, or quote the text"},
    Wording{Said::MAP_VALUE, bad_key_or_value},
    Wording{Said::MAP_KEY, bad_key_or_value},
    Wording{Said::BLOCK_ENTRY, "a list cannot begin here; put \"- \" on a line of its own"},
    Wording{Said::UNKNOWN_TOKEN, "a value cannot begin with this character; quote the text"},
    Wording{Said::TAB_IN_INDENTATION, tab},
    Wording{Said::ALIAS_NOT_FOUND, alias},
    Wording{Said::CHAR_IN_ALIAS, alias},
    Wording{Said::ANCHOR_NOT_FOUND, "after & stands the name of an anchor; quote the text"},
    Wording{Said::EOF_IN_SCALAR, "a quote is never closed"},
    Wording{Said::DOC_IN_SCALAR, "a quote is not closed before the document ends"},
    Wording{
        Said::INVALID_ESCAPE,
        "an escape that YAML does not know; in double quotes write \\\\ for \\"},
    Wording{Said::INVALID_UNICODE, "an escape that is no Unicode character"},
    Wording{
        Said::UNKNOWN_ANCHOR,
        "this alias repeats an anchor that is not above it in this document; quote a text that "
        "begins with *"},
    Wording{Said::CHAR_IN_BLOCK, "after | or > may follow only an indentation and + or -"},
};

}  // namespace

std::string in_plain_words(std::string_view complaint, std::string_view line) {
    // yaml-cpp takes the tab for a part of the key and complains of what follows.
    if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != line.npos) {
        return std::string(tab);
    }
    for (const Wording& wording : wordings) {
        if (complaint.starts_with(wording.said)) return std::string(wording.meant);
    }
    return format("this is not YAML: {}", complaint);
}

}  // namespace slipway::manifest
