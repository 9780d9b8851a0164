#include "core/paths/nearest_file.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"

namespace cchnn {

std::string file_suggestion(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    constexpr std::size_t most = 10'000;  // a message is not worth more
    std::error_code error;
    if (fs::exists(path, error) || !path.has_filename()) return "";
    const fs::path directory = path.parent_path();
    std::vector<std::string> names;
    for (fs::directory_iterator entry(directory.empty() ? "." : directory, error), end;
         !error && entry != end && names.size() < most; entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    const std::string nearest = nearest_name(path.filename().string(), names);
    return nearest.empty() ? "" : ", did you mean '" + (directory / nearest).string() + "'?";
}

}  // namespace cchnn
