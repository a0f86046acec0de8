/// One Kubernetes object, of any kind, as an immutable value.
///
/// Copies share the document. Readers ask by JSON pointer and always name a fallback, so code
/// that judges half-filled objects needs no null checks and no JSON header.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/model/object_id.hpp"

namespace slipway {

struct Condition {
    std::string type;
    std::string status;
    std::string reason;
    std::string message;
    std::int64_t observed_generation = 0;
    std::string last_transition_time{};  ///< RFC 3339, "" where there is none.

    bool is_true() const { return status == "True"; }
};

class Object {
public:
    /// Needs apiVersion, kind and metadata.name as non-empty text; InvalidManifest says which is
    /// not.
    static Result<Object> from_json(nlohmann::json document);

    const nlohmann::json& document() const { return *document_; }

    const ObjectId& id() const { return id_; }
    std::string_view group() const { return id_.group; }
    std::string_view kind() const { return id_.kind; }
    std::string_view name() const { return id_.name; }
    std::string_view in_namespace() const { return id_.in_namespace; }
    std::string title() const { return id_.title(); }
    std::string api_version() const { return text("/apiVersion"); }
    /// "v1" of "apps/v1".
    const std::string& version() const { return version_; }

    std::string uid() const { return text("/metadata/uid"); }
    std::string resource_version() const { return text("/metadata/resourceVersion"); }
    std::int64_t generation() const { return integer("/metadata/generation", 0); }
    bool is_terminating() const { return has("/metadata/deletionTimestamp"); }

    std::optional<std::string> annotation(std::string_view key) const;
    std::optional<std::string> label(std::string_view key) const;
    /// Those whose value is text; others are the manifest room's to refuse.
    std::map<std::string, std::string> annotations() const;
    /// The same of those that start with `prefix`, in key order, as views that live as long as the
    /// object.
    std::vector<std::pair<std::string_view, std::string_view>> annotation_views(
        const std::string& prefix = ""
    ) const;

    bool has(const char* pointer) const;
    /// The text at a JSON pointer; "" where there is none.
    std::string text(const char* pointer) const;
    std::int64_t integer(const char* pointer, std::int64_t fallback) const;
    bool boolean(const char* pointer, bool fallback) const;
    /// The value at a JSON pointer; nullptr where there is none.
    const nlohmann::json* at(const char* pointer) const;

    std::optional<Condition> condition(std::string_view type) const;
    /// All of `.status.conditions`, in their order.
    std::vector<Condition> conditions() const;

    /// The same object in another namespace ("" takes it out of every namespace).
    Object in(std::string_view other_namespace) const&;
    /// Without a copy of the document, unless another Object has it too.
    Object in(std::string_view other_namespace) &&;

private:
    Object() = default;
    void hold(std::shared_ptr<nlohmann::json> document);
    void move_to(std::string_view other_namespace);

    std::shared_ptr<nlohmann::json> document_;
    /// In the document, where they are a mapping: they are asked for more than all else.
    const nlohmann::json* annotations_ = nullptr;
    ObjectId id_;
    std::string
        version_;  ///< With the id at hand: to look it up in the document costs a microsecond.
};

}  // namespace slipway
