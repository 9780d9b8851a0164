
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <stdexcept>

#include "dataset/resume/journal.hpp"
#include "stories/generate/resumable_job.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// Some trajectories of the triple pendulum pass this level within 11 samples, and some do not.
GenerateOptions refining(const ScratchDirectory& scratch, int threads) {
    GenerateOptions options = small(scratch.path(), 60, 0, 0);
    options.threads = threads;
    options.protocol = default_protocol();
    options.bound = true;
    options.refine = 1e-13;
    return options;
}

struct Made {
    std::array<std::vector<double>, 8> arrays;  // of all trajectories, in order
    int refined = 0, blocks = 0;
};

void add(Made& made, const DrawnBatch& block) {
    ++made.blocks;
    for (const Outcome& outcome : block.batch.outcomes) made.refined += outcome.refined;
    const TrajectoryBatch& b = block.batch;
    const auto parts = {&b.x, &b.v, &b.energy, &b.q, &b.qdot, &b.error_bound, &b.valid_until, &b.parameters};
    auto to = made.arrays.begin();
    for (const std::vector<double>* part : parts) {
        to->insert(to->end(), part->begin(), part->end());
        ++to;
    }
}

Made made_in_blocks(const DatasetPlan& plan, std::uint64_t size) {
    Made made;
    std::uint64_t next = 0;
    RefinedBlocks blocks(plan);
    blocks.begin(Split::train, [&](DrawnBatch&& block) {
        CHECK(block.batch.first == next);
        CHECK_FALSE(block.awaiting);
        next += static_cast<std::uint64_t>(block.batch.count);
        add(made, block);
    });
    for (std::uint64_t first = 0; first < 60; first += size)
        blocks.make({first, std::min<std::uint64_t>(size, 60 - first)}, size);
    blocks.finish();
    CHECK(next == 60);
    return made;
}

SystemSpec varied_pendulum() {
    return parse_system(R"({
  "name": "varied_pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"},
             {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 2}}}}},
  "sampling": {"dt": 0.05, "steps": 10}
})",
                        "a.json");
}

Made made_by(const ResumableJob& job) {
    Made made;
    job.make([&](Split) { return [&](DrawnBatch&& block) { add(made, block); }; });
    return made;
}

}  // namespace

TEST_CASE("refined blocks: in order, complete, and the same whatever is refined with what") {
    const ScratchDirectory scratch;
    const DatasetPlan one(load_system("chain_pendulum_3"), refining(scratch, 1));
    const Made all = made_in_blocks(one, 60);
    CHECK(all.refined > 5);   // several groups have something to do
    CHECK(all.refined < 55);  // and some are left alone
    for (const int threads : {1, 3}) {
        const DatasetPlan plan(load_system("chain_pendulum_3"), refining(scratch, threads));
        for (const std::uint64_t size : {1u, 7u, 30u}) {
            const Made made = made_in_blocks(plan, size);
            CHECK(made.refined == all.refined);
            CHECK(made.blocks == static_cast<int>((60 + size - 1) / size));
            CHECK((made.arrays == all.arrays));
        }
    }
}

TEST_CASE("refined blocks: progress counts what is finished, also of blocks that wait for others") {
    const ScratchDirectory scratch;
    GenerateOptions options = refining(scratch, 1);
    std::uint64_t told = 0, handed_on = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t) {
        CHECK(done >= told);
        told = done;
    };
    const DatasetPlan plan(load_system("chain_pendulum_3"), options);
    RefinedBlocks blocks(plan);
    blocks.begin(Split::train, [&](DrawnBatch&& block) { handed_on += static_cast<std::uint64_t>(block.batch.count); });
    blocks.make({0, 60}, 20);
    CHECK(told > handed_on);
    CHECK(told < 60);  // those that await refinement are not finished
    blocks.finish();
    CHECK(told == 60);
    CHECK(handed_on == 60);
}

TEST_CASE("refined blocks: what the sets of a dataset leave is refined together, and each set is as if alone") {
    const ScratchDirectory scratch;
    const DatasetPlan plan(load_system("chain_pendulum_3"), refining(scratch, 2));
    const auto made_of = [&](const std::vector<Split>& splits) {
        std::map<Split, Made> made;
        RefinedBlocks blocks(plan);
        std::size_t most_awaiting = 0;
        for (const Split split : splits) {
            blocks.begin(split, [&made, split](DrawnBatch&& block) { add(made[split], block); });
            blocks.make({0, 10}, 4);
            most_awaiting = std::max(most_awaiting, blocks.awaiting());
        }
        if (splits.size() > 1) CHECK(made[splits.back()].refined == 0);
        blocks.finish();
        if (splits.size() > 1)
            CHECK(most_awaiting ==
                  static_cast<std::size_t>(made[splits.front()].refined + made[splits.back()].refined));
        return made;
    };
    std::map<Split, Made> together = made_of({Split::train, Split::test});
    for (const Split split : {Split::train, Split::test}) {
        Made alone = made_of({split})[split];
        CHECK(alone.refined > 0);
        CHECK((together[split].arrays == alone.arrays));
    }
}

TEST_CASE("refined blocks: each trajectory of a family is refined with its own numbers") {
    const ScratchDirectory scratch;
    const SystemSpec family = varied_pendulum();
    GenerateOptions options = refining(scratch, 2);
    options.refine = 1e-15;
    const DatasetPlan plan(family, options);
    const Made together = made_in_blocks(plan, 60), alone = made_in_blocks(plan, 1);
    CHECK(together.refined == 60);
    CHECK((together.arrays == alone.arrays));
}

TEST_CASE("refined blocks: what waits for refinement when a run ends is made again, and what is refined is not") {
    for (const bool family : {false, true}) {
        const ScratchDirectory scratch;
        const SystemSpec spec = family ? varied_pendulum() : load_system("chain_pendulum_3");
        GenerateOptions options = refining(scratch, 2);
        options.refine = family ? 1e-15 : 1e-13;
        const Made all = made_in_blocks(DatasetPlan(spec, options), 60);
        options.resume = true;
        std::uint64_t kept = 0;
        for (const std::uint64_t end : {10u, 40u, 59u, 1000u}) {
            options.progress = [&](std::uint64_t done, std::uint64_t) {
                if (done >= end) throw std::runtime_error("stop");
            };
            const DatasetPlan plan(spec, options);
            ResumableJob job(plan, scratch / "job", false);
            CHECK(job.directory().kept() >= kept);
            kept = job.directory().kept();
            Made made;
            try {
                job.run([&] { made = made_by(job); });
            } catch (const std::runtime_error&) {
                CHECK(end < 1000);
                continue;
            }
            CHECK(end == 1000);
            CHECK(made.refined == all.refined);
            CHECK((made.arrays == all.arrays));
        }
        CHECK(kept > 0);
    }
}

TEST_CASE("refined blocks: trajectories of a journal are not integrated again, refined or not") {
    const ScratchDirectory scratch;
    GenerateOptions options = refining(scratch, 1);
    options.resume = true;
    const DatasetPlan plan(load_system("chain_pendulum_3"), options);
    ResumableJob job(plan, scratch / "job", false);
    {
        JournalWriter journal(job.directory().journal("train"), 0);
        RefinedBlocks blocks(plan);
        blocks.begin(Split::train, [&](DrawnBatch&& block) {
            block.batch.energy[0] = 4711;  // a mark
            journal.append(block);
        });
        blocks.make({0, 20}, 20);
        blocks.finish();
    }
    const Made made = made_by(job);
    CHECK(made.arrays[2][0] == 4711);
    CHECK(made.arrays[2].size() == 60 * 11);
}

TEST_CASE("refined blocks: a journal of another job is refused before anything reads beyond its arrays") {
    const ScratchDirectory scratch;
    const DatasetPlan plan(load_system("chain_pendulum_3"), refining(scratch, 1));
    for (const std::string change : {"system", "samples", "bounds"}) {
        CAPTURE(change);
        GenerateOptions other = refining(scratch, 1);
        if (change == "samples") other.samples = 7;
        if (change == "bounds") {
            other.bound = false;
            other.refine = {};
        }
        const DatasetPlan writes(load_system(change == "system" ? "chain_pendulum_5" : "chain_pendulum_3"), other);
        ResumableJob job(plan, scratch / change, false);
        RefinedBlocks blocks(writes);
        blocks.begin(
            Split::train, [](DrawnBatch&&) {}, JournalWriter(job.directory().journal("train"), 0));
        blocks.make({0, 7}, 7);
        blocks.finish();
        CHECK(complaint([&] { made_by(job); }) ==
              "invalid input: " + job.directory().journal("train").string() +
                  ": has arrays of other shapes than the job; it is not the journal of this job, remove it");
    }
}
