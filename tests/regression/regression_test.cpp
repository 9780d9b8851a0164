// Truth does not change unnoticed: every lock file of this directory is generated again and compared, digest by digest.
// tests/regression/renew.sh writes them anew; tests/README.md then has to say so.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "core/sha256.hpp"
#include "core/version.hpp"
#include "elements/spring.hpp"
#include "places.hpp"
#include "spec/read_system.hpp"
#include "stories/verify/regenerate.hpp"

using namespace cchnn;

namespace {

namespace fs = std::filesystem;
const fs::path directory = fs::path(cchnn_test::source_dir()) / "tests/regression";

std::vector<fs::path> json_files_of(const fs::path& place) {
    std::set<fs::path> sorted;
    for (const auto& entry : fs::directory_iterator(place))
        if (entry.path().extension() == ".json") sorted.insert(entry.path());
    return {sorted.begin(), sorted.end()};
}
std::vector<fs::path> lock_files() { return json_files_of(directory); }
// Systems that are not built in: their properties differ from trajectory to trajectory.
std::vector<fs::path> family_files() { return json_files_of(directory / "families"); }

// The file of a lock's system, when it is a family.
std::optional<std::string> file_of(const std::string& system) {
    const fs::path family = directory / "families" / (system + ".json");
    return fs::exists(family) ? std::optional(family.string()) : std::nullopt;
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// The SHA-256 of the truth digests of all lock files, a line each, as renew.sh computes it.
std::string digest_of_truth() {
    Sha256 hash;
    for (const fs::path& file : lock_files())
        for (const SplitContent& split : read_lock_file(file).splits) {
            const std::string line = "      \"truth_digest\": \"" + split.truth_digest + "\",\n";
            hash.add(line.data(), line.size());
        }
    return hash.hex();
}

}  // namespace

TEST_CASE("every lock file of tests/regression is generated again, digest for digest") {
    const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    for (const fs::path& file : lock_files()) {
        const LockFile lock = read_lock_file(file);
        const LockComparison made = regenerate(lock, locked_system(lock, file_of(lock.system_name)), threads);
        for (const DigestDifference& difference : made.differences)
            FAIL_CHECK(file.filename() << ": " << to_text(difference));
    }
}

TEST_CASE("there is a lock file for every built-in system, every family, and every method") {
    std::set<std::string> systems, methods;
    for (const fs::path& file : lock_files()) {
        const LockFile lock = read_lock_file(file);
        systems.insert(lock.system_name);
        methods.insert(name(lock.protocol.method));
    }
    const std::vector<std::string> builtin = builtin_system_names();
    std::set<std::string> expected(builtin.begin(), builtin.end());
    for (const fs::path& family : family_files()) expected.insert(family.stem());
    CHECK(systems == expected);
    CHECK(methods.size() == all_methods().size());
}

TEST_CASE("the families draw masses, lengths, stiffnesses at rest length 0, and second moments of a hinged body") {
    std::set<std::string> drawn;
    for (const fs::path& family : family_files()) {
        const SystemSpec spec = load_system(family.string());
        CHECK(spec.name == family.stem());
        CHECK_MESSAGE(!spec.varied.empty(), spec.name);
        for (const ItemSpec& potential : spec.potentials)
            if (const auto* spring = potential.as<SpringSpec>()) CHECK(spring->rest_length == 0);
        for (const VariedProperty& property : spec.varied)
            drawn.insert(spec.name + std::regex_replace(property.pointer, std::regex("/[0-9]+(?=/|$)"), ""));
    }
    CHECK(drawn == std::set<std::string>{"any_chain_3/bodies/mass", "any_chain_3/constraints/length",
                                         "any_hinged_arm_2/bodies/mass", "any_hinged_arm_2/bodies/second_moments",
                                         "any_springs_2/potentials/stiffness"});
}

TEST_CASE("tests/README.md says which truth this is, on top of its table of versions") {
    const std::string readme = text_of(fs::path(cchnn_test::source_dir()) / "tests/README.md");
    const std::regex row(R"re(\| ([0-9.]+) \| `([0-9a-f]{64})` \|)re");
    std::smatch top;
    REQUIRE(std::regex_search(readme, top, row));
    CHECK(top[1] == tool_version);
    CHECK_MESSAGE(top[2] == digest_of_truth(),
                  "truth changed: say so in tests/README.md, with the line that "
                  "tests/regression/renew.sh prints");
}
