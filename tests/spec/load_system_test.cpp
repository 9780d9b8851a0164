#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "places.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in_source_folder() {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(cchnn_test::source_dir()) / "systems"))
        if (entry.path().extension() == ".json" && entry.path().parent_path().filename() != "suites" &&
            entry.path().parent_path().filename() != "recipes" &&
            entry.path().parent_path().filename() != "checked" &&  // what others asked about, in files of their own
            entry.path().parent_path().filename() != "impacts")    // has contacts, which not every command follows
            names.push_back(entry.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

TEST_CASE("the built-in systems are the files of systems/") {
    CHECK(builtin_system_names() == names_in_source_folder());
    CHECK(builtin_system_names().size() >= 5);
}

TEST_CASE("every built-in system is valid, has the name of its file, a title, a description and a reference") {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const SystemSpec spec = load_system(name);
        CHECK(spec.name == name);
        CHECK(spec.source == "built-in:" + name);
        CHECK(spec.title != spec.name);
        CHECK(spec.description.size() > 100);
        CHECK(!spec.reference.empty());
    }
}

TEST_CASE("a system read from its file is the built-in one") {
    for (const std::string& name : builtin_system_names()) {
        const std::string group = builtin_system_group(name), folder = group.empty() ? group : group + "/";
        const std::string path = cchnn_test::source_dir() + "/systems/" + folder + name + ".json";
        CHECK(load_system(path).json == load_system(name).json);
        CHECK(load_system(path).source == path);
    }
}

TEST_CASE("the error on a member of a family that is not built in names the command that makes it") {
    for (const auto& [name, command] : {std::pair{"chain_pendulum_4", "chain --links 4"},
                                        {"chain_pendulum_1000", "chain --links 1000"},
                                        {"coupled_pendulum_2", "coupled --bobs 2"},
                                        {"beam_chain_5", "beam-chain --links 5"},
                                        {"ring_6", "ring --bobs 6"}})
        CHECK_THROWS_WITH_AS((void)load_system(name),
                             ("unknown system '" + std::string(name) + "'; cchnn-gen graph " + command + " > " + name +
                              ".json makes it; then give that file instead")
                                 .c_str(),
                             UsageError);
    CHECK_THROWS_WITH_AS((void)load_system("ring_"), doctest::Contains("known: "), UsageError);
}

TEST_CASE("an unknown name is a mistake of the command line, told with the nearest built-in name") {
    CHECK_THROWS_WITH_AS((void)load_system("chain_pendulm_3"),
                         "unknown system 'chain_pendulm_3', did you mean 'chain_pendulum_3'? "
                         "(a file of your own is named with a '/' or ends in .json)",
                         UsageError);
}

TEST_CASE("a file that cannot be read is an input/output error with the reason") {
    CHECK_THROWS_WITH_AS((void)load_system("no/such/file"), "no/such/file: cannot be read: No such file or directory",
                         IoError);
    CHECK_THROWS_WITH_AS((void)load_system("missing.json"), "missing.json: cannot be read: No such file or directory",
                         IoError);
    const std::string folder = fs::temp_directory_path().string() + "/";
    CHECK_THROWS_WITH_AS((void)load_system(folder), (folder + ": is a directory, expected a JSON file").c_str(),
                         IoError);
}

TEST_CASE("a file or directory that is no name of a built-in system is told as what it is") {
    const fs::path before = fs::current_path(), folder = fs::temp_directory_path() / "cchnn_load_system_names";
    fs::create_directories(folder / "data");
    std::ofstream(folder / "y.yaml") << "name: y\n";
    fs::current_path(folder);
    CHECK_THROWS_WITH_AS((void)load_system("y.yaml"),
                         "y.yaml: is a file, but its name does not end in .json, as that of a system file does; if it "
                         "contains JSON, rename it or write ./y.yaml",
                         UsageError);
    CHECK_THROWS_WITH_AS((void)load_system("data"), "data: is a directory, expected a built-in system or a JSON file",
                         IoError);
    std::ofstream("test.h5", std::ios::binary) << "\x89HDF\r\n\x1a\n and more";
    for (const std::string name : {"test.h5", "./test.h5"})
        CHECK_THROWS_WITH_AS((void)load_system(name),
                             (name + ": is an HDF5 file, expected a built-in system or a JSON file; cchnn-gen info " +
                              name + " says what is in it")
                                 .c_str(),
                             SpecError);
    fs::create_directories("gyroscope");  // no directory stands before a built-in system
    CHECK(load_system("gyroscope").source == "built-in:gyroscope");
    fs::current_path(before);
    fs::remove_all(folder);
}

TEST_CASE("problems of a file are told under its path, as invalid input") {
    const std::string path = (fs::temp_directory_path() / "cchnn_load_system_test.json").string();
    std::ofstream(path) << R"({"name": "A")";
    try {
        (void)load_system(path);
        FAIL("was accepted");
    } catch (const SpecError& error) {
        CHECK(std::string(error.what()).find(path + ": line 1, column 13: ") == 0);
        CHECK(error.exit_code() == ExitCode::invalid_input);
    }
    fs::remove(path);
}

// What is said of a system in `folder` whose mesh is this file.
std::string complaint_about_mesh(const fs::path& folder, const std::string& mesh) {
    nlohmann::json document =
        nlohmann::json::parse(std::ifstream(fs::path(cchnn_test::source_dir()) / "systems/mesh_top.json"));
    document["bodies"][1]["mesh"]["file"] = mesh;
    const std::string path = (folder / "a.json").string();
    std::ofstream(path) << document;
    try {
        return load_system(path).name;
    } catch (const SpecError& error) {
        return error.what();
    }
}

TEST_CASE("a mesh lies beside its system file or below, is a regular file, and its text is not told") {
    const fs::path folder = fs::temp_directory_path() / "cchnn_mesh_of_a_stranger";
    fs::remove_all(folder);
    fs::create_directories(folder / "meshes");
    fs::copy_file(fs::path(cchnn_test::source_dir()) / "systems/meshes/top.obj", folder / "meshes/top.obj");
    CHECK(complaint_about_mesh(folder, "meshes/top.obj") == "mesh_top");
    for (const char* outside : {"/etc/passwd", "../../etc/passwd", "/dev/zero", "meshes/../../x"}) {
        const std::string said = complaint_about_mesh(folder, outside);
        CAPTURE(said);
        CHECK(said.find("/bodies/1/mesh/file: '" + std::string(outside) + "': leaves the directory of the file") !=
              std::string::npos);
    }
    fs::create_symlink("/etc/passwd", folder / "link.obj");
    CHECK(contains_text(complaint_about_mesh(folder, "link.obj"), "leaves the directory"));
    REQUIRE(::mkfifo((folder / "pipe.obj").c_str(), 0600) == 0);
    CHECK(contains_text(complaint_about_mesh(folder, "pipe.obj"), "is a device or a pipe, expected a mesh"));
    std::ofstream(folder / "secret.obj") << "root:secret word\n";
    const std::string said = complaint_about_mesh(folder, "secret.obj");
    CHECK(contains_text(said, "secret.obj:1: unknown keyword"));
    CHECK_FALSE(contains_text(said, "root:"));
    fs::remove_all(folder);
}

}  // namespace
