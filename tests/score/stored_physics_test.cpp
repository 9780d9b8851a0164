#include "score/stored_physics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "graph/body_graph.hpp"
#include "integrate/integrate.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

// One trajectory of a built-in system, as a file would hold it.
struct Example {
    explicit Example(const std::string& name, const Protocol& protocol = default_protocol())
        : spec(load_system(name)), graph(spec), system(spec, graph), sampler(spec, graph, system) {
        SampleKey key{7, Split::test, 0, 0};
        batch = integrate(system, {sampler.draw(key)}, {0.03, samples}, protocol);
    }
    StoredMotion motion() const { return {samples, batch.x.data(), batch.v.data(), batch.energy.data()}; }
    StateMeasures measures() const {
        StateMeasures found;
        found.add(system, motion(), 0.03, 5);
        return found;
    }
    Worst residual(const PhysicsLimits& limits) const {
        Protocol second = default_protocol();
        second.method = Method::fehlberg78;
        return motion_residual(system, motion(), 0.03, second, 5, limits).worst;
    }
    double& x(int sample, int entry) { return batch.x[static_cast<std::size_t>(sample * system.state_size() + entry)]; }
    double& v(int sample, int entry) { return batch.v[static_cast<std::size_t>(sample * system.state_size() + entry)]; }

    static constexpr int samples = 30;
    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    Sampler sampler;
    TrajectoryBatch batch;
};

}  // namespace

TEST_CASE("a trajectory as it was integrated is within every limit, with a wide margin") {
    for (const char* name : {"chain_pendulum_3", "gyroscope", "rolling_disk", "roller_coaster", "spring_pendulum"}) {
        CAPTURE(name);
        const Example e(name);
        const PhysicsLimits limits(default_protocol());
        const StateMeasures found = e.measures();
        CHECK(found.energy.value < 1e-3 * limits.energy);
        CHECK(found.phi.value < 1e-3 * limits.phi);
        CHECK(found.phi_rate.value < 1e-3 * limits.phi_rate);
        CHECK(e.residual(limits).value < 0.1 * limits.motion);
        CHECK(e.residual(limits).limit == limits.motion);
    }
}

TEST_CASE("each measure sees what was changed, at the sample where it was") {
    const PhysicsLimits limits(default_protocol());
    Example longer("chain_pendulum_2");
    longer.x(11, 0) += 1e-8;
    CHECK(longer.measures().phi.sample == 11);
    CHECK(longer.measures().phi.value > limits.phi);
    CHECK(longer.measures().phi.trajectory == 5);

    Example faster("chain_pendulum_2");
    for (int i = 0; i < 4; ++i) faster.v(12, i) *= 1 + 1e-8;  // along the constraints
    CHECK(faster.measures().phi_rate.value < limits.phi_rate);
    CHECK(faster.measures().energy.sample == 12);
    CHECK(faster.measures().energy.value > limits.energy);
    CHECK(faster.residual(limits).value > limits.motion);
    CHECK((faster.residual(limits).sample == 12 || faster.residual(limits).sample == 13));

    Example across("chain_pendulum_2");
    across.v(13, 1) += 1e-6;
    CHECK(across.measures().phi_rate.sample == 13);
    CHECK(across.measures().phi_rate.value > limits.phi_rate);

    Example labelled("chain_pendulum_2");
    labelled.batch.energy[14] += 1e-6;
    CHECK(labelled.measures().energy.sample == 14);
    CHECK(labelled.residual(limits).value < limits.motion);
}

TEST_CASE("the motion residual is the error of one interval, not of the way there") {
    // dopri5 at rtol 1e-7: after 30 samples of a double pendulum the global error is several times that of an interval.
    const Example e("chain_pendulum_2", paper_protocol());
    const Worst found = e.residual(PhysicsLimits(paper_protocol()));
    CHECK(found.value > 1e-12);  // it is seen: the tolerance is 1e-7
    CHECK(found.value < found.limit);
    CHECK(found.limit == doctest::Approx(1e-4));
}

TEST_CASE("where there are error bounds, twice the bound may take the place of the limit") {
    const Example e("chain_pendulum_2");
    std::vector<double> bounds(Example::samples, 1e-6);
    StoredMotion motion = e.motion();
    motion.bound = bounds.data();
    const Worst found =
        motion_residual(e.system, motion, 0.03, default_protocol(), 0, PhysicsLimits(default_protocol())).worst;
    CHECK(found.limit == 2e-6);
}

TEST_CASE("a number that is not a number is the worst there is") {
    Worst worst;
    worst.see({1e-3, 1, 2, 3});
    worst.see({NAN, 1, 4, 5});
    worst.see({1e3, 1, 6, 7});
    CHECK(worst.trajectory == 4);
    CHECK(worst.value == INFINITY);
    Worst none;
    none.see(Worst{});
    CHECK(none.trajectory == -1);
}

// The limits that schemas/manifest.md promises: twice as far off is beyond them, half as far is not.
TEST_CASE("constraints may be off by 1e-10 and energies by 1e-11, where the protocol holds them") {
    Protocol unprojected = default_protocol();
    unprojected.project = false;
    const Protocol rattle = fixed_step_protocol(Method::rattle4);
    for (const double times : {0.5, 2.0}) {
        Example longer("chain_pendulum_2"), faster("chain_pendulum_2"), labelled("chain_pendulum_2");
        // Both bobs, from the hook: the first link changes by the factor, and no other row sees less of it.
        for (int i = 0; i < 4; ++i) longer.x(11, i) *= 1 + times * 1e-10;
        CHECK((longer.measures().phi.value > PhysicsLimits(default_protocol()).phi) == (times > 1));
        CHECK((longer.measures().phi.value > PhysicsLimits(rattle).phi) == (times > 1));
        CHECK(longer.measures().phi.value < PhysicsLimits(unprojected).phi);

        double speed = 0;
        for (int k = 0; k < Example::samples; ++k)
            for (int node = 0; node < 2; ++node)
                speed = std::max(speed, std::hypot(faster.v(k, 2 * node), faster.v(k, 2 * node + 1)));
        // Both bobs along the first link, which then grows; the second one, between them, does not.
        const double length = std::hypot(faster.x(11, 0), faster.x(11, 1));
        for (int i = 0; i < 4; ++i) faster.v(11, i) += times * 1e-10 * speed * faster.x(11, i % 2) / length;
        CHECK((faster.measures().phi_rate.value > PhysicsLimits(default_protocol()).phi_rate) == (times > 1));
        CHECK((faster.measures().phi_rate.value > PhysicsLimits(rattle).phi_rate) == (times > 1));
        CHECK(faster.measures().phi_rate.value < PhysicsLimits(unprojected).phi_rate);

        double kinetic = 0;
        for (int k = 0; k < Example::samples; ++k)
            kinetic = std::max(kinetic, labelled.system.kinetic_energy(&labelled.x(k, 0), &labelled.v(k, 0)));
        labelled.batch.energy[14] += times * 1e-11 * (kinetic + std::fabs(labelled.batch.energy[14]));
        for (const Protocol& protocol : {default_protocol(), rattle, unprojected})
            CHECK((labelled.measures().energy.value > PhysicsLimits(protocol).energy) == (times > 1));
    }
}

TEST_CASE("the limit of a motion is a thousand times the tolerance, at least 1e-12, and none of fixed steps") {
    Protocol protocol = paper_protocol();
    protocol.rtol = 1e-5;
    CHECK(PhysicsLimits(protocol).motion == doctest::Approx(1e-2).epsilon(1e-12));
    protocol.rtol = 1e-17;
    CHECK(PhysicsLimits(protocol).motion == doctest::Approx(1e-12).epsilon(1e-12));
    CHECK(PhysicsLimits(fixed_step_protocol(Method::rattle4)).motion == INFINITY);
    Protocol classical = fixed_step_protocol(Method::rk4);
    CHECK(PhysicsLimits(classical).motion == INFINITY);
    CHECK(PhysicsLimits(classical).phi == 1e-10);
    classical.project = false;
    CHECK(PhysicsLimits(classical).phi == INFINITY);
}
