#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contains_text.hpp"
#include "places.hpp"
#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

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
        std::system((before + cchnn_test::bin_dir() + "/cchnn-eval " + arguments + " >" + out + " 2>" + err).c_str());
    return {WEXITSTATUS(status), read_text(out), read_text(err)};
}

const RolloutFiles& files() {
    static const RolloutFiles shared;
    return shared;
}

}  // namespace

TEST_CASE("cchnn-eval template replaces a template without predictions, and nothing else without --force") {
    for (const std::string form : {"", " --coordinates q"}) {
        CAPTURE(form);
        const std::string again = "template {}test.h5 -o {}again.h5" + form;
        REQUIRE(run(files(), again + " --force").code == 0);
        const std::string empty = read_text(files() / "again.h5");
        CHECK(run(files(), again).code == 0);
        CHECK((read_text(files() / "again.h5") == empty));
    }
    std::filesystem::copy_file(files() / "test.h5", files() / "filled.h5");
    CHECK(run(files(), "template {}test.h5 -o {}filled.h5").code == 4);  // a test set
    const std::string sub = (files().submit_perturbed("predicted.h5", 1e-3)).string(), before = read_text(sub);
    const Run refused = run(files(), "template {}test.h5 -o " + sub);
    CHECK(refused.code == 4);
    CHECK(contains_text(refused.err, "exists already; give --force to replace it"));
    CHECK((read_text(sub) == before));
}

TEST_CASE("cchnn-eval template writes a file that check accepts and that scores worst") {
    const Run made = run(files(), "template {}test.h5 -o {}mine.h5 --model net");
    CHECK(made.code == 0);
    CHECK(made.err == "");
    CHECK(contains_text(made.out, "mine.h5: 6 trajectories of 21 samples to fill in; sample 0 is given"));
    const Run checked = run(files(), "check {}test.h5 {}mine.h5");
    CHECK(checked.code == 0);
    CHECK(contains_text(checked.out, "mine.h5: can be scored against"));
    // 20 samples of x and v of 2 nodes in the plane in each of 6 trajectories.
    CHECK(contains_text(
        checked.out,
        "960 values in 6 of 6 trajectories are not finite and will count as the worst value (ids 0, 1, 2, 3, 4, 5)"));
    const Run scored = run(files(), "score {}test.h5 {}mine.h5 --bootstrap 100 --all");
    CHECK(scored.code == 0);
    CHECK(contains_text(scored.out, "6 of 6 [54, 100] %  1.00e+00"));
    CHECK(contains_text(scored.out, "net: 6 of 6 trajectories are not finite"));
}

TEST_CASE("cchnn-eval template writes a NumPy archive under that name, and no other format") {
    CHECK(run(files(), "template {}test.h5 -o {}mine.npz --model net").code == 0);
    const Run checked = run(files(), "check {}test.h5 {}mine.npz");
    CHECK(checked.code == 0);
    CHECK(contains_text(checked.out, "mine.npz: can be scored against"));
    const Run refused = run(files(), "template {}test.h5 -o {}mine.json");
    CHECK(refused.code == 2);
    CHECK(contains_text(refused.err, "--output: must end in .h5 (HDF5) or .npz (NumPy)"));
    CHECK(!std::filesystem::exists(files() / "mine.json"));
}

TEST_CASE("cchnn-eval template does not replace a file unasked") {
    std::ofstream(files() / "precious.h5") << "mine";
    const Run kept = run(files(), "template {}test.h5 -o {}precious.h5");
    CHECK(kept.code == 4);
    CHECK(contains_text(kept.err, "precious.h5"));
    CHECK(read_text(files() / "precious.h5") == "mine");
    CHECK(run(files(), "template {}test.h5 -o {}precious.h5 --force").code == 0);
    CHECK(run(files(), "template {}test.h5 -o {}precious.h5 --overwrite").code == 0);  // the name of earlier versions
}

TEST_CASE("cchnn-eval score prints a row per submission, writes JSON and gives its signature") {
    files().submit_perturbed("a.h5", 1e-3);
    files().submit_perturbed("b.h5", 1e-5);
    const Run scored =
        run(files(), "score {}test.h5 {}a.h5 {}b.h5 --json {}report.json --bootstrap 100 --preset published");
    CHECK(scored.code == 0);
    CHECK(scored.err == "");
    CHECK(contains_text(scored.out, "\n  a  "));
    CHECK(contains_text(scored.out, "\n  b  "));
    const std::string signature =
        "cchnn|err:sum|z:xv|floor:1e-08|t0:yes|span:Ndt|phi:stacked|agg:geomean|ci:t,flips100,seed0|error-floor:1e-06|"
        "sys:chain_pendulum_2|truth:" +
        files().digest().substr(0, 12) + "|";
    CHECK(contains_text(scored.out, signature));
    const auto json = nlohmann::json::parse(read_text(files() / "report.json"));
    CHECK(json["verdict"] == "scored");
    CHECK(json["submissions"].size() == 2);
    CHECK(contains_text(json["signature"], signature));
    CHECK_FALSE(contains_text(scored.out, "Energy error, mean over time"));
    CHECK(contains_text(run(files(), "score {}test.h5 {}a.h5 --bootstrap 100 --all").out,
                        "Energy error, mean over time"));
}

TEST_CASE("cchnn-eval score -q prints one line a submission and nothing else") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 -q --json {}line.json");
    CHECK(scored.code == 0);
    CHECK(scored.err == "");
    const auto json = nlohmann::json::parse(read_text(files() / "line.json"));
    const auto& error = json["submissions"][0]["metrics"]["relative_error"];
    char line[120];
    std::snprintf(line, sizeof line, "a  %.2e [%.2e, %.2e]\n", error["geometric_mean"].get<double>(),
                  error["geometric_mean_ci95"][0].get<double>(), error["geometric_mean_ci95"][1].get<double>());
    CHECK(scored.out == line);
}

TEST_CASE("cchnn-eval writes a table for a paper and how to cite it, and a time as the last sample that counts") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 --until 0.1s --latex {}a.tex --cite {}a.bib -q");
    CHECK(scored.code == 0);
    CHECK(contains_text(read_text(files() / "a.tex"), "\n    a (reference) & $"));
    CHECK(contains_text(read_text(files() / "a.tex"), "until:3\\textbar{}"));  // of 0.03 s each
    CHECK(contains_text(read_text(files() / "a.bib"),
                        "@misc{cchnn-chain_pendulum_2-" + files().digest().substr(0, 12) + ","));
    const Run compared = run(files(), "compare {}test.h5:{}a.h5 --latex {}a.tex --cite -");
    CHECK(compared.code == 0);
    CHECK(contains_text(read_text(files() / "a.tex"), "\\label{tab:standings}"));
    CHECK(contains_text(compared.out, "@misc{cchnn,\n"));
    std::ofstream(files() / "a.tex", std::ios::app) << "mine";
    CHECK(contains_text(run(files(), "compare {}test.h5:{}a.h5 --latex {}a.tex").err,
                        "exists already and is not a LaTeX report of this program"));
    CHECK(run(files(), "score {}test.h5 {}a.h5 --until 1.5").code == 2);
}

TEST_CASE("flags of cchnn-eval score change one choice of a preset each") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(
        files(), "score {}test.h5 {}a.h5 --json - --floor 1e-12 --include-t0 --state xp --norm vector --bootstrap 0");
    const auto json = nlohmann::json::parse(scored.out);
    CHECK(json["choices"]["floor"] == 1e-12);
    CHECK(json["choices"]["include_t0"] == true);
    CHECK(json["choices"]["state"] == "xp");
    CHECK(json["choices"]["norm"] == "vector");
    CHECK(contains_text(json["signature"], "cchnn|err:vector|z:xp|"));
    CHECK(json["choices"]["span"] == "T");
    CHECK(json["submissions"][0]["metrics"]["relative_error"]["mean_ci95"] == nullptr);
    const Run other =
        run(files(), "score {}test.h5 {}a.h5 --preset published --exclude-t0 --span T --constraint rms --bootstrap 0");
    CHECK(contains_text(other.out, "|floor:1e-08|t0:no|span:T|phi:rms|agg:geomean|ci:none|error-floor:1e-06|"));
}

TEST_CASE("cchnn-eval gate: verdict, exit code and JSON agree, and what failed is named with its value") {
    files().submit("off.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i)
            for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += 0.5;
    });
    const Run passed = run(
        files(), "gate {}test.h5 {}off.h5 --max relative_error=1 --max diverged=0 --bootstrap 0 --json {}gate.json");
    CHECK(passed.code == 0);
    CHECK(passed.out.starts_with("Passed: 2 limits, all met.\npassed  off: relative_error (geometric_mean) is "));
    CHECK(passed.out.ends_with("\nPassed: 2 limits, all met.\n"));
    CHECK(passed.err == "");
    CHECK(nlohmann::json::parse(read_text(files() / "gate.json"))["verdict"] == "passed");
    std::ofstream(files() / "limits.json")
        << R"({"max": {"relative_error.p95": 1e-6}, "min": {"valid_time_0.01": 100}})";
    const Run failed = run(
        files(),
        "gate {}test.h5 {}off.h5 --max relative_error=1 --thresholds {}limits.json --bootstrap 0 --json {}gate.json");
    CHECK(failed.code == 1);
    CHECK(contains_text(failed.out, "FAILED  off: relative_error (p95) is "));
    CHECK(contains_text(failed.out, ", at most 1e-06: "));
    CHECK(
        contains_text(failed.out, "FAILED  off: valid_time_0.01 (mean) is 0.03, at least 100: 0.0003 times the limit"));
    const auto json = nlohmann::json::parse(read_text(files() / "gate.json"));
    CHECK(json["verdict"] == "failed");
    CHECK(json["exit_code"] == 1);
    CHECK(json["gate"][0]["passed"] == true);
    CHECK(json["gate"][1]["passed"] == false);
    CHECK(failed.err == "");
    std::ofstream(files() / "old.json") << R"({"max": {"relative_error": 1}, "min": {"valid_time_0.01": 0}})";
    const Run old = run(files(), "gate {}test.h5 {}off.h5 --thresholds {}old.json --bootstrap 0");
    CHECK(old.code == 0);
    CHECK(old.err ==
          "cchnn-eval: " + (files() / "old.json").string() +
              "#/max/relative_error: names no statistic, so the geometric mean is tested; version 0.2 tested the "
              "arithmetic mean; write 'relative_error.geometric_mean' or 'relative_error.mean'\n");
    const Run unknown = run(files(), "gate {}test.h5 {}off.h5 --max relative_eror=1 --bootstrap 0");
    CHECK(unknown.code == 2);
    CHECK(unknown.err == "cchnn-eval: --max: unknown metric 'relative_eror', did you mean 'relative_error'?\n");
    CHECK(run(files(), "gate {}test.h5 {}off.h5").code == 2);
}

TEST_CASE("cchnn-eval gate compares with a baseline, of one system and of several, and tells CI") {
    const auto off_by = [](RolloutFiles& of, const char* file, double size) {
        of.submit(file, [size](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += size * (1 + 0.01 * i);
        });
    };
    RolloutFiles one("chain_pendulum_2", 6, 8), two("rigid_rotor", 6, 8);
    off_by(one, "main.h5", 0.10);
    off_by(one, "now.h5", 0.12);
    off_by(two, "main.h5", 0.10);
    off_by(two, "now.h5", 0.10);
    CHECK(run(one, "score {}test.h5 {}main.h5 --json {}main.json").code == 0);
    for (const std::string baseline : {"main.json", "main.h5"}) {
        const std::string gate = "gate {}test.h5 {}now.h5 --baseline {}" + baseline;
        const Run failed = run(one, gate + " --worse-by 5% --markdown {}gate.md --junit {}gate.xml --json {}gate.json");
        CHECK(failed.code == 1);
        CHECK(contains_text(failed.out, "times as bad (with 95 % confidence at least 1."));
        CHECK(contains_text(failed.out, "paired over 6 trajectories), at most 1.05"));
        const auto json = nlohmann::json::parse(read_text(one / "gate.json"));
        CHECK(json["gate"][0]["rule"] == "worse_by");
        CHECK(json["gate"][0]["baseline"]["ratio_low"] > 1.1);
        CHECK(contains_text(read_text(one / "gate.md"), "**Failed: 1 of 1 limit not met.**"));
        CHECK(contains_text(read_text(one / "gate.xml"), "failures=\"1\""));
        CHECK(run(one, gate + " --worse-by 25% --confident").code == 0);
        const Run quiet = run(one, gate + " --worse-by 5% -q");
        CHECK(quiet.out.starts_with("Failed: 1 of 1 limit not met.\nFAILED  now: "));
        CHECK_FALSE(contains_text(quiet.out, "signature"));
        CHECK(run(one, gate + " --worse-by 25% -q").out == "Passed: 1 limit, all met.\n");
    }
    const std::string pairs = (one / "test.h5").string() + ":" + (one / "now.h5").string() + " " +
                              (two / "test.h5").string() + ":" + (two / "now.h5").string();
    const std::string mains = (one / "test.h5").string() + ":" + (one / "main.h5").string() + " " +
                              (two / "test.h5").string() + ":" + (two / "main.h5").string();
    CHECK(run(one, "compare " + mains + " --json {}both.json").code == 0);
    const Run both =
        run(one, "gate " + pairs +
                     " --baseline {}both.json --worse-by 5% --max failed=50% --json {}now.json --junit {}gate.xml");
    CHECK(both.code == 1);
    CHECK(both.out.starts_with("Failed: 1 of 4 limits not met.\n"));
    CHECK(contains_text(both.out, "FAILED  chain_pendulum_2, now: relative_error"));
    CHECK(contains_text(both.out, "passed  rigid_rotor, now: relative_error"));
    CHECK(contains_text(read_text(one / "gate.xml"), "<testsuite name=\"rigid_rotor\" tests=\"2\" failures=\"0\">"));
    CHECK(run(one, "gate " + pairs + " --baseline {}now.json").code == 0);  // its own report
    CHECK(contains_text(run(two, "gate {}test.h5 {}now.h5 --baseline " + (one / "main.json").string()).err,
                        "is of another test set"));
    CHECK(run(one, "gate {}test.h5 {}now.h5 --worse-by 5%").err ==
          "cchnn-eval: --worse-by: needs --baseline, an earlier report or submission\n");
    CHECK(run(one, "gate {}test.h5 {}now.h5 --max crps=1").code == 0);  // without members
}

TEST_CASE(
    "a prediction that is off by 2e-8 passes a confident gate on its relative error as it is called in the help") {
    files().submit("close.h5", [](TrajectoryBatch& b) {
        for (double& entry : b.x) entry *= 1 + 2e-8;
    });
    const Run close = run(
        files(),
        "gate {}test.h5 {}close.h5 --max relative_error=1e-3 --max diverged=0 --min valid_time_0.5=0.01 --confident");
    CHECK_MESSAGE(close.code == 0, close.out);
    CHECK(contains_text(close.out, "passed  close: relative_error (geometric_mean), end of its 95 % interval, is "));
}

TEST_CASE("score names every submission that it cannot read, a damaged one beside one that is missing") {
    files().submit("good.h5", [](TrajectoryBatch&) {});
    std::ofstream(files() / "broken.h5") << "no HDF5 file";
    for (const std::string order : {"{}good.h5 {}broken.h5 {}missing.h5", "{}missing.h5 {}good.h5 {}broken.h5"})
        for (const std::string command : {"score", "gate"}) {
            const std::string limit = command == "gate" ? " --max relative_error=1" : "";
            const Run run_of_all = run(files(), command + " {}test.h5 " + order + limit);
            CHECK(run_of_all.code == 3);
            CHECK(contains_text(run_of_all.err, "broken.h5: "));
            CHECK(contains_text(run_of_all.err, "missing.h5: cannot be read: No such file or directory"));
        }
    CHECK(run(files(), "score {}test.h5 {}good.h5 {}missing.h5").code == 4);
    const std::string pairs = "compare {}test.h5:{}broken.h5 {}test.h5:{}missing.h5";
    CHECK(run(files(), pairs).code == 3);
    CHECK(contains_text(run(files(), pairs).err, "missing.h5: cannot be read"));
}

TEST_CASE("cchnn-eval diff names the worst element and where it is, and ends with 1 when files differ") {
    files().submit("a.h5", [](TrajectoryBatch&) {});
    files().submit("b.h5", [](TrajectoryBatch& b) {
        entry(b.x, b, 1, 3, 1, 0) += 1e-3;
        entry(b.x, b, 2, 4, 0, 1) += 1e-6;
    });
    const Run same = run(files(), "diff {}a.h5 {}a.h5");
    CHECK(same.code == 0);
    CHECK(contains_text(same.out, " are the same within rtol 0, atol 0 ("));
    const Run different = run(files(), "diff {}a.h5 {}b.h5 --atol 1e-5 --json {}diff.json");
    CHECK(different.code == 1);
    CHECK(contains_text(
        different.out,
        "/x: 1 of 504 elements differ; worst at [1, 3, 1, 0] (trajectory 1, t[3] = 0.09 s, node 1, x): "));
    CHECK(contains_text(different.out, ", apart by 0.001, 100 times the tolerance"));
    const auto json = nlohmann::json::parse(read_text(files() / "diff.json"));
    CHECK(json["verdict"] == "different");
    CHECK(run(files(), "diff {}a.h5 {}b.h5 --atol 1e-2").code == 0);
    CHECK(run(files(), "diff {}a.h5 {}b.h5 --rtol -1").err == "cchnn-eval: --rtol: must be >= 0, got -1\n");
}

TEST_CASE("cchnn-eval compare ranks submissions of a directory, references among them, and says what is missing") {
    const RolloutFiles other("rigid_rotor", 4, 8);
    const std::filesystem::path root = files() / "tree";
    const auto put = [&](const std::filesystem::path& from, const std::string& to) {
        std::filesystem::create_directories((root / to).parent_path());
        std::filesystem::copy_file(from, root / to, std::filesystem::copy_options::overwrite_existing);
    };
    const auto off_by = [](double size) {
        return [size](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += size * (1 + 0.1 * i);
        };
    };
    const auto called = [](const char* model) { return [model](DatasetDescription& d) { d.model = model; }; };
    put(files().test(), "data/chain_pendulum_2/test.h5");
    put(other.test(), "data/rigid_rotor/test.h5");
    put(files().submit("near.h5", off_by(1e-3), called("near")), "subs/chain_pendulum_2/near.h5");
    put(files().submit("near2.h5", off_by(3e-3), called("near")), "subs/chain_pendulum_2/near2.h5");
    put(files().submit("far.h5", off_by(1e-1), called("far")), "subs/chain_pendulum_2/far.h5");
    put(files().submit_perturbed("reference.h5", 1e-6), "subs/chain_pendulum_2/reference.h5");
    put(other.submit("near.h5", off_by(1e-3), called("near")), "subs/rigid_rotor/near.h5");
    const Run compared =
        run(files(),
            "compare --data {}tree/data --submissions {}tree/subs --bootstrap 100 --published --all --json "
            "{}c.json --csv {}c.csv --markdown {}c.md --group near={}tree/subs/chain_pendulum_2/near.h5,"
            "{}tree/subs/chain_pendulum_2/near2.h5,{}tree/subs/rigid_rotor/near.h5");
    CHECK(run(files(), "compare --data {}tree/data --submissions {}tree/subs --group near").err ==
          "cchnn-eval: --group: must be NAME=FILE,FILE, such as net=net0.h5,net1.h5, got 'near'\n");
    CHECK(compared.err == "");
    CHECK(compared.code == 0);
    const auto json = nlohmann::json::parse(read_text(files() / "c.json"));
    CHECK(json["standings"][0]["model"] == "near");
    CHECK(json["standings"][0]["rank"] == 1);
    CHECK(json["standings"][1]["against_first"]["of"] == "too_few_seeds");  // two runs of near, one of far
    CHECK(json["standings"][0]["error_ratio"] == 1);
    CHECK(json["standings"][1]["missing"] == nlohmann::json::array({"rigid_rotor"}));
    CHECK(json["systems"][0]["models"][1]["submissions"] ==
          nlohmann::json::array({1, 2}));  // files in order of name: far, near, near2
    CHECK(compared.out.find("\n  reference ") < compared.out.rfind("\n  far   "));
    CHECK(compared.out.starts_with("near has the smallest kinetic error over 2 systems, "));
    CHECK_FALSE(contains_text(compared.out, "\n  CHNN "));
    CHECK(contains_text(compared.out,
                        "published scores of rigid_rotor are left out: they were measured on 100 samples, not 8"));
    CHECK(contains_text(compared.out,
                        "far has no submission for rigid_rotor; over all systems it counts as the worst value there"));
    CHECK(contains_text(read_text(files() / "c.csv"), "far,"));
    CHECK(contains_text(read_text(files() / "c.md"), "Over all 2 systems, geometric mean of the kinetic error"));
    std::filesystem::create_directories(root / "subs/rigid_roter");
    const Run typo = run(files(), "compare --data {}tree/data --submissions {}tree/subs");
    CHECK(typo.code == 2);
    CHECK(contains_text(typo.err, "rigid_roter: no dataset has this name, did you mean 'rigid_rotor'?"));
    CHECK(run(files(), "compare {}test.h5").err ==
          "cchnn-eval: '" + (files() / "test.h5").string() +
              "' is not a pair TEST:SUB, such as data/gyroscope/test.h5:mine.h5\n");
}

TEST_CASE("cchnn-eval gives the same report on any number of threads") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run one = run(files(), "score {}test.h5 {}a.h5 --bootstrap 200 --threads 1 --json -");
    const Run three = run(files(), "score {}test.h5 {}a.h5 --bootstrap 200 --threads 3 --json -");
    CHECK(one.code == 0);
    CHECK(one.out == three.out);
}

TEST_CASE("a submission that cannot be scored: check fails with 1, score with 3 and a JSON that says why") {
    files().submit("moved.h5", [](TrajectoryBatch& b) { entry(b.x, b, 1, 0) = entry(b.x, b, 4, 0) = 2; });
    const std::string problem =
        "cchnn-eval: " + (files() / "moved.h5").string() +
        ":/x: initial states of 2 of 6 trajectories differ by more than 0.0001 from test.h5 (ids 1, 4; by up to ";
    const Run checked = run(files(), "check {}test.h5 {}moved.h5");
    CHECK(checked.code == 1);
    CHECK(checked.err.starts_with(problem));
    CHECK(contains_text(run(files(), "check {}test.h5 {}moved.h5 --ids 1").err, "(ids 1, ...; by up to "));
    const Run scored = run(files(), "score {}test.h5 {}moved.h5 --json {}failure.json");
    CHECK(scored.code == 3);
    CHECK(scored.err == checked.err);
    CHECK(scored.out == "");
    const auto json = nlohmann::json::parse(read_text(files() / "failure.json"));
    CHECK(json["verdict"] == "invalid_input");
    CHECK(json["exit_code"] == 3);
    CHECK(contains_text(json["problems"][0]["what"], "initial states of 2 of 6"));
}

TEST_CASE("a file that is missing, or is not HDF5, is named") {
    const Run missing = run(files(), "score {}test.h5 {}nothing.h5");
    CHECK(missing.code == 4);
    CHECK(contains_text(missing.err, "cchnn-eval: " + (files() / "nothing.h5").string() + ": "));
    std::ofstream(files() / "text.h5") << "not an HDF5 file";
    const Run text = run(files(), "check {}test.h5 {}text.h5");
    CHECK(text.code == 3);
    CHECK(contains_text(text.err, "cchnn-eval: " + (files() / "text.h5").string() + ": "));
    CHECK(contains_text(text.err, "HDF5"));
}

TEST_CASE("the command line is checked, with every wrong value and the nearest name") {
    const Run values =
        run(files(), "score {}test.h5 {}test.h5 --floor 1 --bootstrap 3 --norm l2 --state vx --span t --threads 0");
    CHECK(values.code == 2);
    CHECK(values.err ==
          "cchnn-eval: --floor: must be between 1e-300 and 0.01, got 1\n"
          "cchnn-eval: --bootstrap: must be 0 (no intervals) or 100 .. 10000000, got 3\n"
          "cchnn-eval: --norm: must be sum or vector, got 'l2'\n"
          "cchnn-eval: --state: must be xv or xp, got 'vx'\n"
          "cchnn-eval: --span: must be T or Ndt, got 't'\n"
          "cchnn-eval: --threads: must be 1 .. 1024, got 0\n");
    CHECK(run(files(), "scroe").err == "cchnn-eval: unknown command 'scroe', did you mean 'score'?\n");
    CHECK(run(files(), "").code == 2);
    const Run option = run(files(), "score {}test.h5 {}test.h5 --jsno x");
    CHECK(option.code == 2);
    CHECK(contains_text(option.err, "did you mean '--json'?"));
    CHECK(run(files(), "score {}test.h5").code == 2);
    const Run trajectory = run(files(), "score {}test.h5 {}test.h5 --trajectory 6");
    CHECK(trajectory.code == 2);
    CHECK(contains_text(trajectory.err, "--trajectory: must be 0 .. 5 for "));
}

TEST_CASE("help shows an example of every command, version the version") {
    for (const char* command : {"template", "check", "score"}) {
        const std::string example = std::string("cchnn-eval ") + command + " test.h5";
        CHECK(contains_text(run(files(), "--help").out, example));
        const Run help = run(files(), std::string(command) + " --help");
        CHECK(help.code == 0);
        CHECK(contains_text(help.out, example));
    }
    CHECK(contains_text(run(files(), "--version").out, "cchnn-eval 0.3.0"));
}

TEST_CASE("PDFs of figures need rsvg-convert: without it numbers and SVG are there, and stderr says so") {
    files().submit_perturbed("a.h5", 1e-3);
    const Run scored = run(files(), "score {}test.h5 {}a.h5 --bootstrap 0 --figures {}pictures", "PATH=/nonexistent ");
    CHECK(scored.code == 0);
    CHECK(
        contains_text(scored.err, "error_over_time.pdf is missing: rsvg-convert was not found; install it and run: "));
    CHECK(std::filesystem::exists(files() / "pictures/trajectory.csv"));
    CHECK(std::filesystem::exists(files() / "pictures/trajectory.svg"));
    CHECK(!std::filesystem::exists(files() / "pictures/trajectory.pdf"));
}

TEST_CASE("output that cannot be written is an input/output error") {
    CHECK(run(files(), "score {}test.h5 {}test.h5 --bootstrap 0 --json /nonexistent/report.json").code == 4);
    CHECK(run(files(), "score {}test.h5 {}test.h5 --bootstrap 0 --figures /proc/pictures").code == 4);
}
