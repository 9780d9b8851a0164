#include "dataset/resume/block_record.hpp"

#include <xxhash.h>

#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "sample/placement.hpp"

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "journals are little-endian, written as memory holds them");

// The checksum of a record: XXH3 with 64 bits over the head and both parts. Owns the state of the hash.
class Checksum {
  public:
    explicit Checksum(const BlockHead& head) : state_(XXH3_createState(), XXH3_freeState) {
        if (!state_ || XXH3_64bits_reset(state_.get()) == XXH_ERROR)
            throw std::runtime_error("libxxhash does not give XXH3");
        add(&head, offsetof(BlockHead, checksum));
    }
    void add(const void* data, std::size_t size) { XXH3_64bits_update(state_.get(), data, size); }
    std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

  private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

// Eight bytes for every number, so that the record has no padding.
template <class Number>
void put(std::string& bytes, Number value) {
    static_assert(sizeof value == 8);
    char raw[8];
    std::memcpy(raw, &value, 8);
    bytes.append(raw, 8);
}

// The count first.
void put(std::string& bytes, const std::vector<double>& values) {
    put(bytes, std::uint64_t{values.size()});
    for (const double value : values) put(bytes, value);
}

// Reads numbers and texts from the front of a byte string. After the first missing byte ok() is false and all values
// are zero, so that callers check once.
class Taker {
  public:
    explicit Taker(std::string_view bytes) : bytes_(bytes) {}
    bool ok() const { return ok_; }
    // A record with bytes after its last value is as damaged as one that ends early.
    bool at_end() const { return bytes_.empty(); }
    template <class Number = std::uint64_t>
    Number take() {
        Number value{};
        static_assert(sizeof value == 8);
        const std::string_view raw = take_text(8);
        if (ok_) std::memcpy(&value, raw.data(), 8);
        return value;
    }
    // The count is checked against the remaining bytes before memory is allocated for it.
    std::vector<double> take_numbers() {
        const std::uint64_t count = take();
        if (count > bytes_.size() / sizeof(double)) ok_ = false;
        std::vector<double> values(ok_ ? count : 0);
        for (double& value : values) value = take<double>();
        return values;
    }
    // Written with 64 bits, so that a record does not depend on the width of int.
    int take_int() { return static_cast<int>(take<std::int64_t>()); }
    // A view into the bytes, valid as long as they are.
    std::string_view take_text(std::uint64_t size) {
        if (size > bytes_.size()) ok_ = false;
        if (!ok_) return {};
        const std::string_view text = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return text;
    }

  private:
    std::string_view bytes_;
    bool ok_ = true;
};

// The trajectories that await refinement, each with the state at which its integration begins.
void put_awaiting(std::string& bytes, const AwaitingRefinement* awaiting) {
    put(bytes, std::uint64_t{awaiting ? awaiting->trajectories.size() : 0});
    for (std::size_t i = 0; awaiting && i < awaiting->trajectories.size(); ++i) {
        const InitialState state = i < awaiting->states.size() ? awaiting->states[i] : InitialState{};
        put(bytes, std::int64_t{awaiting->trajectories[i]});
        put(bytes, state.x);
        put(bytes, state.v);
        put(bytes, state.s);
        put(bytes, state.u);
    }
}

// All of a block except the values of its arrays, whose lengths it holds; the order is that of take_fixed().
std::string fixed_part(const DrawnBatch& block) {
    const TrajectoryBatch& batch = block.batch;
    std::string bytes;
    for (int n : {batch.samples, batch.nodes, batch.dimension}) put(bytes, std::int64_t{n});
    put(bytes, std::int64_t{batch.lane_steps});
    put(bytes, std::int64_t{batch.busy_lane_steps});
    put(bytes, block.redrawn);
    for (const TrajectoryArray& array : kept_arrays) put(bytes, std::uint64_t{(batch.*array.values).size()});
    for (const Outcome& outcome : batch.outcomes) {
        put(bytes, static_cast<std::int64_t>(outcome.reason));
        put(bytes, std::int64_t{outcome.samples});
        put(bytes, outcome.time);
        put(bytes, std::int64_t{outcome.accepted});
        put(bytes, std::int64_t{outcome.rejected});
        put(bytes, std::int64_t{outcome.refined});
        put(bytes, outcome.passed_at);
        put(bytes, outcome.unexplained_at);
        put(bytes, outcome.unexplained_energy);
    }
    put(bytes, std::uint64_t{block.failures.size()});
    for (const auto& [reason, times] : block.failures) {
        put(bytes, std::uint64_t{reason.size()});
        bytes += reason;
        put(bytes, times);
    }
    put_awaiting(bytes, block.awaiting.get());
    return bytes;
}

// Reads what awaits refinement; null if nothing does.
std::shared_ptr<const AwaitingRefinement> take_awaiting(Taker& taker) {
    auto awaiting = std::make_shared<AwaitingRefinement>();
    for (std::uint64_t remaining = taker.take(); remaining > 0 && taker.ok(); --remaining) {
        awaiting->trajectories.push_back(taker.take_int());
        InitialState& state = awaiting->states.emplace_back();
        for (std::vector<double>* numbers : {&state.x, &state.v, &state.s, &state.u}) *numbers = taker.take_numbers();
    }
    return awaiting->trajectories.empty() ? nullptr : awaiting;
}

// Reads everything except the values of the arrays, which get their lengths. False if the lengths contradict the head.
bool take_fixed(const BlockHead& head, std::string_view bytes, DrawnBatch& block) {
    Taker taker(bytes);
    TrajectoryBatch& batch = block.batch;
    batch.first = head.first;
    batch.count = static_cast<int>(head.count);
    batch.samples = taker.take_int();
    batch.nodes = taker.take_int();
    batch.dimension = taker.take_int();
    batch.lane_steps = taker.take<std::int64_t>();
    batch.busy_lane_steps = taker.take<std::int64_t>();
    block.redrawn = taker.take();
    std::uint64_t room = head.array_bytes / sizeof(double);
    for (const TrajectoryArray& array : kept_arrays) {
        const std::uint64_t length = taker.take();
        if (!taker.ok() || length > room) return false;
        (batch.*array.values).resize(length);
        room -= length;
    }
    if (room != 0 || head.count > head.fixed_bytes) return false;
    batch.outcomes.resize(head.count);
    for (Outcome& outcome : batch.outcomes) {
        outcome.reason = static_cast<EndReason>(taker.take_int());
        outcome.samples = taker.take_int();
        outcome.time = taker.take<double>();
        outcome.accepted = taker.take<std::int64_t>();
        outcome.rejected = taker.take<std::int64_t>();
        outcome.refined = taker.take<std::int64_t>() != 0;
        outcome.passed_at = taker.take<double>();
        outcome.unexplained_at = taker.take<double>();
        outcome.unexplained_energy = taker.take<double>();
    }
    for (std::uint64_t remaining = taker.take(); remaining > 0 && taker.ok(); --remaining) {
        const std::string reason(taker.take_text(taker.take()));
        block.failures[reason] = taker.take();
    }
    block.awaiting = take_awaiting(taker);
    return taker.ok() && taker.at_end();
}

// Whether the numbers of `awaiting` are possible: ascending, within the block, each with a state. In a record of
// refined trajectories: one for each trajectory, without states.
bool is_possible(const TrajectoryBatch& batch, const AwaitingRefinement* awaiting, bool refined) {
    if (!awaiting) return !refined;
    const std::size_t state = refined ? 0 : to_size(batch.nodes) * batch.dimension;
    for (std::size_t i = 0; i < awaiting->trajectories.size(); ++i) {
        const int before = i > 0 ? awaiting->trajectories[i - 1] : -1, here = awaiting->trajectories[i];
        if (here <= before || (!refined && here >= batch.count)) return false;
        if (awaiting->states[i].x.size() != state || awaiting->states[i].v.size() != state) return false;
    }
    return !refined || awaiting->trajectories.size() == to_size(batch.count);
}

// Whether the outcomes and the lengths of x, v, energy, dissipated energy, work and bounds are consistent. A correct
// checksum does not prove who wrote a record.
bool is_possible(const TrajectoryBatch& batch) {
    if (batch.count < 0 || batch.samples < 0 || batch.nodes < 0 || batch.dimension < 0) return false;
    const auto size = [](const auto& values) { return std::uint64_t{values.size()}; };
    const std::uint64_t samples = byte_count({to_size(batch.count)}, batch.samples);
    const std::uint64_t state = byte_count({samples, to_size(batch.nodes)}, to_size(batch.dimension));
    for (const Outcome& outcome : batch.outcomes)
        if (outcome_name(outcome.reason).empty() || outcome.samples < 0 || outcome.samples > batch.samples)
            return false;
    const auto all_or_none = [&](const auto& values) { return values.empty() || size(values) == samples; };
    return size(batch.x) == state && size(batch.v) == state && size(batch.energy) == samples &&
           all_or_none(batch.dissipated) && all_or_none(batch.work) && all_or_none(batch.error_bound) &&
           size(batch.valid_until) == (batch.error_bound.empty() ? 0 : size(batch.outcomes));
}

}  // namespace

// Gathers pointers to the block's arrays, which are not copied: the block must outlive the record.
BlockRecord::BlockRecord(const DrawnBatch& block, std::uint64_t magic) : fixed_(fixed_part(block)) {
    head_.magic = magic;
    head_.first = block.batch.first;
    head_.count = block.batch.count;
    pieces_ = {{&head_, sizeof head_}, {fixed_.data(), fixed_.size()}};
    for (const TrajectoryArray& array : kept_arrays)
        if (const auto& values = block.batch.*array.values; !values.empty()) {
            pieces_.emplace_back(values.data(), values.size() * sizeof(double));
            head_.array_bytes += pieces_.back().second;
        }
    head_.fixed_bytes = fixed_.size();
    Checksum checksum(head_);
    for (std::size_t i = 1; i < pieces_.size(); ++i) checksum.add(pieces_[i].first, pieces_[i].second);
    head_.checksum = checksum.value();
}

// Nothing if the record ends early, if its checksum is wrong, or if its lengths contradict each other.
std::optional<DrawnBatch> read_block(const BlockHead& head, const std::function<bool(void*, std::size_t)>& read) {
    DrawnBatch block;
    std::string fixed(head.fixed_bytes, '\0');
    if (!read(fixed.data(), fixed.size()) || !take_fixed(head, fixed, block)) return std::nullopt;
    Checksum checksum(head);
    checksum.add(fixed.data(), fixed.size());
    for (const TrajectoryArray& array : kept_arrays) {
        auto& values = block.batch.*array.values;
        if (!read(values.data(), values.size() * sizeof(double))) return std::nullopt;
        checksum.add(values.data(), values.size() * sizeof(double));
    }
    if (checksum.value() != head.checksum || !is_possible(block.batch)) return std::nullopt;
    if (!is_possible(block.batch, block.awaiting.get(), head.magic == refined_magic)) return std::nullopt;
    return block;
}

}  // namespace cchnn
