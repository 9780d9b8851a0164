#include "core/paths/given_directory.hpp"

#include "core/errors.hpp"

namespace cchnn {

void require_directory(const std::filesystem::path& given) {
    std::error_code error;
    if (std::filesystem::is_directory(given, error)) return;
    if (!std::filesystem::exists(given, error)) throw IoError(given.string(), "does not exist; give a directory");
    const std::string holder = given.has_parent_path() ? given.parent_path().string() : ".";
    throw IoError(given.string(), "is a file; give a directory, such as the one that contains it: " + holder);
}

}  // namespace cchnn
