/// Helm and kubectl, as people run them: programs of their own, as the cluster's administrator.
#pragma once

#include <string>
#include <vector>

#include "rig/world.hpp"
#include "support/temporary_folder.hpp"

namespace slipway::bench {

/// Manifests on disk: a chart for Helm, whose folders are what kubectl reads.
class Chart {
public:
    /// A template of each text (Helm reads none over 5 MiB), and the definitions beside them.
    explicit Chart(const std::vector<std::string>& templates, const std::string& definitions = "");

    /// For the next `helm upgrade`.
    void change(std::size_t which, const std::string& text);

    const std::string& path() const { return folder_.path(); }
    std::string templates() const { return path() + "/templates"; }
    std::string definitions() const { return path() + "/crds"; }
    std::string file(std::size_t which) const;

private:
    test::TemporaryFolder folder_{};
};

class Helm {
public:
    /// Builds it where it was not yet.
    Helm();
    /// To its end; fails the scenario, with what was said, where it fails.
    void run(const std::vector<std::string>& arguments) const;

private:
    std::string program_;
    test::TemporaryFolder said_{};
};

/// Measured apart from the operator and the raw client, so that these have their figures where Helm
/// cannot be built, and are not disturbed by what the peers leave the server to do.
class Peers {
public:
    explicit Peers(World& world) : world_(world) {}

    /// Each to its end; fails the scenario, with what was said, where the program fails.
    void helm(const std::vector<std::string>& arguments) const;
    void kubectl(const std::vector<std::string>& arguments) const;

private:
    World& world_;
    Helm helm_{};
};

/// "B1 helm=4.4s kubectl=3.1s": the medians of the first's and of the second's seconds.
void print_peers(const std::string& scenario, const std::vector<std::vector<double>>& seconds);

}  // namespace slipway::bench
