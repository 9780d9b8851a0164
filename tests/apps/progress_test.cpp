// What a terminal shows of long work, and of its tables.

#include <doctest/doctest.h>

#include <regex>
#include <sstream>

#include "apps/program.hpp"
#include "apps/terminal.hpp"
#include "sanitized.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::contains_text;
namespace fs = std::filesystem;

// The line that comes and goes, each time it was drawn.
std::vector<std::string> drawn(const std::string& said) {
    std::vector<std::string> lines;
    const std::string again = "\r\033[K";
    for (std::size_t at = said.find(again); at != std::string::npos;) {
        const std::size_t begin = at + again.size(), end = said.find(again, begin);
        lines.push_back(said.substr(begin, end == std::string::npos ? end : end - begin));
        at = end;
    }
    if (!lines.empty()) lines.pop_back();  // what is printed where the line was
    return lines;
}

int count_of(const std::vector<std::string>& lines, const char* pattern) {
    int count = 0;
    for (const std::string& line : lines) count += std::regex_search(line, std::regex(pattern));
    return count;
}

TEST_CASE("generating tells whether it integrates, bounds, refines or writes, in a line of the terminal") {
    const Shell shell;
    const std::vector<std::string> lines =
        drawn(on_terminal("cchnn-gen generate magnet_pendulum -o d --train 400 --valid 0 --test 0 --threads 2",
                          shell.scratch.path(), 80));
    REQUIRE(lines.size() > 2);
    for (const std::string& line : lines) CHECK_MESSAGE(line.size() < 80, line);
    CHECK(count_of(lines, "  (sampling|integrating|bounds|refining|writing)") == static_cast<int>(lines.size()));
    CHECK(count_of(lines, "refining") > 0);  // most of these trajectories are
}

TEST_CASE("a run of less than one block tells what it is at and since when, as nothing is there to be counted") {
    const Shell shell;
    const std::vector<std::string> lines = drawn(
        on_terminal("cchnn-gen generate chain_pendulum_5 -o d --train 0 --valid 0 --test 4 --steps 800 --threads 1",
                    shell.scratch.path(), 80));
    REQUIRE(!lines.empty());
    const std::regex at_and_since("chain_pendulum_5  (sampling|integrating|bounds|refining).*  0:[0-9]{2}:[0-9]{2}");
    CHECK_MESSAGE(std::regex_match(lines.front(), at_and_since), lines.front());
}

TEST_CASE("scoring, exporting and importing tell how much is done, and never more than all") {
    const Shell shell;
    const fs::path& here = shell.scratch.path();
    REQUIRE(shell("generate chain_pendulum_2 -o d --train 0 --valid 0 --test 4000 --bound off -q").code == 0);
    REQUIRE(shell("rollout chain_pendulum_2 --from d/chain_pendulum_2/test.h5 --epsilon 1e-5 -o s0.h5 -q").code == 0);
    std::string submissions;
    for (int i = 0; i < 8; ++i) {
        const std::string name = "s" + std::to_string(i) + ".h5";
        if (i > 0) fs::copy_file(here / "s0.h5", here / name);
        submissions += " " + name;
    }
    const std::vector<std::string> scoring =
        drawn(on_terminal("cchnn-eval score d/chain_pendulum_2/test.h5" + submissions + " --threads 1", here, 80));
    CHECK(count_of(scoring, "^score  .*submissions [0-7]/8, scoring [0-9]+ %") > 0);
    const std::vector<std::string> exporting =
        drawn(on_terminal("cchnn-gen export d/chain_pendulum_2 -o rows --layout rows --format jsonl", here, 80));
    CHECK(count_of(exporting, "^export  writing [0-9]+ %") > 0);
    const std::vector<std::string> importing =
        drawn(on_terminal("cchnn-gen import chain_pendulum_2 --test d/chain_pendulum_2/test.h5 -o again", here, 80));
    CHECK(count_of(importing, "/4000  ") == count_of(importing, "/[0-9]+  "));  // of all, from the first block on
    CHECK(count_of(importing, "/4000  ") > 0);
}

TEST_CASE("a line of progress leaves out what does not fit a narrow terminal, and cuts no word") {
    const Shell shell;
    const std::string count = cchnn_test::sanitized ? "40" : "400";
    const std::string generate = "cchnn-gen generate magnet_pendulum -o d --valid 0 --test 0 --threads 2 --force ";
    const std::regex whole(
        "(magnet_pendulum)?( *[0-9]+/" + count +
        ")?( *[0-9]+ %)?( *finishing)?( *[0-9]+:[0-9]{2}:[0-9]{2}( left)?)?"
        "((^|  |, )(sampling|integrating|bounds|refining|writing))*( *[0-9]+:[0-9]{2}:[0-9]{2})?( *[0-9.]+ "
        "trajectories/s)?");
    for (const unsigned short columns : std::vector<unsigned short>{24, 30, 36, 50}) {
        const std::vector<std::string> lines =
            drawn(on_terminal(generate + "--train " + count, shell.scratch.path(), columns));
        REQUIRE(lines.size() > 1);
        for (const std::string& line : lines) {
            CHECK_MESSAGE(line.size() < columns, line);
            CHECK_MESSAGE(std::regex_match(line, whole), line);
        }
    }
}

TEST_CASE("suites tell which part of how many they are at, their table fits 80 columns, and a pipe hears nothing") {
    const Shell shell;
    const std::string suite = "suite pendulums --threads 1 --most 60 ";
    const std::string said = on_terminal("cchnn-gen " + suite + "-o s", shell.scratch.path(), 80);
    const std::vector<std::string> lines = drawn(said);
    CHECK(count_of(lines, "^suite pendulums [0-9]+/33 chain_[23]/[a-z]+") > 3);
    CHECK(count_of(lines, "  all [0-9]+:[0-9]{2}:[0-9]{2} left") > 0);
    for (const std::string& line : lines) CHECK_MESSAGE(line.size() < 80, line);
    std::istringstream table(said.substr(said.rfind("\033[K") + 3));
    for (std::string line; std::getline(table, line);) CHECK_MESSAGE(line.size() <= 81, line);
    CHECK(contains_text(said, "33 parts, 33 of them made now"));
    CHECK(shell(suite + "-o t").err == "");
    for (const std::string split : {"in", "energy", "long"}) {
        fs::create_directories(shell.scratch / ("subs/chain_2/full/" + split));
        const std::string test = "s/chain_2/" + split + "/test.h5";
        for (const std::string model : {"a", "b", "c"})
            REQUIRE(run_program("cchnn-eval",
                                "template " + test + " --model " + model + " -o subs/chain_2/full/" + split + "/" +
                                    model + ".h5",
                                shell.scratch.path())
                        .code == 0);
    }
    const std::string scored =
        on_terminal("cchnn-eval suite s --submissions subs --start-error --threads 1", shell.scratch.path(), 80);
    CHECK_MESSAGE(count_of(drawn(scored), "^suite [1-3]/3 chain_2/full/(in|energy|long)") > 0, scored);
    std::istringstream tables(scored.substr(scored.rfind("\033[K") + 3));
    for (std::string line; std::getline(tables, line);)
        if (!line.starts_with("signature ")) CHECK_MESSAGE(line.size() <= 81, line);
}

TEST_CASE("the table of generate fits a terminal of 80 columns, and is one line a file where it is wider or a pipe") {
    const Shell shell;
    const std::string generate = "generate chain_pendulum_5 -o data --train 60 --valid 8 --test 8 --force";
    const auto table_on = [&](unsigned short columns) {
        const std::string said = on_terminal("cchnn-gen " + generate, shell.scratch.path(), columns);
        return said.substr(said.rfind("chain_pendulum_5  ("));
    };
    std::istringstream narrow(table_on(80));
    int tables = 0;
    for (std::string line; std::getline(narrow, line); tables += line.starts_with("  file"))
        CHECK_MESSAGE(line.size() <= 81, line);  // with the carriage return of a terminal
    CHECK(tables == 2);
    const std::regex row("  data/chain_pendulum_5/train.h5 +60 .* [0-9a-f]{12}\\r?\\n");
    CHECK(std::regex_search(table_on(160), row));
    CHECK(std::regex_search(shell(generate).out, row));
}

}  // namespace
}  // namespace cchnn_test
