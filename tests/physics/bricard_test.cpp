// Bricard's mechanism, whose 66 rows have rank 59, over the benchmark's 10 s: against the formula of its closure, its
// energy, and the velocities that lead from sample to sample.

#include <doctest/doctest.h>

#include "integrate/error_bound.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Turn of a hinge from where its links are at right angles: with equal links and axes at right angles to each other,
// (1 + sin q_i)(1 + sin q_(i+1)) = 1, the signs those of this start (Bricard's trihedral case; You and Chen, Motion
// Structures, 2012).
TEST_CASE("Bricard's mechanism runs for 10 s on its closure curve with all 66 rows and its energy at rounding") {
    const Compiled c("a04_bricard");
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol()), batch);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    const std::size_t width = to_size(c.system.state_size());
    std::vector<double> phi(c.system.rows().size());
    double violated = 0, off_curve = 0, off_energy = 0, off_path = 0, most = 0;
    for (int k = 0; k < batch.samples; ++k) {
        c.system.phi(&batch.x[to_size(k) * width], phi.data());
        for (double p : phi) violated = std::max(violated, std::fabs(p));
        const auto axis = [&](int body, int i) {
            return node_of(batch.x, batch, 0, k, 4 * body + i) - node_of(batch.x, batch, 0, k, 4 * body);
        };
        const Real sine_1 = -axis(0, 1)[2], sine_2 = dot(axis(1, 1), axis(0, 2)), sine_3 = dot(axis(2, 2), axis(1, 3));
        off_curve = worse(off_curve, (1 + sine_1) * (1 + sine_2) - 1);
        off_curve = worse(off_curve, (1 + sine_2) * (1 + sine_3) - 1);
        off_energy = worse(off_energy, batch.energy[to_size(k)] - batch.energy[0]);
        most = worse(most, sine_1);
        for (std::size_t i = 0; i < width && k + 2 < batch.samples; ++i) {  // Simpson's rule
            const std::size_t at = to_size(k) * width + i;
            off_path =
                worse(off_path, batch.x[at + 2 * width] - batch.x[at] -
                                    0.01 / 3 * (batch.v[at] + 4 * batch.v[at + width] + batch.v[at + 2 * width]));
        }
    }
    CHECK(violated < 1e-14);    // some roundings of numbers of size 2
    CHECK(off_curve < 1e-12);   // products of them
    CHECK(off_energy < 1e-10);  // of 49 J, over 4,500 steps of 1e-13
    CHECK(off_path < 1e-5);     // dt^5/90 times fifth derivatives of 1e4
    CHECK(most > 0.9);          // it goes through
    for (double bound : batch.error_bound) CHECK(bound < 1e-9);
}

}  // namespace
