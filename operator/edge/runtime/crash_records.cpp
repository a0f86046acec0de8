#include "edge/runtime/crash_records.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

namespace fs = std::filesystem;

/// Ours among what else lies in the folder.
constexpr std::string_view suffix = ".reading";
constexpr std::string_view unfinished = ".unfinished";

std::optional<CrashRecord> read_record(const fs::path& path) {
    CrashRecord record;
    std::ifstream file(path);
    file >> record.crashes >> record.key;
    if (!file || record.crashes < 1) return std::nullopt;
    return record;
}

Error not_writable(const std::string& folder, const std::string& why) {
    return {
        ErrorKind::InvalidSpec,
        format(
            "--scratch {}: nothing can be written there ({}); give a folder that this process may "
            "write, such as an emptyDir's",
            folder,
            why
        )};
}

}  // namespace

Result<CrashRecords> CrashRecords::open(const std::string& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return not_writable(folder, failed.message());
    CrashRecords records(folder);
    const auto written = records.save("trial", {.crashes = 1, .key = "none"});
    if (!written) return not_writable(folder, written.error().message);
    records.remove("trial");
    return records;
}

std::map<std::string, CrashRecord> CrashRecords::load() const {
    std::map<std::string, CrashRecord> records;
    std::error_code failed;
    std::vector<fs::path> unreadable;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failed)) {
        const std::string file = entry.path().filename();
        if (file.ends_with(unfinished)) unreadable.push_back(entry.path());
        if (!file.ends_with(suffix)) continue;
        if (const auto record = read_record(entry.path())) {
            records[file.substr(0, file.size() - suffix.size())] = *record;
        } else {
            unreadable.push_back(entry.path());
        }
    }
    for (const fs::path& path : unreadable)
        fs::remove(path, failed);
    return records;
}

Result<void> CrashRecords::save(const std::string& name, const CrashRecord& record) const {
    const std::string path = path_of(name);
    const std::string beside = path + std::string(unfinished);
    {
        std::ofstream file(beside);
        file << format("{} {}\n", record.crashes, record.key);
        file.close();
        if (!file) return Error{ErrorKind::Unavailable, beside + " cannot be written"};
    }
    std::error_code failed;
    fs::rename(beside, path, failed);
    if (failed) return Error{ErrorKind::Unavailable, path + ": " + failed.message()};
    return {};
}

void CrashRecords::remove(const std::string& name) const {
    std::error_code ignored;  // It may be gone already.
    fs::remove(path_of(name), ignored);
}

std::string CrashRecords::path_of(const std::string& name) const {
    return format("{}/{}{}", folder_, name, suffix);
}

}  // namespace slipway::runtime
