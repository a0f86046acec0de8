/// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
#include "core/model/pod_references.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/model/json_fields.hpp"

namespace slipway {
namespace {

using nlohmann::json;

const json& list(const json& parent, const char* key) {
    static const json none = json::array();
    const json* found = fields::find(parent, key);
    return found != nullptr && found->is_array() ? *found : none;
}

class PodReading {
public:
    explicit PodReading(std::string in_namespace) : in_namespace_(std::move(in_namespace)) {}

    std::vector<PodReference> read(const json& spec) && {
        add("ServiceAccount", fields::text(spec, "serviceAccountName"), "its account");
        for (const json& volume : list(spec, "volumes"))
            read_volume(volume);
        for (const char* containers : {"initContainers", "containers"}) {
            for (const json& container : list(spec, containers))
                read_container(container);
        }
        return std::move(found_);
    }

private:
    void read_volume(const json& volume) {
        const std::string what = "volume " + fields::text(volume, "name");
        read_object(volume, "configMap", "name", "ConfigMap", what);
        read_object(volume, "secret", "secretName", "Secret", what);
        read_object(volume, "persistentVolumeClaim", "claimName", "PersistentVolumeClaim", what);
        const json* projected = fields::find(volume, "projected");
        if (projected == nullptr) return;
        for (const json& source : list(*projected, "sources")) {
            read_object(source, "configMap", "name", "ConfigMap", what);
            read_object(source, "secret", "name", "Secret", what);
        }
    }

    void read_container(const json& container) {
        const std::string of = " of container " + fields::text(container, "name");
        for (const json& source : list(container, "envFrom")) {
            read_object(source, "configMapRef", "name", "ConfigMap", "envFrom" + of);
            read_object(source, "secretRef", "name", "Secret", "envFrom" + of);
        }
        for (const json& variable : list(container, "env")) {
            const json* from = fields::find(variable, "valueFrom");
            if (from == nullptr) continue;
            const std::string what = "env " + fields::text(variable, "name") + of;
            read_object(*from, "configMapKeyRef", "name", "ConfigMap", what);
            read_object(*from, "secretKeyRef", "name", "Secret", what);
        }
    }

    void read_object(
        const json& parent,
        const char* field,
        const char* name,
        const char* kind,
        const std::string& what
    ) {
        const json* reference = fields::find(parent, field);
        if (reference == nullptr || fields::flag(*reference, "optional")) return;
        add(kind, fields::text(*reference, name), what);
    }

    void add(const char* kind, const std::string& name, const std::string& what) {
        if (name.empty()) return;
        const ObjectId id{.kind = kind, .in_namespace = in_namespace_, .name = name};
        const bool known = std::ranges::find(found_, id, &PodReference::id) != found_.end();
        if (!known) found_.push_back({id, what});
    }

    std::string in_namespace_;
    std::vector<PodReference> found_{};
};

}  // namespace

std::vector<PodReference> pod_references(const Object& object) {
    const std::string pointer = pod_spec_of(object.id());
    const json* spec = pointer.empty() ? nullptr : object.at(pointer.c_str());
    if (spec == nullptr) return {};
    return PodReading(std::string(object.in_namespace())).read(*spec);
}

}  // namespace slipway
