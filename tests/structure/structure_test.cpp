#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include "contains_text.hpp"
#include "places.hpp"
#include "structure/include_circles.hpp"
#include "structure/source_rules.hpp"

// The rules hold in this repository, and each of them notices when it is broken.

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;
const fs::path root = cchnn_test::source_dir();

std::string text_of(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::vector<SourceFile> sources(const std::vector<const char*>& parts = {"lib", "apps"}) {
    std::vector<SourceFile> files;
    for (const char* part : parts)
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / part)) {
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".hpp") continue;
            files.push_back({fs::relative(entry.path(), root).generic_string(), text_of(entry.path())});
        }
    return files;
}

std::string joined(const Complaints& complaints) {
    std::string text;
    for (const std::string& complaint : complaints) text += complaint + "\n";
    return text;
}

// Names in the root: what git tracks, so that a user's own data there does not matter; else the directory.
std::set<std::string> names_in_root() {
    std::set<std::string> names;
    const std::string command = "git -c safe.directory='*' -C '" + root.string() + "' ls-files 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    REQUIRE(pipe);
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), pipe.get())) {
        const std::string path = line.data();
        names.insert(path.substr(0, path.find_first_of("/\n")));
    }
    if (names.empty())
        for (const fs::directory_entry& entry : fs::directory_iterator(root)) names.insert(entry.path().filename());
    return names;
}

TEST_CASE("arrows between rooms point one way, and every include leads to a file") {
    const std::vector<SourceFile> files = sources();
    REQUIRE(files.size() > 100);  // the walk found the house
    CHECK(joined(arrow_complaints(files)) == "");
}

TEST_CASE("modules of a room include each other in no circle") { CHECK(joined(circle_complaints(sources())) == ""); }

TEST_CASE("a circle of includes is noticed, through headers and sources alike") {
    const std::vector<SourceFile> files{{"lib/mechanics/a.hpp", ""},
                                        {"lib/mechanics/a.cpp", "#include \"mechanics/b.hpp\"\n"},
                                        {"lib/mechanics/b.hpp", "#include \"mechanics/plan/c.hpp\"\n"},
                                        {"lib/mechanics/plan/c.hpp", "#include <vector>\n"},
                                        {"lib/mechanics/d.hpp", "#include \"mechanics/a.hpp\"\n"},
                                        {"lib/graph/e.hpp", "#include \"graph/e.hpp\"\n"}};
    CHECK(joined(circle_complaints(files, "mechanics")) == "");
    std::vector<SourceFile> with_circle = files;
    with_circle[3].text = "#include \"mechanics/a.hpp\"\n";
    CHECK(joined(circle_complaints(with_circle, "mechanics")) ==
          "lib/mechanics/a: includes lead back to it: mechanics/b mechanics/plan/c mechanics/a\n"
          "lib/mechanics/b: includes lead back to it: mechanics/plan/c mechanics/a mechanics/b\n"
          "lib/mechanics/plan/c: includes lead back to it: mechanics/a mechanics/b mechanics/plan/c\n");
    CHECK(contains_text(joined(circle_complaints(with_circle)), "lib/mechanics/a: includes lead back to it"));
    CHECK(contains_text(joined(circle_complaints(files)), "score: has no circles; take it off the list"));
}

TEST_CASE("heavy headers stay inside their rooms") { CHECK(joined(heavy_header_complaints(sources())) == ""); }

TEST_CASE("what runs on any processor compiles no kernel") { CHECK(joined(kernel_complaints(sources())) == ""); }

TEST_CASE("a touch of a kind compiles at most eleven files, and what holds all kinds sees none") {
    const std::vector<SourceFile> files = sources();
    CHECK(joined(kind_complaints(files, 11)) == "");
    CHECK(contains_text(joined(kind_complaints(files, 2)), "lib/elements/spring.hpp: is compiled by "));
}

TEST_CASE("no file is longer than 600 lines") { CHECK(joined(length_complaints(sources(), 600)) == ""); }

TEST_CASE("no room has more than 22 modules") { CHECK(joined(crowded_room_complaints(sources({"lib"}), 22)) == ""); }

TEST_CASE("a crowded room is noticed, kinds of elements and rooms within a room are not") {
    const std::vector<SourceFile> files{{"lib/score/a.hpp", ""},    {"lib/score/a.cpp", ""},
                                        {"lib/score/b.cpp", ""},    {"lib/score/in/c.hpp", ""},
                                        {"lib/elements/d.hpp", ""}, {"lib/elements/e.hpp", ""}};
    CHECK(joined(crowded_room_complaints(files, 2)) == "");
    CHECK(joined(crowded_room_complaints(files, 1)) ==
          "lib/score: has 2 modules, at most 1; look for the rooms in it\n");
}

TEST_CASE("no thread_local variable needs a destructor") {
    CHECK(joined(thread_storage_complaints(sources({"lib", "apps"}))) == "");
    const std::vector<SourceFile> files{
        {"lib/score/a.cpp",
         "thread_local int depth = 0;\nvoid f() {\n    thread_local std::vector<double> work;\n"
         "    static thread_local std::string text;\n}\n// A thread_local std::string is not one here.\n"}};
    const std::string what = "has a thread_local that is no number; use PerThread\n";
    CHECK(joined(thread_storage_complaints(files)) == "lib/score/a.cpp:3: " + what + "lib/score/a.cpp:4: " + what);
}

std::vector<SourceFile> lists_of_sources() {
    std::vector<SourceFile> lists;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "lib"))
        if (const fs::path list = entry.path() / "CMakeLists.txt"; fs::exists(list))
            lists.push_back({fs::relative(list, root).generic_string(), text_of(list)});
    return lists;
}

TEST_CASE("the core includes nothing of converters, boards and challenges") {
    CHECK(joined(part_complaints(sources(), lists_of_sources())) == "");
}

TEST_CASE("a core that includes a converter is noticed, a part that includes the core is not") {
    const std::vector<SourceFile> lists{{"lib/convert/CMakeLists.txt", "cchnn_sources(convert *.cpp)\n"},
                                        {"lib/stories/CMakeLists.txt", "cchnn_sources(boards benchmark/board.cpp)\n"}};
    const std::vector<SourceFile> good{{"lib/convert/xml.cpp", "#include \"core/errors.hpp\"\n"},
                                       {"lib/convert/urdf.cpp", "#include \"convert/xml.hpp\"\n"},
                                       {"apps/cchnn-gen/run.cpp", "#include \"convert/xml.hpp\"\n"}};
    CHECK(joined(part_complaints(good, lists)) == "");
    const std::vector<SourceFile> bad{{"lib/report/made.cpp", "#include \"convert/xml.hpp\"\n"},
                                      {"lib/convert/urdf.cpp", "#include \"stories/benchmark/board.hpp\"\n"},
                                      {"lib/stories/info.cpp", "#include \"stories/benchmark/board.hpp\"\n"}};
    CHECK(part_complaints(bad, lists).size() == 3);
    CHECK(part_complaints(good, {}).size() == 1);
}

TEST_CASE("no structured binding is captured") { CHECK(joined(capture_complaints(sources({"tests"}))) == ""); }

TEST_CASE("a structured binding that is captured is noticed, where it is one and not after its loop") {
    const std::vector<SourceFile> files{{"tests/a_test.cpp",
                                         "    for (const auto& [key, value] : all) {\n        CAPTURE(key);\n    }\n"
                                         "    CAPTURE(key);\n    const auto& [a, b] = one;\n    CAPTURE(b);\n"
                                         "    CAPTURE(one.first);\n}\n    CAPTURE(b);\n"}};
    const std::string what = ", a structured binding, which Clang refuses; capture what it is bound to\n";
    CHECK(joined(capture_complaints(files)) ==
          "tests/a_test.cpp:2: captures 'key'" + what + "tests/a_test.cpp:6: captures 'b'" + what);
}

TEST_CASE("alternatives are answered by name") { CHECK(joined(catch_all_complaints(sources())) == ""); }

TEST_CASE("kinds are named in their room") { CHECK(joined(kind_name_complaints(sources())) == ""); }

TEST_CASE("methods are named in their table") { CHECK(joined(method_complaints(sources())) == ""); }

TEST_CASE("the stepping path calls no function of libm but sqrt") {
    CHECK(joined(stepping_path_complaints(sources())) == "");
}

TEST_CASE("systems are compiled in lib/model alone") { CHECK(joined(maker_complaints(sources())) == ""); }

TEST_CASE("the root of the repository holds the agreed names, and every room of the order exists") {
    const std::set<std::string> agreed{"apps", "lib", "systems", "schemas", "tests", "CMakeLists.txt", "README.md"};
    std::set<std::string> seen;
    for (const std::string& name : names_in_root()) {
        if (name.starts_with(".") || name.starts_with("build")) continue;
        seen.insert(name);
    }
    CHECK(seen == agreed);
    for (const std::string& room : rooms)
        if (room != "apps") CHECK_MESSAGE(fs::is_directory(root / "lib" / room), room);
}

TEST_CASE("every test has a name of its own, in whichever program it is") {
    static const std::regex test_case(R"re(\n\s*TEST_CASE(?:_FIXTURE)?\((?:\w+,)?\s*"((?:[^"\\]|\\.|"\s*")*)")re");
    std::map<std::string, std::string> file_of;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
        const std::string path = fs::relative(entry.path(), root).generic_string();
        if (!path.ends_with("_test.cpp")) continue;
        const std::string text = text_of(entry.path());
        for (std::sregex_iterator name(text.begin(), text.end(), test_case), end; name != end; ++name) {
            const auto inserted = file_of.emplace((*name)[1], path);
            CHECK_MESSAGE(inserted.second, path << " and " << inserted.first->second << " have a test called '"
                                                << inserted.first->first << "'");
        }
    }
    CHECK(file_of.size() > 900);  // the walk found them
}

TEST_CASE("an arrow that points backwards is noticed, a forward one is not") {
    const std::vector<SourceFile> files{
        {"lib/core/a.hpp", "#pragma once\n"},
        {"lib/graph/b.hpp", "#include \"core/a.hpp\"\n#include \"score/c.hpp\"\n"},
        {"lib/score/c.hpp", "#include \"graph/b.hpp\"\n#include \"d.hpp\"\n"},
        {"lib/score/d.hpp", "#include \"../stories/generate/generate.hpp\"\n"},
        {"lib/stories/generate/generate.hpp", "#include \"report/none.hpp\"\n"},
        {"lib/attic/e.hpp", ""},
        {"apps/p/main.cpp", "#include \"../run.hpp\"\n#include \"stories/generate/generate.hpp\"\n"},
        {"apps/run.hpp", "#include \"score/c.hpp\"\n"},
        {"lib/dataset/l.hpp", "#include \"dataset/reader/r.hpp\"\n"},
        {"lib/dataset/reader/r.hpp", "#include \"dataset/writer/w.hpp\"\n"},
        {"lib/dataset/writer/w.hpp", "#include \"dataset/l.hpp\"\n"},
        {"lib/spec/system_spec.hpp", "#include \"spec/meaning/m.hpp\"\n#include \"spec/json/j.hpp\"\n"},
        {"lib/spec/meaning/m.hpp", "#include \"spec/system_spec.hpp\"\n#include \"spec/n.hpp\"\n"},
        {"lib/spec/json/j.hpp", "#include \"spec/system_spec.hpp\"\n"},
        {"lib/spec/n.hpp", "#include \"spec/system_spec.hpp\"\n#include \"spec/meaning/m.hpp\"\n"},
        {"lib/mechanics/plan/p.hpp", "#include \"mechanics/rank/q.hpp\"\n"},
        {"lib/mechanics/rank/q.hpp", "#include \"mechanics/kernels/trees/k.hpp\"\n#include \"mechanics/s.hpp\"\n"},
        {"lib/mechanics/s.hpp", "#include \"mechanics/rank/q.hpp\"\n"},
        {"lib/mechanics/kernels/trees/k.hpp", "#include \"mechanics/s.hpp\"\n#include \"mechanics/plan/p.hpp\"\n"}};
    CHECK(joined(arrow_complaints(files)) ==
          "lib/graph/b.hpp:2: includes lib/score/c.hpp, which is a later room\n"
          "lib/score/d.hpp:1: includes lib/stories/generate/generate.hpp, which is a later room\n"
          "lib/stories/generate/generate.hpp:1: no file 'report/none.hpp'\n"
          "lib/attic/e.hpp: is in no room that the order names\n"
          "lib/dataset/l.hpp:1: includes lib/dataset/reader/r.hpp, which is a later inner room\n"
          "lib/dataset/reader/r.hpp:1: includes lib/dataset/writer/w.hpp, which is its neighbour\n"
          "lib/spec/system_spec.hpp:1: includes lib/spec/meaning/m.hpp, which is a later inner room\n"
          "lib/spec/meaning/m.hpp:2: includes lib/spec/n.hpp, which is a later inner room\n"
          "lib/spec/json/j.hpp:1: includes lib/spec/system_spec.hpp, which is a later inner room\n"
          "lib/mechanics/plan/p.hpp:1: includes lib/mechanics/rank/q.hpp, which is a later inner room\n"
          "lib/mechanics/rank/q.hpp:1: includes lib/mechanics/kernels/trees/k.hpp, which is a later inner room\n"
          "lib/mechanics/rank/q.hpp:2: includes lib/mechanics/s.hpp, which is a later inner room\n");
}

TEST_CASE("a judge that looks into what it judges is noticed, and so is the reverse") {
    const std::vector<SourceFile> files{
        {"lib/judge/a.cpp", "#include \"core/errors.hpp\"\n#include \"numbers/dual.hpp\"\n"},
        {"lib/judge/b.cpp", "#include \"judge/a.hpp\"\n#include \"elements/link.hpp\"\n"},
        {"lib/judge/a.hpp", ""},
        {"lib/core/errors.hpp", ""},
        {"lib/numbers/dual.hpp", ""},
        {"lib/elements/link.hpp", "#include \"judge/a.hpp\"\n"},
        {"lib/stories/verify/audit.cpp", "#include \"judge/a.hpp\"\n"}};
    CHECK(joined(arrow_complaints(files)) ==
          "lib/judge/a.cpp:2: includes lib/numbers/dual.hpp, which is a later room\n"
          "lib/judge/b.cpp:2: includes lib/elements/link.hpp, which is a later room\n");
    CHECK(
        joined(heavy_header_complaints(files)) ==
        "lib/elements/link.hpp:1: includes <judge/a.hpp>: what is judged knows nothing of its judge, lib/stories alone "
        "calls it\n");
}

TEST_CASE("a heavy header outside its room is noticed, inside it is not") {
    const std::vector<SourceFile> files{
        {"lib/mechanics/a.cpp", "#include <Eigen/Core>\n"},
        {"lib/mechanics/a.hpp", "#include <Eigen/Core>\n"},
        {"lib/score/b.cpp", "// text\n  #  include <hdf5.h>\n#include <nlohmann/json.hpp>\n"},
        {"apps/p/options.cpp", "#include <CLI/CLI.hpp>\n"},
        {"apps/p/main.cpp", "#include <CLI/CLI.hpp>\n"}};
    CHECK(
        joined(heavy_header_complaints(files)) ==
        "lib/mechanics/a.hpp:1: includes <Eigen/Core>: Eigen stays in .cpp files of lib/mechanics and lib/score/naive\n"
        "lib/score/b.cpp:2: includes <hdf5.h>: HDF5 stays in .cpp files of lib/files\n"
        "apps/p/main.cpp:1: includes <CLI/CLI.hpp>: CLI11 stays in options.cpp, *_options.cpp and "
        "parse_arguments.hpp\n");
}

TEST_CASE("an answer for whatever is left is noticed, a default argument and a comment are not") {
    const std::vector<SourceFile> files{
        {"lib/score/a.cpp", "switch (kind) {\n    default: return 0;\n}\nif (std::get_if<Link>(&spec)) {}\n"},
        {"lib/score/b.hpp", "int n = 0;  // default: 0\nA(const A&) = default;\n"},
        {"lib/sample/sampler.cpp", "default: throw 1;\ndefault: throw 2;\n"},
        {"apps/p/main.cpp", "default: return 1;\n"}};
    CHECK(joined(catch_all_complaints(files)) ==
          "lib/score/a.cpp:2: 'default:' answers for alternatives without naming them\n"
          "lib/score/a.cpp:4: 'get_if<' answers for alternatives without naming them\n"
          "lib/sample/sampler.cpp: has 2 such places, the list says 1\n"
          "lib/sample/sampler.cpp:1: 'default:' answers for alternatives without naming them\n"
          "lib/sample/sampler.cpp:2: 'default:' answers for alternatives without naming them\n");
}

TEST_CASE("a method that is named outside its table is noticed, in a comment and in a file's name it is not") {
    const std::vector<SourceFile> files{
        {"lib/score/a.cpp", "#include \"x/rk4.hpp\"\n// rattle2\nif (p.method == Method::rk4) x = 1;\n"},
        {"apps/p/b.cpp", "say(\"use verner87\");\nrunge_kutta_verner87 step;\n"},
        {"lib/integrate/methods.cpp", "Method::rk4\n"}};
    CHECK(joined(method_complaints(files)) ==
          "lib/score/a.cpp:3: names the method rk4\n"
          "apps/p/b.cpp:1: names the method verner87\n");
}

TEST_CASE("a ternary on a kind and a question for what a kind may lack are noticed, one on a flag is not") {
    const std::vector<SourceFile> files{
        {"lib/report/a.cpp",
         "x = spot == SpotKind::mass ? 1 : 0;\nx = (p.method == Method::dopri5) ? 1 : 0;\nx = on ? 1 : 0;\n"},
        {"lib/spec/b.cpp",
         "if constexpr (requires { spec.phase; }) x = 1;\nx = kind == Element::Kind::text ? 1 : 0;\n"}};
    const std::string what = "' answers for alternatives without naming them\n";
    CHECK(joined(catch_all_complaints(files)) == "lib/report/a.cpp:1: '== SpotKind::mass ?" + what +
                                                     "lib/report/a.cpp:2: '== Method::dopri5) ?" + what +
                                                     "lib/spec/b.cpp:1: 'if constexpr (requires" + what);
}

TEST_CASE(
    "a question for one kind outside the room of kinds is noticed, in a chain, a ternary or by the word of its type") {
    const std::vector<SourceFile> files{
        {"lib/elements/link.hpp",
         "struct LinkSpec {};\nstruct LinkKind {\n    static constexpr const char* type = \"Link\";\n};\n"},
        {"lib/elements/items.cpp", "if constexpr (std::is_same_v<K, LinkKind>) x = 1;\n"},
        {"lib/spec/a.cpp",
         "if constexpr (std::is_same_v<K, LinkKind>) x = 1;\nx = std::same_as<S, LinkSpec> ? 1 : 0;\n"},
        {"lib/report/b.cpp", "x = kind.type == \"Link\" ? 1 : 0;  // LinkKind\nx = word == \"link\";\n"}};
    const std::string what = "; its kind has the answer\n";
    CHECK(joined(kind_name_complaints(files)) == "lib/spec/a.cpp:1: asks whether something is LinkKind" + what +
                                                     "lib/spec/a.cpp:2: asks whether something is LinkSpec" + what +
                                                     "lib/report/b.cpp:1: asks whether something is Link" + what);
}

TEST_CASE("a kernel that is reached through other headers is noticed, with the way") {
    const std::vector<SourceFile> files{
        {"lib/numbers/lanes.hpp", "#include <experimental/simd>\n"},
        {"lib/mechanics/kernels/k.hpp", "#include \"numbers/lanes.hpp\"\n"},
        {"lib/mechanics/plan.hpp", "#include \"mechanics/kernels/k.hpp\"\n"},
        {"lib/mechanics/plan.cpp", "#include \"mechanics/plan.hpp\"\n"},
        {"lib/score/a.hpp", "#include \"mechanics/plan.hpp\"\n"},
        {"lib/score/b.cpp", "#include <vector>\n#include \"score/a.hpp\"\n"},
        {"lib/report/c.cpp", "#include <vector>\n"},
        {"lib/integrate/steppers/tangent_flow.cpp", "#include \"mechanics/plan.hpp\"\n"},
        {"lib/integrate/d.cpp", "#include \"numbers/lanes.hpp\"\n"}};
    CHECK(
        joined(kernel_complaints(files)) ==
        "lib/score/a.hpp: includes lib/mechanics/plan.hpp > lib/mechanics/kernels/k.hpp; it should compile no kernel\n"
        "lib/score/b.cpp: includes lib/score/a.hpp > lib/mechanics/plan.hpp > lib/mechanics/kernels/k.hpp; it should "
        "compile no kernel\n"
        "lib/integrate/d.cpp: includes lib/numbers/lanes.hpp; it should compile no kernel\n");
    CHECK(joined(heavy_header_complaints({{"lib/score/a.hpp", "#include <iostream>\n#include <experimental/simd>\n"},
                                          {"lib/score/a.cpp", "#include <regex>\n#include <iostream>\n"}})) ==
          "lib/score/a.hpp:1: includes <iostream>: <iostream> stays in .cpp files\n"
          "lib/score/a.hpp:2: includes <experimental/simd>: lanes are what lanes.hpp says\n"
          "lib/score/a.cpp:1: includes <regex>: TextPattern compiles <regex>\n");
}

TEST_CASE("a kind that many files see, or one that holds all kinds, is noticed") {
    const std::vector<SourceFile> files{
        {"lib/elements/kind_bases.hpp", ""},
        {"lib/elements/link.hpp", "#include \"elements/kind_bases.hpp\"\n"},
        {"lib/elements/link.cpp", "#include \"elements/link.hpp\"\n"},
        {"lib/elements/tables/link_table.hpp", "#include \"elements/link.hpp\"\n"},
        {"lib/elements/kinds.hpp", "#include \"elements/link.hpp\"\n"},
        {"lib/elements/items.cpp", "#include \"elements/kinds.hpp\"\n"},
        {"lib/mechanics/kernels/forces/f.cpp", "#include \"elements/tables/link_table.hpp\"\n"},
        {"lib/spec/system_spec.hpp", "#include \"elements/kinds.hpp\"\n"},
        {"lib/score/s.cpp", "#include \"elements/tables/link_table.hpp\"\n"},
        {"lib/mechanics/kernels/k.hpp", "#include \"spec/light.hpp\"\n"},
        {"lib/spec/light.hpp", ""}};
    CHECK(joined(kind_complaints(files, 3)) ==
          "lib/spec/system_spec.hpp: reaches lib/elements/link.hpp by lib/elements/kinds.hpp; it holds all kinds and "
          "sees "
          "none\n"
          "lib/score/s.cpp: reaches lib/elements/tables/link_table.hpp by lib/score/s.cpp, which is for what computes "
          "forces\n"
          "lib/mechanics/kernels/k.hpp: reaches lib/spec/light.hpp by lib/mechanics/kernels/k.hpp; it is compiled for "
          "each "
          "number type and knows plans and constants alone\n"
          "lib/elements/link.hpp: is compiled by 4 files, at most 3; ask elements/items.hpp or elements/terms.hpp\n");
}

TEST_CASE("a long file and a call of libm on the stepping path are noticed") {
    CHECK(joined(length_complaints({{"lib/core/a.hpp", "1\n2\n3\n"}, {"lib/core/b.hpp", "1\n2\n"}}, 2)) ==
          "lib/core/a.hpp: has 3 lines, at most 2; look for the second subject\n");
    const std::vector<SourceFile> files{
        {"lib/integrate/a.cpp", "x = std::sqrt(y); // no pow(x, 2)\nx = std::pow(y, 2);\nz.log(1);\n"},
        {"lib/mechanics/b.hpp", "using std::sin;\nx = sin (y);\n"},
        {"lib/score/c.cpp", "x = std::log(y);\n"}};
    CHECK(joined(stepping_path_complaints(files)) ==
          "lib/integrate/a.cpp:2: calls std::pow; the stepping path has + - * / sqrt\n"
          "lib/mechanics/b.hpp:2: calls sin; the stepping path has + - * / sqrt\n");
}

TEST_CASE("a system put together by hand is noticed, a reference to a compiled one is not") {
    const std::vector<SourceFile> files{
        {"lib/model/a.cpp", "ConstrainedSystem system(spec, graph);\n"},
        {"apps/p/b.cpp",
         "const ConstrainedSystem& system = compiled.system;\nconst Sampler s{spec, graph, system};\n"}};
    CHECK(joined(maker_complaints(files)) ==
          "apps/p/b.cpp:2: makes a Sampler by hand; a CompiledSystem (lib/model) has one\n");
}

}  // namespace
