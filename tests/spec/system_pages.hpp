#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "places.hpp"

// The pages that define the system file: schemas/system.md and every page of schemas/system/.

namespace cchnn_test {

inline std::vector<std::filesystem::path> system_pages() {
    const std::filesystem::path schemas = std::filesystem::path(source_dir()) / "schemas";
    std::vector<std::filesystem::path> pages;
    for (const auto& entry : std::filesystem::directory_iterator(schemas / "system")) pages.push_back(entry.path());
    std::sort(pages.begin(), pages.end());
    pages.insert(pages.begin(), schemas / "system.md");
    return pages;
}

// All pages, one after the other.
inline std::string text_of_system_pages() {
    std::ostringstream text;
    for (const std::filesystem::path& page : system_pages()) text << std::ifstream(page).rdbuf() << "\n";
    return text.str();
}

}  // namespace cchnn_test
