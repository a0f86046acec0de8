#include "core/dialect/hints.hpp"

namespace slipway::dialect {

const Terms& RareTerms::operator*() const {
    static const Terms nothing;
    return said_ ? *said_ : nothing;
}

Terms& RareTerms::edit() {
    if (!said_) said_ = std::make_shared<Terms>();
    if (said_.use_count() > 1) said_ = std::make_shared<Terms>(*said_);
    return *said_;
}

std::string_view word(HookEvent event) {
    switch (event) {
        case HookEvent::PreInstall: return "pre-install";
        case HookEvent::PostInstall: return "post-install";
        case HookEvent::PreUpgrade: return "pre-upgrade";
        case HookEvent::PostUpgrade: return "post-upgrade";
        case HookEvent::PreRollback: return "pre-rollback";
        case HookEvent::PostRollback: return "post-rollback";
        case HookEvent::PreDelete: return "pre-delete";
        case HookEvent::PostDelete: return "post-delete";
        case HookEvent::Test: return "test";
    }
    return "";
}

}  // namespace slipway::dialect
