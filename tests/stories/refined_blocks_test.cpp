#include "stories/refined_blocks.hpp"

#include <doctest/doctest.h>

#include <array>

#include "stories/story_fixture.hpp"

using namespace cchnn_story_test;

namespace {

// Some trajectories of the triple pendulum pass this level within 11 samples, and some do not.
GenerateOptions refining(const Scratch& scratch, int threads) {
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

Made made_in_blocks(const DatasetPlan& plan, std::uint64_t size) {
    Made made;
    std::uint64_t next = 0;
    RefinedBlocks blocks(plan, Split::train, [&](DrawnBatch&& block) {
        CHECK(block.batch.first == next);
        CHECK_FALSE(block.awaiting);
        next += static_cast<std::uint64_t>(block.batch.count);
        ++made.blocks;
        for (const Outcome& outcome : block.batch.outcomes) made.refined += outcome.refined;
        const TrajectoryBatch& b = block.batch;
        const auto parts = {&b.x, &b.v, &b.energy, &b.q, &b.qdot, &b.error_bound, &b.valid_until, &b.parameters};
        auto to = made.arrays.begin();
        for (const std::vector<double>* part : parts) to->insert(to->end(), part->begin(), part->end()), ++to;
    });
    for (std::uint64_t first = 0; first < 60; first += size)
        blocks.make({first, std::min<std::uint64_t>(size, 60 - first)}, size);
    blocks.finish();
    CHECK(next == 60);
    return made;
}

}  // namespace

TEST_CASE("refined blocks: in order, complete, and the same whatever is refined with what") {
    const Scratch scratch;
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

TEST_CASE("refined blocks: each trajectory of a family is refined with its own numbers") {
    const Scratch scratch;
    const SystemSpec family = parse_system(R"({
  "name": "varied_pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"},
             {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 2}}}}},
  "sampling": {"dt": 0.05, "steps": 10}
})",
                                           "a.json");
    GenerateOptions options = refining(scratch, 2);
    options.refine = 1e-15;
    const DatasetPlan plan(family, options);
    const Made together = made_in_blocks(plan, 60), alone = made_in_blocks(plan, 1);
    CHECK(together.refined == 60);
    CHECK((together.arrays == alone.arrays));
}
