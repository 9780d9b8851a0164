#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_score_test;

namespace {

struct Run {
    int code;
    std::string out, err;
};

std::string read_text(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// Runs build/bin/cchnn-eval with arguments that hold no quotes. `{}` in them is the directory of the files.
Run run(const RolloutFiles& files, std::string arguments, const std::string& before = "") {
    for (std::size_t at; (at = arguments.find("{}")) != std::string::npos;)
        arguments.replace(at, 2, (files / "").string());
    const std::string out = (files / "stdout").string(), err = (files / "stderr").string();
    const int status =
        std::system((before + CCHNN_BIN_DIR "/cchnn-eval " + arguments + " >" + out + " 2>" + err).c_str());
    return {WEXITSTATUS(status), read_text(out), read_text(err)};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const RolloutFiles& files() {
    static const RolloutFiles shared;
    return shared;
}

}  // namespace

TEST_CASE("cchnn-eval template writes a file that check accepts and that scores worst") {
    const Run made = run(files(), "template {}test.h5 -o {}mine.h5 --model net");
    CHECK(made.code == 0);
    CHECK(made.err == "");
    CHECK(contains(made.out, "mine.h5: 6 trajectories of 21 samples to fill in; sample 0 is given"));
    const Run checked = run(files(), "check {}test.h5 {}mine.h5");
    CHECK(checked.code == 0);
    CHECK(contains(checked.out, "mine.h5: can be scored against"));
    // 20 samples of x and v of 2 nodes in the plane in each of 6 trajectories.
    CHECK(contains(checked.out, "960 values in 6 of 6 trajectories are not finite and will have the worst value (ids 0, 1, 2, 3, 4, 5)"));
    const Run scored = run(files(), "score {}test.h5 {}mine.h5 --bootstrap 100");
    CHECK(scored.code == 0);
    CHECK(contains(scored.out, "net  1.00e+00 [1.00e+00, 1.00e+00]"));
    CHECK(contains(scored.out, "net: 6 of 6 trajectories are not finite"));
}

TEST_CASE("cchnn-eval template does not replace a file unasked") {
    std::ofstream(files() / "precious.h5") << "mine";
    const Run kept = run(files(), "template {}test.h5 -o {}precious.h5");
    CHECK(kept.code == 4);
    CHECK(contains(kept.err, "precious.h5"));
    CHECK(read_text(files() / "precious.h5") == "mine");
    CHECK(run(files(), "template {}test.h5 -o {}precious.h5 --overwrite").code == 0);
}

TEST_CASE("cchnn-eval score prints a row per submission, writes JSON and gives its signature") {
    files().submit_perturbed("a.h5", 1e-3);
    files().submit_perturbed("b.h5", 1e-5);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 {}b.h5 --json {}report.json --bootstrap 100 --preset published");
    CHECK(scored.code == 0);
    CHECK(scored.err == "");
    CHECK(contains(scored.out, "\n  a  "));
    CHECK(contains(scored.out, "\n  b  "));
    const std::string signature = "cchnn|err:sum|z:xv|floor:1e-08|t0:yes|span:Ndt|phi:stacked|agg:mean|ci:bs100,seed0|"
                                  "sys:chain_pendulum_2|truth:" + files().digest().substr(0, 12) + "|";
    CHECK(contains(scored.out, signature));
    const auto json = nlohmann::json::parse(read_text(files() / "report.json"));
    CHECK(json["verdict"] == "scored");
    CHECK(json["submissions"].size() == 2);
    CHECK(contains(json["signature"], signature));
}

TEST_CASE("flags of cchnn-eval score change one choice of a preset each") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 --json - --floor 1e-12 --include-t0 --state xp --bootstrap 0");
    const auto json = nlohmann::json::parse(scored.out);
    CHECK(json["choices"]["floor"] == 1e-12);
    CHECK(json["choices"]["include_t0"] == true);
    CHECK(json["choices"]["state"] == "xp");
    CHECK(json["choices"]["span"] == "T");
    CHECK(json["submissions"][0]["metrics"]["relative_error"]["mean_ci95"] == nullptr);
}

TEST_CASE("cchnn-eval gives the same report on any number of threads") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run one = run(files(), "score {}test.h5 {}a.h5 --bootstrap 200 --threads 1 --json -");
    const Run three = run(files(), "score {}test.h5 {}a.h5 --bootstrap 200 --threads 3 --json -");
    CHECK(one.code == 0);
    CHECK(one.out == three.out);
}

TEST_CASE("a submission that cannot be scored: check fails with 1, score with 3 and a JSON that says why") {
    files().submit("short.h5", [](TrajectoryBatch& b) { cut(b, 6, 10); });
    const std::string problem = "cchnn-eval: " + (files() / "short.h5").string() +
                                ":/x: shape is (6, 10, 2, 2), expected (6, 21, 2, 2) from test.h5\n";
    const Run checked = run(files(), "check {}test.h5 {}short.h5");
    CHECK(checked.code == 1);
    CHECK(checked.err == problem);
    const Run scored = run(files(), "score {}test.h5 {}short.h5 --json {}failure.json");
    CHECK(scored.code == 3);
    CHECK(scored.err == problem);
    CHECK(scored.out == "");
    const auto json = nlohmann::json::parse(read_text(files() / "failure.json"));
    CHECK(json["verdict"] == "invalid_input");
    CHECK(json["exit_code"] == 3);
    CHECK(contains(json["problems"][0]["what"], "shape is (6, 10, 2, 2)"));
}

TEST_CASE("a file that is missing, or is not HDF5, is named") {
    const Run missing = run(files(), "score {}test.h5 {}nothing.h5");
    CHECK(missing.code == 4);
    CHECK(contains(missing.err, "cchnn-eval: " + (files() / "nothing.h5").string() + ": "));
    std::ofstream(files() / "text.h5") << "not an HDF5 file";
    const Run text = run(files(), "check {}test.h5 {}text.h5");
    CHECK(text.code == 3);
    CHECK(contains(text.err, "cchnn-eval: " + (files() / "text.h5").string() + ": "));
    CHECK(contains(text.err, "HDF5"));
}

TEST_CASE("the command line is checked, with every wrong value and the nearest name") {
    const Run values = run(files(), "score {}test.h5 {}test.h5 --floor 1 --bootstrap 3 --state vx --threads 0");
    CHECK(values.code == 2);
    CHECK(values.err ==
          "cchnn-eval: --floor: must be between 1e-300 and 0.01, got 1\n"
          "cchnn-eval: --bootstrap: must be 0 (no intervals) or 100 .. 10000000, got 3\n"
          "cchnn-eval: --state: must be xv or xp, got 'vx'\n"
          "cchnn-eval: --threads: must be 1 .. 1024, got 0\n");
    CHECK(run(files(), "scroe").err == "cchnn-eval: unknown command 'scroe', did you mean 'score'?\n");
    CHECK(run(files(), "").code == 2);
    const Run option = run(files(), "score {}test.h5 {}test.h5 --jsno x");
    CHECK(option.code == 2);
    CHECK(contains(option.err, "did you mean '--json'?"));
    CHECK(run(files(), "score {}test.h5").code == 2);
    const Run trajectory = run(files(), "score {}test.h5 {}test.h5 --trajectory 6");
    CHECK(trajectory.code == 2);
    CHECK(contains(trajectory.err, "--trajectory: must be 0 .. 5 for "));
}

TEST_CASE("help shows an example of every command, version the version") {
    for (const char* command : {"template", "check", "score"}) {
        const std::string example = std::string("cchnn-eval ") + command + " test.h5";
        CHECK(contains(run(files(), "--help").out, example));
        const Run help = run(files(), std::string(command) + " --help");
        CHECK(help.code == 0);
        CHECK(contains(help.out, example));
    }
    CHECK(contains(run(files(), "--version").out, "cchnn-eval 0.1.0"));
}

TEST_CASE("figures need gnuplot: without it the data and scripts are kept, and stderr says so") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 --bootstrap 0 --figures {}pictures", "PATH=/nonexistent ");
    CHECK(scored.code == 0);
    CHECK(contains(scored.err, "gnuplot was not found; install it and run: gnuplot error_over_time.gp"));
    CHECK(std::filesystem::exists(files() / "pictures/trajectory.dat"));
    CHECK(std::filesystem::exists(files() / "pictures/trajectory.gp"));
    CHECK(!std::filesystem::exists(files() / "pictures/trajectory.svg"));
}

TEST_CASE("output that cannot be written is an input/output error") {
    CHECK(run(files(), "score {}test.h5 {}test.h5 --bootstrap 0 --json /nonexistent/report.json").code == 4);
    CHECK(run(files(), "score {}test.h5 {}test.h5 --bootstrap 0 --figures /proc/pictures").code == 4);
}
