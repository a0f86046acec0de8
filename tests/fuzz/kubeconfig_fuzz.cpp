/// kubeconfig: whatever stands in the file, it names a cluster and how to enter it, or is refused.
#include "edge/cluster/kubeconfig.hpp"
#include "fuzz/property.hpp"

using namespace slipway;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const char* context : {"", "shop"}) {
        const auto access =
            cluster::read_kubeconfig("/home/me/.kube/config", fuzz::text_of(data, size), context);
        if (!access) {
            const std::string& message = access.error().message;
            const bool names_file = message.find("/home/me/.kube/config") != message.npos;
            fuzz::must_hold(names_file, "an error names the file", message);
            continue;
        }
        const cluster::CredentialSources& credentials = access->credentials;
        fuzz::must_hold(!access->endpoint.host.empty(), "an access has a host");
        fuzz::must_hold(
            credentials.token.is_given() || credentials.client_certificate.is_given(),
            "an access has credentials"
        );
    }
    return 0;
}
