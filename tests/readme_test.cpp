#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

#include "apps/users_clone.hpp"
#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"
#include "places.hpp"
#include "spec/read_system.hpp"

// What README.md, the tutorial, the how-to, the page on building a system and the gallery of systems show is what
// happens: in a fresh clone, the sh and python blocks of the first four run in order, in one shell, and their JSON
// examples are saved there under their names. A text block after a command is its output.

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;
using cchnn_test::Finished;
using cchnn_test::UsersClone;
const fs::path root = cchnn_test::source_dir();

std::string read(const fs::path& path) {
    std::ifstream in(path);
    REQUIRE_MESSAGE(in, path.string());
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

struct Block {
    std::string kind, text;
};
std::vector<Block> blocks_of(const std::string& markdown) {
    std::vector<Block> blocks;
    bool inside = false;
    std::istringstream in(markdown);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            if (!inside) blocks.push_back({line.substr(3), ""});
            inside = !inside;
        } else if (inside) {
            blocks.back().text += line + "\n";
        }
    }
    return blocks;
}

// The programs which this test uses are built already.
std::string without_builds(const std::string& commands) {
    const std::string started = std::regex_replace(commands, std::regex("apps/quickstart\\.sh"), "$& --no-build");
    return std::regex_replace(started, std::regex("(^|\n)(tests/run\\.sh|\\.ci/run)(?=\n|$)"), "");
}

// Is `actual` what `shown` shows? How long something took "(1.4 s)" is nobody's promise, a line "..." stands for any
// number of lines, and " ..." at the end of a line for the rest of it.
bool agrees(const std::string& shown, const std::string& actual) {
    static const std::regex duration("\\([0-9.]+ s\\)");
    const std::string text = std::regex_replace(actual, duration, "(... s)");
    std::size_t from = 0;
    std::istringstream in(std::regex_replace(shown, duration, "(... s)"));
    bool gap = false;
    for (std::string line; std::getline(in, line);) {
        if (line == "...") {
            gap = true;
            continue;
        }
        const bool is_cut = line.ends_with(" ...");
        const std::string wanted = is_cut ? line.substr(0, line.size() - 4) : line + "\n";
        const std::size_t found = text.find(wanted, from);
        if (found == std::string::npos || (!gap && found != from)) return false;
        from = is_cut ? text.find('\n', found) + 1 : found + wanted.size();
        gap = false;
    }
    return gap || from == text.size();
}

void run_python(const UsersClone& clone, const std::string& script) {
    if (clone.run("/usr/bin/python3 -c 'import h5py'").exit_code != 0) {
        MESSAGE("skipped: /usr/bin/python3 cannot import h5py");
        return;
    }
    clone.save("block.py", script);
    const Finished finished = clone.run("/usr/bin/python3 block.py");
    CHECK_MESSAGE(finished.exit_code == 0, script << finished.output);
}

void save_json(const UsersClone& clone, const std::string& text) {
    std::smatch name;
    REQUIRE(std::regex_search(text, name, std::regex("\"name\": \"([a-z0-9_]+)\"")));
    clone.save(name[1].str() + ".json", text);
}

struct Ran {
    int commands = 0, outputs = 0;
};

Ran run_blocks(const UsersClone& clone, const std::vector<Block>& blocks) {
    Ran ran;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].kind == "json") save_json(clone, blocks[i].text);
        if (blocks[i].kind == "python") run_python(clone, blocks[i].text);
        if (blocks[i].kind != "sh") continue;
        const std::string script = without_builds(blocks[i].text);
        const Finished finished = clone.run(script);
        CHECK_MESSAGE(finished.exit_code == 0, script << finished.output);
        ++ran.commands;
        if (i + 1 == blocks.size() || blocks[i + 1].kind != "text") continue;
        CHECK_MESSAGE(agrees(blocks[i + 1].text, finished.output), script << "printed:\n" << finished.output);
        ++ran.outputs;
    }
    return ran;
}

TEST_CASE(
    "commands of README.md, the tutorial, the how-to and build_your_own.md work in a fresh clone, in this order, and "
    "print what is shown") {
    const UsersClone clone;
    REQUIRE(clone.run("cchnn-gen --version").exit_code == 127);  // not on the PATH until README.md puts it there
    const auto ran = [&](const std::string& page) {
        CAPTURE(page);
        return run_blocks(clone, blocks_of(read(root / page)));
    };
    const Ran readme = ran("README.md"), tutorial = ran("apps/tutorial.md"), howto = ran("apps/howto.md"),
              own = ran("systems/build_your_own.md");
    CHECK(readme.commands >= 4);
    CHECK(readme.outputs >= 1);
    CHECK(tutorial.commands >= 1);
    CHECK(howto.commands >= 6);
    CHECK(howto.outputs >= 1);
    CHECK(own.commands >= 1);
    CHECK(own.outputs >= 1);
}

TEST_CASE("README.md has at most 110 lines of 100 columns, and the first picture is on the first screen") {
    const std::string text = read(root / "README.md");
    CHECK(std::count(text.begin(), text.end(), '\n') <= 110);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) CHECK_MESSAGE(line.size() <= 100, line);
    const std::size_t picture = text.find("\n![");
    REQUIRE(picture != std::string::npos);
    CHECK(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(picture), '\n') < 24);
}

TEST_CASE("apps/quickstart.sh runs the commands of README.md's second block of commands, line for line") {
    std::vector<Block> blocks = blocks_of(read(root / "README.md"));
    std::erase_if(blocks, [](const Block& block) { return block.kind != "sh"; });
    REQUIRE(blocks.size() > 2);
    CHECK(blocks[0].text.starts_with("apps/quickstart.sh\n"));
    CHECK(contains_text(read(root / "apps/quickstart.sh"), "\nset -x\n" + blocks[1].text + "{ set +x; }"));
}

TEST_CASE("scripts that README.md names are there and can be run") {
    const std::string text = read(root / "README.md");
    for (const std::string script : {"apps/quickstart.sh", "tests/run.sh", ".ci/run"}) {
        CHECK_MESSAGE(contains_text(text, script), script);
        CHECK_MESSAGE((fs::status(root / script).permissions() & fs::perms::owner_exec) != fs::perms::none, script);
    }
}

TEST_CASE("files and names of lib/NOTATION.md exist") {
    const std::string text = read(root / "lib/NOTATION.md");
    const std::regex file(R"(`((?:[a-z_]+/)+[a-z_0-9]+\.hpp)`)");
    int files = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), file), end; match != end; ++match, ++files)
        CHECK_MESSAGE(fs::exists(root / "lib" / (*match)[1].str()), (*match)[1].str());
    CHECK(files > 30);
    std::string headers;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "lib"))
        if (entry.path().extension() == ".hpp") headers += read(entry.path());
    const std::regex function(R"(([a-z_]+)\(\w*(, \w+)*\)`)");
    int functions = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), function), end; match != end; ++match, ++functions)
        CHECK_MESSAGE(contains_text(headers, " " + (*match)[1].str() + "("), (*match)[1].str());
    CHECK(functions > 10);
}

TEST_CASE("kernels speak in the terms of lib/NOTATION.md, not in the metaphors that these replaced") {
    const std::regex metaphor(R"(\b(swings?|lags?|gaps?|lack|heavy|bend|anew|rows_on_the_way)\b)");
    CHECK(std::regex_search("part.lag(weights, out);", metaphor));
    CHECK(!std::regex_search("part.bias_acceleration(weights, out);", metaphor));
    int files = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "lib/mechanics/kernels")) {
        if (entry.path().extension() != ".hpp") continue;
        ++files;
        const std::string text = read(entry.path());
        std::smatch found;
        CHECK_MESSAGE(!std::regex_search(text, found, metaphor), entry.path().string() << ": " << found.str());
    }
    CHECK(files > 20);
}

// Text under the heading "### `name`", up to the next heading.
std::string section_of(const std::string& document, const std::string& name) {
    const std::size_t begin = document.find("# `" + name + "`\n");
    if (begin == std::string::npos) return "";
    return document.substr(begin, document.find("\n#", begin) - begin);
}

// A number as a word of its own: 1 is not part of 0.15.
bool says(const std::string& text, const std::string& number) {
    const std::string escaped = std::regex_replace(number, std::regex("\\."), "\\.");
    return std::regex_search(text, std::regex("(^|[^0-9.])" + escaped + "([^0-9.]|$)"));
}

// The pages of systems/groups/, each with the systems of one group.
std::vector<fs::path> group_pages() {
    std::vector<fs::path> pages;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "systems/groups"))
        pages.push_back(entry.path());
    return pages;
}

// The page that has a section of this system, and its text.
std::pair<std::string, std::string> page_of(const std::string& system) {
    for (const fs::path& page : group_pages())
        if (const std::string text = read(page); !section_of(text, system).empty())
            return {page.filename().string(), text};
    return {};
}

bool is_system(const std::string& path) {
    return path.starts_with("systems/") && !path.starts_with("systems/suites/") &&
           !path.starts_with("systems/recipes/") && path.ends_with(".json");
}

TEST_CASE("the pages of systems/groups/ have a section, a picture and the constants of every file in systems/") {
    int systems = 0;
    for (const auto& [path, json] : embedded_files()) {
        if (!is_system(path)) continue;
        ++systems;
        const std::string name = fs::path(path).stem();
        const std::string section = section_of(page_of(name).second, name);
        CHECK_MESSAGE(!section.empty(), "no section '## `" << name << "`'");
        CHECK_MESSAGE(contains_text(section, "(../pictures/" + name + ".svg)"), name);
        const std::regex constant(R"re("(mass|length|stiffness|rest_length)": ([0-9.]+))re");
        for (std::sregex_iterator match(json.begin(), json.end(), constant), end; match != end; ++match)
            CHECK_MESSAGE(says(section, (*match)[2].str()), name << ": " << match->str());
    }
    CHECK(systems >= 5);
}

// A row "| [`name`](#name) | d | bodies | scalar constraints | degrees of freedom | dt | samples |" on the page of its
// group, and a row with the picture and "| [`name`](groups/page.md#name) | degrees of freedom | ..." in the gallery.
TEST_CASE("the tables of the gallery and of its pages say what the systems compile into") {
    const std::string gallery = read(root / "systems/README.md");
    for (const auto& [path, json] : embedded_files()) {
        if (!is_system(path)) continue;
        const SystemSpec spec = load_system(fs::path(path).stem().string());
        const BodyGraph graph(spec);
        const ConstrainedSystem system(spec, graph);
        const auto bodies = std::count_if(spec.bodies.begin(), spec.bodies.end(),
                                          [](const BodySpec& body) { return body.type != BodyType::origin; });
        std::ostringstream row;
        row << "| [`" << spec.name << "`](#" << spec.name << ") | " << spec.dimension << " | " << bodies << " | "
            << system.rows().size() << " | " << system.degrees_of_freedom() << " | " << spec.sampling.dt << " "
            << spec.units.time << " | " << spec.sampling.steps << " |\n";
        const std::pair<std::string, std::string> page = page_of(spec.name);
        CHECK_MESSAGE(contains_text(page.second, row.str()), row.str());
        std::ostringstream entry;
        entry << "\"pictures/" << spec.name << ".svg\" width=\"96\" alt=\"\"> | [`" << spec.name << "`](groups/"
              << page.first << "#" << spec.name << ") | " << system.degrees_of_freedom() << " | ";
        CHECK_MESSAGE(contains_text(gallery, entry.str()), entry.str());
    }
}

}  // namespace
