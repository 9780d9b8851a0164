#include "dataset/resume/unfinished_directory.hpp"

#include <doctest/doctest.h>

#include "dataset/resume/journal.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

std::string job_of_seed(int seed) {
    return R"({"tool_version": "0.1.0", "system": {"name": "pendulum", "sha256": ")" + std::string(64, '0') +
           R"("}, "seed": )" + std::to_string(seed) + "}";
}
const std::string job = job_of_seed(1), other_job = job_of_seed(2);

void add_block(const UnfinishedDirectory& directory, int count) {
    DrawnBatch block;
    block.batch.count = count;
    block.batch.outcomes.resize(static_cast<std::size_t>(count));
    JournalWriter(directory.journal("train"), 0).append(block);
}

void leave_work(const fs::path& path) {
    UnfinishedDirectory directory(path, job, Begin::fresh, false);
    add_block(directory, 3);
}

}  // namespace

TEST_CASE("unfinished directory: without a finished block it goes away, with one it stays") {
    const ScratchDirectory scratch;
    const fs::path path = scratch / "deep/.set.unfinished";
    { UnfinishedDirectory directory(path, job, Begin::fresh, false); }
    CHECK(names_in(scratch / "deep").empty());
    leave_work(path);
    CHECK(names_in(path) == std::vector<std::string>{"job.json", "lock", "train.journal"});
    CHECK(unfinished_beside(scratch / "deep/set") == path);
}

TEST_CASE("unfinished directory: work of the same job is gone on with, of another refused, thrown away when asked") {
    const ScratchDirectory scratch;
    const fs::path path = scratch / "w";
    leave_work(path);
    const std::string fresh = complaint([&] { UnfinishedDirectory(path, job, Begin::fresh, false); });
    CHECK(fresh ==
          "io: " + path.string() +
              ": holds 3 finished trajectories of an interrupted run; --resume continues it, --force discards them");
    CHECK(complaint([&] { UnfinishedDirectory(path, other_job, Begin::fresh, false); }) ==
          "io: " + path.string() +
              ": holds 3 finished trajectories of another command: seed: is 1 there, 2 here; give its options and "
              "--resume to continue it, or --force to discard it");
    const std::string other = complaint([&] { UnfinishedDirectory(path, other_job, Begin::resume, false); });
    CHECK(other.starts_with("usage: " + path.string() + ": seed: is 1 there, 2 here\n"));
    { CHECK(UnfinishedDirectory(path, job, Begin::resume, false).kept() == 3); }
    CHECK(UnfinishedDirectory(path, other_job, Begin::anew, false).kept() == 0);
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("unfinished directory: only one works in it") {
    const ScratchDirectory scratch;
    const UnfinishedDirectory first(scratch / "w", job, Begin::fresh, false);
    for (Begin begin : {Begin::fresh, Begin::resume, Begin::anew})
        CHECK(complaint([&] { UnfinishedDirectory(scratch / "w", job, begin, false); }) ==
              "io: " + (scratch / "w").string() + ": another process is writing to it");
}

TEST_CASE("unfinished directory: a run that may replace a dataset is gone on with as one") {
    const ScratchDirectory scratch;
    {
        UnfinishedDirectory directory(scratch / "w", job, Begin::anew, true);
        add_block(directory, 2);
    }
    CHECK(UnfinishedDirectory(scratch / "w", job, Begin::resume, false).replaces());
    CHECK_FALSE(UnfinishedDirectory(scratch / "w", job, Begin::anew, false).replaces());
}

TEST_CASE("unfinished directory: stopped before its first block, a run that replaces a dataset is still one") {
    const ScratchDirectory scratch;
    { UnfinishedDirectory directory(scratch / "w", job, Begin::anew, true); }
    { UnfinishedDirectory directory(scratch / "w", job, Begin::resume, false); }
    CHECK(UnfinishedDirectory(scratch / "w", job, Begin::resume, false).replaces());
}

TEST_CASE("unfinished directory: killed before its first block, a run that replaces a dataset is still one") {
    const ScratchDirectory scratch;
    fs::create_directory(scratch / "w");
    for (const char* file : {"replaces", "lock", "train.journal"}) write_text(scratch / "w" / file, "");
    write_text(scratch / "w/job.json", job);
    CHECK(UnfinishedDirectory(scratch / "w", job, Begin::resume, false).replaces());
}

TEST_CASE("unfinished directory: journals of a discarded job are no work, a removal cut short leaves none") {
    const ScratchDirectory scratch;
    leave_work(scratch / "w");
    fs::rename(scratch / "w/job.json", scratch / "w/discarded.json");
    CHECK(UnfinishedDirectory(scratch / "w", other_job, Begin::fresh, false).kept() == 0);
    CHECK_FALSE(fs::exists(scratch / "w"));
}

TEST_CASE("unfinished directory: work in the format of another version is named, and discarded when asked") {
    const ScratchDirectory scratch;
    leave_work(scratch / "w");
    write_text(scratch / "w/train.journal", "cchnn journal 1\nand blocks");
    for (const Begin begin : {Begin::fresh, Begin::resume, Begin::resume_unasked}) {
        const std::string said = complaint([&] { UnfinishedDirectory(scratch / "w", job, begin, false); });
        CHECK(
            said.starts_with("io: " + (scratch / "w/train.journal").string() + ": has the format of another version"));
    }
    CHECK(UnfinishedDirectory(scratch / "w", job, Begin::anew, false).kept() == 0);
    CHECK_FALSE(fs::exists(scratch / "w"));
}

TEST_CASE("unfinished directory: a Lyapunov exponent alone is worth keeping") {
    const ScratchDirectory scratch;
    {
        UnfinishedDirectory directory(scratch / "w", job, Begin::fresh, false);
        write_text(directory.path() / "lyapunov.json", "{}");
    }
    { CHECK(fs::exists(UnfinishedDirectory(scratch / "w", job, Begin::resume, false).path() / "lyapunov.json")); }
    CHECK_FALSE(
        fs::exists(UnfinishedDirectory(scratch / "w", other_job, Begin::resume, false).path() / "lyapunov.json"));
}
