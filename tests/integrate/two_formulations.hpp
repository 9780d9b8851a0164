#pragma once
// Checks of minimal states (mechanics/kernels/dynamics.hpp) against nodes. Steps in doubles have the first,
// double-double numbers the second.

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "integrate/integrate_fixture.hpp"
#include "mechanics/vector_sizes.hpp"

namespace cchnn_test {

// Err of both over all samples (error_bound.hpp (1)), the largest.
inline double difference(const TrajectoryBatch& a, const TrajectoryBatch& b) {
    const std::size_t width = to_size(a.nodes * a.dimension);
    double worst = 0;
    for (std::size_t at = 0; at < a.x.size(); at += width) {
        double off = 0, one = 0, other = 0;
        for (std::size_t i = at; i < at + width; ++i)
            for (const auto& [p, q] : {std::pair(a.x[i], b.x[i]), std::pair(a.v[i], b.v[i])}) {
                off += (p - q) * (p - q);
                one += p * p;
                other += q * q;
            }
        const double err = std::sqrt(off) / (std::sqrt(one) + std::sqrt(other));
        worst = !(err <= worst) ? err : worst;  // NaN counts
    }
    return worst;
}

inline Protocol exact_protocol() {
    Protocol protocol = default_protocol();
    protocol.method = Method::extrapolation20;
    protocol.rtol = protocol.atol = 1e-18;
    return protocol;
}

// Lengths, masses and times of a system, in how many of its own; its place and its directions.
struct OwnUnits {
    double length = 1, mass = 1, time = 1;
    std::vector<double> at{0, 0, 0}, up{0, 0, 1};
};

inline void check_formulations(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times, double off) {
    CAPTURE(c.spec.name);
    const auto exact = integrate(c.system, states, times, exact_protocol());
    for (const Method method : {Method::verner87, Method::fehlberg78}) {
        Protocol protocol = default_protocol();
        protocol.method = method;
        const auto fine = integrate(c.system, states, times, protocol);
        CHECK(difference(fine, exact) <= off);
        CHECK(apart(fine.energy, exact.energy) <= 1e-9 * (1 + largest(exact.energy)));
    }
    CHECK(difference(integrate(c.system, states, times, paper_protocol()), exact) <= 1e-4);
}

// From a start that is `off` the manifold; double-double numbers project it first.
inline void check_start(const Compiled& c, double off) {
    std::vector<InitialState> states = c.draw(1);
    for (std::size_t i = 0; i < states[0].x.size(); ++i) {
        states[0].x[i] += off * std::sin(static_cast<double>(7 * i));
        states[0].v[i] += off * std::cos(static_cast<double>(5 * i));
    }
    const TimeGrid times{0.01, 2};
    CHECK(difference(integrate(c.system, states, times, default_protocol()),
                     integrate(c.system, states, times, exact_protocol())) < 10 * off);
    const auto later = [&](const Protocol& protocol) {
        auto batch = integrate(c.system, states, times, protocol);
        const std::size_t size = batch.x.size() / 2;  // the first sample is the state as given
        batch.x.erase(batch.x.begin(), batch.x.begin() + static_cast<long>(size));
        batch.v.erase(batch.v.begin(), batch.v.begin() + static_cast<long>(size));
        return batch;
    };
    CHECK(difference(later(default_protocol()), later(exact_protocol())) < 1e-12);
}

// The same bits in the reverse order, and of a trajectory alone.
inline void check_lanes(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times) {
    const int count = static_cast<int>(states.size());
    const auto all = integrate(c.system, states, times, default_protocol());
    const std::vector<InitialState> turned(states.rbegin(), states.rend());
    const auto back = integrate(c.system, turned, times, default_protocol());
    for (int i = 0; i < count; ++i) CHECK(same_trajectory(all, i, back, count - 1 - i));
    CHECK(same_trajectory(all, 3, integrate(c.system, {states[3]}, times, default_protocol()), 0));
}

// The same bits of each member of a family as alone.
inline void check_members(const std::deque<Compiled>& members, TimeGrid times) {
    std::vector<const ConstrainedSystem*> systems;
    std::vector<InitialState> states;
    for (const Compiled& member : members) {
        systems.push_back(&member.system);
        states.push_back(member.draw(1)[0]);
    }
    const auto all = integrate({members[0].system, systems}, states, times, default_protocol());
    for (std::size_t i = 0; i < members.size(); ++i)
        CHECK(same_trajectory(all, static_cast<int>(i), integrate(*systems[i], {states[i]}, times, default_protocol()),
                              0));
}

}  // namespace cchnn_test
