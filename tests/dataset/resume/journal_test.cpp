#include "dataset/resume/journal.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <fstream>
#include <functional>
#include <limits>
#include <random>

#include "sample/placement.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

std::vector<double> some(std::mt19937_64& random, std::size_t n) {
    std::vector<double> values(n);
    for (double& value : values) value = static_cast<double>(random()) * 1e-10;
    return values;
}

// A block whose every field differs from every other.
DrawnBatch block_of(std::uint64_t first, int count) {
    std::mt19937_64 random(first + 1);
    DrawnBatch block;
    TrajectoryBatch& b = block.batch;
    b.first = first;
    b.count = count;
    b.samples = 7;
    b.nodes = 3;
    b.dimension = 2;
    const auto n = static_cast<std::size_t>(count);
    b.x = some(random, n * 42);
    b.v = some(random, n * 42);
    b.energy = some(random, n * 7);
    b.dissipated = some(random, n * 7);
    b.track_parameter = some(random, n * 14);
    b.parameters = some(random, n * 2);
    b.error_bound = some(random, n * 7);
    b.valid_until = some(random, n);
    b.x[3] = std::numeric_limits<double>::quiet_NaN();
    b.v[0] = -0.0;
    b.v[1] = std::numeric_limits<double>::denorm_min();
    for (std::size_t i = 0; i < n; ++i)
        b.outcomes.push_back({i % 2 ? EndReason::too_many_steps : EndReason::completed, static_cast<int>(i),
                              0.1 * static_cast<double>(i), static_cast<long>(100 + i), static_cast<long>(i),
                              i % 3 == 0, i % 4 ? -1 : 0.25 * static_cast<double>(i),
                              i % 5 ? -1 : 0.125 * static_cast<double>(i), 3.5 * static_cast<double>(i % 2)});
    b.lane_steps = 1000 + static_cast<long>(first);
    b.busy_lane_steps = 900;
    block.failures = {{"step size underflow", 3}, {"", 1}};
    block.redrawn = 2;
    return block;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double p, double q) {
               return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
           });
}

bool same(const DrawnBatch& p, const DrawnBatch& q) {
    const TrajectoryBatch &a = p.batch, &b = q.batch;
    bool outcomes = a.outcomes.size() == b.outcomes.size();
    for (std::size_t i = 0; outcomes && i < a.outcomes.size(); ++i) {
        const Outcome &c = a.outcomes[i], &d = b.outcomes[i];
        outcomes = c.reason == d.reason && c.samples == d.samples && c.time == d.time && c.accepted == d.accepted &&
                   c.rejected == d.rejected && c.refined == d.refined && c.passed_at == d.passed_at &&
                   c.unexplained_at == d.unexplained_at && c.unexplained_energy == d.unexplained_energy;
    }
    return outcomes && a.first == b.first && a.count == b.count && a.samples == b.samples && a.nodes == b.nodes &&
           a.dimension == b.dimension && same_bits(a.x, b.x) && same_bits(a.v, b.v) && same_bits(a.energy, b.energy) &&
           same_bits(a.dissipated, b.dissipated) && same_bits(a.track_parameter, b.track_parameter) &&
           same_bits(a.parameters, b.parameters) && same_bits(a.error_bound, b.error_bound) &&
           same_bits(a.valid_until, b.valid_until) && a.lane_steps == b.lane_steps &&
           a.busy_lane_steps == b.busy_lane_steps && p.failures == q.failures && p.redrawn == q.redrawn;
}

// The same, of which trajectories await refinement.
DrawnBatch awaiting_block_of(std::uint64_t first, int count, std::vector<int> trajectories) {
    std::mt19937_64 random(first + 2);
    DrawnBatch block = block_of(first, count);
    auto awaiting = std::make_shared<AwaitingRefinement>();
    for (std::size_t i = 0; i < trajectories.size(); ++i)
        awaiting->states.push_back({some(random, 6), some(random, 6), some(random, 2)});
    awaiting->trajectories = std::move(trajectories);
    block.awaiting = awaiting;
    return block;
}

// Those of a journal of blocks 0-2, 3-4 and 5: 1, 2 and 3 wait for refinement, then 3 and 1 have it.
void write_awaiting(const fs::path& file, const std::vector<std::vector<std::uint64_t>>& refined) {
    JournalWriter writer(file, 0);
    writer.append(awaiting_block_of(0, 3, {1, 2}));
    writer.append(awaiting_block_of(3, 2, {0}));
    writer.append(block_of(5, 1));
    for (const std::vector<std::uint64_t>& numbers : refined)
        writer.append_refined(numbers, block_of(100, static_cast<int>(numbers.size())).batch);
}

bool same_trajectory(const TrajectoryBatch& a, int i, const TrajectoryBatch& b, int j) {
    TrajectoryBatch one = block_of(0, 1).batch, other = one;
    copy_trajectory(a, i, one, 0);
    copy_trajectory(b, j, other, 0);
    return same_bits(one.x, other.x) && same_bits(one.v, other.v) && same_bits(one.energy, other.energy) &&
           same_bits(one.track_parameter, other.track_parameter) && same_bits(one.error_bound, other.error_bound) &&
           same_bits(one.valid_until, other.valid_until) && one.outcomes[0].accepted == other.outcomes[0].accepted;
}

constexpr std::array<int, 4> counts{3, 1, 5, 2};

// Blocks of 3, 1, 5 and 2 trajectories from `first` on; where each record ends.
std::vector<std::uint64_t> write_blocks(const fs::path& file, std::uint64_t first) {
    std::vector<std::uint64_t> ends;
    JournalWriter writer(file, 0);
    for (int count : counts) {
        writer.append(block_of(first, count));
        first += static_cast<std::uint64_t>(count);
        ends.push_back(fs::file_size(file));
    }
    return ends;
}

struct Read {
    std::uint64_t trajectories, good_bytes;
};
Read read_all(const fs::path& file, std::uint64_t first) {
    JournalReader reader(file, first);
    while (const auto block = reader.next()) CHECK(same(*block, block_of(block->batch.first, block->batch.count)));
    return {reader.next_trajectory() - first, reader.good_bytes()};
}

// What is good of a journal of those blocks that was cut, or damaged, behind `good` bytes.
Read expected(const std::vector<std::uint64_t>& ends, std::uint64_t good) {
    Read read{0, good >= 16 ? 16U : 0U};
    for (std::size_t i = 0; i < ends.size() && ends[i] <= good; ++i)
        read = {read.trajectories + static_cast<std::uint64_t>(counts[i]), ends[i]};
    return read;
}

}  // namespace

TEST_CASE("journal: blocks come back bit for bit and in order") {
    const ScratchDirectory scratch;
    for (std::uint64_t first : {0U, 1000U}) {
        const auto ends = write_blocks(scratch / "a", first);
        const Read read = read_all(scratch / "a", first);
        CHECK(read.trajectories == 11);
        CHECK(read.good_bytes == ends.back());
        CHECK(trajectories_in_journal(scratch / "a") == 11);
    }
    CHECK(read_all(scratch / "none", 0).trajectories == 0);
    CHECK(trajectories_in_journal(scratch / "none") == 0);
}

TEST_CASE("journal: cut at any byte, every block before the cut is good, and it can be gone on with") {
    const ScratchDirectory scratch;
    const auto ends = write_blocks(scratch / "whole", 5);
    const std::string whole = bytes_of(scratch / "whole");
    for (std::uint64_t length = 0; length <= whole.size(); length += length < 300 ? 1 : 97) {
        write_text(scratch / "cut", whole.substr(0, length));
        const Read read = read_all(scratch / "cut", 5), wanted = expected(ends, length);
        CAPTURE(length);
        CHECK(read.trajectories == wanted.trajectories);
        CHECK(read.good_bytes == wanted.good_bytes);
        CHECK(trajectories_in_journal(scratch / "cut") == wanted.trajectories);
        JournalWriter(scratch / "cut", read.good_bytes).append(block_of(5 + read.trajectories, 4));
        CHECK(read_all(scratch / "cut", 5).trajectories == wanted.trajectories + 4);
    }
}

TEST_CASE("journal: one flipped bit, anywhere, ends what is good before its record") {
    const ScratchDirectory scratch;
    const auto ends = write_blocks(scratch / "whole", 0);
    const std::string whole = bytes_of(scratch / "whole");
    std::mt19937_64 random(1);
    for (int i = 0; i < 400; ++i) {
        const std::size_t at = random() % whole.size();
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
        write_text(scratch / "damaged", damaged);
        CAPTURE(at);
        const Read wanted = at < 16 ? Read{0, 0} : expected(ends, at);
        CHECK(read_all(scratch / "damaged", 0).trajectories == wanted.trajectories);
        CHECK(read_all(scratch / "damaged", 0).good_bytes == wanted.good_bytes);
    }
}

TEST_CASE("journal: a block whose checksum holds and whose lengths or endings cannot be is none") {
    const std::vector<std::function<void(TrajectoryBatch&)>> forgeries{
        [](TrajectoryBatch& b) { b.outcomes[0].reason = static_cast<EndReason>(17); },
        [](TrajectoryBatch& b) { b.outcomes[1].samples = 8; },
        [](TrajectoryBatch& b) { b.outcomes[1].samples = -1; },
        [](TrajectoryBatch& b) { b.x.pop_back(); },
        [](TrajectoryBatch& b) {
            b.nodes = -3;
            b.dimension = -2;
        },
        [](TrajectoryBatch& b) { b.energy.clear(); },
        [](TrajectoryBatch& b) { b.error_bound.pop_back(); },
        [](TrajectoryBatch& b) { b.dissipated.pop_back(); },
        [](TrajectoryBatch& b) { b.valid_until.clear(); },
    };
    for (std::size_t i = 0; i < forgeries.size(); ++i) {
        CAPTURE(i);
        const ScratchDirectory scratch;
        DrawnBatch block = block_of(0, 3);
        forgeries[i](block.batch);
        JournalWriter(scratch / "j", 0).append(block);
        CHECK_FALSE(JournalReader(scratch / "j", 0).next().has_value());
    }
}

TEST_CASE("journal: blocks that do not follow each other, or begin elsewhere, are not taken") {
    const ScratchDirectory scratch;
    {
        JournalWriter writer(scratch / "a", 0);
        writer.append(block_of(0, 3));
        writer.append(block_of(4, 2));
    }
    CHECK(read_all(scratch / "a", 0).trajectories == 3);
    CHECK(read_all(scratch / "a", 4).trajectories == 0);
}

TEST_CASE("journal: zeros behind the end, as a power failure leaves them, are no block") {
    const ScratchDirectory scratch;
    const auto ends = write_blocks(scratch / "a", 0);
    std::ofstream(scratch / "a", std::ios::binary | std::ios::app) << std::string(5000, '\0');
    CHECK(read_all(scratch / "a", 0).good_bytes == ends.back());
}

TEST_CASE("journal: what awaits refinement comes back with its states, behind the blocks before it") {
    const ScratchDirectory scratch;
    write_awaiting(scratch / "a", {});
    JournalReader reader(scratch / "a", 0);
    CHECK_FALSE(reader.next());
    CHECK(reader.next_trajectory() == 0);
    const std::deque<DrawnBatch> left = reader.take_unrefined();
    REQUIRE(left.size() == 3);
    const DrawnBatch wanted = awaiting_block_of(0, 3, {1, 2});
    CHECK(same(left[0], wanted));
    REQUIRE(left[0].awaiting);
    CHECK(left[0].awaiting->trajectories == wanted.awaiting->trajectories);
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(same_bits(left[0].awaiting->states[k].x, wanted.awaiting->states[k].x));
        CHECK(same_bits(left[0].awaiting->states[k].v, wanted.awaiting->states[k].v));
        CHECK(same_bits(left[0].awaiting->states[k].s, wanted.awaiting->states[k].s));
    }
    CHECK(left[1].awaiting->trajectories == std::vector<int>{0});
    CHECK(same(left[2], block_of(5, 1)));
    CHECK_FALSE(left[2].awaiting);
    CHECK(trajectories_in_journal(scratch / "a") == 6);
}

TEST_CASE(
    "journal: refined trajectories take the places of those that awaited it, and blocks that have all of theirs go "
    "on") {
    const ScratchDirectory scratch;
    write_awaiting(scratch / "a", {{2, 3}, {1}});
    CHECK(trajectories_in_journal(scratch / "a") == 6);
    const TrajectoryBatch two = block_of(100, 2).batch, one = block_of(100, 1).batch;
    JournalReader all(scratch / "a", 0);
    const auto first = all.next(), second = all.next(), third = all.next();
    REQUIRE((first && second && third));
    CHECK_FALSE(first->awaiting);
    CHECK(same_trajectory(first->batch, 0, block_of(0, 3).batch, 0));
    CHECK(same_trajectory(first->batch, 1, one, 0));
    CHECK(same_trajectory(first->batch, 2, two, 0));
    CHECK(same_trajectory(second->batch, 0, two, 1));
    CHECK(same_trajectory(second->batch, 1, block_of(3, 2).batch, 1));
    CHECK(same(*third, block_of(5, 1)));
    CHECK(all.next_trajectory() == 6);
    CHECK_FALSE(all.next());
    CHECK(all.good_bytes() == fs::file_size(scratch / "a"));

    write_awaiting(scratch / "b", {{2, 3}});
    JournalReader some(scratch / "b", 0);
    CHECK_FALSE(some.next());
    const std::deque<DrawnBatch> left = some.take_unrefined();
    REQUIRE(left.size() == 3);
    CHECK(left[0].awaiting->trajectories == std::vector<int>{1});
    CHECK(left[0].awaiting->states.size() == 1);
    CHECK(same_bits(left[0].awaiting->states[0].x, awaiting_block_of(0, 3, {1, 2}).awaiting->states[0].x));
    CHECK_FALSE(left[1].awaiting);
}

TEST_CASE("journal: refined trajectories that nothing awaits, or of other shapes, end what is good") {
    const ScratchDirectory scratch;
    for (const std::vector<std::uint64_t>& numbers :
         std::vector<std::vector<std::uint64_t>>{{0}, {4}, {5}, {6}, {1000000}, {1, 1}}) {
        write_awaiting(scratch / "a", {});
        const std::uint64_t good = fs::file_size(scratch / "a");
        write_awaiting(scratch / "a", {numbers});
        JournalReader reader(scratch / "a", 0);
        CHECK_FALSE(reader.next());
        CHECK(reader.good_bytes() == good);
    }
    write_awaiting(scratch / "a", {});
    const std::uint64_t good = fs::file_size(scratch / "a");
    TrajectoryBatch other = block_of(100, 1).batch;
    other.error_bound.clear();
    other.valid_until.clear();
    JournalWriter(scratch / "a", good).append_refined({1}, std::move(other));
    JournalReader reader(scratch / "a", 0);
    CHECK_FALSE(reader.next());
    CHECK(reader.good_bytes() == good);
}

TEST_CASE("journal: forged lists of what awaits refinement are none") {
    const std::vector<std::function<void(AwaitingRefinement&)>> forgeries{
        [](AwaitingRefinement& a) { a.trajectories[1] = 3; }, [](AwaitingRefinement& a) { a.trajectories[0] = -1; },
        [](AwaitingRefinement& a) { a.trajectories[1] = 1; }, [](AwaitingRefinement& a) { a.states[1].x.pop_back(); },
        [](AwaitingRefinement& a) { a.states[0].v.clear(); },
    };
    for (std::size_t i = 0; i < forgeries.size(); ++i) {
        CAPTURE(i);
        const ScratchDirectory scratch;
        DrawnBatch block = awaiting_block_of(0, 3, {1, 2});
        AwaitingRefinement forged = *block.awaiting;
        forgeries[i](forged);
        block.awaiting = std::make_shared<const AwaitingRefinement>(forged);
        JournalWriter(scratch / "j", 0).append(block);
        JournalReader reader(scratch / "j", 0);
        CHECK_FALSE(reader.next());
        CHECK(reader.take_unrefined().empty());
    }
}
