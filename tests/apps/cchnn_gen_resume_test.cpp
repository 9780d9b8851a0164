// cchnn-gen generate as a user sees it when it is interrupted, gone on with, or done in parts.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <regex>
#include <thread>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "places.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

const char* quick = " --train 4 --valid 0 --test 3 --steps 11 --protocol paper";

// Starts cchnn-gen with work for minutes and sends a signal once a block is in its journal.
struct Interrupted {
    int status = 0;
    std::string err;
};
Interrupted interrupt(const ScratchDirectory& scratch, int signal_number) {
    const fs::path err = scratch.path().string() + ".err";
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(signal_number, SIG_DFL);  // whoever runs this in the background may ignore it
        if (!std::freopen(err.c_str(), "w", stderr)) ::_exit(1);
        const std::string program = cchnn_test::bin_dir() + "/cchnn-gen", directory = scratch.path().string();
        ::execl(program.c_str(), "cchnn-gen", "generate", "chain_pendulum_5", "-o", directory.c_str(), "--train",
                "10000000", "--threads", "2", "--steps", "20", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    const fs::path journal = scratch / ".chain_pendulum_5.unfinished/train.journal";
    const auto written = [&] { return fs::exists(journal) && fs::file_size(journal) > 100000; };
    for (int waited = 0; waited < 6000 && !written(); ++waited)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(written());
    ::kill(child, signal_number);
    Interrupted result;
    ::waitpid(child, &result.status, 0);
    result.err = bytes_of(err);
    fs::remove(err);
    return result;
}

}  // namespace

TEST_CASE("cchnn-gen generate: Ctrl-C leaves nothing half-written, and says how to go on") {
    for (int number : {SIGINT, SIGTERM, SIGHUP}) {
        const ScratchDirectory scratch;
        const Interrupted ended = interrupt(scratch, number);
        CAPTURE(ended.err);
        REQUIRE(WIFEXITED(ended.status));
        CHECK(WEXITSTATUS(ended.status) == 128 + number);
        CHECK(std::regex_match(
            ended.err, std::regex("cchnn-gen: stopped by SIG(INT|TERM|HUP); [0-9]+ finished trajectories are kept in "
                                  "[^ ]*/\\.chain_pendulum_5\\.unfinished; rerun the same command with --resume\n")));
        CHECK(names_in(scratch.path()) == std::vector<std::string>{".chain_pendulum_5.unfinished"});
    }
}

TEST_CASE("cchnn-gen generate: killed, it leaves no final name, the next run asks what to do, and takes --force") {
    const ScratchDirectory scratch;
    const Interrupted ended = interrupt(scratch, SIGKILL);
    REQUIRE(WIFSIGNALED(ended.status));
    CHECK(names_in(scratch.path()) == std::vector<std::string>{".chain_pendulum_5.unfinished"});
    const auto run = [&](const std::string& more) {
        return cchnn_test::run_program("cchnn-gen", "generate chain_pendulum_5 -o ." + more, scratch.path());
    };
    const Ran asked = run(quick), other = run(std::string(quick) + " --resume");
    CHECK(asked.code == 4);
    CHECK(std::regex_match(
        asked.err, std::regex("cchnn-gen: \\./\\.chain_pendulum_5\\.unfinished: holds [0-9]+ finished trajectories of "
                              "another command: .*train: is 10000000 there, 4 here.*; give its options and --resume to "
                              "continue it, or --force to discard it\n")));
    CHECK(other.code == 2);
    CHECK(contains_text(other.err, "unfinished: train: is 10000000 there, 4 here\n"));
    CHECK(contains_text(other.err, "unfinished: protocol method: is \"verner87\" there, \"dopri5\" here\n"));
    CHECK(run(std::string(quick) + " --force").code == 0);
    CHECK(fs::exists(scratch / "chain_pendulum_5/SHA256SUMS"));
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"chain_pendulum_5"});
}

TEST_CASE("cchnn-gen generate --resume: a finished dataset of the same command is fine, another one is not") {
    const Shell shell;
    const std::string command = std::string("generate chain_pendulum_1 -o data --resume") + quick;
    CHECK(shell(command).code == 0);
    const auto made = content_of(shell.scratch.path());
    const Ran again = shell(command);
    CHECK(again.code == 0);
    CHECK(again.out == "chain_pendulum_1: finished already: data/chain_pendulum_1\n");
    CHECK(shell.refused(command + " --seed 1 --lyapunov", 2) ==
          "cchnn-gen: data/chain_pendulum_1: --lyapunov: is nothing there, given here\n"
          "cchnn-gen: data/chain_pendulum_1: --seed: is 0 there, 1 here\n"
          "cchnn-gen: data/chain_pendulum_1: is a finished dataset of another command: repeat its options, or give "
          "--force instead of --resume to replace it\n");
    CHECK((content_of(shell.scratch.path()) == made));
    CHECK(shell.refused(command + " --force", 2) ==
          "cchnn-gen: --resume: continues an interrupted run, --force discards it; give only one of them\n");
}

TEST_CASE("cchnn-gen generate --shard and merge: the bytes of one run, from every system at once") {
    const Shell shell;
    const std::string command = std::string("generate chain_pendulum_1 chain_pendulum_2 -o ");
    CHECK(shell(command + "whole" + quick).code == 0);
    for (const char* shard : {"2/3", "1/3", "3/3"}) CHECK(shell(command + "parts --shard " + shard + quick).code == 0);
    const Ran merged = shell("merge parts -o data --remove-shards");
    CHECK(merged.code == 0);
    CHECK(merged.err == "");
    CHECK(contains_text(merged.out, "data/chain_pendulum_2/train.h5"));
    CHECK((content_of(shell.scratch / "data") == content_of(shell.scratch / "whole")));
    CHECK(names_in(shell.scratch / "parts").empty());
}

TEST_CASE("cchnn-gen generate --shard and merge: mistakes are named") {
    const Shell shell;
    const std::string command = std::string("generate chain_pendulum_1 -o parts") + quick;
    CHECK(shell.refused(command + " --shard 3", 2) == "cchnn-gen: --shard: must be k/n, such as 3/12, got '3'\n");
    CHECK(shell.refused(command + " --shard -1/2", 2) == "cchnn-gen: --shard: must be k/n, such as 3/12, got '-1/2'\n");
    CHECK(shell.refused(command + " --shard 3/2", 2) ==
          "cchnn-gen: --shard: must be k/n with 1 <= k <= n <= 10^6, got 3/2\n");
    CHECK(shell.refused("merge nowhere", 4) == "cchnn-gen: nowhere: does not exist; give a directory\n");
    CHECK(shell.refused("merge .", 4) ==
          "cchnn-gen: .: has no shards; give the output directory (-o) of generate --shard\n");
    CHECK(shell(command + " --shard 1/2").code == 0);
    CHECK(shell(command + " --shard 1/2").out ==
          "chain_pendulum_1: finished already: parts/chain_pendulum_1.shards/shard-1-of-2\n");
    CHECK(
        contains_text(shell.refused(command + " --shard 1/2 --seed 4", 2), "shard-1-of-2: seed: is 0 there, 4 here\n"));
    CHECK(shell.refused("merge parts", 3) == "cchnn-gen: chain_pendulum_1: shard 2/2 is missing\n");
}
