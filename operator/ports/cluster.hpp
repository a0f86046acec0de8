/// The Kubernetes cluster as Slipway needs it: objects read, written and watched as somebody.
///
/// Promises: every write is sent at most once unless it is idempotent and its connection died
/// before an answer; no mutating request is sent while the write gate is closed (Unavailable then);
/// every call ends within its deadline; errors are typed and carry the server's own message, never
/// the content of a Secret. Safe to call from several threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/kind.hpp"
#include "core/model/object.hpp"
#include "core/model/propagation.hpp"
#include "ports/identity.hpp"

namespace slipway::ports {

/// Server-side apply. Fences travel in the object: metadata.uid and metadata.resourceVersion.
struct Apply {
    Kind kind{};
    Object object;
    std::string field_manager{};
    bool force = true;
};

/// POST: fails with AlreadyExists where the name is taken.
struct Create {
    Kind kind{};
    Object object;
    std::string field_manager{};
};

/// DELETE with the uid as precondition. NotFound and "another uid" both mean: that object is gone.
struct Delete {
    Kind kind{};
    ObjectId id{};
    std::string uid{};
    Propagation propagation = Propagation::Foreground;
};

/// Merge patch: changes what `object` names, and nothing else. Fences as in Apply.
struct Merge {
    Kind kind{};
    Object object;
    std::string field_manager{};
};

using Write = std::variant<Apply, Create, Delete, Merge>;

/// What the server answered to a write.
struct Written {
    /// The object as stored; of a delete: as it is while it terminates. None: it is gone.
    std::optional<Object> object{};
};

struct Selection {
    std::string in_namespace{};  ///< "" is all of them.
    std::string labels{};        ///< A label selector.
    std::string name{};          ///< One object only (a field selector on metadata.name).
    bool metadata_only = false;  ///< PartialObjectMetadata: no spec, no status.
};

/// What is asked for by name.
struct Named {
    Kind kind{};
    ObjectId id{};
    /// A resourceVersion of its kind: as it was at that time will do, or at any time since. ""
    /// where only what is now will.
    std::string not_older_than{};
};

/// What a watch tells, on a thread of the cluster's own; must return at once.
struct WatchSink {
    virtual ~WatchSink() = default;
    /// Added, changed, or found by a list.
    virtual void on_object(const Object& object) = 0;
    /// Left the selection: deleted, or its label went. Proves no absence.
    virtual void on_left(const ObjectId& id, const std::string& uid) = 0;
    /// Everything that the selection held at the start was told; again once a trouble has passed.
    virtual void on_synced() = 0;
    /// A list begins: until on_listed, everything that there is will be told.
    virtual void on_list() {}
    /// A list was told in full: what the selection held at this resourceVersion and was not told is
    /// not there any more.
    virtual void on_listed(const std::string& /*resource_version*/) {}
    /// resourceVersions went backwards, as after a restore of etcd: nothing that was told compares
    /// with what is told next, which is everything once more.
    virtual void on_rewound() {}
    /// True: it sees for itself what a list lacks. Its watch then remembers no names, however many
    /// objects there are, and tells on_left of deletions alone. Never changes.
    virtual bool sees_what_is_missing() const { return false; }
    /// The watch cannot be kept up for now, or (Forbidden) at all; it goes on trying.
    virtual void on_trouble(const Error& error) = 0;
};

/// A running watch; destroying it ends it, and no call to its sink comes after.
struct Watch {
    virtual ~Watch() = default;
};

class Cluster {
public:
    virtual ~Cluster() = default;

    /// NotFound where there is none.
    virtual Result<Object> get(const Identity& as, const Kind& kind, const ObjectId& id) = 0;

    /// All of them, several at a time where the cluster can; answers in the order of the names.
    virtual std::vector<Result<Object>> get_all(const Identity& as, std::span<const Named> names) {
        std::vector<Result<Object>> answers;
        answers.reserve(names.size());
        for (const Named& one : names)
            answers.push_back(get(as, one.kind, one.id));
        return answers;
    }

    /// A consistent list (resourceVersion unset).
    virtual Result<std::vector<Object>> list(
        const Identity& as, const Kind& kind, const Selection& selection
    ) = 0;

    /// All writes, several at a time; answers in the order of the writes.
    virtual std::vector<Result<Written>> write(
        const Identity& as, std::span<const Write> writes
    ) = 0;

    /// By discovery of that one group, cached; UnknownKind where the server has none. `version` ""
    /// is the server's preferred one.
    virtual Result<Kind> find_kind(const GroupKind& group_kind, const std::string& version) = 0;
    /// As kubectl reads a type argument; looks through all groups.
    virtual Result<Kind> find_resource(const std::string& resource) = 0;
    /// Forgets what discovery said of this group ("" is the core group): a CRD came or went.
    virtual void forget_kinds(const std::string& group) = 0;

    /// Replaces `.status` of a Release through its status subresource, fenced by uid: Conflict
    /// where the Release of that name is another.
    virtual Result<Object> write_status(
        const ObjectId& release, const std::string& uid, const nlohmann::json& status
    ) = 0;
    /// Adds or removes our finalizer on a Release, fenced by uid and resourceVersion.
    virtual Result<Object> set_finalizer(const Object& release, bool present) = 0;

    /// Ended by destroying it. Bookmarks, 410, expiry, stalls and reconnects are its own matter.
    virtual std::unique_ptr<Watch> watch(
        const Identity& as,
        const Kind& kind,
        const Selection& selection,
        std::shared_ptr<WatchSink> sink
    ) = 0;
};

}  // namespace slipway::ports
