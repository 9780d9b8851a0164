#include <filesystem>
#include <fstream>
#include <map>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/paths/contained_path.hpp"
#include "core/paths/read_file.hpp"
#include "mesh/obj_file.hpp"
#include "spec/builtin_system.hpp"
#include "spec/read_system.hpp"
#include "spec/resolve_meshes.hpp"

namespace cchnn {
namespace {

const std::string folder = "systems/", suites = "systems/suites/", recipes = "systems/recipes/";
const std::string ending = ".json";

// A name without a slash and without .json is that of a built-in system, so a built-in one is never hidden by a
// file.
bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(ending); }

// Finds the files that a system names, relative to its own file: on disk (never above its directory), or in the
// library.
FileFinder beside(const std::filesystem::path& system) {
    return [directory = system.parent_path()](const std::string& path) {
        const std::string name = contained_path(directory, path).generic_string();
        return NamedText{name, read_file(name, "a mesh", most_mesh_bytes)};
    };
}
// Files of built-in systems are in the program itself.
FileFinder embedded_beside(const std::string& system) {
    return [directory = std::filesystem::path(system).parent_path()](const std::string& path) {
        const std::string name = (directory / path).lexically_normal().generic_string();
        const auto found = embedded_files().find(name);
        if (found == embedded_files().end()) throw IoError(name, "is not built in");
        return NamedText{"built-in:" + path, found->second};
    };
}

// The names of built-in systems with the paths of their files, in systems/ or in one of its folders.
const std::map<std::string, std::string>& builtin_files() {
    static const std::map<std::string, std::string> files = [] {
        std::map<std::string, std::string> found;
        for (const auto& [file, text] : embedded_files())
            if (file.starts_with(folder) && file.ends_with(ending) && !file.starts_with(suites) &&
                !file.starts_with(recipes))
                found[std::filesystem::path(file).stem()] = file;
        return found;
    }();
    return files;
}

// Whether a text begins as an HDF5 file does.
bool is_hdf5(const std::string& text) { return text.starts_with("\x89HDF\r\n\x1a\n"); }

// Eight bytes, as many as HDF5's mark has; blanks where the file is shorter.
std::string first_bytes(const std::string& path) {
    std::string bytes(8, ' ');
    std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
    return bytes;
}

SpecError holds_no_system(const std::string& path) {
    return SpecError(path, "is an HDF5 file, expected a built-in system or a JSON file; cchnn-gen info " + path +
                               " says what is in it");
}

// Throws if a name that is not built in is the name of an existing file, with a hint how to name the file.
void refuse_file_without_ending(const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored))
        throw IoError(name, "is a directory, expected a built-in system or a JSON file");
    if (std::filesystem::is_regular_file(name, ignored) && is_hdf5(first_bytes(name))) throw holds_no_system(name);
    if (std::filesystem::exists(name, ignored))
        throw UsageError(name,
                         "is a file, but its name does not end in .json, as that of a system file does; if it contains "
                         "JSON, rename it or write ./" +
                             name);
}

// What makes a member of a family that is not built in: "; cchnn-gen graph chain --links 4 > chain_pendulum_4.json ...";
// "" for any other name.
std::string made_by_graph(const std::string& name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    const std::string number = name.substr(digits);
    for (const auto& [family, command] : {std::pair{"chain_pendulum_", "cchnn-gen graph chain --links "},
                                          {"coupled_pendulum_", "cchnn-gen graph coupled --bobs "},
                                          {"beam_chain_", "cchnn-gen graph beam-chain --links "},
                                          {"ring_", "cchnn-gen graph ring --bobs "}})
        if (name.substr(0, digits) == family && !number.empty())
            return "; " + (command + number) + " > " + name + ".json makes it; then give that file instead";
    return "";
}

// Names the most likely mistake: to give a data set instead of the system in it.
std::string system_text(const std::string& path) {
    std::string text = read_named_file(path, "a JSON file");
    if (is_hdf5(text)) throw holds_no_system(path);
    return text;
}

}  // namespace

SystemSpec load_system(const std::string& name_or_path) {
    const FileFinder files = files_beside_system(name_or_path);
    if (is_path(name_or_path)) return parse_system(system_text(name_or_path), name_or_path, files);
    if (const auto found = builtin_files().find(name_or_path); found != builtin_files().end())
        return parse_builtin_system(embedded_files().at(found->second), "built-in:" + name_or_path, files);
    refuse_file_without_ending(name_or_path);
    const std::string made = made_by_graph(name_or_path);
    const std::string named =
        suggestion(name_or_path, builtin_system_names()) + " (a file of your own is named with a '/' or ends in .json)";
    throw UsageError("", "unknown system '" + name_or_path + "'" + (made.empty() ? named : made));
}

SystemSpec builtin_system(const std::string& name, const std::string& where) {
    if (!builtin_files().contains(name))
        throw SpecError(where, "no built-in system is called '" + name + "'" +
                                   suggestion(name, builtin_system_names()) +
                                   "; write a system of your own there as a JSON object");
    return load_system(name);
}

FileFinder files_beside_system(const std::string& name_or_path) {
    if (is_path(name_or_path)) return beside(name_or_path);
    const auto found = builtin_files().find(name_or_path);
    return found == builtin_files().end() ? FileFinder() : embedded_beside(found->second);
}

std::vector<std::string> builtin_system_names() {
    std::vector<std::string> names;
    for (const auto& [name, file] : builtin_files()) names.push_back(name);
    return names;
}

// The folder of a built-in system under systems/; empty for one that is in none.
std::string builtin_system_group(const std::string& name) {
    const std::string& file = builtin_files().at(name);
    const std::size_t slash = file.rfind('/');
    return slash < folder.size() ? "" : file.substr(folder.size(), slash - folder.size());
}

}  // namespace cchnn
