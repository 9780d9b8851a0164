#include "core/paths/contained_path.hpp"

#include <algorithm>
#include <system_error>

#include "core/errors.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& name) {
    throw IoError("'" + name + "'",
                  "leaves the directory of the file that names it; copy the file into that directory or below it, and "
                  "give its path from there");
}

bool is_below(const fs::path& path, const fs::path& directory) {
    return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

}  // namespace

fs::path contained_path(const fs::path& directory, const std::string& name) {
    const fs::path inside = fs::path(name).lexically_normal();  // "sub/../a.obj" stays inside
    if (name.find('\0') != std::string::npos || inside.is_absolute() || std::ranges::find(inside, "..") != inside.end())
        refuse(name);
    std::error_code unknown, error;
    const fs::path base = fs::weakly_canonical(directory.empty() ? "." : directory, unknown);
    const fs::path target = fs::weakly_canonical(base / inside, error);
    if (unknown || error || !is_below(target, base)) refuse(name);
    return (directory / inside).lexically_normal();
}

}  // namespace cchnn
