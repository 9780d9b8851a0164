#include "core/paths/given_directory.hpp"

#include "core/errors.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

void require_directory(const std::filesystem::path& given) {
    std::error_code error;
    if (std::filesystem::is_directory(given, error)) return;
    if (!std::filesystem::exists(given, error)) throw IoError(given.string(), "does not exist; give a directory");
    const std::string holder = given.has_parent_path() ? given.parent_path().string() : ".";
    throw IoError(given.string(), "is a file; give a directory, such as the one that contains it: " + holder);
}

void make_directories(const std::filesystem::path& directory, const std::filesystem::path& named) {
    std::error_code error, ignored;
    std::filesystem::create_directories(directory, error);
    if (!error) return;
    std::filesystem::path there = directory;
    while (there.has_parent_path() && there != there.parent_path() && !std::filesystem::exists(there, ignored))
        there = there.parent_path();
    const bool in_the_way = std::filesystem::exists(there, ignored) && !std::filesystem::is_directory(there, ignored);
    throw IoError(named.string(),
                  "cannot be created: " + (in_the_way ? there.string() + " is not a directory" : system_reason(error)));
}

RemovedIfEmpty::RemovedIfEmpty(std::filesystem::path directory) {
    std::error_code ignored;
    for (; !directory.empty() && !std::filesystem::exists(directory, ignored); directory = directory.parent_path())
        missing_.push_back(directory);
}

RemovedIfEmpty::~RemovedIfEmpty() {
    std::error_code ignored;
    for (const std::filesystem::path& directory : missing_) std::filesystem::remove(directory, ignored);
}

}  // namespace cchnn
