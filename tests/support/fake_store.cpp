#include "support/fake_store.hpp"

#include <algorithm>

namespace slipway::test {

using nlohmann::json;

Result<std::optional<Ledger>> FakeStore::load(const std::string& release_uid) {
    if (refusal_) return *refusal_;
    return peek(release_uid);
}

std::optional<Ledger> FakeStore::peek(const std::string& release_uid) const {
    const auto found = ledgers_.find(release_uid);
    if (found == ledgers_.end()) return std::nullopt;
    return *ledger_from_json(json::parse(found->second));
}

Result<void> FakeStore::save(
    const std::string& release_uid, const std::string&, const Ledger& ledger
) {
    if (refusal_) return *refusal_;
    const bool fails = ++saves_ == save_to_fail_;
    if (fails && failing_ == Failing::Write) return save_error_;
    return crash_.guard([&]() -> Result<void> {
        ledgers_[release_uid] = to_json(ledger).dump();
        if (fails) return save_error_;
        return {};
    });
}

Result<void> FakeStore::save_content(
    const std::string& release_uid, const std::string& digest, const std::string& content
) {
    return crash_.guard([&]() -> Result<void> {
        contents_[{release_uid, digest}] = content;
        return {};
    });
}

Result<std::string> FakeStore::load_content(
    const std::string& release_uid, const std::string& digest
) {
    ++content_loads_;
    if (content_refusal_) return *content_refusal_;
    const auto found = contents_.find({release_uid, digest});
    if (found == contents_.end()) return Error{ErrorKind::NotFound, "no such content", {}};
    return found->second;
}

Result<void> FakeStore::keep_only(
    const std::string& release_uid, const std::vector<std::string>& digests
) {
    const auto is_unwanted = [&](const auto& entry) {
        const auto& [uid, digest] = entry.first;
        return uid == release_uid &&
               std::find(digests.begin(), digests.end(), digest) == digests.end();
    };
    if (std::none_of(contents_.begin(), contents_.end(), is_unwanted)) return {};
    return crash_.guard([&]() -> Result<void> {
        std::erase_if(contents_, is_unwanted);
        return {};
    });
}

Result<void> FakeStore::erase(const std::string& release_uid) {
    return crash_.guard([&]() -> Result<void> {
        ledgers_.erase(release_uid);
        std::erase_if(contents_, [&](const auto& entry) {
            return entry.first.first == release_uid;
        });
        return {};
    });
}

}  // namespace slipway::test
