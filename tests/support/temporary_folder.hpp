/// A folder that goes with the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/catch.hpp"

namespace slipway::test {

class TemporaryFolder {
public:
    TemporaryFolder() {
        path_ = (std::filesystem::temp_directory_path() / "slipway-XXXXXX").string();
        REQUIRE(mkdtemp(path_.data()) != nullptr);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }
    bool is_empty() const { return std::filesystem::is_empty(path_); }

private:
    std::string path_;
};

}  // namespace slipway::test
