#include "differential/yaml_corpus.hpp"

#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::test {
namespace {

constexpr int random_scalars = 3'000;
constexpr int random_structures = 1'500;
constexpr int slips = 6'000;

std::vector<std::string> lines_of(const std::string& file) {
    std::ifstream stream(std::string(SLIPWAY_SOURCE_DIR "/tests/differential/") + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// Drawn from the engine's own numbers: the library's distributions may differ from one to another.
class Dice {
public:
    std::size_t below(std::size_t limit) { return engine_() % limit; }
    bool one_in(std::size_t times) { return below(times) == 0; }
    template <class Items>
    const auto& of(const Items& items) {
        return items[below(items.size())];
    }

private:
    std::mt19937 engine_{20'440'916};
};

void add_in_every_place(std::vector<std::string>& documents, const std::string& scalar) {
    documents.push_back(format("a: {}\n", scalar));
    documents.push_back(format("{}: v\n", scalar));
    documents.push_back(format("- {}\n", scalar));
    documents.push_back(format("a: [{}]\n", scalar));
    documents.push_back(format("a: {{b: {}}}\n", scalar));
    documents.push_back(format("a: |\n  {}\n", scalar));
}

std::string random_scalar(Dice& dice) {
    constexpr std::string_view letters = "01279.eE+-_xob:yYnN~ ";
    std::string scalar;
    for (std::size_t left = 1 + dice.below(7); left > 0; --left)
        scalar += dice.of(letters);
    return std::string(trimmed(scalar));
}

/// Block and flow, anchors and comments, as people and templates write them: nested, and now and
/// then wrongly indented.
class RandomStructure {
public:
    RandomStructure(Dice& dice, const std::vector<std::string>& scalars)
        : dice_(dice), scalars_(scalars) {}

    std::string text() {
        block(0, 0);
        return text_;
    }

private:
    std::string scalar() {
        if (anchors_ > 0 && dice_.one_in(8)) return format("*x{}", dice_.below(anchors_));
        if (dice_.one_in(8)) return format("&x{} {}", anchors_++, dice_.below(100));
        return dice_.of(scalars_);
    }

    std::string key() { return format("k{}", dice_.below(6)); }

    std::string flow(int depth) {
        if (depth > 2 || dice_.one_in(3)) return scalar();
        const bool is_list = dice_.one_in(2);
        std::string text = is_list ? "[" : "{";
        for (std::size_t i = dice_.below(4); i > 0; --i)
            text += (is_list ? "" : key() + ": ") + flow(depth + 1) + (i > 1 ? ", " : "");
        return text + (is_list ? "]" : "}");
    }

    void line(std::size_t indent, const std::string& words) {
        const std::size_t slip = dice_.one_in(60) ? 1 : 0;
        text_ += std::string(indent + slip, ' ') + words;
        if (dice_.one_in(10)) text_ += " # a comment: with {signs}";
        text_ += "\n";
    }

    void value(std::size_t indent, int depth, const std::string& before) {
        switch (dice_.below(depth > 3 ? 2 : 5)) {
            case 0: return line(indent, before + " " + scalar());
            case 1: return line(indent, before + " " + flow(0));
            case 2:
                line(indent, before + dice_.of(styles_));
                line(indent + 2, "some text: [here");
                return line(indent + 3, "'and' more");
            default: line(indent, before); return block(indent + 2, depth + 1);
        }
    }

    void block(std::size_t indent, int depth) {
        const bool is_list = dice_.one_in(3);
        const bool merges = !is_list && anchors_ > 0 && dice_.one_in(6);
        if (merges) line(indent, format("<<: {{m: {}}}", dice_.below(9)));
        for (std::size_t i = 1 + dice_.below(3); i > 0; --i)
            value(indent, depth, is_list ? "-" : key() + ":");
    }

    Dice& dice_;
    const std::vector<std::string>& scalars_;
    const std::vector<std::string> styles_{" |", " >", " |-", " >-", " |+", " >+", " |2"};
    std::size_t anchors_ = 0;
    std::string text_{};
};

/// A slip of the hand: a sign too many, one too few, one in another's place, or an early end.
std::string with_a_slip(Dice& dice, std::string text) {
    constexpr std::string_view signs = "\"'[]{}:,-&*!|>%@`#?\t \n";
    // The questions travel as JSON, which cannot hold half a character.
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const std::size_t at = dice.below(text.size());
    switch (dice.below(4)) {
        case 0: return text.insert(at, 1, dice.of(signs));
        case 1: return text.erase(at, 1);
        case 2: return text.replace(at, 1, 1, dice.of(signs));
        default: return text.substr(0, at);
    }
}

}  // namespace

std::vector<std::string> yaml_corpus() {
    const auto scalars = lines_of("scalars.txt");
    std::vector<std::string> documents;
    for (const std::string& scalar : scalars)
        add_in_every_place(documents, scalar);
    for (const std::string& line : lines_of("documents.txt"))
        documents.push_back(nlohmann::json::parse(line).get<std::string>());
    Dice dice;
    for (int i = 0; i < random_scalars; ++i)
        documents.push_back(format("a: {}\n", random_scalar(dice)));
    for (int i = 0; i < random_structures; ++i)
        documents.push_back(RandomStructure(dice, scalars).text());
    for (int i = 0; i < slips; ++i)
        documents.push_back(with_a_slip(dice, RandomStructure(dice, scalars).text()));
    return documents;
}

}  // namespace slipway::test
