#include "conformance/difference.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace slipway::conformance {
namespace {

using Sort = Difference::Sort;

bool has_an_order(const Act& one, const Act& other) {
    return one.of_hook || other.of_hook || one.type != other.type;
}

const Act* find(const Acts& acts, const Act& wanted) {
    const auto found =
        std::ranges::find_if(acts, [&](const Act& act) { return act.text() == wanted.text(); });
    return found == acts.end() ? nullptr : &*found;
}

/// The differences in one operation.
class Comparison {
public:
    Comparison(Tool helm, std::string operation, const Acts& helms, const Acts& slipways)
        : helm_(helm), operation_(std::move(operation)), helms_(helms), slipways_(slipways) {}

    std::vector<Difference> differences() {
        for (const Act& act : helms_) {
            if (find(slipways_, act) == nullptr) add(Sort::OnlyHelm, act);
        }
        for (const Act& act : slipways_) {
            if (find(helms_, act) == nullptr) add(Sort::OnlySlipway, act);
        }
        for (const Act& first : helms_) {
            for (const Act& second : helms_) {
                if (is_turned_round(first, second)) add(Sort::Order, first, second);
            }
        }
        return std::move(found_);
    }

private:
    bool is_turned_round(const Act& first, const Act& second) const {
        if (!first.is_before(second) || !has_an_order(first, second)) return false;
        const Act* own_first = find(slipways_, first);
        const Act* own_second = find(slipways_, second);
        return own_first != nullptr && own_second != nullptr && own_second->is_before(*own_first);
    }

    void add(Sort sort, const Act& first, const Act& second = {}) {
        found_.push_back({sort, helm_, operation_, first, second});
    }

    Tool helm_;
    std::string operation_;
    const Acts& helms_;
    const Acts& slipways_;
    std::vector<Difference> found_{};
};

}  // namespace

std::string Difference::text() const {
    const char* who = helm == Tool::Helm3 ? "Helm 3" : "Helm 4";
    switch (sort) {
        case Sort::OnlyHelm: return format("{}: only {} {}", operation, who, first.text());
        case Sort::OnlySlipway:
            return format("{}: Slipway {}, {} does not", operation, first.text(), who);
        case Sort::Order:
            return format(
                "{}: {} {} before it {}; Slipway after it",
                operation,
                who,
                first.text(),
                second.text()
            );
    }
    return "";
}

std::vector<Difference> differences(Tool helm, const Record& helms, const Record& slipways) {
    std::vector<Difference> all;
    for (const auto& [operation, acts] : helms) {
        const auto found = slipways.find(operation);
        const Acts nothing;
        const Acts& own = found == slipways.end() ? nothing : found->second;
        for (Difference& difference : Comparison(helm, operation, acts, own).differences())
            all.push_back(std::move(difference));
    }
    return all;
}

const Reason* reason_of(const Difference& difference) {
    const auto all = reasons();
    const auto found = std::ranges::find_if(all, [&](const Reason& reason) {
        return reason.explains(difference);
    });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace slipway::conformance
