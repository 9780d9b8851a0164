// Contacts of the judge against closed forms, in the digits of its number types, and motions that it leaves undecided.

#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "judge/motion.hpp"

namespace {

using namespace cchnn::judge;

template <class S>
struct Found {
    std::vector<std::vector<S>> states;
    std::string why;
};

template <class S>
Found<S> found(const std::string& text, const std::vector<S>& start, const std::vector<double>& times,
               double tolerance) {
    const System<S> system = make_system<S>(read_description(text));
    Found<S> made;
    made.states =
        follow(system, start, times, SizesInTime(times.size(), {1, 1}), {tolerance}, Patience{}, {}, &made.why);
    return made;
}

// Above a floor at height 0, with the acceleration 10.
std::string ball_on_floor(double restitution) {
    return R"({"dimension": 2, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Gravity", "g": 10}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "radius": 0.25, "point": [0, 0],
                    "normal": [0, 1], "restitution": )" +
           std::to_string(restitution) + "}]}";
}

// Three balls of radius 0.25 on a line, and walls for two of them.
const char* balls_on_a_line = R"({"dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1},
      {"id": "b", "type": "Obj0D", "mass": 1}, {"id": "c", "type": "Obj0D", "mass": 1}],
    "contacts": [
      {"type": "Contact", "shape": "balls", "between": ["a", "b"], "radii": [0.25, 0.25], "restitution": 1},
      {"type": "Contact", "shape": "balls", "between": ["b", "c"], "radii": [0.25, 0.25], "restitution": 1},
      {"type": "Contact", "shape": "plane", "on": "a", "radius": 0.25, "point": [-2, 0],
       "normal": [1, 0], "restitution": 1},
      {"type": "Contact", "shape": "plane", "on": "c", "radius": 0.25, "point": [2, 0],
       "normal": [-1, 0], "restitution": 1}]})";

}  // namespace

TEST_CASE("judge: a ball bounces as its parabolas do, to 29 digits") {
    const Quad e = 0.75, fall = sqrt(Quad(2) / 10), speed = 10 * fall;  // from a height of 1 above the contact
    const Found<Quad> motion = found<Quad>(ball_on_floor(0.75), {0, 1.25, 4, 0}, {0, 1, 1.75}, 1e-31);
    REQUIRE(motion.states.size() == 2);
    // Flights last 1.5, 1.125 and 0.84 of the first fall: the samples lie in the first and in the third of them.
    const Quad first = 1 - fall, third = Quad(1.75) - fall * (1 + 2 * e + 2 * e * e);
    const auto height = [&](const Quad& up, const Quad& t) { return Quad(0.25) + up * t - 5 * t * t; };
    CHECK(static_cast<double>(magnitude<Quad>(motion.states[0][1] - height(e * speed, first))) < 1e-29);
    CHECK(static_cast<double>(magnitude<Quad>(motion.states[1][1] - height(e * e * e * speed, third))) < 1e-29);
    CHECK(static_cast<double>(magnitude<Quad>(motion.states[1][0] - 7)) < 1e-29);
    const Quad lost = 20 * (1 - power(e, 6));  // of m g h = 20
    CHECK(static_cast<double>(magnitude<Quad>(motion.states[1][5] - lost)) < 1e-27);
}

TEST_CASE("judge: bounces end at their limit in time, and the ball then lies and slides") {
    // Falls 0.2 from a height of 0.2, then flights of 0.2, 0.1, ...: at rest at 0.6
    const Found<long double> motion =
        found<long double>(ball_on_floor(0.5), {0, 0.25L + 0.2L, 1, 0}, {0, 0.59, 0.61, 3}, 1e-17);
    REQUIRE(motion.states.size() == 3);
    CHECK(motion.states[0][1] > 0.25L + 1e-6L);
    for (const std::size_t k : {1, 2}) {
        CHECK(std::fabs(static_cast<double>(motion.states[k][1] - 0.25L)) < 1e-18);
        CHECK(std::fabs(static_cast<double>(motion.states[k][3])) < 1e-18);
        CHECK(std::fabs(static_cast<double>(motion.states[k][5] - 4)) < 1e-12);  // all of m g h
    }
    CHECK(std::fabs(static_cast<double>(motion.states[2][0] - 3)) < 1e-17);
}

TEST_CASE("judge: what slides down a dome leaves it at two thirds of its height") {
    // From rest at an angle of cos 0.96: leaves at c = 0.64, with v^2 = g R c, so that vx = sqrt(g R c) c from there on
    const char* dome = R"({"dimension": 2, "bodies": [{"id": "dome", "type": "Origin"},
        {"id": "ball", "type": "Obj0D", "mass": 0.3}], "potentials": [{"type": "Gravity", "g": 10}],
      "contacts": [{"type": "Contact", "shape": "balls", "between": ["ball", "dome"], "radii": [0.25, 0.75],
                    "restitution": 0.5}]})";
    const Quad sine = Quad(28) / 100, cosine = Quad(96) / 100;
    const Found<Quad> motion = found<Quad>(dome, {sine, cosine, 0, 0}, {0, 0.25, 1}, 1e-31);
    REQUIRE(motion.states.size() == 2);
    const auto distance = [&](std::size_t k) {
        return sqrt(motion.states[k][0] * motion.states[k][0] + motion.states[k][1] * motion.states[k][1]);
    };
    CHECK(static_cast<double>(magnitude<Quad>(distance(0) - 1)) < 1e-32);
    CHECK(distance(1) > 1);
    const Quad c = Quad(64) / 100;
    CHECK(static_cast<double>(magnitude<Quad>(motion.states[1][2] - sqrt(10 * c) * c)) < 1e-28);
}

TEST_CASE("judge: impacts at the same time are left undecided where they act on each other, and only there") {
    // Both outer balls reach the middle one at 1, or their walls.
    const std::vector<long double> together{-1.5, 0, 0, 0, 1.5, 0, 1, 0, 0, 0, -1, 0};
    const Found<long double> undecided = found<long double>(balls_on_a_line, together, {0, 0.5, 2}, 1e-17);
    CHECK(undecided.states.size() == 1);
    CHECK(undecided.why == "impacts at the same time act on each other");
    const std::vector<long double> apart{-1.5, 0, 0, 0, 1.5, 0, -1, 0, 0, 0, 1, 0};
    const Found<long double> commute = found<long double>(balls_on_a_line, apart, {0, 0.5, 0.75}, 1e-17);
    REQUIRE(commute.states.size() == 2);
    CHECK(commute.states[1][6] == 1);
    CHECK(commute.states[1][10] == -1);
    // One after another: a hits b, b hits c, c hits its wall.
    const Found<long double> chain =
        found<long double>(balls_on_a_line, {-1.5, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}, {0, 1.25, 2, 3}, 1e-17);
    REQUIRE(chain.states.size() == 3);
    CHECK(std::fabs(static_cast<double>(chain.states[0][8] - 1)) < 1e-17);
    CHECK(std::fabs(static_cast<double>(chain.states[1][10] - 1)) < 1e-17);
    CHECK(std::fabs(static_cast<double>(chain.states[2][10] + 1)) < 1e-17);
}

TEST_CASE("judge: a ball that passes a post is free, hits it, or is left undecided where it touches without a speed") {
    const char* post = R"({"dimension": 2, "bodies": [{"id": "post", "type": "Origin"},
        {"id": "ball", "type": "Obj0D", "mass": 1}],
      "contacts": [{"type": "Contact", "shape": "balls", "between": ["post", "ball"], "radii": [0.5, 0.5],
                    "restitution": 1}]})";
    const auto passing = [&](long double at) { return found<long double>(post, {-2, at, 1, 0}, {0, 4}, 1e-17); };
    REQUIRE(passing(1 + 1e-12L).states.size() == 1);
    CHECK(passing(1 + 1e-12L).states[0][1] == 1 + 1e-12L);
    REQUIRE(passing(1 - 1e-12L).states.size() == 1);
    CHECK(passing(1 - 1e-12L).states[0][1] > 1 + 1e-6L);  // turned by 2 sqrt(2 1e-12)
    CHECK(passing(1).states.empty());
    CHECK(passing(1).why == "the smallest gap is not significantly different from 0");
}

TEST_CASE("judge: a mass on a spring is followed through every impact on a wall") {
    // From x = a with w = 10, the wall at -1: impacts every 2 arccos(-1/a) / w, between them a cosine.
    const char* spring =
        R"({"dimension": 1, "bodies": [{"id": "o", "type": "Origin"}, {"id": "m", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Spring", "between": ["o", "m"], "stiffness": 100, "rest_length": 0}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "m", "point": [-1], "normal": [1], "restitution": 1}]})";
    std::vector<double> times;
    for (int k = 0; k <= 40; ++k) times.push_back(0.5 * k);
    for (int start = 1; start <= 12; ++start) {
        const long double a = 1 + start * 7e-4L, period = 2 * std::acos(-1 / a) / 10;
        const double tolerance = start % 2 == 0 ? 1e-14 : 1e-16;
        const Found<long double> motion = found<long double>(spring, {a, 0}, times, tolerance);
        REQUIRE(motion.states.size() == 40);
        double largest = 0;
        for (std::size_t k = 1; k <= 40; ++k) {
            const long double since = std::remainder(0.5L * static_cast<long double>(k), period);
            const long double off = motion.states[k - 1][0] - a * std::cos(10 * since);
            largest = std::max(largest, static_cast<double>(std::fabs(off)));
        }
        CHECK(largest < 1e-10);  // 33 impacts at small speeds multiply what 1e-14 in each step leaves
    }
}

TEST_CASE("judge: starts that a contact does not allow are left undecided") {
    const Found<long double> below = found<long double>(ball_on_floor(0.5), {0, 0.2L, 0, 0}, {0, 1}, 1e-17);
    CHECK(below.states.empty());
    CHECK(below.why == "a gap is negative at the start");
    CHECK_THROWS_AS(read_description(R"({"dimension": 1, "bodies": [], "contacts": [{"type": "Contact", "shape": "box",
        "restitution": 1}]})"),
                    cchnn::DataError);
}
