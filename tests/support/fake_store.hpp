/// A store in memory that can crash the operator before or after any write.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ports/store.hpp"
#include "support/crash_point.hpp"

namespace slipway::test {

class FakeStore final : public ports::Store {
public:
    explicit FakeStore(CrashPoint& crash) : crash_(crash) {}

    Result<std::optional<Ledger>> load(const std::string& release_uid) override;
    Result<void> save(
        const std::string& release_uid, const std::string& release, const Ledger& ledger
    ) override;
    Result<void> save_content(
        const std::string& release_uid, const std::string& digest, const std::string& content
    ) override;
    Result<std::string> load_content(const std::string& release_uid, const std::string& digest)
        override;
    Result<void> keep_only(const std::string& release_uid, const std::vector<std::string>& digests)
        override;
    Result<void> erase(const std::string& release_uid) override;

    /// What etcd holds of it, to be restored later.
    struct Snapshot {
        std::map<std::string, std::string> ledgers{};
        std::map<std::pair<std::string, std::string>, std::string> contents{};
    };
    Snapshot snapshot() const { return {ledgers_, contents_}; }
    void restore(const Snapshot& snapshot) {
        ledgers_ = snapshot.ledgers;
        contents_ = snapshot.contents;
    }
    /// Neither read nor written from now on; until nothing is given.
    void refuse(std::optional<Error> error) { refusal_ = std::move(error); }
    /// Contents are not read from now on; until nothing is given.
    void refuse_contents(std::optional<Error> error) { content_refusal_ = std::move(error); }
    /// The ledger's so manieth write from now on, counted from 1, fails: it is not carried out, or
    /// it is and only its answer is lost.
    enum class Failing { Write, Answer };
    void refuse_save(int number, Failing what, Error error) {
        save_to_fail_ = saves_ + number;
        failing_ = what;
        save_error_ = std::move(error);
    }
    /// Of ledgers, those that failed too.
    int saves() const { return saves_; }
    std::size_t contents() const { return contents_.size(); }
    int content_loads() const { return content_loads_; }
    bool is_empty() const { return ledgers_.empty() && contents_.empty(); }
    /// As it is durable now.
    std::optional<Ledger> peek(const std::string& release_uid) const;

private:
    CrashPoint& crash_;
    std::optional<Error> refusal_;
    std::optional<Error> content_refusal_;
    int saves_ = 0;
    int save_to_fail_ = 0;
    Failing failing_ = Failing::Write;
    Error save_error_{};
    int content_loads_ = 0;
    std::map<std::string, std::string> ledgers_;
    std::map<std::pair<std::string, std::string>, std::string> contents_;
};

}  // namespace slipway::test
