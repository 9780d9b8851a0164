#pragma once
// A system with everything that integration needs, and initial states drawn from it.

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {

using namespace cchnn;

struct Compiled {
    explicit Compiled(const std::string& name_or_json)
        : spec(name_or_json.front() == '{' ? parse_system(name_or_json, "test.json") : load_system(name_or_json)),
          graph(spec),
          system(spec, graph),
          sampler(spec, graph, system) {}

    std::vector<InitialState> draw(int count, std::uint64_t seed = 1) const {
        std::vector<InitialState> states;
        for (int i = 0; i < count; ++i) {
            SampleKey key{seed, Split::test, static_cast<std::uint64_t>(i), 0};
            states.push_back(sampler.draw(key));
        }
        return states;
    }
    TimeGrid own_times() const { return {spec.sampling.dt, spec.sampling.steps}; }

    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    Sampler sampler;
};

// One trajectory of a batch, as plain numbers.
inline std::vector<double> trajectory(const std::vector<double>& all, const TrajectoryBatch& batch, int i) {
    const std::size_t width = all.size() / to_size(batch.count);
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(to_size(i) * width);
    return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Trajectory i of `a` and j of `b` agree in every bit of every number, statistics included.
inline bool same_trajectory(const TrajectoryBatch& a, int i, const TrajectoryBatch& b, int j) {
    const Outcome &one = a.outcomes[to_size(i)], &two = b.outcomes[to_size(j)];
    return same_bits(trajectory(a.x, a, i), trajectory(b.x, b, j)) &&
           same_bits(trajectory(a.v, a, i), trajectory(b.v, b, j)) &&
           same_bits(trajectory(a.energy, a, i), trajectory(b.energy, b, j)) && one.reason == two.reason &&
           one.samples == two.samples && one.time == two.time && one.accepted == two.accepted &&
           one.rejected == two.rejected;
}

// |z - w| / (|z| + |w|) at the last sample, z = (x, v); trajectory i of both.
inline double relative_error_at(const TrajectoryBatch& a, int sample_a, const TrajectoryBatch& b, int sample_b, int i) {
    const std::size_t width = to_size(a.nodes) * to_size(a.dimension);
    const std::size_t from = (to_size(i) * to_size(a.samples) + to_size(sample_a)) * width;
    const std::size_t to = (to_size(i) * to_size(b.samples) + to_size(sample_b)) * width;
    double off = 0, one = 0, two = 0;
    const auto add = [&](double p, double q) {
        off += (p - q) * (p - q);
        one += p * p;
        two += q * q;
    };
    for (std::size_t k = 0; k < width; ++k) {
        add(a.x[from + k], b.x[to + k]);
        add(a.v[from + k], b.v[to + k]);
    }
    return std::sqrt(off) / (std::sqrt(one) + std::sqrt(two));
}

inline double worst_relative_error(const TrajectoryBatch& a, const TrajectoryBatch& b, int i) {
    double worst = 0;
    for (int k = 0; k < a.samples; ++k) worst = std::max(worst, relative_error_at(a, k, b, k, i));
    return worst;
}

// Two masses on a spring with a rest length: where they meet, the direction of the force does not exist.
inline const char* spring_pair_json = R"({
  "name": "spring_pair", "dimension": 2,
  "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 10, "rest_length": 1}],
  "initial_conditions": {"bodies": {"a": {"position": [{"normal": {"mean": 0, "std": 0.2}}, 0]},
                                    "b": {"position": [1.2, {"normal": {"mean": 0, "std": 0.5}}],
                                          "velocity": [0, {"normal": {"mean": 0, "std": 1}}]}}},
  "sampling": {"dt": 0.05, "steps": 21}
})";

// Both at the same place, at rest: 0/0 from the first evaluation on.
inline InitialState coincident() { return {{0.3, 0.1, 0.3, 0.1}, {0, 0, 0, 0}}; }
// On one line, moving towards each other, fast enough to meet against the spring.
inline InitialState head_on() { return {{0, 0, 1, 0}, {4, 0, -2, 0}}; }
// The force turns round at once where they meet, 20 m/s^2 off. Looser protocols step over it; this one needs steps
// below 1e-15 s, less than 1e-13 of an interval of 10 s, and must give up.
inline Protocol too_tight(Method method) { return {"custom", method, 1e-15, 1e-17}; }
inline InitialState not_a_number() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {{0, nan, 1, 0}, {0, 0, 0, 0}};
}

}  // namespace cchnn_test
