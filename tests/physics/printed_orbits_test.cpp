// Three and seven bodies under their gravity, against printed answers and against the judge; Burrau's problem also
// against a second integration in quad precision, typed out here, that shares nothing with either.

#include <doctest/doctest.h>

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include "judge/numbers/real.hpp"
#include "judge/stored_motion.hpp"

namespace {

using namespace cchnn_test;

double length(const std::vector<double>& x, const std::vector<double>& v, std::size_t at, std::size_t width) {
    double sum = 0;
    for (std::size_t i = at; i < at + width; ++i) sum += x[i] * x[i] + v[i] * v[i];
    return std::sqrt(sum);
}

// By the judge.
void check_judged(const std::string& json, const Compiled& c, const TrajectoryBatch& batch) {
    const judge::Stored stored = stored_motion(batch, c.own_times(), 0);
    const judge::Verdict verdict = verdict_of(json, stored);
    CHECK_MESSAGE(verdict.judged, verdict.why_not);
    CHECK(beyond(verdict, stored) == 0);
}

using judge::Quad;
using Stars = std::array<Quad, 12>;  // x of three, v of three

Stars pulled(const Stars& z, const std::array<double, 3>& mass) {
    Stars rate{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 2; ++k) rate[2 * i + k] = z[6 + 2 * i + k];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Quad dx = z[2 * j] - z[2 * i], dy = z[2 * j + 1] - z[2 * i + 1], r2 = dx * dx + dy * dy;
            const Quad strength = 1 / (r2 * judge::sqrt(r2)), on_i = mass[j] * strength, on_j = mass[i] * strength;
            rate[6 + 2 * i] += on_i * dx;
            rate[6 + 2 * i + 1] += on_i * dy;
            rate[6 + 2 * j] -= on_j * dx;
            rate[6 + 2 * j + 1] -= on_j * dy;
        }
    return rate;
}

// Fehlberg's pair of order 8 in quad, steps halved and lengthened by the size of its error.
void follow_stars(Stars& z, const std::array<double, 3>& mass, Quad time, Quad& step) {
    boost::numeric::odeint::runge_kutta_fehlberg78<Stars, Quad> stepper;
    const auto rhs = [&](const Stars& at, Stars& rate, Quad) { rate = pulled(at, mass); };
    while (time > Quad(0)) {
        const Quad h = step < time ? step : time;
        Stars next{}, error{};
        stepper.do_step(rhs, z, Quad(0), next, h, error);
        double off = 0;
        for (std::size_t i = 0; i < 12; ++i)
            off =
                std::max(off, std::fabs(static_cast<double>(error[i])) / (1 + std::fabs(static_cast<double>(next[i]))));
        if (off > 1e-27) {  // the motion multiplies it by some 1e12
            step = h / Quad(2);
            continue;
        }
        z = next;
        time = time - h;
        if (off < 1e-29 && !(h < step)) step = step * Quad(1.5);
    }
}

}  // namespace

TEST_CASE("Pleiades: seven stars are at t = 3 where the test set for IVP solvers has them") {
    const std::string json = load_system("pleiades").json;
    const Compiled c(json);
    const TrajectoryBatch batch = bounded_motion(c, c.draw(1), 1e-9);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    // Mazzia, Magherini, Test Set for Initial Value Problem Solvers, release 2.4 (2008): x and y of the first star and
    // of the last, to the 13 decimals that are printed.
    const std::size_t at = 300 * 14;
    const double bound = batch.error_bound[300], size = 2 * length(batch.x, batch.v, at, 14);
    const std::array<std::pair<std::size_t, double>, 4> printed{
        {{0, 0.37061391439705}, {1, -3.94343758551739}, {12, -0.70030929222125}, {13, 1.09144924042898}}};
    for (const auto& [component, value] : printed) {
        const double off = std::fabs(batch.x[at + component] - value);
        CHECK(off < bound * size + 1e-11);  // 11 digits are said to be right
    }
    CHECK(bound * size < 1e-7);
    check_judged(json, c, batch);
}

TEST_CASE("figure eight: three bodies chase each other and are back after the period that is printed") {
    // Chenciner, Montgomery, Annals of Mathematics 152 (2000), with Simo's numbers to 8 decimals; period 6.32591398.
    const std::string json = load_system("figure_eight").json;
    const Compiled c(json);
    const TrajectoryBatch batch = bounded_motion(c, c.draw(1), 1e-9);
    double off = 0;
    for (std::size_t i = 0; i < 6; ++i) off = std::max(off, std::fabs(batch.x[100 * 6 + i] - batch.x[i]));
    CHECK(off < 2e-7);  // starts are printed to 5e-9 and the eight, stable, turns that into a few dozen times as much
    // A third of the period earlier or later each is where another was.
    const TrajectoryBatch thirds = integrate(c.system, c.draw(1), {6.32591398 / 3, 4}, default_protocol());
    double chase = 1;
    for (std::size_t other : {1u, 2u})
        chase = std::min(chase, std::hypot(thirds.x[6] - batch.x[2 * other], thirds.x[7] - batch.x[2 * other + 1]));
    CHECK(chase < 2e-7);
    check_judged(json, c, batch);
}

TEST_CASE("Pythagorean three bodies: two integrations in quad say at t = 70 what is stored, within its bounds") {
    const std::string json = load_system("pythagorean").json;
    const Compiled c(json);
    const TrajectoryBatch batch = bounded_motion(c, c.draw(1), 1e-9);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    REQUIRE(batch.outcomes[0].refined);
    check_judged(json, c, batch);
    Stars z{};
    for (std::size_t i = 0; i < 6; ++i) z[i] = Quad(batch.x[i]);
    Quad step(0.01);
    int apart = 0;
    for (int k = 1; k < batch.samples; ++k) {
        follow_stars(z, {3, 4, 5}, Quad(c.own_times().time(k)) - Quad(c.own_times().time(k - 1)), step);
        double off = 0;
        const std::size_t at = to_size(k) * 6;
        for (std::size_t i = 0; i < 6; ++i) {
            const double x = static_cast<double>(z[i] - Quad(batch.x[at + i])),
                         v = static_cast<double>(z[6 + i] - Quad(batch.v[at + i]));
            off += x * x + v * v;
        }
        apart += std::sqrt(off) > 2 * length(batch.x, batch.v, at, 6) * batch.error_bound[to_size(k)];
    }
    CHECK(apart == 0);
    // Burrau's problem, solved by Szebehely and Peters (Astronomical Journal 72, 1967): the lightest body leaves, the
    // two others stay close to each other.
    const double* x = &batch.x[700 * 6];
    const double pair = std::hypot(x[2] - x[4], x[3] - x[5]), away = std::hypot(x[0] - x[4], x[1] - x[5]);
    CHECK(pair < 3);
    CHECK(away > 10);
}
