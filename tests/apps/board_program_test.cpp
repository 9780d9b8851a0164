#include <doctest/doctest.h>

#include "apps/program.hpp"
#include "stories/story_fixture.hpp"

// cchnn-eval board: where its site may go.

namespace cchnn_test {
namespace {

using namespace cchnn_test;

struct Board {
    Board() {
        fs::create_directories(scratch / "bm/entries/a");
        ran("cchnn-gen", "generate chain_pendulum_1 -o bm/data --train 0 --valid 0 --test 3");
        ran("cchnn-gen",
            "rollout chain_pendulum_1 --from bm/data/chain_pendulum_1/test.h5 --integrator rattle2 "
            "--substeps 1 -o bm/entries/a/a.h5");
        write_text(
            scratch / "bm/board.json",
            R"({"format": "cchnn board", "format_version": 1, "title": "One", "systems": ["chain_pendulum_1"]})");
        write_text(scratch / "bm/entries/a/entry.json",
                   R"({"format": "cchnn board entry", "format_version": 1, "model": "a", "date": "2026-01-01",
                       "knows": {"graph": true, "parameters": true, "true_constraints": true, "extra_data": false},
                       "seeds": 1, "answers": {"chain_pendulum_1": [{"file": "a.h5"}]}})");
    }
    void ran(const std::string& program, const std::string& arguments) const {
        const Ran ran = run_program(program, arguments, scratch.path());
        REQUIRE_MESSAGE(ran.code == 0, ran.err);
    }
    Ran operator()(const std::string& options = "") const {
        return run_program("cchnn-eval", "board bm " + options, scratch.path());
    }
    ScratchDirectory scratch;
};

}  // namespace

TEST_CASE("cchnn-eval board: no site stands in what the board is read from") {
    const Board board;
    const auto before = content_of(board.scratch.path());
    fs::create_directory_symlink(board.scratch / "bm/entries", board.scratch / "link");
    for (const char* site : {"bm/entries", "bm/entries/a/site", "bm/fetched", "bm/data", "bm/data/chain_pendulum_1",
                             "./bm/../bm/entries", "link"}) {
        CAPTURE(site);
        const Ran ran = board("-o " + std::string(site));
        CHECK(ran.code == 2);
        CHECK(contains_text(ran.err, "--output: names " + std::string(site) + ", in bm/"));
    }
    CHECK(board("--data bm/data -o bm/data/chain_pendulum_1").code == 2);
    fs::remove(board.scratch / "link");
    CHECK(content_of(board.scratch.path()) == before);
    CHECK(board("-o public --data bm/data").code == 0);
    CHECK(board().code == 0);
    CHECK(board().code == 0);
}

TEST_CASE("cchnn-eval board: links in a board lead none of its pages out of it") {
    const Board board;
    REQUIRE(board().code == 0);
    const fs::path site = board.scratch / "bm/site";
    for (const char* name : {".", "models", "models/a.html", "index.html"}) {
        CAPTURE(name);
        const fs::path place = (site / name).lexically_normal(), outside = board.scratch / "outside";
        const fs::path link = name == std::string(".") ? site : place;
        fs::rename(link, outside);
        fs::create_symlink(outside, link);
        const auto before = content_of(board.scratch.path());
        const Ran ran = board();
        CHECK(ran.code == 4);
        CHECK(contains_text(ran.err, ": is a symbolic link, and pages are not written through links; remove it"));
        CHECK(content_of(board.scratch.path()) == before);
        fs::remove(link);
        fs::rename(outside, link);
    }
    fs::create_directories(board.scratch / "elsewhere");
    fs::create_directory_symlink(board.scratch / "elsewhere", board.scratch / "mine");
    CHECK(board("-o mine").code == 0);  // the user's own word
    CHECK(fs::exists(board.scratch / "elsewhere/index.html"));
}

}  // namespace cchnn_test
