#include "core/plan/normal_form.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/base64.hpp"
#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::plan {
namespace {

using nlohmann::json;

bool has_string_data(const Object& object) {
    const json* string_data = object.at("/stringData");
    return is_secret(object.id()) && string_data != nullptr && string_data->is_object();
}

/// As the server does it: stringData wins over data.
Result<void> move_string_data(json& secret) {
    for (const auto& [key, value] : secret["stringData"].items()) {
        if (!value.is_string()) {
            return Error{
                ErrorKind::InvalidManifest,
                format("stringData.{} is no text; put its value in quotes", key)};
        }
        if (!secret["data"].is_object()) secret["data"] = json::object();
        secret["data"][key] = base64(value.get_ref<const std::string&>());
    }
    secret.erase("stringData");
    return {};
}

/// The lists of a container or pod that are keyed, and by what (listMapKeys of the OpenAPI schema).
struct KeyedList {
    const char* name;
    std::array<const char*, 2> keys;
};
constexpr KeyedList of_container[] = {{"env", {"name"}}, {"ports", {"containerPort", "protocol"}}};
constexpr KeyedList of_pod[] = {{"imagePullSecrets", {"name"}}};
constexpr const char* containers_of_pod[] = {"initContainers", "containers"};

std::string key_of(const json& entry, const KeyedList& list) {
    std::vector<std::string> values;
    for (const char* key : list.keys) {
        if (key == nullptr) continue;
        if (entry.contains(key)) {
            const json& value = entry[key];
            values.push_back(value.is_string() ? value.get<std::string>() : value.dump());
        } else if (std::string_view(key) == "protocol") {
            values.emplace_back("TCP");
        }
    }
    return join(values, "/");
}

/// False where all entries are told apart by their first key, as nearly always.
bool may_have_doubles(const json& parent, const KeyedList& list) {
    const auto entries = parent.find(list.name);
    if (entries == parent.end() || !entries->is_array()) return false;
    std::vector<const json*> firsts;
    firsts.reserve(entries->size());
    for (const json& entry : *entries) {
        const auto first = entry.is_object() ? entry.find(list.keys[0]) : entry.end();
        if (first == entry.end()) return true;
        firsts.push_back(&*first);
        // Numbers of several types have no order that holds for all of them.
        if (first->type() != firsts.front()->type()) return true;
    }
    std::ranges::sort(firsts, [](const json* left, const json* right) { return *left < *right; });
    const auto are_equal = [](const json* left, const json* right) { return *left == *right; };
    return std::ranges::adjacent_find(firsts, are_equal) != firsts.end();
}

bool may_have_doubles(const json& pod_spec) {
    const auto of_parent = [](const auto& lists, const json& parent) {
        return std::ranges::any_of(lists, [&](const KeyedList& list) {
            return may_have_doubles(parent, list);
        });
    };
    if (of_parent(of_pod, pod_spec)) return true;
    for (const char* name : containers_of_pod) {
        const auto containers = pod_spec.find(name);
        if (containers == pod_spec.end() || !containers->is_array()) continue;
        for (const json& container : *containers) {
            if (container.is_object() && of_parent(of_container, container)) return true;
        }
    }
    return false;
}

/// Keeps the last entry of each key; returns the keys that stood there more than once.
std::set<std::string> keep_last(json& entries, const KeyedList& list) {
    std::set<std::string> seen;
    std::set<std::string> doubled;
    json kept = json::array();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        const bool is_keyed = entry->is_object() && !key_of(*entry, list).empty();
        if (is_keyed && !seen.insert(key_of(*entry, list)).second) {
            doubled.insert(key_of(*entry, list));
            continue;
        }
        kept.push_back(*entry);
    }
    std::reverse(kept.begin(), kept.end());
    if (!doubled.empty()) entries = std::move(kept);
    return doubled;
}

class PodSpec {
public:
    PodSpec(json& spec, std::string title, std::vector<dialect::Finding>& findings)
        : spec_(spec), title_(std::move(title)), findings_(findings) {}

    void tidy() {
        for (const KeyedList& list : of_pod)
            tidy_list(spec_, list, "");
        for (const char* containers : containers_of_pod) {
            if (!spec_.contains(containers) || !spec_[containers].is_array()) continue;
            for (json& container : spec_[containers])
                tidy_container(container);
        }
    }

private:
    void tidy_container(json& container) {
        if (!container.is_object()) return;
        const auto name = container.find("name");
        const bool named = name != container.end() && name->is_string();
        const std::string of = named ? " of container " + name->get<std::string>() : "";
        for (const KeyedList& list : of_container)
            tidy_list(container, list, of);
    }

    void tidy_list(json& parent, const KeyedList& list, const std::string& of) {
        const auto entries = parent.find(list.name);
        if (entries == parent.end() || !entries->is_array()) return;
        for (const std::string& key : keep_last(*entries, list)) {
            findings_.push_back(
                {&dialect::rules::duplicate_list_key,
                 format("{}{} has \"{}\" more than once; the last one counts", list.name, of, key),
                 title_}
            );
        }
    }

    json& spec_;
    std::string title_;
    std::vector<dialect::Finding>& findings_;
};

}  // namespace

Result<Object> normal_form(const Object& object, std::vector<dialect::Finding>& findings) {
    const std::string pod_spec = pod_spec_of(object.id());
    const json* spec = pod_spec.empty() ? nullptr : object.at(pod_spec.c_str());
    const bool has_doubles = spec != nullptr && spec->is_object() && may_have_doubles(*spec);
    if (!has_doubles && !has_string_data(object)) return object;
    json document = object.document();
    if (has_doubles) {
        PodSpec(document[json::json_pointer(pod_spec)], object.title(), findings).tidy();
    } else {
        TRY(move_string_data(document));
    }
    return Object::from_json(std::move(document));
}

}  // namespace slipway::plan
