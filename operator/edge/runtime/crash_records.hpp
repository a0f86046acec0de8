/// What is remembered of readings across a crash of the process: one small file for each, in a
/// folder that this process has for itself.
///
/// Nothing is synced to the disk: the process may die at any time and the file system lives on.
/// Where the node dies with it, there is nothing to be remembered.
#pragma once

#include <map>
#include <string>

#include "core/base/result.hpp"

namespace slipway::runtime {

struct CrashRecord {
    int crashes = 0;    ///< Of the process, in the middle of this reading: with the next one.
    std::string key{};  ///< "shop/web"
};

class CrashRecords {
public:
    /// Makes the folder where there is none. InvalidSpec where nothing can be written in it.
    static Result<CrashRecords> open(const std::string& folder);

    /// All that are kept, by name. What nobody can read is removed.
    std::map<std::string, CrashRecord> load() const;
    /// Written whole or not at all.
    Result<void> save(const std::string& name, const CrashRecord& record) const;
    void remove(const std::string& name) const;

private:
    explicit CrashRecords(std::string folder) : folder_(std::move(folder)) {}

    std::string path_of(const std::string& name) const;

    std::string folder_;
};

}  // namespace slipway::runtime
