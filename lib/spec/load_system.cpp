#include <filesystem>
#include <limits>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/read_file.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

const std::string folder = "systems/";
const std::string ending = ".json";

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(ending); }

// Files that a system names, beside it: on disk, or among those that travel inside the library.
FileFinder beside(const std::filesystem::path& system) {
    return [directory = system.parent_path()](const std::string& path) {
        const std::string name = (directory / path).lexically_normal().generic_string();
        return NamedText{name, read_file(name, "a mesh", std::numeric_limits<std::uint64_t>::max())};
    };
}
NamedText embedded_beside(const std::string& path) {
    const std::string name = (std::filesystem::path(folder) / path).lexically_normal().generic_string();
    const auto found = embedded_files().find(name);
    if (found == embedded_files().end()) throw IoError(name, "is not built in");
    return {"built-in:" + path, found->second};
}

// Taken for a built-in name, though it is there as a file.
void refuse_file_without_ending(const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored))
        throw UsageError(name, "is a directory, expected a built-in system or a JSON file");
    if (std::filesystem::exists(name, ignored))
        throw UsageError(name,
                         "is a file, but its name does not end in .json, as that of a system file does; if it "
                         "holds JSON, rename it or write ./" +
                             name);
}

}  // namespace

SystemSpec load_system(const std::string& name_or_path) {
    if (is_path(name_or_path))
        return parse_system(read_file(name_or_path, "a JSON file"), name_or_path, beside(name_or_path));
    const auto found = embedded_files().find(folder + name_or_path + ending);
    if (found != embedded_files().end())
        return parse_system(found->second, "built-in:" + name_or_path, embedded_beside);
    refuse_file_without_ending(name_or_path);
    throw UsageError("", "unknown system '" + name_or_path + "'" + suggestion(name_or_path, builtin_system_names()) +
                             " (a file of your own is named with a '/' or ends in .json)");
}

std::vector<std::string> builtin_system_names() {
    std::vector<std::string> names;
    for (const auto& [file, text] : embedded_files())
        if (file.starts_with(folder) && file.ends_with(ending))
            names.push_back(file.substr(folder.size(), file.size() - folder.size() - ending.size()));
    return names;
}

}  // namespace cchnn
