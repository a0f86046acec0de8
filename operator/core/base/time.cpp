#include "core/base/time.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/base/text.hpp"

namespace slipway {
namespace {

using std::chrono::floor;

struct Unit {
    std::string_view name;
    double milliseconds;
};

// Longest name first, so that "ms" is not read as "m".
constexpr std::array units{
    Unit{"ms", 1.0},
    Unit{"us", 0.001},
    Unit{"ns", 0.000001},
    Unit{"h", 3'600'000.0},
    Unit{"m", 60'000.0},
    Unit{"s", 1000.0},
};

constexpr double longest_milliseconds = 365.0 * 24 * 3'600'000;

Error not_a_duration(std::string_view text) {
    return {
        ErrorKind::InvalidSpec,
        format("\"{}\" is not a duration; write it like 90s, 5m or 1h30m", text)};
}

const Unit* unit_at(std::string_view rest) {
    for (const Unit& unit : units) {
        if (rest.starts_with(unit.name)) return &unit;
    }
    return nullptr;
}

/// Reads exactly `count` digits at `text`, which it shortens.
std::optional<int> digits(std::string_view& text, std::size_t count) {
    int value = 0;
    if (text.size() < count) return std::nullopt;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + count, value);
    if (failure != std::errc{} || end != text.data() + count || text.front() == '-') {
        return std::nullopt;
    }
    text.remove_prefix(count);
    return value;
}

bool skip(std::string_view& text, char expected) {
    if (text.empty() || text.front() != expected) return false;
    text.remove_prefix(1);
    return true;
}

std::optional<Duration> fraction(std::string_view& text) {
    if (!skip(text, '.')) return Duration{0};
    int milliseconds = 0;
    int scale = 100;
    bool any = false;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        milliseconds += (text.front() - '0') * scale;
        scale /= 10;
        any = true;
        text.remove_prefix(1);
    }
    if (!any) return std::nullopt;
    return Duration{milliseconds};
}

std::optional<Duration> offset(std::string_view& text) {
    if (skip(text, 'Z') || skip(text, 'z')) return Duration{0};
    const bool minus = !text.empty() && text.front() == '-';
    if (!skip(text, '+') && !skip(text, '-')) return std::nullopt;
    const auto hours = digits(text, 2);
    if (!hours || !skip(text, ':')) return std::nullopt;
    const auto minutes = digits(text, 2);
    if (!minutes) return std::nullopt;
    const Duration shift = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
    return minus ? -shift : shift;
}

std::optional<std::chrono::sys_days> date(std::string_view& text) {
    const auto year = digits(text, 4);
    if (!year || !skip(text, '-')) return std::nullopt;
    const auto month = digits(text, 2);
    if (!month || !skip(text, '-')) return std::nullopt;
    const auto day = digits(text, 2);
    if (!day) return std::nullopt;
    const std::chrono::year_month_day calendar{
        std::chrono::year(*year),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    if (!calendar.ok()) return std::nullopt;
    return std::chrono::sys_days(calendar);
}

std::optional<Duration> time_of_day(std::string_view& text) {
    const auto hour = digits(text, 2);
    if (!hour || *hour > 23 || !skip(text, ':')) return std::nullopt;
    const auto minute = digits(text, 2);
    if (!minute || *minute > 59 || !skip(text, ':')) return std::nullopt;
    const auto second = digits(text, 2);
    if (!second || *second > 60) return std::nullopt;
    return std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
           std::chrono::seconds(*second);
}

std::optional<Time> instant(std::string_view text) {
    const auto day = date(text);
    if (!day || !skip(text, 'T')) return std::nullopt;
    const auto clock = time_of_day(text);
    if (!clock) return std::nullopt;
    const auto part = fraction(text);
    if (!part) return std::nullopt;
    const auto shift = offset(text);
    if (!shift || !text.empty()) return std::nullopt;
    return Time(*day) + *clock + *part - *shift;
}

std::string date_and_time(Time time) {
    const auto day = floor<std::chrono::days>(time);
    const std::chrono::year_month_day calendar(day);
    const std::chrono::hh_mm_ss clock(floor<std::chrono::seconds>(time - day));
    return format(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
        static_cast<int>(calendar.year()),
        static_cast<unsigned>(calendar.month()),
        static_cast<unsigned>(calendar.day()),
        clock.hours().count(),
        clock.minutes().count(),
        clock.seconds().count()
    );
}

}  // namespace

Result<Duration> parse_duration(std::string_view text) {
    std::string_view rest = text;
    if (rest == "0") return Duration{0};
    if (rest.empty()) return not_a_duration(text);
    double total = 0;
    while (!rest.empty()) {
        double amount = 0;
        const auto [end, failure] = std::from_chars(
            rest.data(), rest.data() + rest.size(), amount, std::chars_format::fixed
        );
        if (failure != std::errc{} || !(amount >= 0) || rest.front() == '-') {
            return not_a_duration(text);
        }
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        const Unit* unit = unit_at(rest);
        if (unit == nullptr) return not_a_duration(text);
        rest.remove_prefix(unit->name.size());
        total += amount * unit->milliseconds;
        if (!(total <= longest_milliseconds)) return not_a_duration(text);
    }
    return Duration{static_cast<std::int64_t>(std::llround(total))};
}

std::string to_text(Duration duration) {
    if (duration.count() < 1000)
        return duration.count() == 0 ? "0s" : format("{}ms", duration.count());
    const std::chrono::hh_mm_ss parts(duration);
    std::string text;
    if (parts.hours().count() != 0) text += format("{}h", parts.hours().count());
    if (parts.minutes().count() != 0) text += format("{}m", parts.minutes().count());
    if (parts.subseconds().count() != 0) {
        text += format("{}.{:03}s", parts.seconds().count(), parts.subseconds().count());
    } else if (parts.seconds().count() != 0) {
        text += format("{}s", parts.seconds().count());
    }
    return text;
}

Result<Time> parse_time(std::string_view text) {
    if (const auto time = instant(text)) return *time;
    return Error{
        ErrorKind::InvalidSpec,
        format("\"{}\" is not a time; write it like 2026-11-20T20:44:16Z", text)};
}

std::string to_text(Time time) { return date_and_time(time) + "Z"; }

std::string to_micro_text(Time time) {
    const auto part = time - floor<std::chrono::seconds>(time);
    return format("{}.{:03}000Z", date_and_time(time), part.count());
}

}  // namespace slipway
