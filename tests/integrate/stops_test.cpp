// Stops with known answers: a pendulum between two walls by elliptic integrals, a slide between two ends, a two-link arm whose
// elbow has limits against events of its equations in two angles; counts beyond a turn, and impulses in space.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

constexpr double pi = 3.141592653589793;

std::string digits(double number) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}
std::string pair_text(double x, double y) { return "[" + digits(x) + ", " + digits(y) + "]"; }

BatchSystems systems_of(const Compiled& compiled) {
    return BatchSystems(compiled.system).with_contacts(compiled.graph.contacts());
}
// A start whose angles are counted as those of a file without `hinge_angle`.
InitialState counted(const Compiled& compiled, InitialState state) {
    state.s = compiled.system.nearest_parameters(state.x.data(), state.v.data());
    return state;
}

// A rod of length 1 on a hook, in a plane in which down is +x: its angle is 0 where it hangs.
struct Pendulum {
    explicit Pendulum(const std::string& limits, double e)
        : compiled(R"({"name": "pendulum", "dimension": 2,
            "bodies": [{"id": "hook", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 0.7, "second_moments": ["1/12"]}],
            "constraints": [{"type": "Joint", "between": ["hook", {"body": "rod", "point": [-0.5]}]}],
            "potentials": [{"type": "Gravity", "g": 9.81, "up": [-1, 0]}],
            "contacts": [{"type": "Stop", "shape": "angle", "name": "walls", "bodies": ["hook", "rod"], )" +
                   limits + R"(, "restitution": )" + digits(e) +
                   R"(}], "initial_conditions": {"bodies": {"rod": {"from": "hook", "angle": 1.5}}}})") {}
    InitialState start(double rate) const {
        return counted(compiled, {{0.5, 0, 1.5, 0}, {0, rate / 2, 0, 3 * rate / 2}});
    }
    TrajectoryBatch follow(double rate, TimeGrid times) const {
        return integrate(systems_of(compiled), {start(rate)}, times, default_protocol());
    }
    // Of (m/4 + m/12) theta'' = -m g/2 sin theta.
    static double slow() { return std::sqrt(1.5 * 9.81); }
    Compiled compiled;
};

// F(phi, k) by arithmetic-geometric means, with Landen's transformation of the amplitude.
double elliptic(double phi, double k) {
    double a = 1, b = std::sqrt(1 - k * k), scale = 1;
    for (int i = 0; i < 7; ++i) {
        phi += std::atan(b / a * std::tan(phi)) + pi * std::floor(phi / pi + 0.5);
        const double mean = (a + b) / 2;
        b = std::sqrt(a * b);
        a = mean;
        scale *= 2;
    }
    return phi / (scale * a);
}
// The time in which the pendulum comes from the bottom, where its rate is `rate`, to an angle.
double time_to(double angle, double rate) {
    const double k = 2 * Pendulum::slow() / rate;
    if (k < 1) return 2 / rate * elliptic(angle / 2, k);
    return elliptic(std::asin(k * std::sin(angle / 2)), 1 / k) / Pendulum::slow();
}

}  // namespace

TEST_CASE("A pendulum between two walls hits them at times of elliptic integrals, beyond a turn, too") {
    struct Walls {
        double low, high, rate, e;
    };
    for (const Walls& walls :
         {Walls{-0.4, 0.9, 4, 1}, Walls{-7.5, 8.5, 9, 1}, Walls{-2, 2.5, 12, 0.9}, Walls{-0.3, 0.3, -5, 0.8}}) {
        CAPTURE(walls.high);
        const Pendulum pendulum("\"low\": " + digits(walls.low) + ", \"high\": " + digits(walls.high), walls.e);
        const TrajectoryBatch batch = pendulum.follow(walls.rate, {0.05, 61});
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        const double slow = Pendulum::slow();
        double time = 0, bottom = std::abs(walls.rate);
        bool up = walls.rate > 0;
        int impacts = 0;
        while (true) {
            const double wall = up ? walls.high : -walls.low, rise = 2 * slow * std::sin(wall / 2);
            time += time_to(wall, bottom);
            if (time > 3) break;
            const double rate = std::sqrt(bottom * bottom - rise * rise);
            REQUIRE(batch.impact_count[0] > impacts);
            const std::size_t k = to_size(impacts++);
            // Hundreds of steps round numbers up to 12; 4e-13 was seen.
            CHECK(std::abs(batch.impact_time[k] - time) < 1e-11);
            CHECK(std::abs(batch.impact_speed[k] - rate) < 1e-10);
            // mu is 1 over the moment of inertia about the hook.
            CHECK(std::abs(batch.impact_impulse[k] - (1 + walls.e) * rate * 0.7 / 3) < 1e-10);
            CHECK(std::abs(batch.impact_loss[k] - (1 - walls.e * walls.e) * rate * rate * 0.7 / 6) < 1e-10);
            CHECK(batch.impact_contact[k] == 0);
            bottom = std::sqrt(walls.e * walls.e * rate * rate + rise * rise);
            time += time_to(wall, bottom);
            up = !up;
        }
        CHECK(impacts > 0);  // walls beyond a turn are hit once
        CHECK(batch.impact_count[0] == impacts);
        for (std::size_t k = 0; k < 61; ++k) {
            CHECK(batch.counted_angle[k] > walls.low - 1e-13);
            CHECK(batch.counted_angle[k] < walls.high + 1e-13);
            CHECK(std::abs(batch.energy[k] + batch.dissipated[k] - batch.energy[0]) < 1e-10);
        }
    }
}

TEST_CASE("One limit is enough, and a body that turns fast does not miss it between samples") {
    const Compiled free(R"({"name": "top", "dimension": 2,
        "bodies": [{"id": "post", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 2, "second_moments": ["1/12"]}],
        "contacts": [{"type": "Stop", "shape": "angle", "bodies": ["post", "rod"], "high": 3000, "restitution": 1}],
        "initial_conditions": {"bodies": {"rod": {"position": [0, 0], "angle": 0}}}})");
    const TrajectoryBatch batch =
        integrate(systems_of(free), {counted(free, {{0, 0, 1, 0}, {0, 0, 0, 200}})}, {1, 31}, default_protocol());
    CHECK(batch.impact_count[0] == 1);
    // 3000 rad in steps of a relative tolerance of 1e-12: 1.2e-10 was seen.
    CHECK(std::abs(batch.impact_time[0] - 15) < 1e-9);
    CHECK(std::abs(batch.counted_angle[30]) < 1e-6);  // of a way of 6000 rad; 9e-8 was seen
}

TEST_CASE("A slide between two ends moves by the closed form, with e = 1 and e = 1/2") {
    for (const double e : {1.0, 0.5}) {
        CAPTURE(e);
        const Compiled rail(R"({"name": "rail", "dimension": 2,
            "bodies": [{"id": "track", "type": "Origin", "position": [3, -2]}, {"id": "cart", "type": "Obj0D", "mass": 2}],
            "contacts": [{"type": "Stop", "shape": "slide", "name": "ends", "between": ["track", "cart"], "along": [0.6, 0.8],
                          "low": -0.5, "high": 1, "restitution": )" +
                            digits(e) + R"(}], "initial_conditions": {"bodies": {"cart": {"position": [3, -2]}}}})");
        // Along the rail at 2 m/s, across it at 0.25 m/s.
        const TrajectoryBatch batch =
            integrate(systems_of(rail), {{{3, -2}, {1.2 - 0.2, 1.6 + 0.15}}}, {0.1, 101}, default_protocol());
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        double time = 0.5, speed = 2;
        int impacts = 0;
        for (; time < 10; ++impacts) {
            const std::size_t k = to_size(impacts);
            CHECK(std::abs(batch.impact_time[k] - time) < 1e-13);
            CHECK(std::abs(batch.impact_speed[k] - speed) < 1e-13);
            CHECK(std::abs(batch.impact_impulse[k] - 2 * (1 + e) * speed) < 1e-12);
            CHECK(std::abs(batch.impact_loss[k] - (1 - e * e) * speed * speed) < 1e-12);
            speed *= e;
            time += 1.5 / speed;
        }
        CHECK(batch.impact_count[0] == impacts);
        const std::size_t last = 200;
        CHECK(std::abs(-0.8 * batch.v[last] + 0.6 * batch.v[last + 1] - 0.25) < 1e-14);
        CHECK(std::abs(-0.8 * (batch.x[last] - 3) + 0.6 * (batch.x[last + 1] + 2) - 2.5) < 1e-13);
    }
}

namespace {

using Long = long double;
using Arm4 = std::array<Long, 4>;  // the angle of each rod to the direction across gravity, then their rates

// Two rods on a hook in lengths of `unit` m, turned and shifted, with limits of the elbow.
struct Arm {
    static constexpr Long l1 = 1, l2 = 0.75L, m1 = 1.25L, m2 = 0.5L, g = 9.8125L, low = -0.3L, high = 0.5L;
    double unit, turned, e;
    std::array<double, 2> hook;

    std::string json() const {
        const double u = unit;
        const auto rod = [&](const char* id, Long mass, Long length) {
            return std::string("{\"id\": \"") + id + "\", \"type\": \"Obj1D\", \"mass\": " + digits(double(mass)) +
                   ", \"second_moments\": [\"" + digits(double(length) * u) + "^2/12\"]}";
        };
        const auto end = [&](const char* id, double at) {
            return std::string("{\"body\": \"") + id + "\", \"point\": [" + digits(at) + "]}";
        };
        return R"({"name": "arm", "dimension": 2, "bodies": [{"id": "hook", "type": "Origin", "position": )" +
               pair_text(hook[0], hook[1]) + "}, " + rod("upper", m1, l1) + ", " + rod("lower", m2, l2) +
               R"(], "constraints": [{"type": "Joint", "between": ["hook", )" + end("upper", -0.5 * u) +
               R"(]}, {"type": "Joint", "between": [)" + end("upper", 0.5 * u) + ", " + end("lower", -0.375 * u) +
               R"(]}], "potentials": [{"type": "Gravity", "g": )" + digits(double(g) * u) +
               ", \"up\": " + pair_text(-std::sin(turned), std::cos(turned)) +
               R"(}], "contacts": [{"type": "Stop", "shape": "angle", "name": "elbow", "bodies": ["upper", "lower"],
                  "low": -0.3, "high": 0.5, "restitution": )" +
               digits(e) + R"(}], "initial_conditions": {"bodies": {"upper": {"from": "hook", "angle": 0.5},
                  "lower": {"from": "upper", "angle": 0.6}}}})";
    }
    // The state of the system, in m and m/s.
    std::array<std::array<Long, 8>, 2> nodes(const Arm4& z) const {
        std::array<std::array<Long, 8>, 2> all{};
        Long at[2] = {hook[0], hook[1]}, rate[2] = {0, 0};
        for (std::size_t rod = 0; rod < 2; ++rod) {
            const Long angle = z[rod] + Long(turned), half = (rod == 0 ? l1 : l2) * Long(unit) / 2;
            const Long along[2] = {std::cos(angle), std::sin(angle)};
            const Long turning[2] = {-along[1] * z[2 + rod], along[0] * z[2 + rod]};
            for (std::size_t k = 0; k < 2; ++k) {
                all[0][4 * rod + k] = at[k] + half * along[k];
                all[0][4 * rod + 2 + k] = all[0][4 * rod + k] + along[k];
                all[1][4 * rod + k] = rate[k] + half * turning[k];
                all[1][4 * rod + 2 + k] = all[1][4 * rod + k] + turning[k];
                at[k] += 2 * half * along[k];
                rate[k] += 2 * half * turning[k];
            }
        }
        return all;
    }

    // The mass matrix in lengths of 1, and its solution.
    static std::array<Long, 2> solved(const Arm4& z, Long a, Long b) {
        const Long m11 = (m1 / 3 + m2) * l1 * l1, m22 = m2 / 3 * l2 * l2,
                   m12 = m2 * l1 * l2 / 2 * std::cos(z[0] - z[1]);
        const Long det = m11 * m22 - m12 * m12;
        return {(m22 * a - m12 * b) / det, (m11 * b - m12 * a) / det};
    }
    static Arm4 rates(const Arm4& z) {
        const Long c = m2 * l1 * l2 / 2 * std::sin(z[0] - z[1]);
        const auto turn = solved(z, -c * z[3] * z[3] - g * (m1 / 2 + m2) * l1 * std::cos(z[0]),
                                 c * z[2] * z[2] - g * m2 * l2 / 2 * std::cos(z[1]));
        return {z[2], z[3], turn[0], turn[1]};
    }
    // One step by extrapolated midpoints with 2, 4, ..., 20 substeps.
    static Arm4 step(const Arm4& z, Long h) {
        constexpr std::size_t columns = 10;
        std::array<Arm4, columns> table{};
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t count = 2 * (j + 1);
            const Long part = h / Long(count);
            Arm4 before = z, now = z, slope = rates(z);
            for (std::size_t i = 0; i < 4; ++i) now[i] += part * slope[i];
            for (std::size_t n = 1; n < count; ++n) {
                slope = rates(now);
                for (std::size_t i = 0; i < 4; ++i) {
                    const Long next = before[i] + 2 * part * slope[i];
                    before[i] = now[i];
                    now[i] = next;
                }
            }
            slope = rates(now);
            for (std::size_t i = 0; i < 4; ++i) table[j][i] = (before[i] + now[i] + part * slope[i]) / 2;
            for (std::size_t k = j; k-- > 0;) {
                const Long ratio = Long((j + 1) * (j + 1)) / Long((k + 1) * (k + 1));
                for (std::size_t i = 0; i < 4; ++i)
                    table[k][i] = table[k + 1][i] + (table[k + 1][i] - table[k][i]) / (ratio - 1);
            }
        }
        return table[0];
    }
    static Long gap(const Arm4& z, bool upper) { return upper ? high - (z[1] - z[0]) : z[1] - z[0] - low; }

    // Goes on for `span` s. A step of 1/256 s is 50 times shorter than a swing.
    void go(Arm4& z, Long now, Long span, std::vector<Long>& impacts) const {
        while (span > 0) {
            const Long h = std::min(1 / Long(256), span);
            const Arm4 after = step(z, h);
            const bool upper = gap(after, true) < 0;
            if (!upper && gap(after, false) >= 0) {
                z = after;
                now += h;
                span -= h;
                continue;
            }
            Long time = h * gap(z, upper) / (gap(z, upper) - gap(after, upper));
            for (int i = 0; i < 20; ++i) {
                const Arm4 there = step(z, time);
                const Long rate = (upper ? -1 : 1) * (there[3] - there[2]);
                if (std::abs(gap(there, upper)) < 1e-18L) break;
                time -= gap(there, upper) / rate;
            }
            z = step(z, time);
            const auto change = solved(z, -1, 1);
            const Long impulse = -(1 + Long(e)) * (z[3] - z[2]) / (change[1] - change[0]);
            z[2] += impulse * change[0];
            z[3] += impulse * change[1];
            now += time;
            span -= time;
            impacts.push_back(now);
        }
    }
};

}  // namespace

TEST_CASE("A two-link arm with an elbow stop stays within its bounds of a solution in two angles") {
    int impacts_in_all = 0;
    for (const Arm& arm :
         {Arm{1, 0, 1, {0, 0}}, Arm{1000, 0.7, 0.9, {3000, -2000}}, Arm{0.001, -2.5, 0.9, {0.02, 0.01}}}) {
        CAPTURE(arm.unit);
        const Compiled compiled(arm.json());
        std::vector<InitialState> states;
        std::vector<Arm4> starts;
        for (int i = 0; i < 6; ++i) {
            const Arm4 start{-1.2L + 0.3L * i, -0.9L + 0.2L * i, 0.5L * i - 1, 3 - 1.2L * i};
            const auto nodes = arm.nodes(start);
            starts.push_back(start);
            states.push_back(
                counted(compiled, {{nodes[0].begin(), nodes[0].end()}, {nodes[1].begin(), nodes[1].end()}}));
        }
        const TimeGrid times{0.0625, 41};
        TrajectoryBatch batch = integrate(systems_of(compiled), states, times, default_protocol());
        add_error_bounds(systems_of(compiled), states, times, ErrorBoundRule(default_protocol(), 0), batch);
        for (std::size_t i = 0; i < 6; ++i) {
            CAPTURE(i);
            CHECK(batch.outcomes[i].reason == EndReason::completed);
            CHECK(batch.error_bound[i * 41 + 40] < 1e-8);
            // Nodes are a centre and a point 1 m from it. Far away, their difference gives an angle only to the rounding of
            // coordinates: at 3000 m to 3.4e-13 rad, so that rods of 1000 m end 6.9e-10 m elsewhere, and sample 0 has a
            // bound of 5.3e-10 m. So the angles are those that the nodes were computed from.
            Arm4 z = starts[i];
            std::vector<Long> impacts;
            for (std::size_t k = 0; k < 41; ++k) {
                if (k > 0) arm.go(z, Long(times.time(static_cast<int>(k) - 1)), 0.0625L, impacts);
                const auto nodes = arm.nodes(z);
                Long off = 0, size = 0, own = 0;
                for (std::size_t j = 0; j < 8; ++j) {
                    const double x = batch.x[(i * 41 + k) * 8 + j], v = batch.v[(i * 41 + k) * 8 + j];
                    off += (nodes[0][j] - x) * (nodes[0][j] - x) + (nodes[1][j] - v) * (nodes[1][j] - v);
                    size += Long(x) * x + Long(v) * v;
                    own += nodes[0][j] * nodes[0][j] + nodes[1][j] * nodes[1][j];
                }
                CHECK(std::sqrt(off) <= (std::sqrt(size) + std::sqrt(own)) * batch.error_bound[i * 41 + k]);
            }
            REQUIRE(batch.impact_count[i] == impacts.size());
            for (std::size_t k = 0; k < impacts.size(); ++k)
                CHECK(std::abs(double(batch.impact_time[i * stored_impacts + k] - impacts[k])) < 1e-9);
            impacts_in_all += static_cast<int>(impacts.size());
        }
    }
    CHECK(impacts_in_all > 60);
}

namespace {

// Two bodies of a hinge in space, one of them flat, free to drift; and a bar that slides in a free body.
const char* door_json = R"({"name": "door", "dimension": 3,
    "bodies": [{"id": "frame", "type": "Obj3D", "mass": 2, "second_moments": [0.2, 0.3, 0.25]},
               {"id": "door", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.2]}],
    "constraints": [{"type": "Joint+Axis",
                     "between": [{"body": "frame", "point": [0.5, 0, 0.1]}, {"body": "door", "point": [-0.4, 0.1]}],
                     "axis": [[0, 0.6, 0.8], [0, 1]]}],
    "contacts": [{"type": "Stop", "shape": "angle", "name": "hinge", "bodies": ["frame", "door"], "axis": [[0, 0.6, 0.8], [0, 1]],
                  "low": -0.3, "high": 4, "restitution": 1}],
    "initial_conditions": {"bodies": {
        "frame": {"position": [1, 2, 3], "euler_zxz": [0.3, 0.5, 0.2], "velocity": [0.1, 0.2, -0.1],
                  "euler_rates": [0.3, -0.2, 0.5]},
        "door": {"from": "frame", "hinge_angle": {"uniform": {"low": 0, "high": 3.5}}, "hinge_rate": 2}}}})";
const char* bar_json = R"({"name": "bar", "dimension": 3,
    "bodies": [{"id": "tube", "type": "Obj3D", "mass": 2, "second_moments": [0.2, 0.3, 0.25]},
               {"id": "bar", "type": "Obj3D", "mass": 1, "second_moments": [0.1, 0.2, 0.15]}],
    "constraints": [{"type": "Slider", "between": [{"body": "tube", "point": [0.1, 0.2, 0]}, "bar"],
                     "axis": [[0, 0, 1], [0, 0, 1]], "across": [[1, 0, 0], [1, 0, 0]]}],
    "contacts": [{"type": "Stop", "shape": "slide", "between": [{"body": "tube", "point": [0.1, 0.2, 0]}, "bar"],
                  "along": [0, 0, 1], "low": -0.2, "high": 0.3, "restitution": 1}],
    "initial_conditions": {"bodies": {
        "tube": {"position": [1, 2, 3], "euler_zxz": [0.3, 0.5, 0.2], "velocity": [0.1, 0.2, -0.1],
                 "euler_rates": [0.3, -0.2, 0.5]},
        "bar": {"from": "tube", "slide": {"uniform": {"low": -0.1, "high": 0.2}}, "slide_rate": 1}}}})";

}  // namespace

TEST_CASE("Stops between two bodies in space keep energy and momenta, and their gradients are those of the gaps") {
    for (const char* json : {door_json, bar_json}) {
        const Compiled compiled(json);
        CAPTURE(compiled.system.name());
        CHECK(compiled.system.conserved().size() == 7);
        const std::vector<InitialState> states = compiled.draw(5);
        const TrajectoryBatch batch = integrate(systems_of(compiled), states, {0.05, 81}, default_protocol());
        for (int i = 0; i < 5; ++i) {
            CHECK(batch.outcomes[to_size(i)].reason == EndReason::completed);
            CHECK(batch.impact_count[to_size(i)] > 0);
            const InitialState& start = states[to_size(i)];
            const std::size_t size = start.x.size(), last = (to_size(i) * 81 + 80) * size;
            for (const ConservedQuantity& q : compiled.system.conserved()) {
                CAPTURE(q.name);
                const double before = compiled.system.conserved_value(q, start.x.data(), start.v.data());
                CHECK(std::abs(compiled.system.conserved_value(q, &batch.x[last], &batch.v[last]) - before) < 1e-11);
            }
            for (const ContactGap& gap : gaps_of(compiled.graph.contacts(), compiled.system)) {
                std::vector<double> n(size);
                gap.function.gradient(start.x.data(), n);
                const Gap here = gap.function.at(start.x.data(), start.v.data(), start.s.data());
                double along = 0;
                for (std::size_t k = 0; k < size; ++k) along += n[k] * start.v[k];
                CHECK(std::abs(along - here.rate) < 1e-14 * (1 + std::abs(along)) * 4);
                // The difference of the gap over 2 h has an error of order h^2.
                const double h = 1e-5;
                double values[2];
                for (int side = 0; side < 2; ++side) {
                    InitialState moved = start;
                    for (std::size_t k = 0; k < size; ++k) moved.x[k] += (side == 0 ? h : -h) * start.v[k];
                    compiled.system.settle_angles(moved.x.data(), moved.s.data());
                    values[side] = gap.function.at(moved.x.data(), moved.v.data(), moved.s.data()).value;
                }
                CHECK(std::abs((values[0] - values[1]) / (2 * h) - here.rate) < 1e-7);
            }
        }
    }
}

TEST_CASE("A start outside the limits ends at once, and check names its angle") {
    const Pendulum pendulum(R"("low": 0.2, "high": 0.9)", 1);
    const TrajectoryBatch batch = pendulum.follow(1, {0.1, 5});
    CHECK(batch.outcomes[0].reason == EndReason::closed_contact);
    CHECK(batch.outcomes[0].contact == 0);
    const auto named = [](const Pendulum& one) {
        return closed_contact_in(one.compiled.graph, one.compiled.system, one.start(1), "m");
    };
    CHECK(named(pendulum) == "'walls' is at 0 rad, not within its limits, 0.2 to 0.9 rad");
    CHECK(named(Pendulum(R"("low": 0.2)", 1)) == "'walls' is at 0 rad, not within its limits, at least 0.2 rad");
    CHECK(named(Pendulum(R"("high": -0.2)", 1)) == "'walls' is at 0 rad, not within its limits, at most -0.2 rad");
    // On its limit it bounces at once, with a rate; at rest and without a push nothing says what follows.
    const Pendulum touching(R"("low": -1, "high": 0)", 1);
    CHECK(named(touching).empty());
    CHECK(closed_contact_in(touching.compiled.graph, touching.compiled.system, touching.start(0), "m") ==
          "'walls' starts on its limit, 0 rad");
    // Limits between which a turn fits: the count starts within them.
    CHECK(named(Pendulum(R"("low": 6, "high": 7)", 1)).empty());
    CHECK(named(Pendulum(R"("low": 1, "high": 12)", 1)).empty());
}

TEST_CASE("A trajectory with a Stop has the same bits alone and in a batch") {
    const Compiled compiled(door_json);
    const std::vector<InitialState> states = compiled.draw(11);
    const TimeGrid times{0.1, 31};
    const TrajectoryBatch all = integrate(systems_of(compiled), states, times, default_protocol());
    for (int i = 0; i < 11; ++i) {
        const TrajectoryBatch one = integrate(systems_of(compiled), {states[to_size(i)]}, times, default_protocol());
        CHECK(same_trajectory(one, 0, all, i));
        CHECK(same_bits(one.counted_angle, trajectory(all.counted_angle, all, i)));
        CHECK(same_bits(one.impact_time, trajectory(all.impact_time, all, i)));
    }
}
