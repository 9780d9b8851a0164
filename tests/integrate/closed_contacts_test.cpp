// Contacts that stay closed, with known answers: a ball that leaves a sphere, a rope that becomes taut and slack, doors and
// carts that come to rest at their stops, balls that others hit; starts, corners, and bounds where bounces end.

#include "integrate/impacts/closed_contacts.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/impacts/impact_search.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

using Pair = std::array<double, 2>;

std::string digits(double number) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

// A plane turned, shifted, and in other units of length, time and mass.
struct Similar {
    double length = 1, time = 1, mass = 1, angle = 0;
    Pair shift{0, 0};

    Pair turned(Pair q) const {
        const double c = std::cos(angle), s = std::sin(angle);
        return {c * q[0] - s * q[1], s * q[0] + c * q[1]};
    }
    Pair place(Pair q) const {
        const Pair there = turned(q);
        return {shift[0] + length * there[0], shift[1] + length * there[1]};
    }
    Pair velocity(Pair v) const {
        const Pair there = turned(v);
        return {length / time * there[0], length / time * there[1]};
    }
    // The opposite of place() and velocity().
    Pair place_of(const double* x) const {
        return Similar{1, 1, 1, -angle}.turned({(x[0] - shift[0]) / length, (x[1] - shift[1]) / length});
    }
    Pair velocity_of(const double* v) const {
        return Similar{1, 1, 1, -angle}.turned({v[0] * time / length, v[1] * time / length});
    }
    std::string text(Pair q) const { return "[" + digits(q[0]) + ", " + digits(q[1]) + "]"; }
    std::string gravity(double g) const {
        return R"({"type": "Gravity", "g": )" + digits(g * length / time / time) + ", \"up\": " + text(turned({0, 1})) +
               "}";
    }
    std::string point(const std::string& id, double m) const {
        return R"({"id": ")" + id + R"(", "type": "Obj0D", "mass": )" + digits(m * mass) + "}";
    }
    std::string origin(const std::string& id) const {
        return R"({"id": ")" + id + R"(", "type": "Origin", "position": )" + text(place({0, 0})) + "}";
    }
    std::string plane(const std::string& on, Pair at, Pair normal, double e) const {
        return R"({"type": "Contact", "shape": "plane", "on": ")" + on + R"(", "point": )" + text(place(at)) +
               R"(, "normal": )" + text(turned(normal)) + R"(, "restitution": )" + digits(e) + "}";
    }
    std::string between(const std::string& shape, const std::string& a, const std::string& b, double reach,
                        double e) const {
        const std::string size = shape == "within" ? R"("distance": )" + digits(reach * length)
                                                   : R"("radii": [)" + digits(reach * length) + ", 0]";
        return R"({"type": "Contact", "shape": ")" + shape + R"(", "between": [")" + a + "\", \"" + b + "\"], " + size +
               R"(, "restitution": )" + digits(e) + "}";
    }
    InitialState state(const std::vector<Pair>& places, const std::vector<Pair>& velocities) const {
        InitialState made;
        for (const Pair& q : places)
            for (const double entry : place(q)) made.x.push_back(entry);
        for (const Pair& v : velocities)
            for (const double entry : velocity(v)) made.v.push_back(entry);
        return made;
    }
};
const std::vector<Similar> frames{{}, {1000, 30, 5, 0.7, {3000, -2000}}, {1e-3, 0.1, 1e-4, -2.5, {0.002, 0.001}}};

struct Resting {
    Resting(const std::string& bodies, const std::string& potentials, const std::string& contacts, int dimension = 2,
            const std::string& constraints = "", const std::string& placements = "")
        : compiled("{\"name\": \"resting\", \"dimension\": " + std::to_string(dimension) + ", \"bodies\": [" + bodies +
                   "], \"constraints\": [" + constraints + "], \"potentials\": [" + potentials + "], \"contacts\": [" +
                   contacts + "], \"initial_conditions\": {\"bodies\": {" + placements + "}}}") {}
    BatchSystems systems() const { return BatchSystems(compiled.system).with_contacts(compiled.graph.contacts()); }
    TrajectoryBatch follow(const std::vector<InitialState>& states, TimeGrid times) const {
        TrajectoryBatch batch = integrate(systems(), states, times, default_protocol());
        add_error_bounds(systems(), states, times, ErrorBoundRule(default_protocol(), 0), batch);
        return batch;
    }
    Compiled compiled;
};

std::string at(const std::string& id, const Similar& frame, Pair q) {
    return "\"" + id + "\": {\"position\": " + frame.text(frame.place(q)) + "}";
}

constexpr double g = 9.81;

}  // namespace

TEST_CASE("A ball that slides down a sphere leaves it at two thirds of its height, and flies on along a parabola") {
    for (const Similar& frame : frames) {
        CAPTURE(frame.length);
        const Resting sphere(frame.origin("post") + ", " + frame.point("ball", 2), frame.gravity(g),
                             frame.between("balls", "ball", "post", 1, 0), 2, "", at("ball", frame, {0, 1}));
        const double start = 0.3, high = std::cos(start), left = 2 * high / 3;
        const TrajectoryBatch batch =
            sphere.follow({frame.state({{std::sin(start), high}}, {{0, 0}})}, {0.02 * frame.time, 60});
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        CHECK(batch.impact_count[0] == 0);
        // Where it leaves: v^2 = g cos(angle), from the energy and the radial force.
        const double across = std::sqrt(1 - left * left), speed = std::sqrt(g * left);
        const Pair v0{speed * left, -speed * across};
        int on = 0, off = 0;
        for (std::size_t k = 0; k < 60; ++k) {
            CAPTURE(k);
            const Pair x = frame.place_of(&batch.x[2 * k]), v = frame.velocity_of(&batch.v[2 * k]);
            // Numbers of the shifted frame are 4 times as large as lengths; errors of the start grow 30 times.
            CHECK(std::abs(v[0] * v[0] + v[1] * v[1] - 2 * g * (high - x[1])) < 1e-12);
            CHECK(batch.error_bound[k] < 1e-9);
            if (x[1] > left + 1e-9) {
                CHECK(std::abs(std::hypot(x[0], x[1]) - 1) < 4e-15);
                ++on;
            } else if (x[1] < left - 1e-9) {
                const double t = (x[0] - across) / v0[0];
                CHECK(std::abs(v[0] - v0[0]) < 1e-11);
                CHECK(std::abs(x[1] - (left + v0[1] * t - g * t * t / 2)) < 1e-11);
                ++off;
            }
        }
        CHECK(on > 20);
        CHECK(off > 10);
    }
}

TEST_CASE("A rope that becomes taut takes the radial speed, swings its bob, and is slack where nothing pulls") {
    for (const Similar& frame : frames) {
        CAPTURE(frame.length);
        const Resting rope(frame.origin("hook") + ", " + frame.point("bob", 0.3), frame.gravity(g),
                           frame.between("within", "bob", "hook", 1, 0), 2, "", at("bob", frame, {-0.8, -0.3}));
        const Pair x0{-0.8, -0.3}, v0{4, -5};
        const TrajectoryBatch batch = rope.follow({frame.state({x0}, {v0})}, {0.01 * frame.time, 200});
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        // Where the flight meets the circle.
        double taut = 0.1;
        const auto flight = [&](double t) { return Pair{x0[0] + v0[0] * t, x0[1] + v0[1] * t - g * t * t / 2}; };
        for (int i = 0; i < 60; ++i) {
            const Pair x = flight(taut);
            taut -= (x[0] * x[0] + x[1] * x[1] - 1) / (2 * (x[0] * v0[0] + x[1] * (v0[1] - g * taut)));
        }
        const Pair x1 = flight(taut), v1{v0[0], v0[1] - g * taut};
        const double around = x1[0] * v1[1] - x1[1] * v1[0], radial = x1[0] * v1[0] + x1[1] * v1[1];
        REQUIRE(batch.impact_count[0] >= 2);
        CHECK(std::abs(batch.impact_time[0] / frame.time - taut) < 1e-12);
        CHECK(std::abs(batch.impact_speed[0] * frame.time / frame.length - radial) < 1e-11);
        const double momentum = frame.mass * frame.length / frame.time;
        CHECK(std::abs(batch.impact_impulse[0] / momentum - 0.3 * radial) < 1e-11);
        CHECK(std::abs(batch.impact_loss[0] / (momentum * frame.length / frame.time) - 0.15 * radial * radial) < 1e-11);
        // Tension 0: v^2 = g y on the circle.
        const double energy = around * around / 2 + g * x1[1], slack = 2 * energy / (3 * g);
        REQUIRE(slack > 0.2);
        REQUIRE(slack < 0.9);
        const double side = std::sqrt(1 - slack * slack), speed = std::sqrt(g * slack);
        const Pair v2{-speed * slack, speed * side};  // counterclockwise
        int swings = 0, flies = 0;
        bool left = false;
        for (std::size_t k = 0; k < 200; ++k) {
            CAPTURE(k);
            const double time = 0.01 * static_cast<double>(k);
            if (time < taut || time > batch.impact_time[1] / frame.time) continue;
            const Pair x = frame.place_of(&batch.x[2 * k]), v = frame.velocity_of(&batch.v[2 * k]);
            CHECK(std::abs((v[0] * v[0] + v[1] * v[1]) / 2 + g * x[1] - energy) < 1e-11);
            CHECK(batch.error_bound[k] < 1e-9);
            left = left || x[1] > slack;
            if (!left) {
                CHECK(std::abs(std::hypot(x[0], x[1]) - 1) < 4e-15);
                ++swings;
            } else {
                const double t = (x[0] - side) / v2[0];
                CHECK(std::abs(v[0] - v2[0]) < 1e-11);
                CHECK(std::abs(x[1] - (slack + v2[1] * t - g * t * t / 2)) < 1e-11);
                CHECK(std::hypot(x[0], x[1]) < 1);
                ++flies;
            }
        }
        CHECK(swings > 10);
        CHECK(flies > 10);
    }
}

namespace {

struct AtStop {
    std::string what;
    std::string bodies, potential, stop;
    int dimension;
    std::string constraint, placement;
    double pull;  // acceleration back to the limit, rad/s^2 or m/s^2
};

// Without gravity, so that flights between bounces have a closed form.
std::vector<AtStop> stops(double e) {
    const std::string bounce = ", \"restitution\": " + digits(e) + "}",
                      frame = R"({"id": "frame", "type": "Origin"}, )";
    return {{"hinge in a plane", frame + R"({"id": "door", "type": "Obj1D", "mass": 3, "second_moments": ["1/12"]})",
             R"({"type": "Torque", "bodies": ["frame", "door"], "torque": -2})",
             R"({"type": "Stop", "shape": "angle", "bodies": ["frame", "door"], "low": 0.4)" + bounce, 2,
             R"({"type": "Joint", "between": ["frame", {"body": "door", "point": [-0.5]}]})",
             R"("door": {"from": "frame", "angle": "1.4 + pi/2"})", 2},
            {"hinge in space, beyond a turn",
             frame + R"({"id": "door", "type": "Obj2D", "mass": 3, "second_moments": ["1/12", 0.5]})",
             R"({"type": "Torque", "bodies": ["frame", "door"], "axis": [[0, 0.6, 0.8], [0, 1]], "torque": 2})",
             R"({"type": "Stop", "shape": "angle", "bodies": ["frame", "door"], "axis": [[0, 0.6, 0.8], [0, 1]],
                 "low": -9, "high": 8)" +
                 bounce,
             3,
             R"({"type": "Joint+Axis", "between": ["frame", {"body": "door", "point": [-0.5, 0]}],
                 "axis": [[0, 0.6, 0.8], [0, 1]]})",
             R"("door": {"from": "frame", "hinge_angle": 7})", 2},
            {"slide in a plane", frame + R"({"id": "cart", "type": "Obj0D", "mass": 2})",
             R"({"type": "Force", "on": "cart", "force": [-3, -4]})",
             R"({"type": "Stop", "shape": "slide", "between": ["frame", "cart"], "along": [0.6, 0.8], "low": -0.5)" +
                 bounce,
             2, R"({"type": "Slider", "between": ["frame", "cart"], "axis": [[0.6, 0.8]], "turn": true})",
             R"("cart": {"from": "frame", "slide": 0.5})", 2.5}};
}

}  // namespace

TEST_CASE("Doors and carts come to rest at their stops after geometric series of bounces, and stay there") {
    for (const double e : {0.0, 0.3, 0.7})
        for (const AtStop& one : stops(e)) {
            CAPTURE(one.what);
            CAPTURE(e);
            const Resting system(one.bodies, one.potential, one.stop, one.dimension, one.constraint, one.placement);
            const Compiled& compiled = system.compiled;
            const TimeGrid times{0.1, 101};
            const TrajectoryBatch batch = system.follow(compiled.draw(1), times);
            CHECK(batch.outcomes[0].reason == EndReason::completed);
            // It starts 1 rad or 1 m from its limit, at rest.
            const double first = std::sqrt(2 / one.pull), rest = first * (1 + e) / (1 - e);
            CHECK(std::abs(batch.impact_time[0] - first) < 1e-12);
            const std::size_t last = static_cast<std::size_t>(batch.impact_count[0]) - 1;
            const std::size_t size = batch.x.size() / 101;
            const ContactGap gap = gaps_of(compiled.graph.contacts(), compiled.system).back();
            const auto gap_at = [&](std::size_t k) {
                const double* const angles = batch.counted_angle.data() + k * batch.counted_angle.size() / 101;
                return gap.function.at(&batch.x[k * size], &batch.v[k * size], angles);
            };
            // A flight of the lowest height h lasts sqrt(8 h / pull), and those that are left out 1 / (1 - e) of it.
            const double lowest = lowest_bounce * gap_zone(gap_at(0));
            const double after = e == 0 ? 1e-12 : std::sqrt(8 * lowest / one.pull) / (1 - e);
            CHECK(after < 5e-5);
            CHECK(std::abs(batch.impact_time[last] - rest) < after);
            CHECK(batch.impact_loss[last] * 2 ==
                  doctest::Approx(batch.impact_impulse[last] * batch.impact_speed[last]));
            for (std::size_t k = 0; k < 101; ++k) {
                CAPTURE(k);
                CHECK(std::abs(batch.energy[k] + batch.dissipated[k] - batch.energy[0]) < 1e-11);
                if (batch.error_bound[k] < 1) CHECK(batch.error_bound[k] < 1e-9);
                if (times.time(static_cast<int>(k)) < rest + after) continue;
                const Gap here = gap_at(k);
                CHECK(std::abs(here.value) < 1e-14 * here.scale);
                CHECK(std::abs(here.rate) < 1e-14);
                CHECK(batch.error_bound[k] < 1e-9);
            }
        }
}

TEST_CASE("Impacts press closed contacts, or open those that they would have to pull") {
    for (const Similar& frame : frames) {
        CAPTURE(frame.length);
        const double unit = frame.length / frame.time;
        // A ball falls on one that rests on a floor, which acts as if it had infinite mass: e = 1 sends it back.
        const std::string two = frame.point("below", 1) + ", " + frame.point("above", 2);
        const std::string places = at("below", frame, {0, 0}) + ", " + at("above", frame, {0, 1});
        const Resting pile(
            two, frame.gravity(g),
            frame.plane("below", {0, 0}, {0, 1}, 0.5) + ", " + frame.between("balls", "above", "below", 0.2, 1), 2, "",
            places);
        const TrajectoryBatch back =
            pile.follow({frame.state({{0.1, 0}, {0.1, 1}}, {{0, 0}, {0, 0}})}, {0.1 * frame.time, 9});
        CHECK(back.outcomes[0].reason == EndReason::completed);
        CHECK(back.impact_count[0] == 1);
        const double hit = std::sqrt(2 * 0.8 / g);
        CHECK(std::abs(back.impact_time[0] / frame.time - hit) < 1e-12);
        CHECK(std::abs(back.impact_impulse[0] / (frame.mass * unit) - 4 * g * hit) < 1e-11);
        for (std::size_t k = 0; k < 9; ++k) {
            const double t = 0.1 * static_cast<double>(k), since = t < hit ? t : t - 2 * hit;
            const Pair above = frame.place_of(&back.x[4 * k + 2]);
            CHECK(std::abs(frame.place_of(&back.x[4 * k])[1]) < 1e-14);
            CHECK(std::abs(above[1] - (1 - g * since * since / 2)) < 1e-12);
            CHECK(back.error_bound[k] < 1e-9);
        }
        // A ball that rises becomes taut on a rope and takes the other one from the floor.
        const Resting yank(
            two, frame.gravity(g),
            frame.plane("below", {0, 0}, {0, 1}, 0.5) + ", " + frame.between("within", "above", "below", 1, 0), 2, "",
            places);
        const TrajectoryBatch up =
            yank.follow({frame.state({{0, 0}, {0, 0.5}}, {{0, 0}, {0, 6}})}, {0.01 * frame.time, 40});
        CHECK(up.outcomes[0].reason == EndReason::completed);
        const double speed = std::sqrt(36 - 2 * g * 0.5), taut = (6 - speed) / g, both = 2 * speed / 3;
        CHECK(up.impact_count[0] == 1);
        CHECK(std::abs(up.impact_time[0] / frame.time - taut) < 1e-12);
        CHECK(std::abs(up.impact_impulse[0] / (frame.mass * unit) - both) < 1e-11);
        // Both then fly on together, with a rope that neither pulls nor is slack.
        for (std::size_t k = 0; k < 40; ++k) {
            const double t = 0.01 * static_cast<double>(k) - taut;
            if (t < 0) continue;
            CHECK(std::abs(frame.place_of(&up.x[4 * k])[1] - (both * t - g * t * t / 2)) < 1e-12);
            CHECK(std::abs(frame.place_of(&up.x[4 * k + 2])[1] - (1 + both * t - g * t * t / 2)) < 1e-12);
            CHECK(up.error_bound[k] < 1e-9);
        }
    }
}

TEST_CASE("A ball comes to rest in a corner, wall by wall, with the same bits alone and in a batch") {
    for (const Similar& frame : frames) {
        CAPTURE(frame.length);
        const double c = std::cos(0.4), s = std::sin(0.4);
        const Resting corner(frame.point("ball", 1), frame.gravity(g),
                             frame.plane("ball", {1, 2}, {-s, c}, 0.4) + ", " + frame.plane("ball", {1, 2}, {c, s}, 0),
                             2, "", at("ball", frame, {2, 3}));
        std::vector<InitialState> states;
        for (int i = 0; i < 9; ++i) states.push_back(frame.state({{1.7, 2.6 + 0.1 * i}}, {{0.2 * i - 0.8, 0}}));
        const TimeGrid times{0.07 * frame.time, 61};
        const TrajectoryBatch all = corner.follow(states, times);
        for (std::size_t i = 0; i < 9; ++i) {
            CAPTURE(i);
            CHECK(all.outcomes[i].reason == EndReason::completed);
            const std::size_t last = i * 61 + 60;
            const Pair x = frame.place_of(&all.x[2 * last]), v = frame.velocity_of(&all.v[2 * last]);
            CHECK(std::hypot(x[0] - 1, x[1] - 2) < 1e-14);
            CHECK(std::hypot(v[0], v[1]) < 1e-14);
            CHECK(all.error_bound[last] < 1e-9);
            const TrajectoryBatch one = corner.follow({states[i]}, times);
            CHECK(same_trajectory(one, 0, all, static_cast<int>(i)));
            CHECK(same_bits(one.impact_time, trajectory(all.impact_time, all, static_cast<int>(i))));
            CHECK(same_bits(one.error_bound, trajectory(all.error_bound, all, static_cast<int>(i))));
        }
    }
}

TEST_CASE("A start that touches stays closed, leaves, bounces, or ends by name") {
    const Similar frame;
    const auto follow = [&](const Pair& force, Pair x, Pair v) {
        const Resting ball(frame.point("ball", 1),
                           R"({"type": "Force", "on": "ball", "force": )" + frame.text(force) + "}",
                           frame.plane("ball", {0, 0}, {0, 1}, 0.5), 2, "", at("ball", frame, {0, 1}));
        return ball.follow({frame.state({x}, {v})}, {0.1, 6});
    };
    // Some ten steps round numbers of about 1; 5e-14 was seen.
    const TrajectoryBatch lies = follow({0, -g}, {3, 0}, {2, 0});
    CHECK(lies.outcomes[0].reason == EndReason::completed);
    CHECK(std::abs(lies.x[10] - 4) < 1e-14);
    CHECK(std::abs(lies.x[11]) < 1e-15);
    CHECK(lies.error_bound[5] < 1e-11);
    const TrajectoryBatch leaves = follow({0, g}, {3, 0}, {2, 0});
    CHECK(leaves.outcomes[0].reason == EndReason::completed);
    CHECK(std::abs(leaves.x[11] - g / 8) < 2e-13);
    CHECK(leaves.error_bound[5] < 1e-11);
    const TrajectoryBatch rises = follow({0, -g}, {3, 0}, {2, 5});
    CHECK(rises.impact_count[0] == 0);
    CHECK(std::abs(rises.x[11] - (2.5 - g / 8)) < 2e-13);
    const TrajectoryBatch bounces = follow({0, -g}, {3, 0}, {2, -5});
    CHECK(bounces.impact_count[0] == 1);
    CHECK(std::abs(bounces.x[11] - (1.25 - g / 8)) < 1e-13);
    for (const TrajectoryBatch& ends : {follow({4, 0}, {3, 0}, {2, 0}), follow({0, -g}, {3, -1e-6}, {2, 0})}) {
        CHECK(ends.outcomes[0].reason == EndReason::closed_contact);
        CHECK(ends.outcomes[0].contact == 0);
        CHECK(ends.outcomes[0].samples == 1);
    }
    // A second wall that is the same as the first holds nothing more.
    const Resting twice(frame.point("ball", 1), frame.gravity(g),
                        frame.plane("ball", {0, 0}, {0, 1}, 0) + ", " + frame.plane("ball", {1, 0}, {0, 1}, 0), 2, "",
                        at("ball", frame, {0, 1}));
    CHECK(twice.follow({frame.state({{0, 0}}, {{0, 0}})}, {0.1, 6}).outcomes[0].reason == EndReason::closed_contact);
}

TEST_CASE("Balls that hit with e = 0 and without forces fly on together, as many as there are") {
    for (const double unit : {1.0, 1e-3, 1e4}) {
        CAPTURE(unit);
        std::string bodies, contacts, places;
        InitialState start;
        for (int i = 0; i < 5; ++i) {
            const std::string id = "ball" + std::to_string(i), before = "ball" + std::to_string(i - 1);
            bodies += (i ? ", " : "") + std::string(R"({"id": ")") + id + R"(", "type": "Obj0D", "mass": )" +
                      digits(1 + 0.3 * i) + "}";
            places += (i ? ", \"" : "\"") + id + "\": {\"position\": [" + digits(unit * i) + "]}";
            start.x.push_back(unit * i);
            start.v.push_back(i == 0 ? 3 * unit : 0);
            if (i > 0)
                contacts += (i > 1 ? ", " : "") +
                            std::string(R"({"type": "Contact", "shape": "balls", "between": [")") + before + "\", \"" +
                            id + R"("], "radii": [)" + digits(0.2 * unit) + ", " + digits((0.1 + 0.05 * i) * unit) +
                            R"(], "restitution": 0})";
        }
        const Resting row(bodies, "", contacts, 1, "", places);
        const TrajectoryBatch batch = row.follow({start}, {0.05, 101});
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        CHECK(batch.impact_count[0] == 4);
        // Momentum: after the impact with ball i all masses up to it have one velocity.
        double mass = 1, velocity = 3, time = 0;
        for (std::size_t i = 1; i < 5; ++i) {
            const double next = 1 + 0.3 * static_cast<double>(i);
            time += (1 - 0.2 - (0.1 + 0.05 * static_cast<double>(i))) / velocity;
            CHECK(std::abs(batch.impact_time[i - 1] - time) < 1e-13 * 10);
            velocity *= mass / (mass + next);
            mass += next;
        }
        for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs(batch.v[5 * 100 + i] / unit - velocity) < 1e-13);
        CHECK(batch.error_bound[100] < 1e-11);
    }
}
