// Problems whose answer is a formula, evaluated in 50 digits, beside the states of the default protocol and their
// bounds: the simple pendulum and the four-bar mechanism of the IFToMM library of multibody benchmarks (A01, A02), and
// Kepler's.

#include <doctest/doctest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include "integrate/error_bound.hpp"
#include "judge/numbers/real.hpp"
#include "physics/reference.hpp"
#include "sanitized.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;
using Place = std::vector<Exact>;  // (x, v) of all nodes

// The first trajectory, with bounds; refined where they would pass 1e-9, as generate does.
TrajectoryBatch bounded(const Compiled& c) {
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol()), batch);
    return batch;
}

// Err of sample k against the motion.
double error_at(const TrajectoryBatch& batch, int k, const Place& truth) {
    const std::size_t width = to_size(batch.nodes * batch.dimension), at = to_size(k) * width;
    Exact off = 0, one = 0, other = 0;
    for (std::size_t i = 0; i < 2 * width; ++i) {
        const Exact stored = i < width ? batch.x[at + i] : batch.v[at + i - width];
        off += (stored - truth[i]) * (stored - truth[i]);
        one += stored * stored;
        other += truth[i] * truth[i];
    }
    return static_cast<double>(sqrt(off) / (sqrt(one) + sqrt(other)));
}

// Samples beyond their bound, and the largest error.
struct Compared {
    int beyond = 0;
    double worst = 0, bound = 0;
};
template <class Truth>
Compared compare(const TrajectoryBatch& batch, TimeGrid times, const Truth& truth) {
    Compared found;
    for (int k = 1; k < batch.outcomes[0].samples; ++k) {
        const double error = error_at(batch, k, truth(Exact(times.time(k)))), bound = batch.error_bound[to_size(k)];
        found.beyond += error > bound;
        found.worst = std::max(found.worst, error);
        found.bound = std::max(found.bound, bound);
    }
    return found;
}

// A crank's angle and rate after `time`, a'' = -pull cos a, in 113 bits: the stored states are exact to their last bit,
// and long doubles gather 5e-15 over 10 s.
using judge::Quad;
using Crank = std::array<Quad, 2>;
Crank turned_on(Crank z, Quad pull, Quad time) {
    boost::numeric::odeint::runge_kutta_fehlberg78<Crank, Quad> stepper;
    const auto rate = [&](const Crank& at, Crank& out, Quad) { out = {at[1], -pull * judge::cos(at[0])}; };
    constexpr int steps = 20;  // of order 7 and 5e-4 s: 1e-20 is left out
    for (int i = 0; i < steps; ++i) stepper.do_step(rate, z, Quad(0), time / Quad(steps));
    return z;
}
Exact exact(const Quad& x) {
    const double high = static_cast<double>(x), low = static_cast<double>(x - Quad(high));
    return Exact(high) + Exact(low);
}

// N parallelograms, as pairs of nodes of cranks and couplers; asked for times that grow.
class Parallelograms {
  public:
    explicit Parallelograms(int loops) : loops_(loops) {
        const Quad g = 9.81, moment = 0.08333333333333333;  // the doubles of the file
        pull_ = g * (loops + Quad(0.5) * (loops + 1)) / (loops + (loops + 1) * (moment + Quad(0.25)));
    }
    double turned = 0;  // rad, the most so far
    Place at(const Exact& when) {
        const Quad time = static_cast<double>(when);
        z_ = turned_on(z_, pull_, time - before_);
        before_ = time;
        turned = std::max(turned, std::fabs(static_cast<double>(z_[0])));
        const Quad x = judge::cos(z_[0]), y = judge::sin(z_[0]), vx = -y * z_[1], vy = x * z_[1];
        Place place;
        const auto add = [&](const Quad& a, const Quad& b) {
            place.push_back(exact(a));
            place.push_back(exact(b));
        };
        for (int side = 0; side <= loops_; ++side)
            for (const double along : {0.5, 1.5}) add(side + along * x, along * y);
        for (int side = 0; side < loops_; ++side)
            for (const double along : {0.5, 1.5}) add(side + x + along, y);
        for (int side = 0; side <= loops_; ++side)
            for (const double along : {0.5, 1.5}) add(along * vx, along * vy);
        for (int node = 0; node < 2 * loops_; ++node) add(vx, vy);
        return place;
    }

  private:
    int loops_;
    Quad pull_, before_ = 0;
    Crank z_{judge::pi<Quad>() / 2, -1};
};

std::string comet(const std::string& start, const std::string& speed) {
    return R"({"name": "comet", "dimension": 2,
      "bodies": [{"id": "sun", "type": "Origin", "mass": 1}, {"id": "comet", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "comet"]}],
      "initial_conditions": {"state": {"position": {"comet": [)" +
           start + R"(, 0]}, "velocity": {"comet": [0, )" + speed + R"(]}}},
      "sampling": {"dt": 0.125, "steps": 73}})";
}

// From an apsis at (x, 0) with speed v across, in 50 digits.
Place on_ellipse(double x, double v, const Exact& time) {
    const Exact energy = Exact(v) * v / 2 - 1 / abs(Exact(x)), a = -1 / (2 * energy), e = abs(Exact(x)) / a - 1;
    const Exact n = 1 / (a * sqrt(a)), pi = boost::math::constants::pi<Exact>();
    const Exact mean = fmod(pi + n * time, 2 * pi);  // from the far end
    Exact anomaly = pi;                              // from there Newton comes near from one side, whatever e is
    for (int i = 0; i < 200; ++i) anomaly -= (anomaly - e * sin(anomaly) - mean) / (1 - e * cos(anomaly));
    const Exact rate = n / (1 - e * cos(anomaly)), b = a * sqrt(1 - e * e);
    return {a * (cos(anomaly) - e), b * sin(anomaly), -a * sin(anomaly) * rate, b * cos(anomaly) * rate};
}

}  // namespace

TEST_CASE("A01: a pendulum let go at the side swings as elliptic functions say, within its bounds") {
    const Compiled c("a01_pendulum");
    const TrajectoryBatch batch = bounded(c);
    // sin(theta/2) = k sn(u), u = w t + K(k), k = sin(theta_0/2), theta from straight down, theta_0 = -90 degrees
    const Exact k = sqrt(Exact(0.5)), w = sqrt(Exact(9.81)), quarter = boost::math::ellint_1(k);
    const Compared found = compare(batch, c.own_times(), [&](const Exact& time) {
        Exact cn, dn;
        const Exact sn = boost::math::jacobi_elliptic(k, Exact(w * time + quarter), &cn, &dn);
        const Exact sine = -2 * k * sn * dn, cosine = 1 - 2 * k * k * sn * sn, rate = -2 * k * w * cn;
        return Place{sine, -cosine, cosine * rate, sine * rate};
    });
    CHECK(found.beyond == 0);
    CHECK(found.worst < 1e-11);  // five periods; the bound is 1e-11
    CHECK(found.worst > 0);
}

// Cranks at the angle a, couplers level: (N + (N + 1)/3) a'' = -(N + (N + 1)/2) g cos a, from a = 90 degrees with a' =
// -1 (m/s at B0). Twice a turn the bars lie flat and two rows of each loop say the same. Hours under sanitizers, which
// see the same code at work in every_system_test.cpp.
TEST_CASE("A02: parallelograms go through each flat position for 10 s as the pendulum that they are" *
          doctest::skip(cchnn_test::sanitized)) {
    for (const int loops : {1, 5}) {
        CAPTURE(loops);
        const Compiled c("a02_fourbar_" + std::to_string(loops));
        const TrajectoryBatch batch = bounded(c);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        Parallelograms row(loops);
        const Compared found = compare(batch, c.own_times(), [&](const Exact& time) { return row.at(time); });
        CHECK(found.beyond == 0);
        CHECK(found.worst < 1e-14);  // refined: what is stored is rounded; the benchmark asks for 1e-3
        CHECK(found.worst > 0);
        CHECK(row.turned > 20);  // rad: it went round, through a dozen flat positions
    }
}

// Of B0, half an axis beyond the centre of the first crank.
double corner_off(const TrajectoryBatch& batch, int k, const Place& place) {
    const double* const x = &batch.x[to_size(k * batch.nodes * batch.dimension)];
    return std::hypot((x[0] + x[2]) / 2 - static_cast<double>((place[0] + place[2]) / 2),
                      (x[1] + x[3]) / 2 - static_cast<double>((place[1] + place[3]) / 2));
}

TEST_CASE("A02, N = 40: forty parallelograms do so too" * doctest::skip(cchnn_test::sanitized)) {
    const Compiled c("a02_fourbar_40");
    const TrajectoryBatch batch = bounded(c);  // half a minute
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    Parallelograms row(40);
    double worst = 0;
    int k = 0;
    const Compared found = compare(batch, c.own_times(), [&](const Exact& time) {
        Place place = row.at(time);
        worst = std::max(worst, corner_off(batch, ++k, place));
        return place;
    });
    CHECK(found.beyond == 0);
    CHECK(found.worst < 1e-14);
    CHECK(worst < 1e-6);  // m; the benchmark asks for 1e-3
    CHECK(row.turned > 20);
}

TEST_CASE("A02, N = 40: what is not refined says for how long it is known, and how well after that" *
          doctest::skip(cchnn_test::sanitized)) {
    const Compiled c("a02_fourbar_40");
    const auto states = c.draw(1);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol(), 0.0), batch);
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    Parallelograms row(40);
    double worst = 0, vouched = 0;
    int k = 0, known = 0;
    const Compared found = compare(batch, c.own_times(), [&](const Exact& time) {
        Place place = row.at(time);
        const double off = corner_off(batch, ++k, place);
        worst = std::max(worst, off);
        if (static_cast<double>(time) <= batch.valid_until[0]) {
            vouched = std::max(vouched, off);
            ++known;
        }
        return place;
    });
    CHECK(found.beyond == 0);
    CHECK(known > 0);
    CHECK(vouched < 1e-6);  // m
    CHECK(worst < 1e-2);    // each of a dozen foldings lets in an error of its own: 1.2e-3 m
}

TEST_CASE("Kepler: comets of eccentricity 0.6 to 0.999 pass their sun within the bounds that are stored") {
    for (const auto& given :
         {std::pair{"-1.6", "-0.5"}, std::pair{"-1.9", "-0.2294157338705618"},
          std::pair{"-1.99", "-0.07088812050083359"}, std::pair{"-1.999", "-0.02236627204212922"}}) {
        const std::string x = given.first, v = given.second;
        CAPTURE(x);
        const Compiled c(comet(x, v));
        const TrajectoryBatch batch = bounded(c);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        const double start = std::stod(x), speed = std::stod(v);
        const Compared found =
            compare(batch, c.own_times(), [&](const Exact& time) { return on_ellipse(start, speed, time); });
        CHECK(found.beyond == 0);
        CHECK(found.bound < 1e-6);
    }
}

TEST_CASE("Kepler, as the built-in system draws it: eccentricities all over its range, each on its ellipse") {
    const Compiled c("kepler");
    double least = 1, most = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
        SampleKey key{0, Split::train, i, 0};
        const InitialState state = c.sampler.draw(key);
        const double e = -state.x[0] - 1;
        least = std::min(least, e);
        most = std::max(most, e);
        CHECK(state.v[0] == 0);
        CHECK(state.v[1] == doctest::Approx(-std::sqrt((1 - e) / (1 + e))).epsilon(1e-13));  // e has lost some digits
    }
    CHECK(least < 0.65);
    CHECK(most > 0.95);
    const TrajectoryBatch batch = bounded(c);
    const Compared found =
        compare(batch, c.own_times(), [&](const Exact& time) { return on_ellipse(batch.x[0], batch.v[1], time); });
    CHECK(found.beyond == 0);
    CHECK(found.bound < 1e-6);
}
