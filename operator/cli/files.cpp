#include "cli/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/text.hpp"

namespace slipway::cli {
namespace {

namespace fs = std::filesystem;
using manifest::NamedText;

Error unreadable(const std::string& path, std::string_view why) {
    return {ErrorKind::SourceNotFound, format("{}: {}", path, why)};
}

bool is_manifest(const fs::path& path) {
    const auto extension = path.extension();
    return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

template <class Iterator>
std::vector<fs::path> manifests_in(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : Iterator(folder)) {
        if (entry.is_regular_file() && is_manifest(entry.path())) found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

Result<NamedText> read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return unreadable(path, "cannot be opened; check that it may be read");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad()) return unreadable(path, "cannot be read");
    return NamedText{path, std::move(text)};
}

Result<std::vector<fs::path>> files_of(const std::string& path, bool recursive) {
    if (path.starts_with("http://") || path.starts_with("https://")) {
        return unreadable(
            path, "URLs are not read; fetch it first: curl -sL URL | slipway ... -f -"
        );
    }
    if (!fs::exists(path)) return unreadable(path, "there is no such file or folder");
    if (!fs::is_directory(path)) return std::vector<fs::path>{path};
    auto found = recursive ? manifests_in<fs::recursive_directory_iterator>(path)
                           : manifests_in<fs::directory_iterator>(path);
    if (!found.empty()) return found;
    return unreadable(
        path,
        recursive ? "holds no .yaml, .yml or .json file"
                  : "holds no .yaml, .yml or .json file; -R looks into the folders below it too"
    );
}

}  // namespace

Result<std::vector<NamedText>> read_files(
    const std::vector<std::string>& paths, bool recursive, std::istream& in
) {
    std::vector<NamedText> texts;
    for (const std::string& path : paths) {
        if (path == "-") {
            texts.push_back({"stdin", std::string(std::istreambuf_iterator<char>(in), {})});
            continue;
        }
        try {
            for (const fs::path& file : TRY(files_of(path, recursive)))
                texts.push_back(TRY(read_file(file)));
        } catch (const fs::filesystem_error& error) {
            return unreadable(path, error.code().message());
        }
    }
    return texts;
}

}  // namespace slipway::cli
