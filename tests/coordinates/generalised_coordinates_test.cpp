#include "coordinates/generalised_coordinates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "coordinates/charts.hpp"
#include "coordinates/shapes.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/integrate_fixture.hpp"
#include "sample/placement.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using cchnn_test::Compiled;
constexpr double pi = std::numbers::pi;

double most(const std::vector<double>& values) {
    double largest = 0;
    for (double value : values) largest = std::max(largest, std::fabs(value));
    return largest;
}
double difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        REQUIRE(std::isfinite(a[i]));
        largest = std::max(largest, std::fabs(a[i] - b[i]));
    }
    return largest;
}

struct Back {
    double x, v;  // relative to the largest entry
};
Back there_and_back(const GeneralisedCoordinates& c, const std::vector<double>& x, const std::vector<double>& v,
                    const std::vector<double>& q, const std::vector<double>& qdot) {
    std::vector<double> x_back(x.size()), v_back(v.size());
    c.to_cartesian(q.data(), qdot.data(), x_back.data(), v_back.data());
    return {difference(x, x_back) / (1e-300 + most(x)), difference(v, v_back) / (1e-300 + most(v))};
}

TEST_CASE("every built-in system has as many coordinates as degrees of freedom, or says why it has none") {
    std::vector<std::string> none;
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const GeneralisedCoordinates coordinates(c.graph);
        if (coordinates.exist()) CHECK(coordinates.count() == c.system.degrees_of_freedom());
        if (!coordinates.exist()) none.push_back(name);
        for (const Coordinate& one : coordinates.table()) CHECK((one.unit == "rad" || one.unit == "m"));
    }
    // Loops; systems with curves or rolling contact say so too.
    CHECK(std::count(none.begin(), none.end(), "dzhanibekov_cross") == 1);
    CHECK(std::count(none.begin(), none.end(), "four_bar_linkage") == 1);
    CHECK(none.size() <= builtin_system_names().size() / 3);
}

TEST_CASE("trajectories of every system come back from q and qdot to rounding, and q follows qdot without jumps" *
          doctest::test_suite("motions")) {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const GeneralisedCoordinates coordinates(c.graph);
        if (!coordinates.exist()) continue;
        TimeGrid times = c.own_times();
        times.samples = 25;
        auto batch = integrate(c.system, c.draw(c.sampler.trajectory_count() < 0 ? 6 : 1), times, paper_protocol());
        add_coordinates(coordinates, times.dt, batch);
        const auto m = to_size(coordinates.count()), n = to_size(c.system.state_size());
        Back worst{0, 0};
        for (std::size_t k = 0; k < batch.q.size() / m; ++k) {
            const auto part = [&](const std::vector<double>& all, std::size_t size) {
                return std::vector<double>(all.begin() + static_cast<long>(k * size),
                                           all.begin() + static_cast<long>((k + 1) * size));
            };
            const Back back =
                there_and_back(coordinates, part(batch.x, n), part(batch.v, n), part(batch.q, m), part(batch.qdot, m));
            worst = {std::max(worst.x, back.x), std::max(worst.v, back.v)};
        }
        // Up to five bodies in a row, angles of some turns. v also carries what x, v are off the constraints, 1e-15 or
        // so, and near the poles of Euler angles 1/sin theta.
        CHECK(worst.x < 5e-15);
        CHECK(worst.v < 1e-12);
    }
}

TEST_CASE("samples side by side have the coordinates that each has alone, but for turns" *
          doctest::test_suite("motions")) {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const GeneralisedCoordinates coordinates(c.graph);
        if (!coordinates.exist()) continue;
        TimeGrid times = c.own_times();
        times.samples = 13;  // no multiple of the lanes
        auto batch = integrate(c.system, c.draw(1), times, paper_protocol());
        add_coordinates(coordinates, times.dt, batch);
        const auto m = to_size(coordinates.count()), n = to_size(c.system.state_size());
        std::vector<double> q(m), qdot(m);
        for (std::size_t k = 0; k < 13; ++k) {
            coordinates.to_q(&batch.x[k * n], &batch.v[k * n], k ? &batch.q[(k - 1) * m] : nullptr, q.data(),
                             qdot.data());
            for (std::size_t i = 0; i < m; ++i) {
                const bool turns = coordinates.table()[i].turns;
                const double there = batch.q[k * m + i];
                CHECK((turns ? charts::nearest_turn(q[i], there) : q[i]) == there);
                CHECK(qdot[i] == batch.qdot[k * m + i]);
            }
        }
    }
}

// Coordinates of any sizes. Polar angles stay so far from their poles.
std::vector<double> drawn_coordinates(const GeneralisedCoordinates& c, double from_poles, std::mt19937_64& bits) {
    std::uniform_real_distribution<double> turn(-3.1, 3.1), polar(from_poles, pi - from_poles);
    std::vector<double> q;
    for (const Coordinate& one : c.table()) q.push_back(one.turns || one.unit == "m" ? turn(bits) : polar(bits));
    return q;
}
std::vector<double> drawn_rates(std::size_t count, std::mt19937_64& bits) {
    std::uniform_real_distribution<double> rate(-2, 2);
    std::vector<double> rates(count);
    for (double& one : rates) one = rate(bits);
    return rates;
}

TEST_CASE("every kind of body and hold comes back, from any angles") {
    std::mt19937_64 bits(4);
    for (const Example& example : tree_shapes()) {
        CAPTURE(example.what);
        const GeneralisedCoordinates c(example.graph);
        REQUIRE(c.why_none() == "");
        REQUIRE(c.count() == example.coordinates);
        const auto m = to_size(c.count()), n = to_size(c.node_count() * c.dimension());
        for (int i = 0; i < 20; ++i) {
            const std::vector<double> q = drawn_coordinates(c, 0.1, bits), qdot = drawn_rates(m, bits);
            std::vector<double> x(n), v(n), q_back(m), qdot_back(m);
            c.to_cartesian(q.data(), qdot.data(), x.data(), v.data());
            c.to_q(x.data(), v.data(), nullptr, q_back.data(), qdot_back.data());
            CHECK(difference(q, q_back) < 1e-13);  // rounding over sin theta >= 0.04
            CHECK(difference(qdot, qdot_back) < 1e-12);
            const Back back = there_and_back(c, x, v, q_back, qdot_back);
            CHECK(back.x < 2e-15);
            CHECK(back.v < 2e-14);
        }
    }
}

// Constraints as the graph says them, typed out: lengths of Links, points of Joints, axes of Joint+Axis, rigidity.
TEST_CASE("any q gives a state on the constraints, and v is its rate") {
    std::mt19937_64 bits(5);
    std::uniform_real_distribution<double> any(-9, 9);
    for (const Example& example : tree_shapes()) {
        CAPTURE(example.what);
        const GeneralisedCoordinates c(example.graph);
        const auto m = to_size(c.count()), n = to_size(c.node_count() * c.dimension()), d = to_size(c.dimension());
        std::vector<double> q(m), qdot(m), x(n), v(n), none(n);
        for (std::size_t k = 0; k < m; ++k) {
            q[k] = any(bits);
            qdot[k] = any(bits) / 9;
        }
        c.to_cartesian(q.data(), qdot.data(), x.data(), v.data());
        const auto value = [&](const Point& p) {
            std::vector<double> sum = converted<double>(p.offset);
            for (const NodeWeight& w : p.weights)
                for (std::size_t k = 0; k < d; ++k) sum[k] += double(w.weight) * x[to_size(index(w.node)) * d + k];
            return sum;
        };
        const auto apart = [&](const Point& a, const Point& b) {
            double square = 0;
            for (std::size_t k = 0; k < d; ++k) square += std::pow(value(a)[k] - value(b)[k], 2);
            return std::sqrt(square);
        };
        // Roundings of positions up to 15 m.
        for (const Link& link : example.graph.links()) CHECK(std::fabs(apart(link.a, link.b) - link.length) < 1e-14);
        for (const Joint& joint : example.graph.joints()) CHECK(apart(joint.a, joint.b) < 1e-14);
        for (const Joint& joint : example.graph.joints())
            if (joint.axis) CHECK(apart(joint.axis->axis_a, joint.axis->axis_b) < 1e-14);
        for (const LowerPair& pair : example.graph.terms<LowerPair>()) {
            if (pair.meet) CHECK(apart(pair.a, pair.b) < 2e-14);
            for (const auto& [on_a, on_b] : pair.coincident_directions) CHECK(apart(on_a, on_b) < 1e-14);
            if (!pair.slide_axis) continue;
            std::vector<double> off = value(*pair.slide_axis);  // what x_b - x_a has across the rail
            double along = 0;
            for (std::size_t k = 0; k < d; ++k) along += off[k] * (value(pair.b)[k] - value(pair.a)[k]);
            for (std::size_t k = 0; k < d; ++k) off[k] = value(pair.b)[k] - value(pair.a)[k] - along * off[k];
            CHECK(most(off) < 2e-14);
        }
        for (const Body& one : example.graph.bodies())
            for (int i = 1; i < one.node_count; ++i)
                for (int j = 0; j < i; ++j) {
                    const auto node = [&](int k) {
                        return Point{BodyIndex{0}, {{NodeIndex{one.first_node + k}, 1.0}}, std::vector<Exact>(d, 0.0)};
                    };
                    CHECK(std::fabs(apart(node(i), node(j)) - (j == 0 ? 1 : std::sqrt(2.0))) < 1e-14);
                }
        const double h = 1e-3;
        std::vector<std::vector<double>> at;
        for (const int step : {-2, -1, 1, 2}) {
            std::vector<double> moved = q;
            for (std::size_t k = 0; k < m; ++k) moved[k] += step * h * qdot[k];
            at.emplace_back(n);
            c.to_cartesian(moved.data(), qdot.data(), at.back().data(), none.data());
        }
        for (std::size_t k = 0; k < n; ++k)  // h^4/30 times fifth powers of rates near 3 are 1e-11, rounding 1e-15/h
            CHECK(std::fabs((8 * (at[2][k] - at[1][k]) - (at[3][k] - at[0][k])) / (12 * h) - v[k]) < 1e-9);
    }
}

TEST_CASE("a direction of x and v is that of q and qdot, for every kind of body and hold") {
    std::mt19937_64 bits(6);
    for (const Example& example : tree_shapes()) {
        CAPTURE(example.what);
        const GeneralisedCoordinates c(example.graph);
        const auto m = to_size(c.count()), n = to_size(c.node_count() * c.dimension());
        const std::vector<double> q = drawn_coordinates(c, 0.4, bits), qdot = drawn_rates(m, bits),
                                  dq = drawn_rates(m, bits), dqdot = drawn_rates(m, bits);
        std::vector<double> x(n), v(n), dx(n), dv(n), found(m), found_rate(m);
        c.to_cartesian(q.data(), qdot.data(), x.data(), v.data());
        const double h = 1e-3;
        for (const auto& [step, weight] : std::map<int, double>{{-2, 1}, {-1, -8}, {1, 8}, {2, -1}}) {
            std::vector<double> at = q, at_rate = qdot, moved(n), moved_rate(n);
            for (std::size_t k = 0; k < m; ++k) {
                at[k] += step * h * dq[k];
                at_rate[k] += step * h * dqdot[k];
            }
            c.to_cartesian(at.data(), at_rate.data(), moved.data(), moved_rate.data());
            for (std::size_t k = 0; k < n; ++k) {
                dx[k] += weight * moved[k] / (12 * h);
                dv[k] += weight * moved_rate[k] / (12 * h);
            }
        }
        c.tangent(x.data(), v.data(), dx.data(), dv.data(), found.data(), found_rate.data());
        // h^4/30 times fifth powers of rates near 3, of up to three bodies, over sin theta >= 0.4; rounding is 1e-15/h.
        CHECK(difference(dq, found) < 1e-8);
        CHECK(difference(dqdot, found_rate) < 1e-8);
    }
}

// The sampler's own placements, without its noise and projection.
TEST_CASE("angles and rates that the sampler draws are recovered" * doctest::test_suite("motions")) {
    int recovered = 0;
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const GeneralisedCoordinates coordinates(c.graph);
        const auto* drawn = std::get_if<DrawnStates>(&c.spec.initial_conditions);
        if (!coordinates.exist() || !drawn) continue;
        for (std::uint32_t i = 0; i < 20; ++i) {
            RandomStream random(99, 1, i, 0);
            const SampleKey key{99, Split::test, c.sampler.trajectory_count() < 0 ? i : 0, 0};
            const NamedNumbers named = shared_draws(c.spec, key);
            InitialState state{std::vector<double>(to_size(c.system.state_size())), {}};
            state.v = state.x;
            std::map<std::string, DrawnNumbers> numbers;
            for (const BodySpec& one : c.spec.bodies)  // files name a body after what it hangs from
                if (const auto found = drawn->bodies.find(one.id); found != drawn->bodies.end()) {
                    numbers[one.id] = draw_numbers(found->second, {random, named, key.trajectory});
                    place_body(one.id, found->second, numbers[one.id], c.graph, state);
                }
            std::vector<double> q(to_size(coordinates.count())), qdot = q;
            coordinates.to_q(state.x.data(), state.v.data(), nullptr, q.data(), qdot.data());
            for (const auto& [id, given] : numbers) {
                std::vector<double> angles, rates;
                for (std::size_t k = 0; k < q.size(); ++k)
                    if (coordinates.table()[k].body == id && coordinates.table()[k].unit == "rad") {
                        angles.push_back(q[k]);
                        rates.push_back(qdot[k]);
                    }
                if (angles.empty() || given.angles.size() != angles.size()) continue;
                std::vector<double> expected = given.angles, expected_rates = given.rates;
                // A polar angle or theta that was drawn outside of [0, pi] is the same state on the other side.
                if (angles.size() > 1) {
                    double& middle = expected[1];
                    middle -= 2 * pi * std::floor((middle + pi) / (2 * pi));
                    if (middle < 0) {
                        middle = -middle;
                        expected_rates[1] = -expected_rates[1];
                        expected[0] += pi;
                        if (angles.size() == 3) expected[2] += pi;
                    }
                }
                const double near = angles.size() > 1 ? std::max(0.01, std::sin(expected[1])) : 1;
                if (angles.size() > 1 && std::sin(expected[1]) < 0.01)
                    continue;  // too near a pole to compare angle by angle
                for (std::size_t k = 0; k < angles.size(); ++k) {
                    const double off = angles[k] - expected[k];
                    CHECK(std::fabs(off - 2 * pi * std::nearbyint(off / (2 * pi))) < 5e-15 / near);
                    CHECK(std::fabs(rates[k] - expected_rates[k]) < 2e-14 * (1 + most(expected_rates)) / (near * near));
                    ++recovered;
                }
            }
        }
    }
    CHECK(recovered > 400);
}

// A second way to the rates: q of a fine trajectory, differences of order 8.
TEST_CASE("qdot is the slope of q along fine trajectories of every system" * doctest::test_suite("motions")) {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const GeneralisedCoordinates coordinates(c.graph);
        if (!coordinates.exist()) continue;
        // Where a held input switches, qdot has a corner.
        if (std::ranges::any_of(c.system.inputs(), [](const Input& input) { return !input.formula; })) continue;
        // The samples of charged particles are long against their encounters.
        const TimeGrid times{c.spec.sampling.dt / (name == "egnn_charged" ? 2000 : 50), 25};
        auto batch = integrate(c.system, c.draw(c.sampler.trajectory_count() < 0 ? 3 : 1), times, default_protocol());
        add_coordinates(coordinates, times.dt, batch);
        const auto m = to_size(coordinates.count());
        // What the governor's dampers resist at the start falls as exp(-3e4 t/s), which 0.2 ms do not show: by 1e-15
        // later.
        const std::size_t first = name == "a05_flyball" ? 10 : 4;
        const double weight[]{0, 4 / 5.0, -1 / 5.0, 4 / 105.0, -1 / 280.0};
        const double largest = 1e-3 + most(batch.qdot);
        double worst = 0;
        for (std::size_t i = 0; i < to_size(batch.count); ++i)
            for (std::size_t k = first; k + 4 < to_size(times.samples); ++k)
                for (std::size_t j = 0; j < m; ++j) {
                    const std::size_t at = (i * to_size(times.samples) + k) * m + j;
                    double slope = 0;
                    for (std::size_t s = 1; s <= 4; ++s)
                        slope += weight[s] * (batch.q[at + s * m] - batch.q[at - s * m]) / times.dt;
                    worst = std::max(worst, std::fabs(slope - batch.qdot[at]));
                }
        CHECK(worst <
              1e-8 * largest);  // rounding and integration 1e-13 over steps of 4e-4; (rate dt)^8/630 is below 1e-9
    }
}

TEST_CASE("angles of a fast wheel are unwrapped by their rates, beyond half a turn per sample") {
    const GeneralisedCoordinates c(shape(2, {origin("o", {0, 0}), body("bob", 0)}, {LinkSpec{{"o"}, {"bob"}, 1}}));
    for (const double rate : {0.5, 3.0, 40.0, -100.0}) {
        const double dt = 0.25;
        std::vector<double> x, v, q(60), qdot(60);
        for (int k = 0; k < 60; ++k) {
            const double a = 3.0 + rate * dt * k;
            x.insert(x.end(), {std::sin(a), -std::cos(a)});
            v.insert(v.end(), {rate * std::cos(a), rate * std::sin(a)});
        }
        c.along_trajectory(60, dt, x.data(), v.data(), q.data(), qdot.data());
        CHECK(q[0] == doctest::Approx(3).epsilon(1e-15));
        for (int k = 0; k < 60; ++k) CHECK(q[to_size(k)] == doctest::Approx(3.0 + rate * dt * k).epsilon(1e-13));
    }
}

TEST_CASE("without trust in the rates the nearest turn is taken, and a gap of NaN starts anew") {
    const GeneralisedCoordinates c(shape(2, {origin("o", {0, 0}), body("bob", 0)}, {LinkSpec{{"o"}, {"bob"}, 1}}));
    const double nan = std::nan("");
    std::vector<double> x{0.1, 1, -0.1, 1, nan, nan, -0.1, 1}, v{90, 0, -90, 0, nan, nan, 0, 0}, q(4), qdot(4);
    c.along_trajectory(4, 0.25, x.data(), v.data(), q.data(), qdot.data());
    CHECK(q[1] - q[0] == doctest::Approx(2 * std::atan(0.1)));
    CHECK(q[1] > pi);
    CHECK(std::isnan(q[2]));
    CHECK(std::isnan(qdot[2]));
    CHECK(q[3] == doctest::Approx(-pi + std::atan(0.1)));
}

TEST_CASE("a trajectory straight over a pole comes back, and its angles do not tremble") {
    const GeneralisedCoordinates c(shape(3, {origin("o", {0, 0, 0}), body("bob", 0)}, {LinkSpec{{"o"}, {"bob"}, 1}}));
    std::vector<double> x, v, q(10), qdot(10);
    for (int k = -2; k <= 2; ++k) {  // in the plane x-z through (-1, 0, 0), where p = 0
        const double a = 0.3 * k;
        x.insert(x.end(), {-std::cos(a), 0, -std::sin(a)});
        v.insert(v.end(), {std::sin(a), 0, -std::cos(a)});
    }
    c.along_trajectory(5, 0.3, x.data(), v.data(), q.data(), qdot.data());
    CHECK(q[0] == 0);  // from the side z > 0
    CHECK(q[1] == doctest::Approx(0.6));
    CHECK(qdot[1] == doctest::Approx(-1));
    CHECK(q[4] == 0);  // at the pole: the azimuth it comes from, polar angle running backwards
    CHECK(q[5] == 0);
    CHECK(qdot[5] == -1);
    CHECK(q[8] == doctest::Approx(pi));
    CHECK(q[9] == doctest::Approx(0.6));
    for (std::size_t k = 0; k < 5; ++k) {
        double x_back[3], v_back[3];
        c.to_cartesian(&q[2 * k], &qdot[2 * k], x_back, v_back);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::fabs(x_back[i] - x[3 * k + i]) < 3e-16);
            CHECK(std::fabs(v_back[i] - v[3 * k + i]) < 3e-16);
        }
    }
}

// A zero of either sign is the same direction, and a file must not say -pi where another one says pi.
TEST_CASE("half a turn is +pi at every sample of a trajectory, whatever sign a zero has") {
    const GeneralisedCoordinates plane(shape(2, {body("p", 2)}, {})), space(shape(3, {body("s", 3)}, {}));
    for (const double zero : {0.0, -0.0}) {
        const std::vector<double> x{0, 0, zero, 1, -1, zero}, v(6);
        std::vector<double> q(3), qdot(3);
        plane.along_trajectory(1, 0.1, x.data(), v.data(), q.data(), qdot.data());
        CHECK(q[2] == pi);
    }
    // psi, the angle from the line of nodes (1, 0, 0) to axis 1.
    const std::vector<double> x{0, 0, 0, -1, 0, 0, 0, 0, -1, 0, -1, 0}, v(12);
    std::vector<double> q(6), qdot(6);
    space.along_trajectory(1, 0.1, x.data(), v.data(), q.data(), qdot.data());
    CHECK(q[5] == pi);
}

TEST_CASE("left-handed axes have no angles: NaN, never another state") {
    const GeneralisedCoordinates plane(shape(2, {body("p", 2)}, {})), space(shape(3, {body("s", 3)}, {}));
    std::vector<double> x{0, 0, 1, 0, 0, -1}, v(6), q(3), qdot(3);
    plane.to_q(x.data(), v.data(), nullptr, q.data(), qdot.data());
    CHECK(q[0] == 0);
    CHECK(std::isnan(q[2]));
    std::vector<double> x3{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, v3(12), q3(6), qdot3(6);
    space.to_q(x3.data(), v3.data(), nullptr, q3.data(), qdot3.data());
    CHECK(q3[2] == 0);
    for (const std::size_t i : {3U, 4U, 5U}) CHECK(std::isnan(q3[i]));
    const GeneralisedCoordinates rail(
        shape(2, {origin("o", {0, 0}), body("p", 2)}, {slider("o", "p", {{1, 0}, {1, 0}})}));
    rail.to_q(x.data(), v.data(), nullptr, q.data(), qdot.data());
    CHECK(std::isnan(q[0]));
    rail.along_trajectory(1, 0.1, x.data(), v.data(), q.data(), qdot.data());
    CHECK(std::isnan(q[0]));
    x[5] = 1;
    rail.to_q(x.data(), v.data(), nullptr, q.data(), qdot.data());
    CHECK(q[0] == 0);
}

}  // namespace
