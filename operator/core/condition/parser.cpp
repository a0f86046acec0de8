#include "core/condition/parser.hpp"

#include <utility>

#include "core/base/text.hpp"
#include "core/condition/action_parser.hpp"

namespace slipway::condition::detail {
namespace {

Result<void> check_length(std::string_view text) {
    if (text.size() <= max_expression_bytes) return {};
    return Error{
        ErrorKind::TooLarge,
        format(
            "the JSONPath {} is {} bytes long; at most {} are read",
            shortened(text, 80),
            text.size(),
            max_expression_bytes
        )};
}

/// Reads a template from left to right; ranges that are still open form a stack.
class TemplateParser {
public:
    explicit TemplateParser(std::string_view text) : text_(text) {}

    Result<Template> read() {
        for (std::size_t position = 0; position < text_.size();) {
            const std::size_t brace = std::min(text_.find('{', position), text_.size());
            if (brace > position) {
                add({Text{std::string(text_.substr(position, brace - position))}});
            }
            if (brace == text_.size()) break;
            position = TRY(action(brace)) + 1;
        }
        if (open_.empty()) return std::move(finished_);
        return wrong_expression(text_, open_.back().place, "this range has no {end}");
    }

private:
    struct Open {
        Range range;
        std::size_t place;
    };

    /// Reads the action whose brace opens at `brace`; the place of the one that closes it.
    Result<std::size_t> action(std::size_t brace) {
        ActionParser inside(text_, brace + 1, text_.size(), static_cast<int>(open_.size()));
        const bool range = inside.takes("range");
        const bool end = !range && inside.takes("end");
        Steps steps = TRY(inside.steps(Until::Brace));
        if (range) {
            TRY(open_range(std::move(steps), brace));
        } else if (end) {
            TRY(close_range(steps, brace));
        } else {
            add({Action{std::move(steps)}});
        }
        return inside.position();
    }

    Result<void> open_range(Steps over, std::size_t brace) {
        if (open_.size() >= max_nesting) {
            return Error{
                ErrorKind::TooLarge,
                format(
                    "the JSONPath {} nests deeper than {} levels",
                    shortened(text_, 200),
                    max_nesting
                )};
        }
        open_.push_back({{.over = std::move(over), .body = {}}, brace});
        return {};
    }

    Result<void> close_range(const Steps& steps, std::size_t brace) {
        if (!steps.empty())
            return wrong_expression(text_, brace, "{end} stands alone in its braces");
        if (open_.empty()) return wrong_expression(text_, brace, "this {end} has no {range}");
        Range range = std::move(open_.back().range);
        open_.pop_back();
        add({std::move(range)});
        return {};
    }

    void add(Part part) {
        auto& target = open_.empty() ? finished_.parts : open_.back().range.body;
        target.push_back(std::move(part));
    }

    std::string_view text_;
    Template finished_{};
    std::vector<Open> open_{};
};

}  // namespace

Result<Template> parse_template(std::string_view text) {
    TRY(check_length(text));
    return TemplateParser(text).read();
}

Result<Template> parse_bare_path(std::string_view text) {
    TRY(check_length(text));
    ActionParser parser(text, 0, text.size(), 0);
    const bool has_start = std::string_view(".[$@").find(text.front()) != std::string_view::npos;
    Steps steps =
        TRY(has_start ? parser.steps(Until::EndOfText) : parser.steps_after_dot(Until::EndOfText));
    return Template{{{Action{std::move(steps)}}}};
}

}  // namespace slipway::condition::detail
