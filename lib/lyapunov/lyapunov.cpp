#include "lyapunov/lyapunov.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/integrate.hpp"
#include "integrate/kernel_door.hpp"
#include "lyapunov/orthonormalise.hpp"
#include "lyapunov/vectors_through_impacts.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

constexpr double most_intervals = 1e8;           // in a block: with ten blocks 10^10 steps at least
constexpr std::size_t blocks = 10;               // of time; the first is left out
constexpr std::uint32_t tangent_stream = 0x300;  // names a random stream; sampler.cpp uses others

using Vectors = std::vector<std::vector<double>>;

// The input common to all trajectories; shared by threads.
struct Plan {
    const ConstrainedSystem& system;
    const Sampler& sampler;
    const LyapunovOptions& options;
    double time, interval, longest_step;
    std::uint64_t intervals_per_block;

    std::size_t vector_size() const { return 2 * to_size(system.state_size()); }
    InitialState state(std::uint64_t trajectory, std::uint32_t attempt = 0) const {
        SampleKey key{options.seed, Split::test, trajectory, attempt};
        InitialState state = sampler.draw(key);
        if (state.s.size() != system.parameter_count())
            state.s = system.nearest_parameters(state.x.data(), state.v.data());
        return state;
    }
    // The factor that makes component i of a tangent vector a length.
    double scale(std::size_t i) const {
        const std::size_t half = system.state_size();
        if (i < half) return 1;
        return interval / system.masses().body_mass()[(i - half) / to_size(system.dimension())];
    }
};

// The tangent vector of lane l in the metric in which vectors are orthonormalised; write_vector() is the inverse.
std::vector<double> read_vector(const Plan& plan, const TangentMotion& flow, int l) {
    std::vector<double> vector(plan.vector_size());
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = plan.scale(i) * flow.tangent(i, l);
    return vector;
}

void write_vector(const Plan& plan, const std::vector<double>& vector, TangentMotion& flow, int l) {
    for (std::size_t i = 0; i < vector.size(); ++i) flow.set_tangent(i, l, vector[i] / plan.scale(i));
}

// Draws a random direction of phase space for lane l. flow.project() then makes it tangent to the manifold.
void draw_vector(const Plan& plan, RandomStream& random, TangentMotion& flow, int l) {
    std::vector<double> vector(plan.vector_size());
    for (double& c : vector) c = random.normal();
    write_vector(plan, vector, flow, l);
}

// Each trajectory has a stream of its own: exponents depend neither on threads nor on the number of lanes.
RandomStream tangent_numbers(const Plan& plan, std::uint64_t trajectory) {
    return {plan.options.seed, tangent_stream, static_cast<std::uint32_t>(trajectory),
            static_cast<std::uint32_t>(trajectory >> 32)};
}

// The logarithms of the growth of one trajectory's vectors, summed over each block of time: (blocks, vectors).
struct Growth {
    Growth(std::uint64_t number, std::size_t vectors)
        : trajectory(number), sums(blocks, std::vector<double>(vectors, 0.0)) {}
    void add(std::size_t block, const std::vector<double>& factors) {
        for (std::size_t k = 0; k < factors.size(); ++k) {
            failed = failed || !(std::isfinite(factors[k]) && factors[k] > 0);
            if (!failed) sums[block][k] += exact_log(factors[k]);
        }
    }
    std::uint64_t trajectory;
    bool failed = false;
    std::vector<std::vector<double>> sums;
};

// The largest exponent (1): trajectories first, first + 1, ... in the lanes of one flow, with one tangent vector each.
// Lanes beyond `count` repeat the last trajectory, and their results are dropped.
std::vector<Growth> largest_growth(const Plan& plan, std::uint64_t first, std::uint64_t count,
                                   const std::function<void(std::uint64_t)>& progress) {
    const auto motion = cchnn_kernels()->tangent_each(plan.system, plan.options.tolerance, plan.longest_step);
    TangentMotion& flow = *motion;
    const int lane_width = cchnn_kernels()->side_by_side;
    std::vector<Growth> growth;
    for (int l = 0; l < lane_width; ++l) {
        const std::uint64_t trajectory = first + std::min<std::uint64_t>(l, count - 1);
        flow.set_state(l, plan.state(trajectory));
        RandomStream random = tangent_numbers(plan, trajectory);
        draw_vector(plan, random, flow, l);
        growth.emplace_back(trajectory, 1);
    }
    flow.project();
    const auto renormalise = [&](int l) {
        Vectors vectors{read_vector(plan, flow, l)};
        const std::vector<double> factor = orthonormalise(vectors);
        write_vector(plan, vectors.front(), flow, l);
        return factor;
    };
    for (int l = 0; l < lane_width; ++l) renormalise(l);
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::uint64_t k = 0; k < plan.intervals_per_block; ++k) {
            flow.advance(plan.interval);
            for (int l = 0; l < lane_width; ++l) growth[l].add(block, renormalise(l));
        }
        progress(count);
    }
    for (int l = 0; l < lane_width; ++l) growth[l].failed = growth[l].failed || flow.failed(l);
    growth.erase(growth.begin() + count, growth.end());
    return growth;
}

// All exponents (2): one trajectory with all its tangent vectors, one in each lane. Several flows move the same state
// with the same bits.
Growth spectrum_growth(const Plan& plan, std::uint64_t trajectory, const std::function<void(std::uint64_t)>& progress) {
    const int vectors = plan.system.tangent_dimension(), lane_width = cchnn_kernels()->side_by_side;
    RandomStream random = tangent_numbers(plan, trajectory);
    const InitialState state = plan.state(trajectory);
    std::vector<std::unique_ptr<TangentMotion>> flows;
    for (int v = 0; v < vectors; v += lane_width) {
        flows.push_back(cchnn_kernels()->tangents_of_one(plan.system, plan.options.tolerance, plan.longest_step));
        flows.back()->set_state(0, state);
        for (int l = 0; l < std::min(lane_width, vectors - v); ++l) draw_vector(plan, random, *flows.back(), l);
        flows.back()->project();
    }
    const auto renormalise = [&] {
        Vectors all;
        for (int v = 0; v < vectors; ++v) all.push_back(read_vector(plan, *flows[v / lane_width], v % lane_width));
        const std::vector<double> factors = orthonormalise(all);
        for (int v = 0; v < vectors; ++v) write_vector(plan, all[v], *flows[v / lane_width], v % lane_width);
        return factors;
    };
    renormalise();
    Growth growth(trajectory, vectors);
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::uint64_t k = 0; k < plan.intervals_per_block; ++k) {
            for (const auto& flow : flows) flow->advance(plan.interval);
            growth.add(block, renormalise());
        }
        progress(1);
    }
    growth.failed = growth.failed || flows.front()->failed(0);
    return growth;
}

// The same of a motion with contacts, of one vector unless the whole spectrum is asked for.
Growth growth_through_impacts(const Plan& plan, std::uint64_t trajectory,
                              const std::function<void(std::uint64_t)>& progress) {
    const SystemSpec& spec = plan.sampler.spec();
    const std::vector<Contact> contacts =
        resolved_contacts(spec.contacts, Bodies(spec.bodies, spec.dimension, spec.source));
    // Starts that overlap are drawn again, as those of datasets are.
    constexpr std::uint32_t most_attempts = 100;
    const std::vector<ContactGap> gaps = gaps_of(contacts, plan.system);
    InitialState start = plan.state(trajectory);
    for (std::uint32_t attempt = 1; attempt < most_attempts && !all_open(gaps, start); ++attempt)
        start = plan.state(trajectory, attempt);
    RandomStream random = tangent_numbers(plan, trajectory);
    Vectors vectors(plan.options.spectrum ? to_size(plan.system.tangent_dimension()) : 1,
                    std::vector<double>(plan.vector_size()));
    for (std::vector<double>& vector : vectors)
        for (double& entry : vector) entry = random.normal();
    VectorsThroughImpacts moving(plan.system, contacts, std::move(start), std::move(vectors), plan.interval,
                                 plan.options.tolerance, plan.longest_step);
    orthonormalise(moving.vectors());
    Growth growth(trajectory, moving.vectors().size());
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::uint64_t k = 0; k < plan.intervals_per_block && !growth.failed; ++k) {
            growth.failed = !moving.advance();
            if (!growth.failed) growth.add(block, orthonormalise(moving.vectors()));
        }
        progress(1);
    }
    return growth;
}

// Averages the growth over the blocks after the first one. The exponents of a spectrum are sorted afterwards, since
// over a finite time neighbours may have exchanged places.
TrajectoryExponents exponents_of(const Plan& plan, const Growth& growth) {
    TrajectoryExponents result{growth.trajectory, growth.failed, {}, {}};
    if (growth.failed) return result;
    const double block_time = to_double(plan.intervals_per_block) * plan.interval;
    std::vector<double> first_by_block;
    for (std::size_t v = 0; v < growth.sums.front().size(); ++v) {
        double sum = 0;
        for (std::size_t block = 1; block < blocks; ++block) sum += growth.sums[block][v];
        result.exponents.push_back(sum / (to_double(blocks - 1) * block_time));
    }
    for (std::size_t block = 1; block < blocks; ++block) first_by_block.push_back(growth.sums[block][0] / block_time);
    result.largest_over_blocks = mean_interval(first_by_block);
    std::sort(result.exponents.rbegin(), result.exponents.rend());
    return result;
}

// Distributes the work over threads: a task is one trajectory with its spectrum, or as many as the lanes hold.
std::vector<Growth> all_growth(const Plan& plan) {
    const LyapunovOptions& options = plan.options;
    const std::uint64_t count = options.trajectories;
    const bool alone = options.spectrum || has_contacts(plan.system);
    const std::uint64_t share = alone ? 1 : trajectories_side_by_side(), groups = (count + share - 1) / share;
    std::vector<std::vector<Growth>> of_group(groups);
    std::mutex counting;
    std::uint64_t done = 0;
    const auto progress = [&](std::uint64_t more) {
        const std::lock_guard lock(counting);
        done += more;
        if (options.progress) options.progress(done, count * blocks);
    };
    parallel_for(groups, options.threads, [&](std::size_t g) {
        const std::uint64_t first = g * share;
        if (has_contacts(plan.system)) of_group[g] = {growth_through_impacts(plan, first, progress)};
        else if (options.spectrum) of_group[g] = {spectrum_growth(plan, first, progress)};
        else of_group[g] = largest_growth(plan, first, std::min(share, count - first), progress);
    });
    std::vector<Growth> all;
    for (std::vector<Growth>& group : of_group) std::move(group.begin(), group.end(), std::back_inserter(all));
    return all;
}

// Means and intervals over trajectories; for a single one the interval of the largest exponent is that over its blocks
// of time, and the others are infinite.
void summarise(const Plan& plan, LyapunovEstimate& estimate) {
    std::vector<const TrajectoryExponents*> used;
    for (const TrajectoryExponents& trajectory : estimate.trajectories)
        if (!trajectory.failed) used.push_back(&trajectory);
    estimate.failed = estimate.trajectories.size() - used.size();
    if (used.empty())
        throw NumericalError(plan.system.name(), "no trajectory can be followed for " +
                                                     nlohmann::json(plan.time).dump() + " s; make " + option("time") +
                                                     " shorter or change the initial conditions");
    for (std::size_t v = 0; v < used.front()->exponents.size(); ++v) {
        std::vector<double> values;
        for (const TrajectoryExponents* trajectory : used) values.push_back(trajectory->exponents[v]);
        MeanInterval interval = mean_interval(values);
        if (used.size() == 1 && v == 0) interval = used.front()->largest_over_blocks;
        if (interval.mean > 0) interval.low -= estimate.resolution;
        else interval.high += estimate.resolution;
        estimate.exponents.push_back(interval);
    }
}

}  // namespace

std::vector<Problem> LyapunovOptions::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(!time || (std::isfinite(*time) && *time > 0), option("time"),
         "must be > 0 s, got " + number_text(time.value_or(0)));
    rule(trajectories >= 1 && trajectories <= 100'000, option("trajectories"),
         "must be 1 .. 100000, got " + std::to_string(trajectories));
    rule(std::isfinite(tolerance) && tolerance >= 1e-15 && tolerance < 1, option("tolerance"),
         "must be between 1e-15 and 1, got " + number_text(tolerance));
    rule(threads >= 1 && threads <= 1024, option("threads"), "must be 1 .. 1024, got " + std::to_string(threads));
    return problems;
}

LyapunovEstimate lyapunov(const ConstrainedSystem& system, const Sampler& sampler, TimeGrid own,
                          const LyapunovOptions& asked) {
    if (auto problems = asked.check(); !problems.empty()) throw UsageError(std::move(problems));
    if (system.degrees_of_freedom() == 0)
        throw UsageError("", system.name() + " cannot move: it has no degree of freedom");
    if (!sampler.spec().varied.empty())
        throw UsageError("",
                         system.name() +
                             " draws masses, lengths or other numbers for each trajectory, but exponents are those of "
                             "one system; give those numbers in a file of your own");
    if (system.driven())
        throw UsageError("", system.name() + " is driven by " + system.inputs().front().id +
                                 ", but exponents are those of a system without inputs");
    LyapunovOptions options = asked;
    if (sampler.trajectory_count() >= 0)
        options.trajectories = std::min<std::uint64_t>(options.trajectories, sampler.trajectory_count());
    const double time = options.time.value_or(100 * own.dt * (own.samples - 1));
    const double wished = time / (to_double(blocks) * 10 * own.dt);  // intervals of 10 dt in a block
    if (!(wished <= most_intervals))
        throw UsageError(option("time"), "must be at most " +
                                             nlohmann::json(most_intervals * to_double(blocks) * 10 * own.dt).dump() +
                                             " s, got " + nlohmann::json(time).dump());
    const auto per_block = static_cast<std::uint64_t>(std::max(std::ceil(wished), 1.0));
    const double interval = time / to_double(blocks * per_block);
    const Plan plan{system, sampler, options, time, interval, own.dt, per_block};

    LyapunovEstimate estimate;
    estimate.time = time;
    estimate.interval = interval;
    estimate.tolerance = options.tolerance;
    estimate.seed = options.seed;
    estimate.resolution = 2 * exact_log(to_double(blocks)) / (0.9 * time);
    for (const Growth& growth : all_growth(plan)) estimate.trajectories.push_back(exponents_of(plan, growth));
    summarise(plan, estimate);
    return estimate;
}

std::string to_json(const LyapunovEstimate& e) {
    using Json = nlohmann::ordered_json;
    const auto interval = [](const MeanInterval& i) {
        return Json{{"mean", i.mean}, {"low", i.low}, {"high", i.high}};  // infinity becomes null
    };
    Json json{{"method", "tangent vectors by dual numbers, verner87"},
              {"time", e.time},
              {"renormalised_every", e.interval},
              {"left_out", e.time / to_double(blocks)},
              {"tolerance", e.tolerance},
              {"seed", e.seed},
              {"resolution", e.resolution},
              {"failed", e.failed},
              {"confidence", 0.95},
              {"exponents", Json::array()},
              {"trajectories", Json::array()}};
    for (const MeanInterval& i : e.exponents) json["exponents"].push_back(interval(i));
    for (const TrajectoryExponents& t : e.trajectories) {
        Json trajectory{{"trajectory", t.trajectory}, {"failed", t.failed}};
        if (!t.failed) {
            trajectory["exponents"] = t.exponents;
            trajectory["largest_over_blocks"] = interval(t.largest_over_blocks);
        }
        json["trajectories"].push_back(trajectory);
    }
    return json.dump(2);
}

}  // namespace cchnn
