#include "stories/generate/resumable_job.hpp"

#include <doctest/doctest.h>

#include "numbers/lanes.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("short block: as many trajectories as take 5 s, within what is usual and what fills the lanes") {
    CHECK(short_block(512, 8, 1e-3) == 512);         // fast: the usual size
    CHECK(short_block(512, 8, 1.0) == 40);           // 8 a second
    CHECK(short_block(512, 8, 60.0) == lane_width);  // never less than fill the lanes
    CHECK(short_block(512, 8, 0.0) == 512);          // a clock too coarse to tell
    CHECK(short_block(8, 0, 1.0) == 8);
}

TEST_CASE("resumable job: in order, each trajectory once, first from the journal and then made") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch.path(), 100, 0, 0);
    options.shard = Shard{2, 3};
    options.resume = true;
    std::uint64_t done = 0;
    options.progress = [&](std::uint64_t now, std::uint64_t total) {
        CHECK(now > done);
        CHECK(total == 33);
        done = now;
    };
    const DatasetPlan plan(spec, options);
    CHECK(plan.range(Split::train).first == 33);
    std::vector<std::vector<double>> runs;
    for (int run = 0; run < 2; ++run) {
        std::uint64_t next = 33;
        done = 0;
        runs.emplace_back();
        ResumableJob job(plan, scratch / "job", false);
        CHECK(job.directory().kept() == (run == 0 ? 0u : 33u));
        job.make([&](Split split) {
            CHECK(split == Split::train);  // the others are empty
            return [&](DrawnBatch&& block) {
                CHECK(block.batch.first == next);
                next += static_cast<std::uint64_t>(block.batch.count);
                runs.back().insert(runs.back().end(), block.batch.x.begin(), block.batch.x.end());
            };
        });
        CHECK(next == 66);
        CHECK(done == 33);
    }
    CHECK((runs[0] == runs[1]));
}
