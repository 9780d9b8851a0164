// cchnn-gen as a user runs it: what it prints, and how it ends.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <regex>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "places.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

// A pendulum with one thing replaced.
std::string pendulum_with(const std::string& what = "", const std::string& by = "") {
    std::string json = R"({"name": "mine", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]}, {"id": "bob", "type": "Obj0D", "mass": 1.5}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})";
    if (!what.empty()) json.replace(json.find(what), what.size(), by);
    return json;
}

const char* quick = " --train 4 --valid 0 --test 3 --steps 11 --protocol paper";

}  // namespace

TEST_CASE("cchnn-gen: help of the program and of each command exits 0 and shows examples") {
    const Shell shell;
    for (const char* command : {"", "generate ", "rollout ", "list ", "show ", "check ", "graph ", "graph chain ",
                                "graph coupled ", "graph beam-chain ", "graph ring ", "merge "}) {
        const Ran ran = shell(std::string(command) + "--help");
        CAPTURE(command);
        CHECK(ran.code == 0);
        CHECK(ran.err == "");
        CHECK(contains_text(ran.out, "Examples:\n  cchnn-gen "));
        CHECK(contains_text(ran.out, "Usage: cchnn-gen"));
    }
    const std::string version = shell("--version").out;  // further lines: kernels, and how files of others are read
    CHECK(version.substr(0, version.find('\n') + 1) == "cchnn-gen 0.3.0\n");
    CHECK(contains_text(version, "\nkernels for "));
}

TEST_CASE("cchnn-gen list: every built-in system on a line, columns aligned") {
    const Shell shell;
    const Ran ran = shell("list");
    CHECK(ran.code == 0);
    CHECK(ran.err == "");
    std::istringstream lines(ran.out);
    std::string header, line;
    std::getline(lines, header);
    CHECK(header.starts_with("name "));
    std::vector<std::string> names;
    while (std::getline(lines, line)) {
        if (line.empty() || line.find(": ") != std::string::npos) continue;  // a group
        names.push_back(line.substr(0, line.find(' ')));
        CHECK(line[header.find("title") - 1] == ' ');
        CHECK(line[header.find("title")] != ' ');
    }
    CHECK(contains_text(ran.out, "\n\nbenchmarks: "));
    CHECK(contains_text(ran.out, "\n\npeers: "));
    std::sort(names.begin(), names.end());
    CHECK(names == builtin_system_names());
    CHECK(std::regex_search(ran.out, std::regex("\nchain_pendulum_3 +2 +3 +3 +3  Triple pendulum\n")));
}

TEST_CASE("cchnn-gen show: what every built-in system compiles into") {
    const Shell shell;
    for (const std::string& name : builtin_system_names()) {
        const Ran ran = shell("show " + name);
        CAPTURE(name);
        CHECK(ran.code == 0);
        CHECK(ran.err == "");
        CHECK(ran.out.starts_with(name + ": "));
        const bool of_lagrangian = builtin_system_group(name) == "lagrangians";
        CHECK(contains_text(ran.out, of_lagrangian ? "\nEnergies, " : "\nPotentials, "));
        for (const char* heading : {"\nConserved\n", "\nInitial states", "\nSampling\n"})
            CHECK(contains_text(ran.out, heading));
        for (const char* heading : {"\nBodies\n", "\nConstraints, ", "\nMass matrix"})
            if (!of_lagrangian) CHECK(contains_text(ran.out, heading));
        std::istringstream lines(ran.out);
        for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 102);
    }
    CHECK(contains_text(shell("show coupled_pendulum_3").out, "Spring bob1-bob2  k = 10 N/m, l0 = 1 m"));
}

TEST_CASE("cchnn-gen show --json -: a file to start one's own from") {
    const Shell shell;
    const Ran ran = shell("show chain_pendulum_2 --json -");
    CHECK(ran.code == 0);
    write_text(shell.scratch / "own.json", ran.out);
    CHECK(shell("check own.json").out == "own.json: fine: chain_pendulum_2, 2 degrees of freedom\n");
}

TEST_CASE("cchnn-gen check and generate warn of a system that cannot move, which is no error") {
    const Shell shell;
    write_text(shell.scratch / "own.json", R"({"name": "bracket", "dimension": 2,
      "bodies": [{"id": "a", "type": "Origin"}, {"id": "b", "type": "Origin", "position": [1, 0]},
                 {"id": "lamp", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["a", "lamp"], "length": 0.8},
                      {"type": "Link", "between": ["b", "lamp"], "length": 0.8}],
      "initial_conditions": {"state": {"position": {"lamp": [0.5, 0.6244997998398398]}}},
      "sampling": {"dt": 0.1, "steps": 5}})");
    const Ran ran = shell("check own.json");
    CHECK(ran.code == 0);
    CHECK(ran.out ==
          "own.json: cannot move: bracket, 0 degrees of freedom\n"
          "  warning: 2 scalar constraints of rank 2 leave 0 of 2 coordinates of its nodes free\n");
    const Ran generated = shell("generate own.json -o data --train 1 --valid 0 --test 0");
    CHECK(generated.code == 0);
    CHECK(contains_text(generated.out,
                        "\n  warning: 2 scalar constraints of rank 2 leave 0 of 2 coordinates of its nodes free\n"));
}

TEST_CASE("cchnn-gen graph: a file of any size, ready for the other commands") {
    const Shell shell;
    const Ran ran = shell("graph chain --links 12 --mass 2 --name long_chain");
    CHECK(ran.code == 0);
    CHECK(ran.err == "");
    write_text(shell.scratch / "own.json", ran.out);
    CHECK(shell("check own.json").out == "own.json: fine: long_chain, 12 degrees of freedom\n");
    CHECK(shell.refused("graph", 2) == "cchnn-gen: no command given; try cchnn-gen graph --help\n");
    CHECK(shell.refused("graph chian", 2) == "cchnn-gen: unknown command 'chian', did you mean 'chain'?\n");
    CHECK(shell.refused("graph chain --links 0", 2) == "cchnn-gen: --links: must be 1 to 10000, got 0\n");
    CHECK(shell.refused("graph ring --sping 2", 2) ==
          "cchnn-gen: unknown option '--sping', did you mean '--spin'?\ncchnn-gen: unknown argument '2'\n");
}

TEST_CASE("cchnn-gen generate and rollout: files appear, and a line says what was made") {
    const Shell shell;
    const Ran made = shell(std::string("generate chain_pendulum_2 -o data") + quick);
    CAPTURE(made.out);
    CHECK(made.code == 0);
    CHECK(made.err == "");
    CHECK(made.out.starts_with("chain_pendulum_2  ("));
    CHECK(contains_text(
        made.out,
        "\n  file                            trajectories  mean steps  rejected  energy error  error bound  "
        "truth digest\n"));
    CHECK(std::regex_search(made.out, std::regex("\n  data/chain_pendulum_2/train\\.h5             4  +[0-9.]+  "
                                                 "+[0-9.]+  +[0-9.e-]+  +[0-9.e-]+  [0-9a-f]{12}\n")));
    CHECK(names_in(shell.scratch / "data") == std::vector<std::string>{"chain_pendulum_2"});

    const Ran rolled = shell("rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --epsilon 1e-5 -o p.h5");
    CHECK(rolled.code == 0);
    CHECK(rolled.err == "");
    CHECK(rolled.out.starts_with("p.h5: 3 trajectories of 11 samples, dt 0.03 s"));

    write_text(shell.scratch / "mine.json", pendulum_with());
    CHECK(shell(std::string("generate ./mine.json chain_pendulum_1 -o data") + quick).code == 0);
    CHECK(names_in(shell.scratch / "data") == std::vector<std::string>{"chain_pendulum_1", "chain_pendulum_2", "mine"});
}

TEST_CASE("cchnn-gen generate: seeds and threads on the command line do what they say") {
    const Shell shell;
    CHECK(shell(std::string("generate chain_pendulum_2 -o a --threads 1") + quick).code == 0);
    CHECK(shell(std::string("generate chain_pendulum_2 -o b --threads 2") + quick).code == 0);
    CHECK(shell(std::string("generate chain_pendulum_2 -o c --seed 1") + quick).code == 0);
    CHECK((content_of(shell.scratch / "a") == content_of(shell.scratch / "b")));
    CHECK((content_of(shell.scratch / "a") != content_of(shell.scratch / "c")));
}

TEST_CASE("cchnn-gen generate: an existing dataset needs --force") {
    const Shell shell;
    const std::string command = std::string("generate chain_pendulum_1 -o data") + quick;
    CHECK(shell(command).code == 0);
    CHECK(shell.refused(command, 4) ==
          "cchnn-gen: data/chain_pendulum_1: holds the dataset of this command already; --resume keeps it and makes "
          "what is missing of others, --force replaces it\n");
    CHECK(contains_text(shell.refused(command + " --seed 3", 4),
                        "cchnn-gen: data/chain_pendulum_1/train.h5: exists already; give --force to replace it\n"));
    CHECK(shell(command + " --force").code == 0);
}

TEST_CASE("cchnn-gen: mistakes in a system file name file, place, value and rule, exit code 3") {
    const Shell shell;
    const auto told = [&](const std::string& json) {
        write_text(shell.scratch / "a.json", json);
        const std::string message = shell.refused("check a.json", 3);
        CHECK(shell.refused(std::string("generate ./a.json -o data") + quick, 3) != "");
        CHECK_FALSE(fs::exists(shell.scratch / "data"));
        return message;
    };
    CHECK(told(pendulum_with("\"mass\"", "\"mas\"")) ==
          "cchnn-gen: a.json#/bodies/1/mas: unknown key 'mas', did you mean 'mass'?\n"
          "cchnn-gen: a.json#/bodies/1: key 'mass' is missing\n");
    CHECK(told(pendulum_with("\"hook\", \"bob\"", "\"hok\", \"bob\"")) ==
          "cchnn-gen: a.json#/constraints/0/between/0: unknown body 'hok', did you mean 'hook'?\n"
          "cchnn-gen: a.json#/initial_conditions/bodies/bob: no Link between 'bob' and 'hook' gives the distance: add "
          "'length'\n");
    CHECK(told(pendulum_with("1.5", "0")) == "cchnn-gen: a.json#/bodies/1/mass: must be > 0 kg, got 0\n");
    CHECK(contains_text(
        told(pendulum_with("\"hook\", \"bob\"", "\"bob\", \"bob\"")),
        "cchnn-gen: a.json#/constraints/0/between: a Link joins two different bodies, got 'bob' twice\n"));
    CHECK(
        contains_text(told(pendulum_with("\"type\": \"Obj0D\",", "\"type\": \"Obj0D\"")), "cchnn-gen: a.json: line 2"));
}

TEST_CASE("cchnn-gen: lengths that no state can meet are told with the constraint's name, exit code 3") {
    const Shell shell;
    // A triangle of sides 1, 1 and 5.
    write_text(shell.scratch / "a.json", R"({"name": "triangle", "dimension": 2,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}, {"id": "c", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["a", "b"], "length": 1}, {"type": "Link", "between": ["b", "c"], "length": 1},
                      {"type": "Link", "between": ["c", "a"], "length": 5}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0]}, "b": {"position": [1, 0]}, "c": {"position": [0, 1]}}}})");
    const std::string message = shell.refused("check a.json", 3);
    CAPTURE(message);
    CHECK(message.starts_with("cchnn-gen: a.json#/constraints"));
    CHECK(contains_text(message, " cannot be met together with the other constraints: length is "));
    // A given state whose rod is twice as long.
    write_text(shell.scratch / "b.json",
               pendulum_with(R"({"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}})",
                             R"({"state": {"position": {"bob": [0, -2]}}})"));
    CHECK(shell.refused("check b.json", 3) ==
          "cchnn-gen: b.json#/initial_conditions/state: Link hook-bob is 2 m long in this state, its length is 1 m\n");
}

TEST_CASE("cchnn-gen: mistakes on the command line, exit code 2, nothing written") {
    const Shell shell;
    const std::string generate = "generate chain_pendulum_3 -o data ";
    CHECK(shell.refused("", 2) == "cchnn-gen: no command given; try cchnn-gen --help\n");
    CHECK(shell.refused("genrate", 2) == "cchnn-gen: unknown command 'genrate', did you mean 'generate'?\n");
    CHECK(shell.refused("show chain_pendulm_3", 2) ==
          "cchnn-gen: unknown system 'chain_pendulm_3', did you mean 'chain_pendulum_3'? (a file of your "
          "own is named with a '/' or ends in .json)\n");
    CHECK(shell.refused(generate + "--trian=5 --dt 0.1 --forse", 2) ==
          "cchnn-gen: unknown option '--trian=5', did you mean '--train'?\n"
          "cchnn-gen: unknown option '--forse', did you mean '--force'?\n");
    CHECK(shell.refused("list more", 2) == "cchnn-gen: unknown argument 'more'\n");
    CHECK(shell.refused("--verison", 2) == "cchnn-gen: unknown option '--verison', did you mean '--version'?\n");
    CHECK(shell.refused("generate chain_pendulum_3", 2) == "cchnn-gen: --output is required\n");
    CHECK(shell.refused(generate + "--protocol papr", 2) ==
          "cchnn-gen: --protocol: must be default, paper or sampled-impacts, got 'papr'\n");
    CHECK(shell.refused(generate + "--rtol 0", 2) == "cchnn-gen: --rtol: must be between 1e-15 and 1, got 0.0\n");
    CHECK(shell.refused(generate + "--rtol nan", 2) == "cchnn-gen: --rtol: must be between 1e-15 and 1, got nan\n");
    CHECK(shell.refused(generate + "--atol inf", 2) == "cchnn-gen: --atol: must be > 0, got inf\n");
    CHECK(shell.refused(generate + "--dt -1", 2) == "cchnn-gen: --dt: must be > 0 s, got -1\n");
    CHECK(shell.refused(generate + "--steps 1", 2) == "cchnn-gen: --steps: must be at least 2, got 1\n");
    CHECK(shell.refused(generate + "--projection maybe", 2) ==
          "cchnn-gen: --projection: must be on or off, got 'maybe'\n");
    CHECK(shell.refused(generate + "--on-failure cry", 2) ==
          "cchnn-gen: --on-failure: must be resample or fail, got 'cry'\n");
    CHECK(shell.refused(generate + "--train -5", 2) == "cchnn-gen: --train: must be a whole number >= 0, got -5\n");
    CHECK(shell.refused(generate + "--seed=-1", 2) == "cchnn-gen: --seed: must be a whole number >= 0, got -1\n");
    CHECK(shell.refused(generate + "--test 5000000000000", 2) ==
          "cchnn-gen: --test: must be at most 10^12, got 5000000000000\n");
    CHECK(contains_text(shell.refused(generate + "--train many", 2), "--train: must be a whole number, got 'many'"));
    CHECK(contains_text(shell.refused(generate + "--threads 0", 2), "--threads: must be 1 .. 1024, got 0"));
    CHECK(contains_text(shell.refused("generate chain_pendulum_1 chain_pendulum_1 -o data", 2),
                        "has the same name 'chain_pendulum_1'"));
    CHECK(contains_text(shell.refused("rollout chain_pendulum_1 --from a.h5 --states b.npz -o c.h5", 2), "--states"));
    CHECK(names_in(shell.scratch.path()).empty());
}

TEST_CASE("cchnn-gen: files that are missing or cannot be written, exit code 4") {
    const Shell shell;
    CHECK(shell.refused("check nowhere.json", 4) ==
          "cchnn-gen: nowhere.json: cannot be read: No such file or directory\n");
    CHECK(contains_text(shell.refused("rollout chain_pendulum_1 --from nowhere.h5 -o out.h5", 4),
                        "cchnn-gen: nowhere.h5: "));
    CHECK(contains_text(shell.refused("rollout chain_pendulum_1 --states nowhere.npz -o out.h5", 4),
                        "cchnn-gen: nowhere.npz: "));
    write_text(shell.scratch / "file", "");
    CHECK(contains_text(shell.refused("generate chain_pendulum_1 -o file/below", 4),
                        "cchnn-gen: file/below: cannot be created: file is not a directory\n"));
    CHECK(contains_text(shell.refused("generate chain_pendulum_1 -o /proc/none", 4),
                        "cchnn-gen: /proc/none: cannot be created: "));
    CHECK(shell(std::string("generate chain_pendulum_1 -o data") + quick).code == 0);
    CHECK(
        contains_text(shell.refused("rollout chain_pendulum_1 --from data/chain_pendulum_1/test.h5 -o none/out.h5", 4),
                      "cchnn-gen: none/out.h5: "));
}

TEST_CASE("cchnn-gen: a full standard output is an error, not a success") {
    const Shell shell;
    for (const std::string& command :
         {std::string("list"), std::string("show chain_pendulum_5"), std::string("show chain_pendulum_5 --json -"),
          std::string("generate chain_pendulum_1 -o data") + quick}) {
        const std::string full = cchnn_test::bin_dir() + std::string("/cchnn-gen ") + command + " > /dev/full 2> err";
        const int status = std::system(("cd '" + shell.scratch.path().string() + "' && " + full).c_str());
        CAPTURE(command);
        CHECK(WEXITSTATUS(status) == 4);
        CHECK(contains_text(bytes_of(shell.scratch / "err"), "cchnn-gen: standard output: cannot be written"));
    }
}

TEST_CASE("cchnn-gen audit: a table, JSON, and exit code 1 when bounds do not hold") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_1 -o data" + std::string(quick)).code == 0);
    const Ran good = shell("audit data --sample 2 --json report.json");
    CHECK(good.code == 0);
    CHECK(contains_text(good.out,
                        "True relative error, from an independent solution in up to 34 digits; samples of t > 0:\n"));
    CHECK(contains_text(good.out, "chain_pendulum_1"));
    CHECK(contains_text(bytes_of(shell.scratch / "report.json"), "\"verdict\": \"passed\""));
    CHECK(contains_text(shell("audit data/chain_pendulum_1 --split test --sample 1 --json -").out,
                        "\"split\": \"test\""));
    // A time that is up at once: nothing could be judged, which is no pass, and nothing is wrong.
    const Ran hasty = shell("audit data --sample 2 --budget 1e-9 --json hasty.json");
    CHECK(hasty.code == 6);
    CHECK(contains_text(
        hasty.out,
        "  data/chain_pendulum_1 TIME LIMIT REACHED, and nothing wrong found: 2 (the time limit was "
        "reached); --budget allows more time, --intervals looks at single intervals, which take far less\n"));
    const std::string report = bytes_of(shell.scratch / "hasty.json");
    CHECK(contains_text(report, "\"verdict\": \"not_judged\""));
    CHECK(contains_text(report, "\"exit_code\": 6"));
    CHECK(shell.refused("audit data --split tset", 2) ==
          "cchnn-gen: --split: must be train, valid or test, got 'tset'\n");
    CHECK(shell.refused("audit nowhere", 4) == "cchnn-gen: nowhere: does not exist; give a directory\n");
}

TEST_CASE("cchnn-gen audit: files and sets that cannot be read are told, after the table of the others") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_1 -o data" + std::string(quick)).code == 0);
    REQUIRE(shell("generate chain_pendulum_2 -o data" + std::string(quick)).code == 0);
    const fs::path test = shell.scratch / "data/chain_pendulum_1/test.h5";
    std::ofstream(test, std::ios::trunc) << "no HDF5";
    const auto told = [&](const std::string& arguments) {
        const Ran ran = shell("audit " + arguments + " --sample 2 --json report.json --force");
        CHECK(ran.code == 3);
        CHECK(contains_text(ran.out, "  data/chain_pendulum_1 REJECTED: data/chain_pendulum_1/test.h5: "));
        CHECK(contains_text(ran.err, "cchnn-gen: data/chain_pendulum_1/test.h5: "));
        CHECK(contains_text(bytes_of(shell.scratch / "report.json"), "\"verdict\": \"invalid_input\""));
        return ran.out + bytes_of(shell.scratch / "report.json");
    };
    CHECK(contains_text(told("data"), "chain_pendulum_2   2 of 2"));
    CHECK(contains_text(told("data"), "chain_pendulum_1   2 of 2"));  // by its other sets
    CHECK(contains_text(told("data/chain_pendulum_1 --split test"), "chain_pendulum_1  rejected"));
    CHECK(contains_text(told("data --split test"), "\"not_done\": [\n  \"data/chain_pendulum_1\"\n ]"));
}

TEST_CASE("cchnn-gen generate says how many trajectories exceed an estimated error of 1e-6, in good English") {
    const Shell shell;
    const auto printed = [&](const char* count) {
        return shell(std::string("generate magnet_pendulum -o ") + count +
                     " --protocol paper --train 0 --valid 0 --test " + count)
            .out;
    };
    CHECK(contains_text(printed("1"),
                        "\n    1 trajectory exceeds an estimated error of 1e-06 before its end; see valid_until\n"));
    CHECK(
        std::regex_search(printed("8"), std::regex("\n    [2-8] trajectories exceed an estimated error of 1e-06 before "
                                                   "their end; see valid_until\n")));
}

TEST_CASE(
    "cchnn-gen generate --refine says how many trajectories it took, and is part of the command and the lock file") {
    const Shell shell;
    const std::string counts = " --train 0 --valid 0 --test 8 --steps 60";
    const Ran made = shell("generate magnet_pendulum -o data --refine 1e-12" + counts);
    CHECK(made.code == 0);
    CHECK(std::regex_search(made.out, std::regex("\n    [1-8] of 8 recomputed in double-double arithmetic\n")));
    const fs::path dataset = shell.scratch / "data/magnet_pendulum";
    CHECK(contains_text(bytes_of(dataset / "README.md"), " --refine 1e-12"));
    CHECK(shell("generate --lock data/magnet_pendulum/manifest.json -o again").code == 0);
    CHECK(shell("generate --lock data/magnet_pendulum/manifest.json -o other --refine off").code == 2);
    const Ran off = shell("generate magnet_pendulum -o off --refine off" + counts);
    CHECK_FALSE(contains_text(off.out, "recomputed"));
    CHECK(contains_text(bytes_of(shell.scratch / "off/magnet_pendulum/README.md"), " --refine off"));

    const std::string refused = "cchnn-gen: --refine: ";
    CHECK(shell.refused("generate magnet_pendulum -o x --refine no", 2) ==
          refused + "must be off or a bound between 0 and 1, got 'no'\n");
    CHECK(shell.refused("generate magnet_pendulum -o x --refine 1e-9x", 2) ==
          refused + "must be off or a bound between 0 and 1, got '1e-9x'\n");
    CHECK(shell.refused("generate magnet_pendulum -o x --refine 0", 2) ==
          refused + "must be off or a bound between 0 and 1, got '0'\n");
    CHECK(shell.refused("generate magnet_pendulum -o x --refine 1", 2) ==
          refused + "must be off or a bound between 0 and 1, got 1\n");
    CHECK(shell.refused("generate magnet_pendulum -o x --bound off --refine 1e-9", 2) ==
          refused + "needs error bounds; remove --bound off\n");
    CHECK(shell.refused("generate magnet_pendulum -o x --integrator rattle4 --refine 1e-9", 2) ==
          refused + "would replace trajectories of rattle4, which is symplectic, by non-symplectic ones; remove it\n");
}

TEST_CASE("cchnn-gen generate --bound off leaves the bounds out and says so") {
    const Shell shell;
    const Ran made = shell("generate chain_pendulum_1 -o data --bound off" + std::string(quick));
    CHECK(made.code == 0);
    CHECK(contains_text(made.out, "          off  "));
    CHECK(contains_text(bytes_of(shell.scratch / "data/chain_pendulum_1/manifest.json"), "\"error_bound\": \"off\""));
    CHECK(contains_text(bytes_of(shell.scratch / "data/chain_pendulum_1/README.md"), "--bound off"));
    const Ran audit = shell("audit data --sample 1");
    CHECK(audit.code == 0);
    CHECK(contains_text(audit.out,
                        "  data/chain_pendulum_1 has no error bounds: generated with --bound off, or imported\n"));
    CHECK(shell.refused("generate chain_pendulum_1 -o data --bound maybe", 2) ==
          "cchnn-gen: --bound: must be on or off, got 'maybe'\n");
}

TEST_CASE(
    "generate: of several systems none is made where one gives too few states, and a group is made all the same") {
    const Shell shell;
    const std::string few = " --train 2 --valid 0 --test 0 --protocol paper --bound off --steps 5";
    CHECK(contains_text(shell.refused("generate chain_pendulum_1 dzhanibekov_cross -o data" + few, 2),
                        "dzhanibekov_cross#/initial_conditions: has 1 state, asked for trajectory 1"));
    CHECK(!fs::exists(shell.scratch / "data/chain_pendulum_1"));
    const Ran ran = shell("generate all -o data" + few);
    CHECK(ran.code == 0);
    CHECK(contains_text(ran.out, "train has 1 trajectory instead of 2: the system has no more states"));
    CHECK(fs::exists(shell.scratch / "data/dzhanibekov_cross/train.h5"));
    CHECK(fs::exists(shell.scratch / "data/chain_pendulum_1/train.h5"));
}
