/// B1, B2, B3: one Release of a thousand ConfigMaps of 1 KB, deployed, looked at again, changed.
#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/release.hpp"
#include "rig/content.hpp"
#include "rig/figures.hpp"
#include "rig/peers.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int objects = 1'000;
constexpr int sources = 2;
const std::string kilobyte(1'000, 'x');

/// Half of the objects each, as people write them.
std::string half(int number, const std::string& first_value = kilobyte) {
    std::string manifests;
    const int count = objects / sources;
    for (int i = number * count; i < (number + 1) * count; ++i) {
        manifests += format(
            "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-{}\ndata:\n  value: "
            "{}\n",
            i,
            i == number * count ? first_value : kilobyte
        );
    }
    return manifests;
}

json source_of(
    const std::string& in_namespace, int number, const std::string& first_value = kilobyte
) {
    return source(in_namespace, format("source-{}", number), half(number, first_value));
}

struct Deployed {
    std::string in_namespace;
    double seconds = 0;
    double cpu = 0;
};

/// Sources first; then, on the clock, the Release, until it is Deployed.
Deployed deploy(World& world) {
    const std::string in_namespace = world.make_namespace();
    for (int i = 0; i < sources; ++i)
        world.create(source_of(in_namespace, i));
    const ObjectId id = release_id(in_namespace);
    const double cpu = cpu_seconds(world.slipway().pid());
    const double seconds = seconds_of([&] {
        world.create(release_of(id, {"source-0", "source-1"}));
        world.releases().wait(id, is_deployed);
    });
    return {in_namespace, seconds, cpu_seconds(world.slipway().pid()) - cpu};
}

/// The very bodies that the operator sent, for another namespace.
std::vector<RawRequest> same_requests(
    World& world, const Deployed& deployed, const std::string& to
) {
    const auto live = world.api().list(
        ports::Identity::itself(),
        test::kind_of("", "ConfigMap"),
        {.in_namespace = deployed.in_namespace, .labels = std::string(uid_label)}
    );
    REQUIRE(live);
    REQUIRE(live->size() == objects);
    std::vector<RawRequest> requests;
    for (const Object& object : *live) {
        json document = object.document();
        json& metadata = document["metadata"];
        for (const char* field : {"uid", "resourceVersion", "creationTimestamp", "managedFields"})
            metadata.erase(field);
        metadata["namespace"] = to;
        requests.push_back(apply_of(
            format("/api/v1/namespaces/{}/configmaps/{}", to, object.id().name), document.dump()
        ));
    }
    return requests;
}

double apply_raw(World& world, const Deployed& deployed) {
    const std::string to = world.make_namespace();
    const auto requests = same_requests(world, deployed, to);
    RawClient raw = world.raw_client(to);
    return seconds_of([&] { raw.run(requests); });
}

/// Requests of the operator's since the last count, leases and events aside.
struct Requests {
    int all = 0;
    int of_children = 0;
    int of_status = 0;
};

Requests count_requests(World& world) {
    Requests requests;
    for (const AuditEvent& event : world.audit().read()) {
        if (!event.is_the_operators() || event.verb == "watch" || !event.is_done()) continue;
        ++requests.all;
        if (event.resource == "configmaps") ++requests.of_children;
        if (event.subresource == "status") ++requests.of_status;
    }
    return requests;
}

/// From the server's receiving the write of the source to its having answered that of the object.
double time_of_change(World& world, const std::string& in_namespace) {
    std::optional<Instant> begin;
    std::optional<Instant> end;
    for (const AuditEvent& event : world.audit().read()) {
        if (event.in_namespace != in_namespace || !event.is_write()) continue;
        if (event.name == "source-0" && !event.is_done()) begin = event.at;
        if (event.name == "settings-0" && event.is_done()) end = event.at;
    }
    REQUIRE((begin && end));
    return seconds_between(*begin, *end);
}

double change_one(World& world, const Deployed& deployed, int time) {
    world.audit().read();
    world.merge(source_of(deployed.in_namespace, 0, format("changed-{}", time)));
    world.releases().wait(release_id(deployed.in_namespace), [&](const ReleaseStatus& status) {
        return is_deployed(status) && status.revision == time + 1;
    });
    return time_of_change(world, deployed.in_namespace);
}

double change_one_raw(World& world, const std::string& in_namespace, int time) {
    const std::string folder = format("/api/v1/namespaces/{}/configmaps/", in_namespace);
    const std::string value = format("raw-{}", time);
    const json object = config_map(in_namespace, "settings-0", value);
    RawClient raw = world.raw_client(in_namespace, 1);
    world.audit().read();
    raw.run(
        {merge_of(folder + "source-0", source_of(in_namespace, 0, value)),
         apply_of(folder + "settings-0", object.dump())}
    );
    return time_of_change(world, in_namespace);
}

/// Looked at again with nothing changed, and what it sent for that.
struct Again {
    double seconds = 0;
    Requests requests{};
};

Again look_again(World& world, const Deployed& deployed, const std::string& token) {
    const ObjectId id = release_id(deployed.in_namespace);
    count_requests(world);
    const double seconds = seconds_of([&] {
        world.merge(
            {{"apiVersion", "slipway.dev/v1alpha1"},
             {"kind", "Release"},
             {"metadata",
              {{"name", id.name},
               {"namespace", id.in_namespace},
               {"annotations", {{"slipway.dev/reconcile-at", token}}}}}}
        );
        world.releases().wait(id, [&](const ReleaseStatus& status) {
            return status.handled_reconcile_at == token;
        });
    });
    // Whatever it would still send, it would send by then.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return {seconds, count_requests(world)};
}

/// As people deploy the same, each in a namespace of its own.
class ByPeers {
public:
    explicit ByPeers(World& world)
        : peers_(world), with_helm_(world.make_namespace()), with_kubectl_(world.make_namespace()) {
        install(with_helm_);
        apply(with_kubectl_);
    }

    double install(const std::string& to) const {
        return seconds_of([&] { peers_.helm({"install", "bench", chart_.path(), "-n", to}); });
    }
    double upgrade() const {
        return seconds_of([&] {
            peers_.helm({"upgrade", "bench", chart_.path(), "-n", with_helm_});
        });
    }
    double apply(const std::string& to) const {
        return seconds_of([&] {
            peers_.kubectl({"apply", "--server-side", "-f", chart_.templates(), "-n", to});
        });
    }
    double apply_again() const { return apply(with_kubectl_); }
    void change_one() { chart_.change(0, half(0, format("changed-{}", ++changes_))); }

private:
    Peers peers_;
    Chart chart_{{half(0), half(1)}};
    std::string with_helm_;
    std::string with_kubectl_;
    int changes_ = 0;
};

}  // namespace

TEST_CASE("B1: a thousand ConfigMaps take little more than their requests", "[B1]") {
    World world;
    const Deployed first = deploy(world);
    double requests = 0;
    std::vector<double> cpu;

    const auto seconds = in_turns(
        {[&] { return apply_raw(world, first); },
         [&] {
             count_requests(world);
             const Deployed run = deploy(world);
             requests = count_requests(world).all;
             cpu.push_back(run.cpu);
             return run.seconds;
         }}
    );

    const double raw = median(seconds[0]);
    const double slipway = median(seconds[1]);
    print(
        "B1",
        format(
            "ratio={:.2f} {} slipway={:.3f}s raw={:.3f}s requests/object={:.3f} cpu={:.2f}s",
            slipway / raw,
            against(slipway / raw, 1.35),
            slipway,
            raw,
            requests / objects,
            median(cpu)
        )
    );
    const ByPeers peers(world);
    print_peers(
        "B1",
        in_turns(
            {[&] { return peers.install(world.make_namespace()); },
             [&] { return peers.apply(world.make_namespace()); }}
        )
    );
}

TEST_CASE("B2: a reconcile that has nothing to do asks nothing of the children", "[B2]") {
    World world;
    const Deployed deployed = deploy(world);
    std::vector<double> seconds;
    Requests most;
    for (int round = 0; round < rounds; ++round) {
        const Again again = look_again(world, deployed, format("round {}", round));
        seconds.push_back(again.seconds);
        most.all = std::max(most.all, again.requests.all);
        most.of_children = std::max(most.of_children, again.requests.of_children);
        most.of_status = std::max(most.of_status, again.requests.of_status);
    }

    print(
        "B2",
        format(
            "child_requests={} {} status_writes={} {} all_requests={} slipway={:.3f}s",
            most.of_children,
            against(most.of_children, 0),
            most.of_status,
            against(most.of_status, 1),
            most.all,
            median(seconds)
        )
    );
    CHECK(most.of_children == 0);
    CHECK(most.of_status <= 1);
    const ByPeers peers(world);
    print_peers(
        "B2", in_turns({[&] { return peers.upgrade(); }, [&] { return peers.apply_again(); }})
    );
}

TEST_CASE("B3: one changed object of a thousand takes little more than two requests", "[B3]") {
    World world;
    const Deployed deployed = deploy(world);
    const std::string other = world.make_namespace();
    world.create(source_of(other, 0));
    int time = 0;
    int raw_time = 0;

    const auto seconds = in_turns(
        {[&] { return change_one_raw(world, other, ++raw_time); },
         [&] { return change_one(world, deployed, ++time); }}
    );

    const double raw = median(seconds[0]);
    const double slipway = median(seconds[1]);
    print(
        "B3",
        format(
            "ratio={:.2f} {} slipway={:.4f}s raw={:.4f}s",
            slipway / raw,
            against(slipway / raw, 3),
            slipway,
            raw
        )
    );
    ByPeers peers(world);
    print_peers(
        "B3",
        in_turns(
            {[&] {
                 peers.change_one();
                 return peers.upgrade();
             },
             [&] {
                 peers.change_one();
                 return peers.apply_again();
             }}
        )
    );
}
