// Arrays of --with against the judge's equations, against equations typed out densely, and against each other.

#include "integrate/derived_arrays.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/integrate.hpp"
#include "judge/equations.hpp"
#include "judge/stored_motion.hpp"
#include "mechanics/bennett.hpp"
#include "mechanics/dense_equations.hpp"
#include "sample/draw_varied.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr DerivedChoice all_of_them{true, true, true};

// Two short motions; of a family the middle one.
struct Motions {
    explicit Motions(const std::string& name, double dt = 0)
        : compiled(load_system(name)), times{dt > 0 ? dt : compiled.spec.sampling.dt, 9} {
        std::vector<InitialState> states;
        const int given = static_cast<int>(compiled.sampler.trajectory_count());
        for (int i = 0; i < (given < 0 ? 2 : std::min(given, 2)); ++i) {
            SampleKey key{3, Split::test, static_cast<std::uint64_t>(i), 0};
            states.push_back(compiled.sampler.draw(key));
        }
        batch = integrate(compiled.system, states, times, default_protocol());
        add_coordinates(compiled.coordinates, times.dt, batch);
        derived = derived_arrays(compiled, batch, times.dt, all_of_them, 2);
    }
    std::size_t state() const { return to_size(compiled.system.state_size()); }
    std::size_t states() const { return to_size(batch.count) * to_size(batch.samples); }

    CompiledSystem compiled;
    TimeGrid times;
    TrajectoryBatch batch;
    DerivedArrays derived;
};

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double value : values) most = std::max(most, std::fabs(value));
    return most;
}

DenseVector dense_part(const std::vector<double>& values, std::size_t k, std::size_t width) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(k * width);
    return dense(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(width)));
}

std::vector<std::string> without_families() {
    std::vector<std::string> names = builtin_system_names();
    std::erase_if(names, [](const std::string& name) { return !load_system(name).varied.empty(); });
    return names;
}

}  // namespace

TEST_CASE("derived arrays: accelerations of every built-in system are the judge's") {
    for (const std::string& name : without_families()) {
        INFO(name);
        const Motions m(name);
        const auto system = judge::make_system<long double>(judge::read_description(with_phases(m.compiled.spec)));
        judge::Equations<long double> equations(system);
        const std::size_t n = m.state(), tracks = m.compiled.system.tracks().size(),
                          angles = m.compiled.system.angles().size();
        double off = 0;
        for (std::size_t k = 0; k < m.states(); k += 4) {
            std::vector<long double> y, rate;
            for (std::size_t i = 0; i < n; ++i) y.push_back(m.batch.x[k * n + i]);
            for (std::size_t i = 0; i < n; ++i) y.push_back(m.batch.v[k * n + i]);
            for (std::size_t i = 0; i < tracks; ++i) y.push_back(m.batch.track_parameter[k * tracks + i]);
            for (std::size_t i = 0; i < angles; ++i) y.push_back(m.batch.counted_angle[k * angles + i]);
            const std::size_t inputs = m.compiled.system.inputs().size();
            if (inputs > 0) y.push_back(m.times.time(static_cast<int>(k % to_size(m.batch.samples))));
            for (std::size_t i = 0; i < inputs; ++i) y.push_back(m.batch.u[k * inputs + i]);
            y.resize(equations.size(), 0);  // work and dissipated energy begin at 0
            rate.resize(y.size());
            equations.choose_rows(y);
            equations.field(y, rate);
            for (std::size_t i = 0; i < n; ++i)
                off = std::max(off, std::fabs(m.derived.acceleration[k * n + i] - double(rate[n + i])));
        }
        // Springs of 8e5 N/m round at 1e-10 N, half a metre from the centre of rods of 0.1 kg m^2: some 1e-9 m/s^2.
        const double stiff = name == "a05_flyball" ? 5e-9 : 0;
        // Rounding of a double solve, with masses and axes of very different sizes in tops and linkages.
        CHECK(off <= 1e-11 * largest(m.derived.acceleration) + stiff);
    }
}

TEST_CASE("derived arrays: M a = f - G^T multipliers by equations typed out densely, and redundant rows have 0") {
    int redundant = 0;
    for (const char* name : {"chain_pendulum_3", "coupled_pendulum_3", "gyroscope", "hinged_arm_3", "four_bar_linkage",
                             "beam_chain_3", "a04_bricard", "magnet_pendulum", "damped_pendulum"}) {
        INFO(name);
        const Motions m(name);
        const DenseEquations equations(m.compiled.graph);
        const std::size_t n = m.state(), rows = m.compiled.system.rows().size();
        for (std::size_t k = 0; k < m.states(); k += 4) {
            const DenseVector x = dense_part(m.batch.x, k, n), v = dense_part(m.batch.v, k, n),
                              a = dense_part(m.derived.acceleration, k, n),
                              lambda = dense_part(m.derived.multipliers, k, rows);
            const DenseVector pulled = equations.gradient(x).transpose() * lambda, inertia = equations.mass * a;
            const DenseVector force = equations.damping_force(x, v) - equations.potential_gradient(x);
            // Rounding, grown by linkages that are nearly stretched.
            CHECK(double((inertia - force + pulled).norm()) <=
                  1e-10 * double(inertia.norm() + force.norm() + pulled.norm()));
        }
        for (std::size_t i = 0; i < m.derived.multipliers.size(); ++i)
            if (!m.compiled.system.rows()[i % rows].independent) {
                ++redundant;
                CHECK(m.derived.multipliers[i] == 0);
            }
    }
    CHECK(redundant > 0);
}

TEST_CASE("derived arrays: forces and accelerations are right where rows of a loop with too many lose their rank") {
    const Bennett bennett;
    const CompiledSystem compiled(parse_system(bennett.text(1, 3, false), "bennett.json"));
    const ConstrainedSystem& system = compiled.system;
    const DenseEquations equations(compiled.graph);
    constexpr int states = 2001;  // of one turn: some within 1e-3 of where the rows that are kept lose their rank
    const std::size_t n = to_size(system.state_size()), rows = system.rows().size();
    TrajectoryBatch batch = empty_batch(system, 1, {0.02, states});
    batch.outcomes[0].samples = states;
    std::vector<long double> a(batch.x.size());
    for (int k = 0; k < states; ++k) {
        const long double q = 0.05L + 6.2L * k / states, rate = 2;
        const auto links = bennett.links(q);
        const long double second = bennett.rates({q, rate, 0}, false)[1];
        for (std::size_t node = 0; node < 12; ++node) {
            std::array<long double, 3> along{};
            if (node % 4 > 0) along[node % 4 - 1] = 1;
            const auto x = Bennett::point(links[node / 4], along);
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t at = to_size(k) * n + 3 * node + i;
                batch.x[at] = static_cast<double>(x[i].v);
                batch.v[at] = static_cast<double>(x[i].d * rate);
                a[at] = x[i].d * second + x[i].dd * rate * rate;
            }
        }
    }
    const DerivedArrays derived = derived_arrays(compiled, batch, 0.05, {true, false, true}, 1);
    double off = 0, off_acceleration = 0;
    int others = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        off_acceleration = std::max(off_acceleration, std::fabs(derived.acceleration[i] - static_cast<double>(a[i])));
    for (std::size_t k = 0; k < to_size(states); ++k) {
        const DenseVector x = dense_part(batch.x, k, n), lambda = dense_part(derived.multipliers, k, rows);
        const DenseVector pulled = equations.gradient(x).transpose() * lambda,
                          inertia = equations.mass * dense_part(derived.acceleration, k, n),
                          force = -1 * equations.potential_gradient(x);
        off = std::max(off, double((inertia - force + pulled).norm()) / double(inertia.norm() + force.norm()));
        for (std::size_t i = 0; i < rows; ++i)
            others += derived.multipliers[k * rows + i] != 0 && !system.rows()[i].independent;
    }
    CHECK(off_acceleration < 1e-9);  // of 100 m/s^2: rounding of states over shares of rows of 0.04 and more
    CHECK(off < 1e-9);               // rounding over a pivot of 1e-6
    CHECK(largest(derived.multipliers) < 1e4);
    CHECK(others > 0);
}

TEST_CASE("derived arrays: the tension of a pendulum is that of the textbook") {
    const Motions m("chain_pendulum_1");
    const auto& bob = m.compiled.graph.bodies().back();
    for (std::size_t k = 0; k < m.states(); ++k) {
        const double *x = &m.batch.x[k * 2], *v = &m.batch.v[k * 2];
        const double length = std::hypot(x[0], x[1]), g = 9.81;
        const double tension = bob.mass * ((v[0] * v[0] + v[1] * v[1]) / length - g * x[1] / length);
        // Phi = |x|^2 - l^2, so that the rod pulls with 2 l lambda.
        CHECK(2 * length * m.derived.multipliers[k] == doctest::Approx(tension).epsilon(1e-12));
    }
}

TEST_CASE("derived arrays: momenta are M v, and p qdot is twice the kinetic energy") {
    for (const char* name : {"chain_pendulum_3", "gyroscope", "hinged_arm_3", "satellite", "spring_pendulum"}) {
        INFO(name);
        const Motions m(name);
        const std::size_t n = m.state(), f = to_size(m.compiled.coordinates.count());
        std::vector<double> p(n);
        for (std::size_t k = 0; k < m.states(); ++k) {
            m.compiled.system.momentum(&m.batch.v[k * n], p.data());
            for (std::size_t i = 0; i < n; ++i) CHECK(m.derived.momentum[k * n + i] == p[i]);
            double twice = 0;
            for (std::size_t j = 0; j < f; ++j)
                twice += m.derived.generalised_momentum[k * f + j] * m.batch.qdot[k * f + j];
            const double kinetic = m.compiled.system.kinetic_energy(&m.batch.x[k * n], &m.batch.v[k * n]);
            CHECK(twice == doctest::Approx(2 * kinetic).epsilon(1e-12));
        }
    }
}

TEST_CASE("derived arrays: accelerations of coordinates are differences of their rates") {
    constexpr double weights[] = {1.0 / 280, -4.0 / 105, 1.0 / 5,   -4.0 / 5,  0,
                                  4.0 / 5,   -1.0 / 5,   4.0 / 105, -1.0 / 280};
    constexpr double dt = 1e-3;
    for (const char* name :
         {"chain_pendulum_3", "gyroscope", "hinged_arm_3", "satellite", "spring_pendulum", "magnet_pendulum"}) {
        INFO(name);
        const Motions m(name, dt);
        const std::size_t f = to_size(m.compiled.coordinates.count());
        for (std::size_t j = 0; j < f; ++j) {
            double difference = 0;
            for (std::size_t k = 0; k < 9; ++k) difference += weights[k] / dt * m.batch.qdot[k * f + j];
            // Rounding over dt.
            CHECK(std::fabs(m.derived.qddot[4 * f + j] - difference) <=
                  1e-11 * (largest(m.derived.qddot) + largest(m.batch.qdot)));
        }
    }
}

TEST_CASE("derived arrays: of a family each trajectory has its own masses and lengths") {
    const CompiledSystem family(load_system("dm_double_pendulum_colors"));
    SampleKey key{1, Split::train, 0, 0};
    const std::vector<double> values = draw_varied(family.spec, key);
    const CompiledSystem member(family.spec, family.system, values);
    TrajectoryBatch batch = integrate(member.system, {member.sampler.draw(key)}, {0.05, 3}, default_protocol());
    const DerivedArrays alone = derived_arrays(member, batch, 0.05, all_of_them, 1);
    batch.parameters = values;
    const DerivedArrays found = derived_arrays(family, batch, 0.05, all_of_them, 1);
    CHECK(found.acceleration == alone.acceleration);
    CHECK(found.multipliers == alone.multipliers);
    batch.parameters.clear();
    CHECK(derived_arrays(family, batch, 0.05, all_of_them, 1).momentum != alone.momentum);
}

TEST_CASE("derived arrays: nothing is said of samples after a trajectory's end, nor of what was not asked for") {
    Motions m("chain_pendulum_2");
    m.batch.outcomes[0].samples = 5;
    const DerivedArrays some = derived_arrays(m.compiled, m.batch, m.times.dt, {true, false, false}, 1);
    CHECK(some.momentum.empty());
    CHECK(some.multipliers.empty());
    const std::size_t n = m.state();
    CHECK(std::isfinite(some.acceleration[5 * n - 1]));
    CHECK(std::isnan(some.acceleration[5 * n]));
    CHECK(std::isnan(some.qddot[9 * 2 - 1]));
    CHECK(some.acceleration[9 * n] == m.derived.acceleration[9 * n]);
}
