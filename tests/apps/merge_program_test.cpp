// cchnn-gen merge as a user sees it.

#include <doctest/doctest.h>

#include "apps/program.hpp"
#include "apps/terminal.hpp"
#include "contains_text.hpp"

using namespace cchnn_test;

namespace {

// What stands on the line when the program ends: a line is cleared by the last "\r\033[K" in it.
std::string last_shown(const std::string& all, const std::string& part) {
    const std::size_t found = all.rfind(part);
    if (found == std::string::npos) return "";
    const std::size_t begin = all.rfind('\n', found) + 1;
    const std::string line = all.substr(begin, all.find('\n', found) - begin);
    const std::size_t cleared = line.rfind("\r\033[K");
    return cleared == std::string::npos ? line : line.substr(cleared + 4);
}

}  // namespace

TEST_CASE("cchnn-gen merge: nothing stands beside the result, or an error, of a merge that takes a moment") {
    const Shell shell;
    for (const char* shard : {"1/2", "2/2"})
        CHECK(
            shell("generate chain_pendulum_1 -o d --train 20 --valid 0 --test 4 --protocol paper --bound off --shard " +
                  std::string(shard))
                .code == 0);
    const std::string merged = on_terminal("cchnn-gen merge d", shell.scratch.path());
    CAPTURE(merged);
    CHECK(last_shown(merged, "chain_pendulum_1  (").starts_with("chain_pendulum_1  ("));
    const std::string refused =
        on_terminal("cchnn-gen merge d/chain_pendulum_1.shards/shard-1-of-2", shell.scratch.path());
    std::string error = last_shown(refused, "cchnn-gen:");
    if (error.starts_with("\033[")) error = error.substr(error.find('m') + 1);  // its colour
    CHECK(error.starts_with("cchnn-gen:"));
}

TEST_CASE("cchnn-gen merge: a job.json nested without end, or with a path for a name, is told with exit code 3") {
    const Shell shell;
    std::filesystem::create_directories(shell.scratch / "d/a.shards/shard-1-of-1");
    cchnn_test::write_text(shell.scratch / "d/a.shards/shard-1-of-1/job.json", std::string(200'000, '['));
    CHECK(contains_text(shell.refused("merge d", 3), "nested more than 32 levels deep"));
    cchnn_test::write_text(shell.scratch / "d/a.shards/shard-1-of-1/job.json",
                           R"({"system": {"name": "../.."}, "shard": {"number": 1, "of": 1}})");
    CHECK(contains_text(shell.refused("merge d", 3), "system name must be 1 to 64 lower-case letters"));
}
