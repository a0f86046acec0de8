#include "edge/runtime/quarantine.hpp"

#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

constexpr int most_crashes = 3;

std::string name_of(const Input& input) { return input.uid + "." + input.digest; }

std::string uid_of(const std::string& name) { return name.substr(0, name.rfind('.')); }

Error poison_pill(const Input& input) {
    const bool is_stored = input.origin == Origin::Store;
    return {
        ErrorKind::PoisonPill,
        format(
            "Release {}: reading {} ended the operator {} times, so it is not read again. {}, or "
            "set the annotation slipway.dev/retry-at to a new value to have it read once more",
            input.key,
            is_stored ? "the stored content of its newest revision" : "its content",
            most_crashes,
            is_stored ? "Deploy other content; delete the release with spec.deletion.policy Orphan"
                      : "Change the content"
        )};
}

}  // namespace

GuardedReading::~GuardedReading() {
    if (of_ != nullptr) of_->end(name_);
}

Result<std::unique_ptr<Quarantine>> Quarantine::open(const std::string& folder, Warn warn) {
    std::optional<CrashRecords> kept;
    if (!folder.empty()) kept = TRY(CrashRecords::open(folder));
    std::unique_ptr<Quarantine> quarantine(new Quarantine(std::move(kept), std::move(warn)));
    quarantine->load_suspects();
    return quarantine;
}

void Quarantine::load_suspects() {
    if (!kept_) return;
    suspects_ = kept_->load();
    for (const auto& [name, record] : suspects_) {
        warn_(
            record.key,
            format(
                "the operator ended while it read the content of this release: {} of {} times "
                "before it is left alone",
                record.crashes,
                most_crashes
            )
        );
    }
}

Result<std::unique_ptr<GuardedReading>> Quarantine::begin(const Input& input) {
    if (!kept_) return std::make_unique<GuardedReading>();
    const std::string name = name_of(input);
    const int crashes = crashes_of(name);
    if (crashes >= most_crashes) return poison_pill(input);
    auto reading = std::make_unique<GuardedReading>(*this, name);
    if (crashes > 0) {
        reading->alone_ = std::unique_lock(readings_);
    } else {
        reading->among_others_ = std::shared_lock(readings_);
    }
    const auto saved = kept_->save(name, {crashes + 1, input.key});
    if (!saved) warn_(input.key, "a crash would not be counted: " + saved.error().message);
    return reading;
}

int Quarantine::crashes_of(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto suspect = suspects_.find(name);
    return suspect == suspects_.end() ? 0 : suspect->second.crashes;
}

void Quarantine::end(const std::string& name) {
    kept_->remove(name);
    const std::lock_guard lock(mutex_);
    suspects_.erase(name);
}

void Quarantine::forget(const std::string& uid) {
    forget_where([&](const std::string& other) { return other == uid; });
}

void Quarantine::keep_only(const std::set<std::string>& uids) {
    forget_where([&](const std::string& uid) { return !uids.contains(uid); });
}

void Quarantine::forget_where(const std::function<bool(const std::string& uid)>& is_gone) {
    const std::lock_guard lock(mutex_);
    std::erase_if(suspects_, [&](const auto& suspect) {
        if (!is_gone(uid_of(suspect.first))) return false;
        kept_->remove(suspect.first);
        return true;
    });
}

}  // namespace slipway::runtime
