#include "edge/source/driver.hpp"
#include "edge/source/drivers.gen.hpp"

namespace slipway::source {
namespace {

class DriverSources final : public ports::Sources {
public:
    explicit DriverSources(ports::Cluster& cluster) : cluster_(cluster) {}

    Result<std::vector<ports::SourceText>> fetch(
        const ports::Identity& as, const Release& release, const SourceSpec& source
    ) override {
        for (const Driver* driver : drivers::all) {
            if (!driver->fetches(source)) continue;
            return driver->fetch({.as = as, .release = release, .spec = source, .cluster = cluster_}
            );
        }
        return Error{ErrorKind::Internal, "spec.sources holds a source that no driver fetches"};
    }

private:
    ports::Cluster& cluster_;
};

}  // namespace

std::unique_ptr<ports::Sources> make_sources(ports::Cluster& cluster) {
    return std::make_unique<DriverSources>(cluster);
}

}  // namespace slipway::source
