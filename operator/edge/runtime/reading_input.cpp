#include "edge/runtime/reading_input.hpp"

#include "core/base/digest.hpp"
#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

/// What shapes a plan without being content.
std::string settings_key(const Release& release) {
    std::string key = format(
        "{} {} {}", static_cast<int>(release.spec.wait), release.spec.strict, release.spec.prune
    );
    for (const DeletionConsent& consent : release.spec.deletion_force) {
        key += format(" {}.{}/{}", consent.kind, consent.group, consent.name);
    }
    return key;
}

}  // namespace

std::string plan_key(const Ledger& ledger, const Release& release) {
    return format(
        "{} {} {} {}",
        ledger.newest()->digest,
        word(ledger.newest()->operation),
        ledger.deleting,
        settings_key(release)
    );
}

std::string digest_of_input(const Release& release, std::string_view content) {
    return digest_of(format("{}\n{}", release.retry_at, content));
}

Input input_from_sources(
    const Session& session, const Release& release, const std::vector<manifest::NamedText>& texts
) {
    std::string content = format(
        "{}\n{}\n{}",
        settings_key(release),
        join(release.spec.dialects, " "),
        release.target_namespace()
    );
    for (const manifest::NamedText& text : texts)
        content += format("\n{} {}", text.name, digest_of(text.text));
    return {session.key, session.uid, Origin::Sources, digest_of_input(release, content)};
}

Input input_from_store(const Session& session) {
    return {session.key, session.uid, Origin::Store, session.plan_input};
}

}  // namespace slipway::runtime
