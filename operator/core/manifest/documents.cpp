#include "core/manifest/documents.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::manifest {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\r\n";

bool is_blank_or_comment(std::string_view line) {
    const std::string_view rest = trimmed(line);
    return rest.empty() || rest.front() == '#';
}

bool is_marker(std::string_view line, std::string_view marker) {
    if (!line.starts_with(marker)) return false;
    return line.size() == marker.size() || blanks.find(line[marker.size()]) != blanks.npos;
}

bool starts_with_brace(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    return first != text.npos && text[first] == '{';
}

/// One past the brace that closes the first one of `text`, as JSON counts; the size where none
/// does.
std::size_t end_of_json(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') quoted = !quoted;
        if (c == '\\' && quoted) ++at;
        if (quoted) continue;
        if (c == '{') ++depth;
        if (c == '}' && --depth == 0) return at + 1;
    }
    return text.size();
}

/// Collects lines into documents.
class Splitter {
public:
    Splitter(std::string_view text, std::size_t most) : text_(text), most_(most) {}

    std::vector<Passage> split() {
        while (next_ < text_.size() && !is_enough())
            take_line();
        close(text_.size());
        return std::move(passages_);
    }

private:
    bool is_enough() const { return passages_.size() > most_; }

    void take_line() {
        const std::size_t begin = next_;
        const auto end = text_.find('\n', begin);
        next_ = end == text_.npos ? text_.size() : end + 1;
        ++line_;
        const std::string_view line = text_.substr(begin, next_ - begin);
        if (is_marker(line, "---") || is_marker(line, "...")) {
            on_marker(begin, line);
        } else if (has_content_) {
            return;
        } else if (line.starts_with("%YAML ") || line.starts_with("%TAG ")) {
            has_directive_ = true;
        } else if (!is_blank_or_comment(line)) {
            has_content_ = true;
        }
    }

    void on_marker(std::size_t begin, std::string_view line) {
        // %YAML and %TAG speak of the document that the marker after them starts.
        const bool starts_after_directives = has_directive_ && !has_content_ && line[0] == '-';
        if (!starts_after_directives) close(begin);
        const bool alone = is_blank_or_comment(line.substr(3));
        if (!starts_after_directives && alone) open(next_, line_ + 1);
        has_content_ = has_content_ || !alone;
    }

    void open(std::size_t begin, int line) {
        begin_ = begin;
        first_line_ = line;
    }

    void close(std::size_t end) {
        std::string_view text = text_.substr(begin_, end - begin_);
        // Tools that join files leave each file's byte order mark where it was.
        if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
        if (has_content_) close_values(Passage{text, first_line_});
        has_content_ = false;
        has_directive_ = false;
        open(end, line_);
    }

    void close_values(Passage rest) {
        while (starts_with_brace(rest.text) && !is_enough()) {
            const std::string_view value = rest.text.substr(0, end_of_json(rest.text));
            const std::string_view after = rest.text.substr(value.size());
            if (!starts_with_brace(after) || !nlohmann::json::accept(value)) break;
            passages_.push_back({value, rest.first_line});
            const auto lines = std::count(value.begin(), value.end(), '\n');
            rest = {after, rest.first_line + static_cast<int>(lines)};
        }
        passages_.push_back(rest);
    }

    std::string_view text_;
    std::size_t most_;
    std::size_t next_ = 0;
    int line_ = 0;
    std::size_t begin_ = 0;
    int first_line_ = 1;
    bool has_content_ = false;
    bool has_directive_ = false;
    std::vector<Passage> passages_;
};

}  // namespace

std::vector<Passage> split_documents(std::string_view text, std::size_t most) {
    return Splitter(text, most).split();
}

Document::Document(std::string_view source, Passage passage, int number)
    : source_(source), passage_(passage), number_(number) {}

/// From the beginning where that is near; else by an index, for there may be thousands to place.
Document::Line Document::line_at(std::size_t offset) const {
    constexpr std::size_t near = 1024;
    if (offset < near) {
        const std::string_view before = text().substr(0, offset);
        const auto lines = std::count(before.begin(), before.end(), '\n');
        return {.number = static_cast<int>(lines), .begin = before.rfind('\n') + 1};
    }
    if (line_starts_.empty()) index_lines();
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return {.number = static_cast<int>(after - 1 - line_starts_.begin()), .begin = *(after - 1)};
}

void Document::index_lines() const {
    line_starts_ = {0};
    for (auto at = text().find('\n'); at != std::string_view::npos; at = text().find('\n', at + 1))
        line_starts_.push_back(at + 1);
}

SourcePlace Document::place(std::size_t offset) const {
    offset = std::min(offset, text().size());
    const Line line = line_at(offset);
    const std::string_view before = text().substr(line.begin, offset - line.begin);
    const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    return {
        .source = source_,
        .line = passage_.first_line + line.number,
        .column = static_cast<int>(characters) + 1,
        .document = number_,
    };
}

Error Document::error(
    ErrorKind kind, std::size_t offset, const std::string& title, std::string_view what
) const {
    return {kind, format("{}: {}", place(offset).text(title), what)};
}

}  // namespace slipway::manifest
