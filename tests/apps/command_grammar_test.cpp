// What holds for every command of both programs: help, its width, numbers that are none, --json.

#include <doctest/doctest.h>

#include <regex>
#include <sstream>

#include "apps/program.hpp"
#include "apps/terminal.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::bytes_of;
using cchnn_test::contains_text;

struct Command {
    std::string program, name;  // "" is the program itself
};

// As help lists them, and the families of graph.
std::vector<Command> commands(const Shell& shell) {
    std::vector<Command> all;
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        all.push_back({program, ""});
        std::istringstream help(run_program(program, "help", shell.scratch.path()).out);
        for (std::string line; std::getline(help, line) && line != "Examples:";) {
            std::smatch name;
            if (std::regex_search(line, name, std::regex("^  ([a-z]+) "))) all.push_back({program, name[1]});
        }
    }
    for (const char* family : {"chain", "coupled", "beam-chain", "ring"})
        all.push_back({"cchnn-gen", std::string("graph ") + family});
    return all;
}

TEST_CASE("help COMMAND is COMMAND --help, and fits 80 columns") {
    const Shell shell;
    const std::vector<Command> all = commands(shell);
    CHECK(all.size() > 24);
    for (const Command& command : all) {
        const auto& [program, name] = command;
        CAPTURE(command.program + " " + command.name);
        const Ran help = run_program(program, "help " + name, shell.scratch.path());
        CHECK(help.code == 0);
        CHECK(contains_text(help.out, "Usage: " + program));
        CHECK(help.out == run_program(program, name + " --help", shell.scratch.path()).out);
        std::istringstream lines(help.out);
        for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 80, line);
    }
}

// The words of apps/option_words.hpp: an option that has none there would be called by its C++ type.
TEST_CASE("help calls values by words of their readers, and arguments by their names alone") {
    const Shell shell;
    const std::regex of_types("\\n  (-[a-zA-Z],)?[A-Za-z-]+(,--[a-z-]+)? (TEXT|U?INT|FLOAT)[ =]");
    for (const Command& command : commands(shell)) {
        CAPTURE(command.program + " " + command.name);
        std::string help = run_program(command.program, "help " + command.name, shell.scratch.path()).out;
        if (const std::size_t notes = help.find("  --notes TEXT "); notes != std::string::npos) help.erase(notes, 15);
        std::smatch type;
        const bool found = std::regex_search(help, type, of_types);
        CHECK_MESSAGE(!found, type.str());
    }
    const std::string help = shell("help rollout").out;
    for (const char* entry :
         {"  -o,--output FILE REQUIRED ", "  --dt SECONDS ", "  --seed N=0 ", "  --drop CONSTRAINT "})
        CHECK(contains_text(help, entry));
    CHECK(shell.refused("rollout x -o y --steps 1.5", 2) == "cchnn-gen: --steps: must be a whole number, got '1.5'\n");
    CHECK(shell.refused("rollout x -o y --dt fast", 2) == "cchnn-gen: --dt: must be a number, got 'fast'\n");
}

TEST_CASE("help groups commands by task, generate first, and examples come in the same order") {
    const Shell shell;
    for (const auto& [program, wanted] :
         {std::pair{"cchnn-gen",
                    "Make systems and datasets:;generate;suite;corpus;stream;environments;serve;observe;merge;convert;"
                    "graph;import;Look at systems and files:;list;show;info;lyapunov;Check:;check;"
                    "verify;audit;Score:;rollout;Publish:;export;challenge;Help:;help;"},
          {"cchnn-eval",
           "Make submissions:;template;Check:;check;diff;Score:;score;compare;suite;corpus;gate;"
           "Publish:;board;Help:;help;"}}) {
        const std::string help = run_program(program, "help", shell.scratch.path()).out;
        std::string listed, shown;
        std::istringstream lines(help.substr(help.find("\n\n", help.find("\nOptions:")) + 2));
        std::string line;
        while (std::getline(lines, line) && line != "Examples:") {
            std::smatch found;
            if (std::regex_search(line, found, std::regex("^(?:[A-Z][a-z ]+:$|  ([a-z]+) )")))
                listed += (found[1].matched ? found[1].str() : found.str()) + ";";
        }
        CHECK(listed == wanted);
        while (std::getline(lines, line)) {
            std::smatch found;
            if (std::regex_search(line, found, std::regex("^  " + std::string(program) + " ([a-z]+)")))
                shown += found[1].str() + ";";
        }
        CHECK(shown == std::regex_replace(listed, std::regex("[A-Z][a-z ]+:;|help;"), ""));
    }
}

TEST_CASE("a mistyped option is named with the nearest, and before whatever else is missing") {
    const Shell shell;
    for (const Command& command : commands(shell)) {
        if (command.name.empty() || command.name == "help") continue;
        const auto& [program, name] = command;
        CAPTURE(command.program + " " + command.name);
        const Ran ran = run_program(program, name + " --hepl", shell.scratch.path());
        CHECK(ran.code == 2);
        CHECK(ran.err == program + ": unknown option '--hepl', did you mean '--help'?\n");
    }
}

TEST_CASE("help tells every exit code, and of an unknown command the nearest") {
    const Shell shell;
    for (const char* program : {"cchnn-gen", "cchnn-eval"}) {
        const std::string help =
            std::regex_replace(run_program(program, "help", shell.scratch.path()).out, std::regex("\\s+"), " ");
        CHECK(contains_text(help, "129, 130, 143 stopped by SIGHUP, SIGINT (Ctrl-C), SIGTERM"));
        CHECK(contains_text(help, "4 input/output, 5 numerical failure"));
    }
    CHECK(shell.refused("help genrate", 2) == "cchnn-gen: unknown command 'genrate', did you mean 'generate'?\n");
    CHECK(shell.refused("help graph chian", 2) == "cchnn-gen: unknown command 'chian', did you mean 'chain'?\n");
}

TEST_CASE("a command of the other program gets an error that names it, and version one that names --version") {
    const Shell shell;
    for (const Command& command : commands(shell)) {
        const std::string program = command.program, name = command.name;
        const std::string other = program == "cchnn-gen" ? "cchnn-eval" : "cchnn-gen";
        if (name.empty() || name == "help" || name == "check" || name == "suite" || name == "corpus" ||
            name.find(' ') != name.npos)
            continue;
        CAPTURE(name);
        CHECK(run_program(other, name + " a b", shell.scratch.path()).err ==
              other + ": unknown command '" + name + "', did you mean '" + program + " " + name + "'?\n");
    }
    for (const std::string program : {"cchnn-gen", "cchnn-eval"})
        CHECK(run_program(program, "version", shell.scratch.path()).err ==
              program + ": unknown command 'version', did you mean '--version'?\n");
}

TEST_CASE("an option behind -- is an error that says so") {
    const Shell shell;
    CHECK(shell.refused("list -- --json", 2) ==
          "cchnn-gen: --json: is behind '--', where nothing is an option; move it to before '--'\n");
    CHECK(shell.refused("list -- --jsn", 2) == "cchnn-gen: unknown option '--jsn', did you mean '--json'?\n");
    CHECK(run_program("cchnn-eval", "diff a.h5 b.h5 -- --json", shell.scratch.path()).err ==
          "cchnn-eval: --json: is behind '--', where nothing is an option; move it to before '--'\n");
}

TEST_CASE("commands that write files of text name them, but not beside what goes to standard output") {
    const Shell shell;
    CHECK(shell("graph chain --links 2 --json chain.json").out == "wrote chain.json\n");
    CHECK(shell("graph chain --links 2 --json chain.json -q").out == "");
    CHECK(shell("show chain_pendulum_1 --html a.html --svg a.svg").out == "wrote a.html, a.svg\n");
    CHECK(shell("show chain_pendulum_1 --svg -").out.starts_with("<svg"));
    CHECK(shell("show chain_pendulum_1 --json a.json").out == "wrote a.json\n");
}

TEST_CASE("every command has --quiet, --json FILE|- and --force") {
    const Shell shell;
    std::vector<Command> all = commands(shell);
    for (const char* step : {"seal", "reveal", "verify"})
        all.push_back({"cchnn-gen", std::string("challenge ") + step});
    for (const Command& command : all) {
        const auto& [program, name] = command;
        if (name.empty() || name == "graph" || name == "help" || name == "challenge")
            continue;  // a system is all that they write
        CAPTURE(command.program + " " + command.name);
        const std::string help = run_program(program, "help " + name, shell.scratch.path()).out;
        CHECK(contains_text(help, "  -q,--quiet "));
        CHECK(contains_text(help, "  --json FILE|- "));
        CHECK(contains_text(help, "  --force "));
        CHECK_FALSE(contains_text(help, "--json TEXT"));
    }
}

TEST_CASE("--quiet leaves results, differences and errors, and no word of what was written") {
    const Shell shell;
    const auto silent = [&](const std::string& arguments) {
        CAPTURE(arguments);
        const Ran ran = shell(arguments);
        CHECK(ran.code == 0);
        CHECK(ran.out == "");
        CHECK(ran.err == "");
    };
    silent("generate chain_pendulum_1 -o d --train 2 --valid 0 --test 2 --quiet");
    silent("rollout chain_pendulum_1 --from d/chain_pendulum_1/test.h5 -o r.h5 -q");
    silent("export r.h5 -o r.npz -q");
    silent("observe d/chain_pendulum_1 -o seen --noise 0.01 -q");
    silent("import chain_pendulum_1 --test d/chain_pendulum_1/test.h5 -o again -q");
    silent("generate chain_pendulum_1 -o parts --train 2 --valid 0 --test 0 --shard 1/1 -q");
    silent("merge parts -q");
    std::ofstream(shell.scratch / "prior.json")
        << R"({"format": "cchnn prior", "format_version": 1, "name": "unknown", "title": "Unknown",
            "system": "chain_pendulum_1", "train": 2, "test": 2,
            "hidden": {"/bodies/1/mass": {"uniform": {"low": 1, "high": 2}}}})";
    silent("challenge seal prior.json -o round -q");
    silent("challenge reveal round -q");
    silent("challenge verify round -q");
    std::ofstream(shell.scratch / "round/train.npz") << "another";
    const Ran changed = shell("challenge verify round -q");
    CHECK(changed.code == 1);
    CHECK(contains_text(changed.out, "  FAILED  train.npz"));
    CHECK_FALSE(contains_text(changed.out, "  passed  "));
    const auto eval = [&](const std::string& arguments) {
        return run_program("cchnn-eval", arguments, shell.scratch.path());
    };
    CHECK(eval("template d/chain_pendulum_1/test.h5 -o mine.h5 -q").out == "");
    CHECK(eval("check d/chain_pendulum_1/test.h5 r.h5 -q").out == "");
    CHECK(eval("check d/chain_pendulum_1/test.h5 r.h5").out != "");
    CHECK(contains_text(shell("verify d/chain_pendulum_1 -q").out, "d/chain_pendulum_1"));
    CHECK(eval("diff r.h5 r.h5 -q").out == eval("diff r.h5 r.h5").out);
    CHECK(shell.refused("generate chain_pendulum_1 -o d --train 2 --quiet", 4) != "");
}

TEST_CASE("on a terminal long work says what it does from its start, in a line that goes, and --quiet says nothing") {
    const Shell shell;
    const std::string generate =
        "cchnn-gen generate chain_pendulum_3 -o d --train 3000 --valid 0 --test 0 --threads 1 ";
    const std::string said = on_terminal(generate, shell.scratch.path());
    // What it does, until the first trajectories are there to be counted.
    CHECK_MESSAGE(said.starts_with("\r\033[Kchain_pendulum_3  "), said.substr(0, 200));
    const std::size_t gone = said.rfind("\r\033[K");
    CHECK(said.substr(gone).starts_with("\r\033[Kchain_pendulum_3  ("));  // the report, where the line was
    CHECK(said.find("sampling", gone) == std::string::npos);
    CHECK(on_terminal(generate + "--force --quiet", shell.scratch.path()) == "");
}

TEST_CASE("a command in help that is broken into lines can be pasted") {
    const std::string help = Shell()("help rollout").out;
    const std::string broken =
        "  cchnn-gen rollout chain_pendulum_3 --from test.h5 --rtol 1e-4 --atol 1e-6 \\\n      --";
    CHECK_MESSAGE(contains_text(help, broken), help);
}

TEST_CASE("what is no number is told with the option, the rule and the value") {
    const Shell shell;
    const std::string generate = "generate chain_pendulum_3 -o data ";
    CHECK(shell.refused(generate + "--train ten", 2) == "cchnn-gen: --train: must be a whole number, got 'ten'\n");
    CHECK(shell.refused(generate + "--steps 1.5", 2) == "cchnn-gen: --steps: must be a whole number, got '1.5'\n");
    CHECK(shell.refused(generate + "--dt soon", 2) == "cchnn-gen: --dt: must be a number, got 'soon'\n");
    CHECK(shell.refused("graph chain --links three", 2) == "cchnn-gen: --links: must be a whole number, got 'three'\n");
    CHECK(shell.refused("graph chain --mass 1 heavy", 2) == "cchnn-gen: --mass: must be a number, got '1,heavy'\n");
    CHECK(run_program("cchnn-eval", "diff a b --rtol small", shell.scratch.path()).err ==
          "cchnn-eval: --rtol: must be a number, got 'small'\n");
}

TEST_CASE("--json takes a file, or - for standard output, and says so when it has neither") {
    const Shell shell;
    CHECK(shell.refused("show chain_pendulum_2 --json", 2) ==
          "cchnn-gen: --json: needs a file to write, or - for standard output\n");
    for (const std::string command : {"show chain_pendulum_2", "lyapunov chain_pendulum_2 --time 5 --trajectories 2"}) {
        CAPTURE(command);
        const Ran printed = shell(command + " --json -");
        CHECK(printed.code == 0);
        CHECK(printed.out.starts_with("{"));
        CHECK(shell(command + " --json new.json --force").code == 0);
        CHECK(bytes_of(shell.scratch / "new.json") == printed.out);
    }
    const Ran info = shell("info new.json");
    CHECK(info.code == 0);
    CHECK(contains_text(info.out, "new.json: result\n"));
    std::ofstream(shell.scratch / "mine.json") << "mine";
    CHECK(shell.refused("show chain_pendulum_2 --json mine.json", 4) != "");
    CHECK(bytes_of(shell.scratch / "mine.json") == "mine");
}

TEST_CASE("cchnn-gen info says what files are, as text and as JSON") {
    const Shell shell;
    REQUIRE(shell("show chain_pendulum_2 --json system.json").code == 0);
    CHECK(shell("info system.json").out.starts_with("system.json: system\n  system "));
    const Ran json = shell("info system.json --json -");
    CHECK(json.code == 0);
    CHECK(json.out.starts_with("{\n \"format\": \"cchnn-gen file info\""));
    CHECK(shell.refused("info no.json", 4) == "cchnn-gen: no.json: cannot be read: No such file or directory\n");
}

}  // namespace
}  // namespace cchnn_test
