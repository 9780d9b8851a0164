// --json however a command ends: errors before the work, signals, outputs that cannot be written, killed programs.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "apps/program.hpp"
#include "sanitized.hpp"
#include "score/rollout_fixture.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::write_text;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The schema that a document names by its format.
std::string schema_of(const Json& json) {
    const std::string format = json["format"].get<std::string>();
    if (format == "cchnn-gen verification") return "verification";
    if (format == "cchnn-gen audit") return "audit";
    if (format == "cchnn-gen lyapunov") return "lyapunov";
    if (format == "cchnn-gen file info") return "file_info";
    if (format == "cchnn-gen challenge") return "challenge_verification";
    if (format == "cchnn-eval report") return "report";
    if (format == "cchnn-eval comparison") return "comparison";
    if (format == "cchnn-eval difference") return "difference";
    if (format == "cchnn-eval observed") return "observed_scores";
    return "command";
}

const std::string earlier = R"({"format": "cchnn-gen list", "verdict": "done", "exit_code": 0})";

// A test set, a submission and r.json, which says that an earlier run was fine.
struct Desk {
    Desk() {
        const cchnn_test::RolloutFiles files;
        fs::copy_file(files.test(), scratch / "test.h5");
        fs::copy_file(files.submit_perturbed("sub.h5", 1e-3), scratch / "sub.h5");
    }
    Ran operator()(const std::string& command) const {
        const std::size_t space = command.find(' ');
        return run_program(command.substr(0, space), command.substr(space + 1), scratch.path());
    }
    Json read() const {
        const Json json = Json::parse(bytes_of(scratch / "r.json"), nullptr, false);
        REQUIRE(json.is_object());
        for (const cchnn::Problem& problem : cchnn::schema_problems(json, "", schema_of(json)))
            FAIL_CHECK(problem.where, ": ", problem.what);
        return json;
    }
    // What r.json says after a command that fails.
    Json after(const std::string& command) const {
        write_text(scratch / "r.json", earlier);
        const Ran ran = (*this)(command);
        CAPTURE(command);
        CHECK(ran.code != 0);
        const Json json = read();
        CHECK(json["exit_code"] == ran.code);
        REQUIRE(json["problems"].size() > 0);
        CHECK(contains_text(ran.err, json["problems"][0]["what"].get<std::string>()));
        return json;
    }
    cchnn_test::ScratchDirectory scratch;
};

const std::string score = "cchnn-eval score test.h5 sub.h5 --bootstrap 0 ";

TEST_CASE("a command that ends before its work leaves its end in --json, in place of an earlier report") {
    const Desk desk;
    write_text(desk.scratch / "bad.json", "{}");
    for (const char* command : {"generate nosuch -o d",
                                "generate ./bad.json -o d",
                                "generate chain_pendulum_1 -o d --trian 2",
                                "generate chain_pendulum_1 -o d --train ten",
                                "generate chain_pendulum_1 -o d --on-failure no",
                                "generate --lock bad.json -o d",
                                "generate -o d",
                                "rollout nosuch --from test.h5 -o a.h5",
                                "merge nosuch",
                                "rollout chain_pendulum_1 -o a.h5 --from test.h5 --sweep rtol=1",
                                "verify nosuch",
                                "verify test.h5",
                                "audit nosuch",
                                "lyapunov nosuch",
                                "lyapunov chain_pendulum_1 --time",
                                "info nosuch",
                                "show nosuch",
                                "show all",
                                "graph chain --links 0",
                                "graph chian",
                                "check nosuch",
                                "import nosuch --test a.npz -o d",
                                "export nosuch -o x.npz",
                                "observe nosuch -o d",
                                "suite nosuch -o d",
                                "corpus --recipe nosuch -o d",
                                "environments chain_pendulum_1 -o d",
                                "convert nosuch.urdf -o a.json",
                                "challenge seal nosuch -o round",
                                "challenge reveal nosuch",
                                "challenge verify nosuch",
                                "generat"})
        CHECK(desk.after(std::string("cchnn-gen ") + command + " --json r.json")["verdict"] != "done");
    for (const char* command :
         {"score test.h5 nosuch.h5", "score nosuch.h5 sub.h5", "score test.h5 sub.h5 --floor 1", "score test.h5",
          "score test.h5 sub.h5 --norm l2", "gate test.h5 sub.h5", "gate test.h5 sub.h5 --max nosuch=1",
          "compare test.h5:nosuch.h5", "compare test.h5", "diff test.h5 nosuch.h5", "diff test.h5 sub.h5 --rtol -1",
          "suite nosuch --submissions s", "board nosuch", "template nosuch.h5 -o a.h5", "check nosuch.h5 sub.h5",
          "template test.h5 -o a.h5 --coordinates z", "scroe"})
        CHECK(desk.after(std::string("cchnn-eval ") + command + " --json=r.json")["verdict"] != "scored");
}

TEST_CASE("an end before the work is told on standard output, and replaces neither data nor files of the command") {
    const Desk desk;
    CHECK(Json::parse(desk("cchnn-gen generate nosuch -o d --json -").out)["verdict"] == "usage");
    const std::string test = bytes_of(desk.scratch / "test.h5");
    write_text(desk.scratch / "mine.json", "{}");
    write_text(desk.scratch / "r.json", earlier);
    desk("cchnn-eval score test.h5 sub.h5 --floor 1 --json test.h5 --force");
    desk("cchnn-eval score test.h5 sub.h5 --floor 1 --json mine.json --force");
    desk("cchnn-gen generate nosuch ./mine.json -o d --json mine.json --force");
    desk("cchnn-gen rollout chain_pendulum_2 --from test.h5 -or.json --trian 1 --json r.json");
    desk("cchnn-gen show nosuch --json mine.json --force");
    CHECK((bytes_of(desk.scratch / "test.h5") == test));
    CHECK(bytes_of(desk.scratch / "mine.json") == "{}");
    CHECK(bytes_of(desk.scratch / "r.json") == earlier);
}

TEST_CASE("--json that names another output of its command is refused before the work") {
    const Desk desk;
    fs::create_directories(desk.scratch / "view");
    fs::create_directories(desk.scratch / "pictures");
    fs::create_directories(desk.scratch / "d/chain_pendulum_2");
    write_text(desk.scratch / "prior.json", "{}");
    for (const std::string command :
         {"cchnn-gen rollout chain_pendulum_2 --from test.h5 -o a.h5 --json ./a.h5",
          "cchnn-gen rollout chain_pendulum_2 --from test.h5 -o a{}.h5 --sweep epsilon=1,2 --json a2.h5",
          "cchnn-gen generate chain_pendulum_2 -o d --train 2 --json d/chain_pendulum_2/README.md",
          "cchnn-gen import chain_pendulum_2 --test test.h5 -o d --json d/chain_pendulum_2/test.h5",
          "cchnn-gen export test.h5 -o a.npz --json a.npz", "cchnn-gen observe test.h5 -o view --json view/view.json",
          "cchnn-gen suite pendulums -o d --json d/suite.lock.json", "cchnn-eval template test.h5 -o a.h5 --json a.h5",
          "cchnn-eval score test.h5 sub.h5 --html a.html --json a.html",
          "cchnn-eval score test.h5 sub.h5 --figures pictures --json pictures/trajectory.svg"}) {
        const Ran ran = desk(command);
        CAPTURE(command);
        CHECK(ran.code == 2);
        CHECK_MESSAGE(contains_text(ran.err, "which this command also writes; choose another name"), ran.err);
        CHECK(ran.out == "");
    }
    for (const std::string name :
         {"a.h5", "a.npz", "a.html", "a2.h5", "view/view.json", "d/chain_pendulum_2/README.md"})
        CHECK_MESSAGE(!fs::exists(desk.scratch / name), name);
}

TEST_CASE("a score whose other reports cannot be written tells it in its JSON, with the scores") {
    const Desk desk;
    fs::create_symlink("/dev/full", desk.scratch / "full");
    for (const std::string flag : {"--csv", "--markdown", "--html", "--latex", "--cite"}) {
        const Json json = desk.after(score + flag + " full --json r.json");
        CHECK(json["verdict"] == "io");
        CHECK(json["submissions"].size() == 1);
    }
    CHECK(desk.after(score + "--figures /proc/pictures --json r.json")["verdict"] == "io");
    CHECK(desk.after("cchnn-eval compare test.h5:sub.h5 --csv full --json r.json")["systems"].size() == 1);
    CHECK(desk.after("cchnn-eval gate test.h5 sub.h5 --max diverged=0 --html full --json r.json")["gate"].size() > 0);
    CHECK(desk(score + "-q --json r.json > /dev/full; exit $?; true").code == 4);
    CHECK(desk.read()["exit_code"] == 4);
    CHECK(desk(score + "--json r.json").code == 0);
    CHECK(desk.read()["verdict"] == "scored");
}

// Starts a program in a directory, waits until `begun`, and sends a signal.
int stopped(const fs::path& directory, const std::string& command, int number, const std::function<bool()>& begun) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(number, SIG_DFL);  // whoever runs this in the background may ignore it
        const std::string line =
            "cd '" + directory.string() + "' && exec " + cchnn_test::bin_dir() + "/" + command + " > said.txt 2>&1";
        ::execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    for (int waited = 0; waited < 6000 && !begun(); ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(begun());
    ::kill(child, number);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_CASE(
    "a signal is told with every system: written, unfinished, not reached, and SIGKILL leaves no earlier report") {
    const Desk desk;
    const fs::path place = desk.scratch / "r.json";
    const fs::path journal = desk.scratch / "d/.chain_pendulum_5.unfinished/train.journal";
    const std::string generate =
        "cchnn-gen generate chain_pendulum_1 chain_pendulum_5 chain_pendulum_2 -o d --train 200 --valid 0 --test 0 "
        "--steps 4000 --bound off --threads 1 --force --json r.json";
    write_text(place, earlier);
    CHECK(stopped(desk.scratch.path(), generate, SIGTERM,
                  [&] { return fs::exists(journal) && fs::file_size(journal) > 100000; }) == 143);
    const Json json = desk.read();
    CHECK(json["verdict"] == "stopped");
    CHECK(json["exit_code"] == 143);
    REQUIRE(json["systems"].size() == 3);
    CHECK(json["systems"][0]["state"] == "written");
    CHECK(json["systems"][1]["state"] == "unfinished");
    CHECK(json["systems"][2]["state"] == "not reached");
    CHECK(json["systems"][2]["directory"] == "d/chain_pendulum_2");
    write_text(place, earlier);
    CHECK(stopped(desk.scratch.path(), generate, SIGKILL, [&] { return bytes_of(place) != earlier; }) == 137);
    CHECK(desk.read()["verdict"] == "unfinished");
    CHECK(desk.read()["exit_code"].is_null());
}

TEST_CASE("what rollout, verify, info and check were asked for and did not do is listed") {
    const Desk desk;
    write_text(desk.scratch / "b2.h5", "mine");
    const Json rolled =
        desk.after("cchnn-gen rollout chain_pendulum_2 --from test.h5 -o b{}.h5 --sweep epsilon=1,2,3 --json r.json");
    CHECK(rolled["files"].size() == 1);
    CHECK(rolled["not_done"] == Json::array({"b2.h5", "b3.h5"}));
    CHECK(desk.after("cchnn-gen info test.h5 nosuch b --json r.json")["not_done"] == Json::array({"nosuch", "b"}));
    CHECK(desk.after("cchnn-gen verify nosuch other --json r.json")["not_done"] == Json::array({"nosuch", "other"}));
}

TEST_CASE("audit and lyapunov write JSON by their schemas, of a run that ends well and of one that a signal ends") {
    const Desk desk;
    const fs::path place = desk.scratch / "r.json";
    CHECK(desk("cchnn-gen generate chain_pendulum_1 -o d --train 3 --valid 0 --test 2 --steps 5 -q").code == 0);
    CHECK(desk("cchnn-gen audit d --sample 2 --json r.json").code == 0);
    CHECK(desk.read()["systems"][0]["passed"] == true);
    CHECK(desk("cchnn-gen generate chain_pendulum_1 -o e --train 3 --valid 0 --test 2 --steps 5 --bound off -q").code ==
          0);
    CHECK(desk("cchnn-gen environments nosuch -o env --json r.json").code == 2);
    CHECK(desk.read()["format"] == "cchnn-gen environments");
    CHECK(desk.read()["environments"].empty());
    CHECK(desk("cchnn-gen audit d e --sample 2 --foreign --json r.json").code == 0);
    CHECK(desk.read()["systems"].size() == 2);
    Json lie = desk.read();
    lie["exit_code"] = 1;
    CHECK(!cchnn::schema_problems(lie, "", "audit").empty());
    CHECK(desk("cchnn-gen lyapunov chain_pendulum_2 --time 5 --trajectories 2 --spectrum --json r.json").code == 0);
    CHECK(desk.read()["exponents"].size() == 4);
    lie = desk.read();
    lie.erase("exponents");
    CHECK(!cchnn::schema_problems(lie, "", "lyapunov").empty());
    const auto begun = [&] { return contains_text(bytes_of(place), "\"unfinished\""); };
    CHECK(stopped(desk.scratch.path(), "cchnn-gen lyapunov chain_pendulum_5 --time 100000 --json r.json", SIGINT,
                  begun) == 130);
    CHECK(desk.read()["verdict"] == "stopped");
}

TEST_CASE("a system from a pipe is read once, and a signal ends the wait for one") {
    const Desk desk;
    const std::string named = (desk.scratch / "pipe.json").string();
    REQUIRE(::mkfifo(named.c_str(), 0600) == 0);
    REQUIRE(desk("cchnn-gen graph chain --links 2 --json chain.json").code == 0);
    for (const std::string command : {"check pipe.json", "stream pipe.json --frames 1 --block 1", "show pipe.json"}) {
        CAPTURE(command);
        const std::string line = "(cat chain.json > pipe.json &) ; timeout 60 '" + cchnn_test::bin_dir() +
                                 "/cchnn-gen' " + command + " > said.txt";
        CHECK(run_program("", line, desk.scratch.path()).code == 0);
    }
    CHECK(stopped(desk.scratch.path(), "cchnn-gen check pipe.json", SIGINT, [] {
              std::this_thread::sleep_for(std::chrono::milliseconds(500));
              return true;
          }) == 130);
}

TEST_CASE("less address space is never enough where more is not" * doctest::skip(cchnn_test::sanitized)) {
    const Desk desk;
    for (int megabytes = 186; megabytes <= 210; megabytes += 3) {
        CAPTURE(megabytes);
        const std::string line = "ulimit -v " + std::to_string(megabytes * 1024) + "; exec '" + cchnn_test::bin_dir() +
                                 "/cchnn-gen' generate chain_pendulum_3 -o d" + std::to_string(megabytes) +
                                 " --train 300 --valid 0 --test 0 --threads 2 -q";
        CHECK(run_program("", "bash -c \"" + line + "\"", desk.scratch.path()).code == 0);
    }
}

TEST_CASE("generate --resume of a finished run tells the same facts of its files as the run that made them") {
    const Desk desk;
    const std::string generate =
        "cchnn-gen generate magnet_pendulum damped_pendulum -o d --train 12 --valid 0 --test 5 -q --json r.json";
    REQUIRE(desk(generate).code == 0);
    const Json made = desk.read();
    REQUIRE(desk(generate + " --resume").code == 0);
    const Json again = desk.read();
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(again["systems"][i]["state"] == "finished before");
        REQUIRE(made["systems"][i]["splits"].size() == 2);
        CHECK(again["systems"][i]["splits"] == made["systems"][i]["splits"]);
    }
    CHECK(made["systems"][0]["splits"][0]["refined"]["trajectories"] > 0);
}

TEST_CASE("a stopped suite tells every part in its JSON: made, begun, not reached") {
    const Desk desk;
    const auto parts = [&](const char* state) {
        int count = 0;
        const Json json = desk.read();
        for (const Json& part : json["parts"]) count += part["state"] == state;
        return count;
    };
    const std::string suite = "cchnn-gen suite pendulums -o s --most 100 --threads 1 --json r.json";
    CHECK(stopped(desk.scratch.path(), suite, SIGINT, [&] { return fs::exists(desk.scratch / "s/chain_2/energy"); }) ==
          130);
    CHECK(desk.read()["verdict"] == "stopped");
    CHECK(desk.read()["suite"] == "pendulums");
    CHECK(desk.read()["complete"] == false);
    CHECK(desk.read()["parts"].size() == 33);
    CHECK(parts("written") >= 2);
    CHECK(parts("not reached") > 20);
    CHECK(parts("written") + parts("not reached") + parts("unfinished") + parts("not written") == 33);
}

TEST_CASE("rsvg-convert that ends well and writes nothing is reported, and leaves no empty PDF") {
    const Desk desk;
    fs::create_directories(desk.scratch / "fake");
    for (const std::string converting : {"exit 0", ": > \"$4\""}) {
        write_text(desk.scratch / "fake/rsvg-convert", "#!/bin/sh\n" + converting + "\n");
        fs::permissions(desk.scratch / "fake/rsvg-convert", fs::perms::owner_all);
        const fs::path said = desk.scratch / "said";
        const std::string line = "cd '" + desk.scratch.path().string() + "' && PATH=\"$PWD/fake:$PATH\" '" +
                                 cchnn_test::bin_dir() +
                                 "/cchnn-eval' score test.h5 sub.h5 --bootstrap 0 -q --figures pictures > out 2> said";
        CHECK(std::system(line.c_str()) == 0);
        for (const char* name : {"error_over_time", "trajectory"})
            CHECK(contains_text(bytes_of(said), std::string("pictures: ") + name + ".pdf is missing: rsvg-convert "));
        CHECK(!fs::exists(desk.scratch / "pictures/trajectory.pdf"));
        CHECK(fs::exists(desk.scratch / "pictures/trajectory.svg"));
    }
}

TEST_CASE("score --at refuses every choice that means nothing there, with the reason, and options given twice") {
    const Desk desk;
    REQUIRE(desk("cchnn-gen observe test.h5 -o seen --noise 0.01 -q").code == 0);
    const std::string at = "cchnn-eval score test.h5 sub.h5 --at seen/test.h5 ";
    for (const std::string flags : {"--valid-at 0.1", "--include-t0", "--exclude-t0", "--span T", "--constraint rms",
                                    "--bootstrap 500", "--bootstrap-seed 3"}) {
        const Ran ran = desk(at + flags);
        CAPTURE(flags);
        CHECK(ran.code == 2);
        CHECK_MESSAGE(
            ran.err.starts_with("cchnn-eval: " + flags.substr(0, flags.find(' ')) + ": has no meaning with --at: "),
            ran.err);
    }
    const Ran both = desk(at + "--span T --html a.html");
    CHECK(contains_text(both.err, "--span: has no meaning"));
    CHECK(contains_text(both.err, "--html: is for forecasts"));
    CHECK(desk(at + "--bootstrap 0 --norm vector --floor 1e-8").code == 0);
    CHECK(desk(at + "--at seen/test.h5").err == "cchnn-eval: --at: may be given once, and was given 2 times\n");
    CHECK(desk("cchnn-eval score test.h5 sub.h5 --at").err == "cchnn-eval: --at: needs a value\n");
    CHECK(desk("cchnn-gen rollout a --from b --states c -o d").err ==
          "cchnn-gen: --from: cannot be combined with --states\n");
    CHECK(desk("cchnn-gen generate a -o d --starts chunk").err == "cchnn-gen: --starts: needs --states\n");
}

TEST_CASE("one trajectory, one system and one file are told as one") {
    const Desk desk;
    REQUIRE(desk("cchnn-gen generate chain_pendulum_1 -o d --train 0 --valid 0 --test 1 -q").code == 0);
    const std::string test = "d/chain_pendulum_1/test.h5";
    REQUIRE(desk("cchnn-gen rollout chain_pendulum_1 --from " + test + " --epsilon 1e-3 -o one.h5 -q").code == 0);
    const std::regex several("\\b1 (trajectories|systems|samples|files|submissions|arrays)\\b");
    for (const std::string& command :
         std::vector<std::string>{"cchnn-eval score " + test + " one.h5 --solver",
                                  "cchnn-eval compare " + test + ":one.h5 " + test + ":one.h5",
                                  "cchnn-eval check " + test + " one.h5", "cchnn-gen verify d", "cchnn-gen audit d"}) {
        const Ran ran = desk(command);
        CHECK(ran.code == 0);
        CHECK_MESSAGE(!std::regex_search(ran.out + ran.err, several), command << "\n" << ran.out << ran.err);
    }
}

}  // namespace
}  // namespace cchnn_test
