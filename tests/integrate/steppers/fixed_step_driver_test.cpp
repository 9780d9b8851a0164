// Long and short runs of methods with fixed steps against the embedded pairs and against conservation laws.

#include "integrate/steppers/fixed_step_driver.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <limits>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

Protocol with(Method method, long substeps) {
    Protocol protocol = fixed_step_protocol(method);
    protocol.substeps = substeps;
    return protocol;
}

double median_end_error(const TrajectoryBatch& a, const TrajectoryBatch& b) {
    std::vector<double> errors;
    for (int i = 0; i < a.count; ++i) errors.push_back(relative_error_at(a, a.samples - 1, b, b.samples - 1, i));
    std::sort(errors.begin(), errors.end());
    return errors[errors.size() / 2];
}

struct Slope {
    double value, uncertainty, spread;
};

// Straight line through block means of y over t = 0 .. 1, with the standard error that their scatter gives, and the
// largest |y| itself. Blocks are long against the motion, so that their means are nearly independent.
Slope slope(const std::vector<double>& y) {
    constexpr std::size_t blocks = 20;
    std::vector<double> mean(blocks, 0.0);
    double most = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t begin = b * y.size() / blocks, end = (b + 1) * y.size() / blocks;
        for (std::size_t k = begin; k < end; ++k) {
            mean[b] += y[k] / static_cast<double>(end - begin);
            most = std::max(most, std::fabs(y[k]));
        }
    }
    double sum = 0, tt = 0, ty = 0, left = 0;
    for (double m : mean) sum += m / blocks;
    const auto time = [](std::size_t b) { return (static_cast<double>(b) + 0.5) / blocks - 0.5; };
    for (std::size_t b = 0; b < blocks; ++b) {
        tt += time(b) * time(b);
        ty += time(b) * (mean[b] - sum);
    }
    for (std::size_t b = 0; b < blocks; ++b) {
        const double off = mean[b] - sum - ty / tt * time(b);
        left += off * off;
    }
    return {ty / tt, std::sqrt(left / (blocks - 2) / tt), most};
}

// (H - H(0)) / largest kinetic energy, over the samples of trajectory i.
std::vector<double> energy_errors(const ConstrainedSystem& system, const TrajectoryBatch& batch, int i) {
    std::vector<double> energy = trajectory(batch.energy, batch, i);
    const std::vector<double> x = trajectory(batch.x, batch, i), v = trajectory(batch.v, batch, i);
    const std::size_t size = to_size(system.state_size());
    double kinetic = 0;
    for (std::size_t k = 0; k < energy.size(); ++k)
        kinetic = std::max(kinetic, system.kinetic_energy(&x[k * size], &v[k * size]));
    const double first = energy[0];
    for (double& e : energy) e = (e - first) / kinetic;
    return energy;
}

}  // namespace

TEST_CASE("fixed_step_driver: each method has the order of its row, on a chain of links and on hinged rigid bodies") {
    struct Case {
        const char* system;
        Method method;
        long substeps;
    };
    using enum Method;
    // Substeps of ten output intervals, so that the finer solution is still far above rounding.
    for (const Case& one : {Case{"chain_pendulum_2", rattle2, 400},
                            {"chain_pendulum_2", rattle4, 100},
                            {"chain_pendulum_2", rattle6, 20},
                            {"chain_pendulum_2", rattle8, 5},
                            {"hinged_arm_3", rattle2, 400},
                            {"hinged_arm_3", rattle4, 200},
                            {"hinged_arm_3", rattle6, 50},
                            {"hinged_arm_3", rattle8, 10},
                            {"chain_pendulum_2", rk4, 200},
                            {"hinged_arm_3", rk4, 200},
                            {"damped_pendulum", rk4, 50},
                            {"rolling_disk", rk4, 50},
                            {"roller_coaster", rk4, 10}}) {
        const Compiled c(one.system);
        const auto states = c.draw(8);
        const TimeGrid times{10 * c.spec.sampling.dt, 2};
        const auto exact = integrate(c.system, states, times, default_protocol());
        const double coarse =
            median_end_error(integrate(c.system, states, times, with(one.method, one.substeps)), exact);
        const double fine =
            median_end_error(integrate(c.system, states, times, with(one.method, 2 * one.substeps)), exact);
        const double measured = std::log2(coarse / fine);
        MESSAGE(std::string(one.system) << " " << std::string(name(one.method)) << ": errors " << coarse << ", " << fine
                                        << ", order " << measured);
        CHECK(fine > 1e-13);                                   // of the steps, not of rounding or of the reference
        CHECK(std::fabs(measured - order(one.method)) < 0.5);  // the next even power still shows
    }
}

TEST_CASE("fixed_step_driver: momenta that the graph conserves are kept to rounding, and so are the constraints") {
    for (const char* name : {"rigid_rotor", "dzhanibekov_cross", "hinged_arm_3", "satellite"}) {
        const Compiled c(name);
        CAPTURE(c.system.name());
        const int count =
            c.sampler.trajectory_count() < 0 ? 8 : static_cast<int>(std::min(8L, c.sampler.trajectory_count()));
        const auto batch = integrate(c.system, c.draw(count), {c.spec.sampling.dt, 41}, with(Method::rattle4, 10));
        const std::size_t width = to_size(c.system.state_size());
        std::vector<double> off(c.system.rows().size());
        double worst_off = 0;
        for (int i = 0; i < batch.count; ++i) {
            REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
            const auto x = trajectory(batch.x, batch, i), v = trajectory(batch.v, batch, i);
            for (const ConservedQuantity& q : c.system.conserved()) {
                if (q.kind == ConservedQuantity::Kind::energy) continue;
                double reach = 0;  // size of what is summed: momentum, or momentum times distance
                for (std::size_t k = 0; k < width; ++k)
                    reach = std::max(reach, std::fabs(v[k]) * (1 + std::fabs(x[k])));
                for (double m : c.system.masses().body_mass()) reach = std::max(reach, reach * m);
                const double first = c.system.conserved_value(q, x.data(), v.data());
                for (std::size_t k = 1; k < 41; ++k)
                    // 400 steps of five stages: a random walk of rounding, 45 times 2e-16, of a few sums.
                    CHECK(std::fabs(c.system.conserved_value(q, &x[k * width], &v[k * width]) - first) <
                          1e-12 * (1 + reach));
            }
            for (std::size_t k = 0; k < 41; ++k) {
                c.system.position_errors(&x[k * width], off.data());
                for (double d : off) worst_off = std::max(worst_off, std::fabs(d) / c.system.length_scale());
            }
        }
        CHECK(worst_off < 1e-14 * (1 + 10 * c.system.length_scale()));
    }
}

TEST_CASE("fixed_step_driver: a trajectory's bits do not depend on its neighbours, their number or their failures") {
    const Compiled c("chain_pendulum_3");
    auto states = c.draw(11);
    const TimeGrid times{0.03, 6};
    std::vector<InitialState> mixed{states[3], states[7], states[10]};  // the last one takes over a lane
    mixed.insert(mixed.begin() + 1, c.draw(1, 5)[0]);
    mixed[1].x[0] = std::numeric_limits<double>::quiet_NaN();
    for (const Method method : {Method::rattle6, Method::rk4}) {
        const auto together = integrate(c.system, states, times, with(method, 5));
        const auto apart = integrate(c.system, mixed, times, with(method, 5));
        CHECK(same_trajectory(apart, 0, together, 3));
        CHECK(same_trajectory(apart, 2, together, 7));
        CHECK(same_trajectory(apart, 3, together, 10));
        CHECK(apart.outcomes[1].reason == EndReason::not_finite);
        CHECK(apart.outcomes[1].samples == 1);
        CHECK(together.outcomes[10].accepted == 25);
        CHECK(together.outcomes[10].rejected == 0);
    }
}

// x'' = -x: a step multiplies x - i v by R(ih), R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24, so that
//   H_n = H_0 |R(ih)|^(2n),   |R(ih)|^2 = 1 - h^6/72 + h^8/576
TEST_CASE("fixed_step_driver: rk4 of a harmonic oscillator is its stability function, energy included") {
    const Compiled c(R"({"name": "oscillator", "dimension": 1, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
        "potentials": [{"type": "Potential", "points": ["bob"], "energy": "x^2/2"}],
        "initial_conditions": {"bodies": {"bob": {"position": [1], "velocity": [0]}}},
        "sampling": {"dt": 1, "steps": 41}})");
    const auto batch = integrate(c.system, c.draw(1), c.own_times(), with(Method::rk4, 4));
    const double h = 0.25;
    const std::complex<double> z(0, h), r = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    const double loss = 1 - std::pow(h, 6) / 72 + std::pow(h, 8) / 576;
    for (int k = 0; k < batch.samples; ++k) {
        const std::complex<double> exact = std::pow(r, 4 * k);
        // Rounding of 160 steps, 1e-16 each, of numbers up to 1.
        CHECK(std::fabs(batch.x[to_size(k)] - exact.real()) < 2e-14);
        CHECK(std::fabs(batch.v[to_size(k)] + exact.imag()) < 2e-14);
        CHECK(batch.energy[to_size(k)] == doctest::Approx(0.5 * std::pow(loss, 4 * k)).epsilon(4e-14));
    }
    CHECK(batch.energy.back() < 0.4999);  // 160 h^6/72 = 5e-4 of it is lost
}

TEST_CASE("fixed_step_driver: rk4 halves its steps and errs a sixteenth, with its projection and without") {
    const Compiled c("chain_pendulum_2");
    const auto states = c.draw(8);
    const TimeGrid times{10 * c.spec.sampling.dt, 2};
    const auto exact = integrate(c.system, states, times, default_protocol());
    for (const bool project : {true, false}) {
        const auto solved = [&](long substeps) {
            Protocol protocol = with(Method::rk4, substeps);
            protocol.project = project;
            return integrate(c.system, states, times, protocol);
        };
        const auto coarse = solved(200), fine = solved(400);
        const double ratio = median_end_error(coarse, exact) / median_end_error(fine, exact);
        MESSAGE("projection " << project << ": ratio of errors " << ratio);
        CHECK(std::fabs(ratio - 16) < 2);  // the next power of h still shows
        double off = 0;
        std::vector<double> distances(c.system.rows().size());
        for (int i = 0; i < fine.count; ++i) {
            c.system.position_errors(&trajectory(fine.x, fine, i)[to_size(c.system.state_size())], distances.data());
            for (const double d : distances) off = std::max(off, std::fabs(d));
        }
        CHECK((off < 1e-15) == project);
    }
}

TEST_CASE("fixed_step_driver: steps too long for the constraints end a trajectory with that reason, at its time") {
    const Compiled c("chain_pendulum_2");
    const auto batch = integrate(c.system, c.draw(4), {3.0, 4}, with(Method::rattle2, 1));
    for (int i = 0; i < 4; ++i) {
        const Outcome& outcome = batch.outcomes[to_size(i)];
        CHECK(outcome.reason == EndReason::constraints_unsolved);
        CHECK(outcome.time == (outcome.samples - 1) * 3.0);
        CHECK(std::isnan(trajectory(batch.x, batch, i).back()));
    }
    CHECK(std::string(describe(EndReason::constraints_unsolved)) == "constraints of a step could not be solved");
}

// Eight trajectories of 1001 samples: RATTLE itself, whose energy error is the largest, in steps of a tenth of dt.
static void check_no_drift(const char* name, long steps, double rounding) {
    const Compiled c(name);
    const TimeGrid times{c.spec.sampling.dt * static_cast<double>(steps) / 10000, 1001};
    const auto batch = integrate(c.system, c.draw(8), times, with(Method::rattle2, steps / 1000));
    for (int i = 0; i < batch.count; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        const Slope s = slope(energy_errors(c.system, batch, i));
        MESSAGE(c.system.name() << " " << i << ": energy error up to " << s.spread << ", slope " << s.value << " +- "
                                << s.uncertainty << " over " << steps << " steps");
        // Four and a half standard errors of the fit with 18 degrees of freedom, one in 3,600, and what rounding may
        // walk.
        CHECK(std::fabs(s.value) < 4.5 * s.uncertainty + rounding);
        CHECK(s.spread < 1e-2);
    }
}

// Rounding walks by 1e-16 sqrt(steps) times the condition of M: 1/lambda, 335 for the rotor. Free of forces, RATTLE
// keeps the rotor's energy exactly (it is the method of Moser and Veselov), so that rounding is all there is to see.
TEST_CASE("fixed_step_driver: the energy error of 10^5 steps is bounded and has no slope") {
    check_no_drift("chain_pendulum_2", 100'000, 1e-13);
    check_no_drift("rigid_rotor", 100'000, 1e-11);
}

// Run by tests/check_all.sh.
TEST_CASE("fixed_step_driver: the energy error of 10^6 steps is bounded and has no slope" * doctest::skip()) {
    check_no_drift("chain_pendulum_2", 1'000'000, 3e-13);
    check_no_drift("rigid_rotor", 1'000'000,
                   3e-9);  // in 5000 s it flies a kilometre, where coordinates round at 1e-13 m
}
