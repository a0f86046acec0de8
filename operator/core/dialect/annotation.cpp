#include "core/dialect/annotation.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/dialect/spelling.hpp"

namespace slipway::dialect {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

const IgnoredKey* find(std::span<const IgnoredKey> ignored, std::string_view name) {
    const auto found = std::find_if(ignored.begin(), ignored.end(), [&](const IgnoredKey& key) {
        return key.prefix ? starts_with(name, key.name) : name == key.name;
    });
    return found == ignored.end() ? nullptr : &*found;
}

Annotation annotation_of(const Object& object, std::string_view key, std::string_view value) {
    return {std::string(key), std::string(value), object.title()};
}

std::vector<std::string_view> names_of(std::span<const Key> keys) {
    std::vector<std::string_view> names;
    for (const Key& key : keys)
        names.push_back(key.name);
    return names;
}

Finding ignored_key(const Annotation& annotation, const IgnoredKey& key) {
    if (key.why == Ignored::AboutATerminal) {
        return annotation.finding(
            rules::about_a_terminal,
            format("{} is about what a terminal shows; it has no meaning here", annotation.key)
        );
    }
    return annotation.finding(
        rules::needless,
        format("{} has no effect: a probe that fails does not fail a release", annotation.text())
    );
}

std::string unknown_key(
    const Annotation& annotation, std::string_view prefix, std::string_view meant
) {
    return format(
        "{} is not known and has no effect; did you mean {}{}?", annotation.key, prefix, meant
    );
}

}  // namespace

const Range any_integer{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};

Error Annotation::error(std::string_view problem) const {
    return {ErrorKind::InvalidAnnotation, format("{}: \"{}\" {}", key, value, problem)};
}

Finding Annotation::finding(const Rule& rule, std::string_view message) const {
    return {&rule, std::string(message), object, key};
}

std::vector<Annotation> annotations_under(const Object& object, std::string_view prefix) {
    std::vector<Annotation> all;
    for (const auto& [key, value] : object.annotation_views(std::string(prefix)))
        all.push_back(annotation_of(object, key, value));
    return all;
}

std::vector<Annotation> annotations_with(const Object& object, std::string_view part) {
    std::vector<Annotation> all;
    for (const auto& [key, value] : object.annotation_views()) {
        if (key.find(part) != key.npos) all.push_back(annotation_of(object, key, value));
    }
    return all;
}

Result<void> read_keys(
    Hints& hints,
    std::span<const Annotation> annotations,
    std::string_view prefix,
    std::span<const Key> keys
) {
    if (annotations.empty()) return {};
    for (const Key& key : keys) {
        const auto found = std::ranges::find_if(annotations, [&](const Annotation& annotation) {
            return std::string_view(annotation.key).substr(prefix.size()) == key.name;
        });
        if (found != annotations.end()) TRY(key.read(hints, *found));
    }
    return {};
}

void warn_of_the_rest(
    Hints& hints,
    std::span<const Annotation> annotations,
    std::string_view prefix,
    std::span<const Key> keys,
    std::span<const IgnoredKey> ignored
) {
    if (annotations.empty()) return;
    const auto known = names_of(keys);
    for (const Annotation& annotation : annotations) {
        const std::string_view name = std::string_view(annotation.key).substr(prefix.size());
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        if (const IgnoredKey* key = find(ignored, name)) {
            hints.findings.push_back(ignored_key(annotation, *key));
        } else if (const auto meant = nearest(name, known)) {
            hints.findings.push_back(
                annotation.finding(rules::unknown_key, unknown_key(annotation, prefix, *meant))
            );
        }
    }
}

Result<int> integer(const Annotation& annotation, Range range) {
    const auto number = parse_integer(annotation.value);
    if (number && *number >= range.least && *number <= range.greatest) {
        return static_cast<int>(*number);
    }
    return annotation.error(format(
        "is not an integer from {} to {}; write one in quotes, like \"-1\"",
        range.least,
        range.greatest
    ));
}

Result<std::vector<std::string>> pieces(const Annotation& annotation) {
    constexpr std::size_t most = 16;
    std::vector<std::string> all;
    for (const auto piece : split(annotation.value, ','))
        all.emplace_back(trimmed(piece));
    if (all.size() <= most) return all;
    return Error{
        ErrorKind::TooLarge,
        format("{}: it names {} things; at most {} are read", annotation.key, all.size(), most)};
}

Result<bool> boolean(Hints& hints, const Annotation& annotation) {
    constexpr std::array loosely_true{"1", "t", "T", "TRUE", "True"};
    constexpr std::array falsehoods{"false", "0", "f", "F", "FALSE", "False"};
    const std::string& value = annotation.value;
    if (value == "true") return true;
    if (std::find(falsehoods.begin(), falsehoods.end(), value) != falsehoods.end()) return false;
    if (std::find(loosely_true.begin(), loosely_true.end(), value) == loosely_true.end()) {
        return annotation.error("is neither true nor false; write \"true\" or remove the annotation"
        );
    }
    hints.findings.push_back(annotation.finding(
        rules::loose_boolean,
        format(
            "{} is taken for true; KOTS itself knows only \"true\": write that", annotation.text()
        )
    ));
    return true;
}

std::optional<HookEvent> hook_event(std::string_view name) {
    using enum HookEvent;
    for (const HookEvent event :
         {PreInstall,
          PostInstall,
          PreUpgrade,
          PostUpgrade,
          PreRollback,
          PostRollback,
          PreDelete,
          PostDelete}) {
        if (word(event) == name) return event;
    }
    return std::nullopt;
}

}  // namespace slipway::dialect
