#include "core/model/ledger.hpp"

namespace slipway {

std::string_view word(RunState state) {
    switch (state) {
        case RunState::Intended: return "Intended";
        case RunState::Created: return "Created";
        case RunState::Succeeded: return "Succeeded";
        case RunState::Failed: return "Failed";
    }
    return "";
}

std::string_view word(RevisionState state) {
    switch (state) {
        case RevisionState::Deploying: return "Deploying";
        case RevisionState::Deployed: return "Deployed";
        case RevisionState::Failed: return "Failed";
        case RevisionState::Superseded: return "Superseded";
    }
    return "";
}

}  // namespace slipway
