/// Template and document -> the values it selects. Of this room only.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/condition/path.hpp"
#include "core/condition/template.hpp"

namespace slipway::condition::detail {

using Values = std::vector<const nlohmann::json*>;

/// What one part of the template gave: its literal text, or the values of its action.
struct Output {
    const std::string* text = nullptr;
    Values values{};
};

/// What may be looked at before an expression is TooLarge.
class Budget {
public:
    Result<void> take(std::size_t nodes);

private:
    std::size_t left_ = 100'000;
};

/// One evaluation. The outputs point into the document, the template and this evaluation.
class Evaluation {
public:
    Evaluation(const nlohmann::json& document, MissingKeys missing);
    ~Evaluation();

    Result<std::vector<Output>> outputs(const Template& what);
    Budget& budget() { return budget_; }

private:
    Result<void> run(const std::vector<Part>& parts, const nlohmann::json& current);
    Result<void> run(const Text& text, const nlohmann::json& current);
    Result<void> run(const Action& action, const nlohmann::json& current);
    Result<void> run(const Range& range, const nlohmann::json& current);
    Result<Values> apply(const Steps& steps, Values values);
    Result<Values> apply(const Field& field, const Values& from);
    Result<Values> apply(const Wildcard& wildcard, const Values& from);
    Result<Values> apply(const Descent& descent, const Values& from);
    Result<Values> apply(const Slice& slice, const Values& from);
    Result<Values> apply(const Union& all, const Values& from);
    Result<Values> apply(const Filter& filter, const Values& from);
    Result<Values> apply(const Literal& literal, const Values& from);
    Result<bool> passes(const Filter& filter, const nlohmann::json& element);
    Result<bool> exists(const Steps& steps, const nlohmann::json& element);
    Values children(const nlohmann::json& value);

    const nlohmann::json& document_;
    MissingKeys missing_;
    std::deque<nlohmann::json> literals_;
    std::vector<Output> outputs_{};
    Budget budget_{};
};

}  // namespace slipway::condition::detail
