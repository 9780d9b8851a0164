// The worst text that each limit of schemas/security.md lets in costs in proportion to its size and stays within 512
// MB; what is beyond a limit is refused.

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "apps/cost.hpp"
#include "apps/program.hpp"
#include "sanitized.hpp"

using namespace cchnn_test;

namespace {

constexpr long most_memory = 512L << 20;

std::string repeated(int count, const std::function<std::string(const std::string&)>& text_of,
                     const std::string& between = ", ") {
    std::string all;
    for (int i = 0; i < count; ++i) all += (i ? between : "") + text_of(std::to_string(i));
    return all;
}
std::string repeated(int count, const std::string& text, const std::string& between = ",") {
    return repeated(
        count, [&](const std::string&) { return text; }, between);
}

std::string system_with(const std::string& bodies, const std::string& more = "") {
    return R"({"name": "a", "dimension": 3, )" + more + R"("bodies": [)" + bodies +
           R"(], "constraints": [], "initial_conditions": {"bodies": {}}})";
}

// A closed tube of `around` corners bent into a ring of `along` pieces: two triangles a vertex.
std::string torus(int around, int along) {
    std::string text;
    for (int i = 0; i < along; ++i)
        for (int j = 0; j < around; ++j) {
            const double a = 6.283185307179586 * i / along, b = 6.283185307179586 * j / around;
            const double r = 3 + std::cos(b);
            text += "v " + std::to_string(r * std::cos(a)) + " " + std::to_string(r * std::sin(a)) + " " +
                    std::to_string(std::sin(b)) + "\n";
        }
    const auto at = [&](int i, int j) { return std::to_string((i % along) * around + j % around + 1); };
    for (int i = 0; i < along; ++i)
        for (int j = 0; j < around; ++j) {
            text += "f " + at(i, j) + " " + at(i + 1, j) + " " + at(i + 1, j + 1) + "\n";
            text += "f " + at(i, j) + " " + at(i + 1, j + 1) + " " + at(i, j + 1) + "\n";
        }
    return text;
}

const std::string with_mesh = system_with(R"({"id": "b", "type": "Obj3D", "mesh": {"file": "a.obj", "density": 1}})");

std::string mujoco(const std::string& inside) { return "<mujoco><worldbody>" + inside + "</worldbody></mujoco>"; }

struct Worst {
    std::string file, command;
    std::function<std::string(int parts)> text;  // of ten parts: as much as the limit takes
};

}  // namespace

TEST_CASE("worst texts: ten parts of any text within the limits cost at most fifteen times one part, and 512 MB") {
    if (cchnn_test::sanitized) return;  // sanitizers take memory and time of their own
    const std::map<std::string, Worst> worst{
        {"numbers where bodies are expected",
         {"a.json", "check a.json", [](int n) { return system_with(repeated(n * 9900, "0")); }}},
        {"lists where bodies are expected",
         {"a.json", "check a.json", [](int n) { return system_with(repeated(n * 9900, "[]")); }}},
        {"objects without a key that is known",
         {"a.json", "check a.json", [](int n) { return system_with(repeated(n * 4900, R"({"a":0})")); }}},
        {"bodies of one name",
         {"a.json", "check a.json",
          [](int n) { return system_with(repeated(n * 2400, R"({"id":"b","type":"Obj0D","mass":1})")); }}},
        {"an object of many keys",
         {"a.json", "check a.json",
          [](int n) { return system_with("", repeated(n * 1900, [](auto i) { return "\"k" + i + "\":0"; }) + ","); }}},
        {"long texts",
         {"a.json", "check a.json",
          [](int n) { return system_with(repeated(n * 160, '"' + std::string(4900, 'q') + '"')); }}},
        {"what repeat writes out",
         {"a.json", "check a.json",
          [](int n) {
              return system_with(R"({"repeat":{"i":[1,)" + std::to_string(n * 2400) +
                                 R"(]},"id":"b{i}","type":"Obj0D","mass":1})");
          }}},
        {"one number", {"a.json", "check a.json", [](int n) { return "[" + std::string(n * 800'000U, '1') + "]"; }}},
        {"words of one line",
         {"a.obj", "check s.json", [](int n) { return "vt" + repeated(n * 1'600'000, " 1", ""); }}},
        {"empty lines", {"a.obj", "check s.json", [](int n) { return std::string(n * 490'000U, '\n'); }}},
        {"corners of one face",
         {"a.obj", "check s.json", [](int n) { return "v 0 0 0\nf" + repeated(n * 49'000, " 1", ""); }}},
        {"triangles", {"a.obj", "check s.json", [](int n) { return torus(200, n * 120); }}},
        {"elements", {"a.xml", "convert a.xml -o b.json", [](int n) { return mujoco(repeated(n * 9900, "<geom/>")); }}},
        {"attributes", {"a.xml", "convert a.xml -o b.json", [](int n) {
                            const std::string all = repeated(
                                990, [](auto i) { return "a" + i + "=''"; }, " ");
                            return mujoco(repeated(n * 20, "<geom " + all + "/>"));
                        }}}};
    for (const auto& one_case : worst) {
        const std::string& name = one_case.first;
        const Worst& one = one_case.second;
        CAPTURE(name);
        const Shell shell;
        write_text(shell.scratch / "s.json", with_mesh);
        const auto cost = [&](int parts) {
            write_text(shell.scratch / one.file, one.text(parts));
            std::string said;
            const double seconds = least_processor_seconds([&] { said = shell(one.command).err; });
            CHECK_MESSAGE(!contains_text(said, " more than "), said.substr(0, 300));  // within the limits
            return seconds;
        };
        const double part = cost(1), whole = cost(10);
        CAPTURE(part);
        CAPTURE(whole);
        MESSAGE(name, ": ", part, " s, ten times as much: ", whole, " s");
        CHECK(whole < most_for_ten_times * part);
        CHECK(most_memory_of_children() < most_memory);
    }
}

TEST_CASE("worst texts: what is beyond a limit is refused with the limit, and told in few letters") {
    struct Case {
        std::string file, command, text, said;
    };
    const std::string many_attributes = repeated(
        40'000, [](auto i) { return "a" + i + "=''"; }, " ");
    for (const Case& one :
         {Case{"a.json", "check a.json", "[" + repeated(1'900'000, "0") + "]", "holds more than 1000000 values"},
          Case{"a.json", "check a.json", "[\"" + std::string(65 << 20, 'q') + "\"]",
               "holds more than 64 MiB, the limit for a JSON file"},
          Case{"a.json", "check a.json", "[" + std::string(7 << 20, '9') + "]", "does not fit a double"},
          Case{"a.json", "check a.json", "[0" + std::string(7 << 20, '1') + "]", "syntax error in array"},
          Case{"a.json", "check a.json", "{\"" + std::string(7 << 20, 'q') + "\": 1}", "bytes"},
          Case{"a.obj", "check s.json", std::string(33 << 20, ' '), "holds more than 32 MiB"},
          Case{"a.xml", "convert a.xml -o b.json", mujoco("<geom " + many_attributes + "/>"),
               "a.xml: more than 1000 attributes of one element"},
          Case{"a.xml", "convert a.xml -o b.json", mujoco(repeated(500'000, "<geom/>")), "a.xml: more than "},
          Case{"a.xml", "convert a.xml -o b.json", std::string(17 << 20, ' '), "holds more than 16 MiB"}}) {
        const Shell shell;
        write_text(shell.scratch / "s.json", with_mesh);
        write_text(shell.scratch / one.file, one.text);
        const Ran ran = shell(one.command);
        CAPTURE(one.said);
        CAPTURE(ran.err.substr(0, 500));
        CHECK((ran.code == 3 || ran.code == 4));
        CHECK(contains_text(ran.err, one.said));
        CHECK(ran.err.size() < 10'000);
    }
}
