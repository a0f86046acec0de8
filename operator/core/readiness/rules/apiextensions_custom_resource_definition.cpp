#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_definition(const Evidence& evidence) {
    const Object& live = evidence.live;
    if (const auto names = live.condition("NamesAccepted"); names && names->status == "False") {
        return failed("its names are not accepted: " + explained(*names));
    }
    const auto established = live.condition("Established");
    if (!established) return progressing("is not established yet");
    if (established->is_true()) return ready("is established");
    const std::string why = "is not established: " + explained(*established);
    return established->reason == "Installing" ? progressing(why) : failed(why);
}

}  // namespace

extern const Rule apiextensions_custom_resource_definition{
    .group = "apiextensions.k8s.io",
    .kind = "CustomResourceDefinition",
    .assess = assess_definition};

}  // namespace slipway::readiness::rules
