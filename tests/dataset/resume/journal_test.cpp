#include "dataset/resume/journal.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <fstream>
#include <functional>
#include <limits>
#include <random>

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
           same_bits(a.valid_until, b.valid_until) && p.failures == q.failures && p.redrawn == q.redrawn;
}

// Without its values; says how long the arrays of each trajectory are.
TrajectoryBatch one_trajectory() { return block_of(0, 1).batch; }

JournalReader reader_of(const fs::path& file, std::uint64_t first) {
    return JournalReader(file, first, first + 1000, one_trajectory());
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
    JournalReader reader = reader_of(file, first);
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

TEST_CASE("journal: a block whose checksum holds and that ended as no trajectory can is none") {
    const std::vector<std::function<void(TrajectoryBatch&)>> forgeries{
        [](TrajectoryBatch& b) { b.outcomes[0].reason = static_cast<EndReason>(17); },
        [](TrajectoryBatch& b) { b.outcomes[1].samples = 8; },
        [](TrajectoryBatch& b) { b.outcomes[1].samples = -1; },
    };
    for (std::size_t i = 0; i < forgeries.size(); ++i) {
        CAPTURE(i);
        const ScratchDirectory scratch;
        DrawnBatch block = block_of(0, 3);
        forgeries[i](block.batch);
        JournalWriter(scratch / "j", 0).append(block);
        CHECK_FALSE(reader_of(scratch / "j", 0).next().has_value());
    }
}

TEST_CASE("journal: a block of another job is an error, before memory is taken for it") {
    const std::vector<std::function<void(DrawnBatch&)>> others{
        [](DrawnBatch& b) { b.batch.x.pop_back(); },
        [](DrawnBatch& b) { b.batch.energy.clear(); },
        [](DrawnBatch& b) { b.batch.work = b.batch.energy; },
        [](DrawnBatch& b) { b.batch.outcomes.resize(2); },
        [](DrawnBatch& b) { b.batch.outcomes.resize(100'000); },
    };
    for (std::size_t i = 0; i < others.size(); ++i) {
        CAPTURE(i);
        const ScratchDirectory scratch;
        DrawnBatch block = block_of(0, 3);
        others[i](block);
        JournalWriter(scratch / "j", 0).append(block);
        CHECK(complaint([&] { reader_of(scratch / "j", 0).next(); }) ==
              "invalid input: " + (scratch / "j").string() +
                  ": has arrays of other shapes than the job; it is not the journal of this job, remove it");
    }
    const ScratchDirectory scratch;
    write_blocks(scratch / "long", 0);
    JournalReader reader(scratch / "long", 0, 6, one_trajectory());
    CHECK(reader.next());
    CHECK(reader.next());
    CHECK(complaint([&] { reader.next(); }) ==
          "invalid input: " + (scratch / "long").string() +
              ": has more trajectories than the job; it is not the journal of this job, remove it");
}

TEST_CASE("journal: that of a version with another format is an error wherever it is read") {
    const ScratchDirectory scratch;
    write_text(scratch / "j", "cchnn journal 1\nblock:5\n");
    const std::string said = "io: " + (scratch / "j").string() +
                             ": has the format of another version of this program: finish it with that version, or "
                             "give --force to discard it";
    CHECK(complaint([&] { reader_of(scratch / "j", 0); }) == said);
    CHECK(complaint([&] { trajectories_in_journal(scratch / "j"); }) == said);
}

TEST_CASE("journal: generalised coordinates are not kept, since they follow from the states") {
    const ScratchDirectory scratch;
    DrawnBatch block = block_of(0, 2);
    block.batch.q = block.batch.qdot = block.batch.energy;
    JournalWriter(scratch / "j", 0).append(block);
    CHECK(read_all(scratch / "j", 0).trajectories == 2);
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
