// Bennett's mechanism, of which every choice of rows to solve for fails somewhere on its way: against its closure
// formula and the equation of its one freedom, with losses and without.

#include <doctest/doctest.h>

#include "integrate/error_bound.hpp"
#include "mechanics/bennett.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::array<Real, 3> start_of(const InitialState& state) {
    const auto axis = [](const std::vector<double>& x, std::size_t k) { return Real(x[3 + k]) - Real(x[k]); };
    const Real x = axis(state.x, 0), y = axis(state.x, 1);
    return {std::atan2(y, x), x * axis(state.v, 1) - y * axis(state.v, 0), 0};
}

TEST_CASE("Bennett's mechanism with spring, dashpot and friction turns for 5 s within its error bound") {
    const Bennett bennett;
    const Compiled c(bennett.text(1, 6, true));
    CHECK(c.system.rows().size() == 42);
    CHECK(c.system.degrees_of_freedom() == 1);
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol()), batch);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    CHECK_FALSE(batch.outcomes[0].refined);
    CHECK(batch.error_bound.back() < 1e-10);
    const std::size_t width = to_size(c.system.state_size());
    std::vector<double> phi(c.system.rows().size());
    std::array<Real, 3> z = start_of(states[0]);
    double violated = 0, off_energy = 0, off_lost = 0, share = 0;
    for (int k = 0; k < batch.samples; ++k) {
        if (k > 0) z = advance([&](const auto& at) { return bennett.rates(at, true); }, z, 0.02L, 8);
        Real off = 0, size = 0;
        const auto links = bennett.links(z[0]);
        for (std::size_t node = 0; node < 12; ++node) {
            std::array<Real, 3> along{};
            if (node % 4 > 0) along[node % 4 - 1] = 1;
            const auto x = Bennett::point(links[node / 4], along);
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t at = to_size(k) * width + 3 * node + i;
                const Real dx = batch.x[at] - x[i].v, dv = batch.v[at] - x[i].d * z[1];
                off += dx * dx + dv * dv;
                size += x[i].v * x[i].v + x[i].d * x[i].d * z[1] * z[1];
            }
        }
        share = std::max(share, number(std::sqrt(off / size)) / 2 / batch.error_bound[to_size(k)]);
        c.system.phi(&batch.x[to_size(k) * width], phi.data());
        for (double p : phi) violated = std::max(violated, std::fabs(p));
        const double lost = batch.dissipated[to_size(k)];
        off_energy = worse(off_energy, batch.energy[to_size(k)] + lost - batch.energy[0]);
        off_lost = worse(off_lost, lost - z[2]);
    }
    CHECK(share < 1);
    CHECK(violated < 1e-14);    // some roundings of numbers of size 2, in rows that are left out as well
    CHECK(off_energy < 1e-10);  // of 30 J, over 500 steps of 1e-13
    CHECK(off_lost < 1e-10);
    CHECK(z[2] > 1);
    CHECK(z[0] > 10);  // it turns
}

TEST_CASE("rows chosen on the way are those of the trajectory, whatever it is integrated beside") {
    const Bennett bennett;
    const Compiled c(bennett.text(2.5L, 3, false));
    std::vector<InitialState> states;  // where these rows serve, to be left and come back to one after the other
    for (int i = 0; i < 20; ++i)
        states.push_back(Compiled(bennett.text(0.04L * i - 0.41L, 8 - 0.2L * i, false)).draw(1)[0]);
    const TimeGrid times{0.005, 301};  // so short that lanes arrive together
    const TrajectoryBatch together = integrate(c.system, states, times, default_protocol());
    for (int i = 0; i < together.count; ++i) {
        CAPTURE(i);
        const TrajectoryBatch alone = integrate(c.system, {states[to_size(i)]}, times, default_protocol());
        CHECK(alone.outcomes[0].reason == EndReason::completed);
        CHECK(cchnn_test::same_trajectory(together, i, alone, 0));
    }
    double off = 0;
    for (int i = 0; i < together.count; ++i)
        for (int k = 0; k < times.samples; ++k)
            off = worse(off,
                        together.energy[to_size(i * times.samples + k)] - together.energy[to_size(i * times.samples)]);
    CHECK(off < 1e-10);  // of 60 J at most, over 500 steps of 1e-13
}

TEST_CASE("in double-double numbers Bennett's mechanism goes on by other rows as well") {
    const Bennett bennett;
    const Compiled c(bennett.text(1, 3, true));
    const auto states = c.draw(1);
    const TimeGrid times{0.02, 76};  // 1.5 s, two choices of rows on
    const TrajectoryBatch doubles = integrate(c.system, states, times, default_protocol());
    const std::vector<Accuracy> fine{{1e-20}};
    const TrajectoryBatch exact = integrate_exactly(c.system, states, times, Method::extrapolation24, fine);
    REQUIRE(exact.outcomes[0].reason == EndReason::completed);
    double off = 0;
    for (std::size_t i = 0; i < exact.x.size(); ++i) off = worse(off, exact.x[i] - doubles.x[i]);
    CHECK(off < 1e-12);  // what doubles lose in 150 steps
    CHECK(off > 0);
}

}  // namespace
