// Where reports of both programs go: inputs, devices, pipes, files of others, reports of an earlier run.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "score/rollout_fixture.hpp"

using namespace cchnn_test;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::names_in;
using cchnn_test::write_text;
namespace fs = std::filesystem;

namespace {

// A test set and a submission to it, in a directory of their own.
struct Desk {
    Desk() {
        const RolloutFiles files;
        fs::copy_file(files.test(), scratch / "test.h5");
        fs::copy_file(files.submit_perturbed("sub.h5", 1e-3), scratch / "sub.h5");
    }
    Ran operator()(const std::string& arguments) const { return run_program("cchnn-eval", arguments, scratch.path()); }
    cchnn_test::ScratchDirectory scratch;
};

const std::string score = "score test.h5 sub.h5 --bootstrap 0 ";

bool is_json(const std::string& text) { return nlohmann::json::parse(text, nullptr, false).is_object(); }

}  // namespace

TEST_CASE("cchnn-eval: no report takes the place of a file that is read, not with --force either") {
    const Desk desk;
    const std::string test = bytes_of(desk.scratch / "test.h5"), sub = bytes_of(desk.scratch / "sub.h5");
    fs::create_symlink("test.h5", desk.scratch / "link");
    fs::create_hard_link(desk.scratch / "sub.h5", desk.scratch / "second");
    for (const char* flag : {"--json", "--csv", "--markdown", "--html"})
        for (const char* file : {"test.h5", "sub.h5", "link", "second", "./test.h5"})
            for (const char* force : {"", " --force"}) {
                const Ran ran = desk(score + flag + " " + file + force);
                CAPTURE(ran.err);
                CHECK(ran.code == 2);
                CHECK(ran.out == "");
                CHECK(contains_text(ran.err, "which is never overwritten; choose another name"));
            }
    write_text(desk.scratch / "limits.json", R"({"max": {"relative_error": 1}})");
    CHECK(desk("gate test.h5 sub.h5 --bootstrap 0 --thresholds limits.json --json limits.json --force").code == 2);
    CHECK(desk("diff sub.h5 sub.h5 --json second --force").code == 2);
    CHECK(desk("compare test.h5:sub.h5 --json link --force").code == 2);
    CHECK(desk("template test.h5 -o link --force").code == 2);
    CHECK((bytes_of(desk.scratch / "test.h5") == test));
    CHECK((bytes_of(desk.scratch / "sub.h5") == sub));
    CHECK(bytes_of(desk.scratch / "limits.json") == R"({"max": {"relative_error": 1}})");
}

TEST_CASE("cchnn-eval compare: whatever lies in its directories is an input") {
    const Desk desk;
    for (const char* directory : {"data/chain_pendulum_2", "subs/chain_pendulum_2"})
        fs::create_directories(desk.scratch / directory);
    fs::rename(desk.scratch / "test.h5", desk.scratch / "data/chain_pendulum_2/test.h5");
    fs::rename(desk.scratch / "sub.h5", desk.scratch / "subs/chain_pendulum_2/sub.h5");
    for (const char* file : {"data/chain_pendulum_2/test.h5", "subs/chain_pendulum_2/sub.h5"}) {
        const std::string before = bytes_of(desk.scratch / file);
        for (const char* force : {"", " --force"}) {
            const Ran ran =
                desk("compare --data data --submissions subs --bootstrap 0 --csv " + (file + std::string(force)));
            CHECK(ran.code == 2);
            CHECK(contains_text(ran.err, "which is never overwritten"));
        }
        CHECK((bytes_of(desk.scratch / file) == before));
    }
    CHECK(desk("compare --data data --submissions subs --bootstrap 0 --json c.json").code == 0);
}

TEST_CASE(
    "cchnn-eval: reports of an earlier run are replaced, other files need --force, and are named before the work") {
    const Desk desk;
    const std::string all = "--json r.json --csv r.csv --markdown r.md --html r.html --figures pictures";
    const Ran once = desk(score + all), again = desk(score + all);
    CHECK(once.code == 0);
    CHECK(again.code == 0);
    CHECK(again.err == once.err);
    for (const char* file : {"r.json", "r.csv", "r.md", "r.html"}) write_text(desk.scratch / file, "precious");
    const Ran refused = desk(score + all);
    CHECK(refused.code == 4);
    CHECK(refused.out == "");
    CHECK(refused.err ==
          "cchnn-eval: r.json: exists already and is not a JSON report of this program; give --force to replace it\n");
    CHECK(desk(score + "--csv r.csv --markdown r.md --html r.html").err ==
          "cchnn-eval: r.csv: exists already and is not a CSV report of this program; give --force to replace it\n"
          "cchnn-eval: r.md: exists already and is not a Markdown report of this program; give --force to replace it\n"
          "cchnn-eval: r.html: exists already and is not a HTML report of this program; give --force to replace it\n");
    for (const char* file : {"r.json", "r.csv", "r.md", "r.html"}) CHECK(bytes_of(desk.scratch / file) == "precious");
    CHECK(desk(score + all + " --force").code == 0);
    CHECK(is_json(bytes_of(desk.scratch / "r.json")));
    for (const std::string& name : names_in(desk.scratch.path())) CHECK_MESSAGE(!contains_text(name, ".part"), name);
}

TEST_CASE("cchnn-eval: what stands in the way of a report is told in the JSON as any failure is") {
    const Desk desk;
    write_text(desk.scratch / "mine.csv", "precious");
    CHECK(desk(score + "--json r.json --csv mine.csv").code == 4);
    const auto json = nlohmann::json::parse(bytes_of(desk.scratch / "r.json"));
    CHECK(json["verdict"] == "io");
    CHECK(json["problems"][0]["where"] == "mine.csv");
}

// Links to devices, so that a program that goes wrong as root replaces a link and not the machine's device.
TEST_CASE("cchnn-eval: standard output under its other names, pipes and devices are written to and stay") {
    const Desk desk;
    const std::vector<std::pair<std::string, std::string>> links{
        {"out", "/proc/self/fd/1"}, {"err", "/proc/self/fd/2"}, {"null", "/dev/null"}, {"full", "/dev/full"}};
    for (const auto& [link, device] : links) fs::create_symlink(device, desk.scratch / link);
    for (const std::string name : {"-", "out"}) {
        const Ran file = desk(score + "--json " + name);
        CHECK(file.code == 0);
        CHECK_MESSAGE(is_json(file.out), name);
        desk(score + "--json " + name + " | cat > piped; true");
        CHECK_MESSAGE(is_json(bytes_of(desk.scratch / "piped")), name);
    }
    CHECK(is_json(desk(score + "--json err").err));
    fs::remove(desk.scratch / "piped");
    REQUIRE(mkfifo((desk.scratch / "pipe").c_str(), 0600) == 0);
    const std::string pipe = (desk.scratch / "pipe").string();
    desk(score + "--json pipe > table & timeout 60 cat '" + pipe + "' > '" + pipe + "d'; wait");
    CHECK(is_json(bytes_of(desk.scratch / "piped")));
    CHECK(fs::is_fifo(desk.scratch / "pipe"));
    CHECK(contains_text(bytes_of(desk.scratch / "table"), "signature cchnn|"));
    CHECK(desk(score + "--json null --csv null").code == 0);
    const Ran full = desk(score + "--json full");
    CHECK(full.code == 4);
    CHECK(full.err == "cchnn-eval: full: cannot be written: No space left on device\n");
    CHECK(desk("template test.h5 -o null --force").err ==
          "cchnn-eval: null: is a device or a pipe, which is never replaced\n");
    for (const auto& link : links) CHECK_MESSAGE(fs::is_symlink(desk.scratch / link.first), link.first);
}

TEST_CASE("cchnn-gen: reports of audit and verify follow the same rule") {
    const Shell shell;
    CHECK(shell("generate chain_pendulum_1 -o d --train 0 --valid 0 --test 2 --steps 5").code == 0);
    const auto before = cchnn_test::content_of(shell.scratch / "d");
    write_text(shell.scratch / "mine.json", "{}");
    fs::create_symlink("/proc/self/fd/1", shell.scratch / "out");
    for (const std::string command :
         {"audit d --sample 1", "verify d/chain_pendulum_1", "verify d/chain_pendulum_1/manifest.json"}) {
        CAPTURE(command);
        CHECK(contains_text(shell.refused(command + " --json d/chain_pendulum_1/manifest.json --force", 2),
                            "which is never overwritten"));
        CHECK(contains_text(shell.refused(command + " --json mine.json", 4), "is not a JSON report of this program"));
        CHECK(is_json(shell(command + " --json out").out));
        CHECK(shell(command + " --json r.json").code == 0);
        CHECK(shell(command + " --json r.json").code == 0);
    }
    CHECK(bytes_of(shell.scratch / "mine.json") == "{}");
    CHECK((cchnn_test::content_of(shell.scratch / "d") == before));
    CHECK(shell("verify d --json mine.json --force").code == 0);
}

TEST_CASE("cchnn-gen: what rollout, export and generate --lock read they do not write") {
    const Shell shell;
    CHECK(shell("generate chain_pendulum_1 -o d --train 0 --valid 0 --test 2 --steps 5").code == 0);
    const auto before = cchnn_test::content_of(shell.scratch / "d");
    const std::string test = "d/chain_pendulum_1/test.h5", lock = "d/chain_pendulum_1/manifest.json";
    for (const std::string& command :
         {"rollout chain_pendulum_1 --from " + test + " -o " + test, "export " + test + " --layout rows -o " + test,
          "generate --lock " + lock + " -o d"})
        CHECK(contains_text(shell.refused(command + " --force", 2), "which is never overwritten; choose another name"));
    CHECK((cchnn_test::content_of(shell.scratch / "d") == before));
}
