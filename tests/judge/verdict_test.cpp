// What the judge says of stored trajectories: of right ones, of wrong ones, and of systems that are off by 1e-12.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "judge/stored_motion.hpp"

using namespace cchnn_test;

namespace {

constexpr double everything = 1e-16;  // as a level of refinement: below the floor of bounds

// A double pendulum in numbers that doubles hold exactly, with all they derive: 1/m, l^2, m g.
std::string dyadic(const std::string& mass, const std::string& length, const std::string& g) {
    return R"({"name": "dyadic", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": )" +
           mass + R"(}, {"id": "b", "type": "Obj0D", "mass": 0.5}],
      "constraints": [{"type": "Link", "between": ["hook", "a"], "length": )" +
           length + R"(}, {"type": "Link", "between": ["a", "b"], "length": 0.5}],
      "potentials": [{"type": "Gravity", "g": )" +
           g + R"(}],
      "initial_conditions": {"bodies": {"a": {"from": "hook", "angle": 1.5}, "b": {"from": "a", "angle": 2}}},
      "sampling": {"dt": 0.0625, "steps": 33}})";
}

judge::Stored refined(const std::string& json) {
    const Compiled c(json);
    const TrajectoryBatch batch = bounded_motion(c, c.draw(1), everything);
    REQUIRE(batch.outcomes.front().refined);
    return stored_motion(batch, c.own_times(), 0);
}

}  // namespace

TEST_CASE("judge: a refined trajectory in exact numbers is within its bound, and 1e-12 more of any number is seen") {
    const judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    CHECK(beyond(verdict_of(dyadic("1", "1", "9.8125"), stored), stored) == 0);
    const std::string more = "000000000001";
    CHECK(beyond(verdict_of(dyadic("1." + more, "1", "9.8125"), stored), stored) > 20);
    CHECK(beyond(verdict_of(dyadic("1", "1." + more, "9.8125"), stored), stored) > 20);
    CHECK(beyond(verdict_of(dyadic("1", "1", "9.8125" + more.substr(4)), stored), stored) > 20);
}

TEST_CASE("judge: a trajectory that is wrong at one sample is wrong at that one, by as much as it is") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    double squared = 0;
    for (std::size_t i = 20; i < 24; ++i) squared += stored.x[i] * stored.x[i] + stored.v[i] * stored.v[i];
    stored.x[21] += 2e-9 * std::sqrt(squared);  // n d = 4: sample 5, the height of a
    const judge::Verdict verdict = verdict_of(dyadic("1", "1", "9.8125"), stored);
    CHECK(beyond(verdict, stored) == 1);
    CHECK(verdict.errors[5] == doctest::Approx(1e-9).epsilon(1e-6));
    CHECK(verdict.energy_off > 1e-11);
}

TEST_CASE("judge: samples belong to the stored times") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    for (double& t : stored.times) t *= 1 + 1e-13;
    CHECK(beyond(verdict_of(dyadic("1", "1", "9.8125"), stored), stored) > 20);
}

TEST_CASE("judge: a trajectory at rest stays there, and costs nothing") {
    const std::string standing = R"({"name": "standing", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["hook", "a"], "length": 1}], "potentials": [{"type": "Gravity"}]})";
    judge::Stored stored;
    for (int k = 0; k < 40; ++k) {
        stored.times.push_back(k);
        stored.x.insert(stored.x.end(), {0, -1});
        stored.v.insert(stored.v.end(), {0, 0});
        stored.bound.push_back(1e-15);
    }
    const judge::Verdict verdict = verdict_of(standing, stored);
    CHECK(verdict.judged);
    CHECK(beyond(verdict, stored) == 0);
    CHECK(verdict.seconds < 5);
}

TEST_CASE("judge: it says in which digits a motion was found, and by how many solutions") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    const auto with_bounds = [&](double bound) {
        std::fill(stored.bound.begin() + 1, stored.bound.end(), bound);
        return verdict_of(dyadic("1", "1", "9.8125"), stored);
    };
    const judge::Verdict roughly = with_bounds(1e-9), beyond_64_bits = with_bounds(1e-18);
    CHECK(roughly.judged);
    CHECK_FALSE(roughly.quad);
    CHECK(roughly.solutions == 2);
    CHECK(beyond_64_bits.judged);
    CHECK(beyond_64_bits.quad);
    CHECK(beyond_64_bits.solutions > 2);
}

TEST_CASE("judge: samples from where a bound is 1 are not compared and have no error") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    std::fill(stored.bound.begin() + 9, stored.bound.end(), 1.0);
    const judge::Verdict verdict = verdict_of(dyadic("1", "1", "9.8125"), stored);
    CHECK(verdict.judged);
    CHECK(verdict.compared == 8);
    for (std::size_t k = 0; k < stored.times.size(); ++k) CHECK(std::isnan(verdict.errors[k]) == (k > 8));
}

TEST_CASE("judge: a state that is not finite is infinitely far off, also where the bound is 1, a start is refused") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    stored.bound.back() = 1;
    stored.x[5 * 4] = stored.x[stored.x.size() - 1] = std::numeric_limits<double>::quiet_NaN();
    const judge::Verdict verdict = verdict_of(dyadic("1", "1", "9.8125"), stored);
    CHECK(verdict.judged);
    CHECK(std::isinf(verdict.errors[5]));
    CHECK(std::isinf(verdict.errors.back()));
    CHECK(std::isinf(verdict.energy_off));
    stored.v[1] = std::numeric_limits<double>::infinity();
    CHECK(verdict_of(dyadic("1", "1", "9.8125"), stored).why_not == "its first sample is not finite");
    stored.times.resize(1);
    CHECK(verdict_of(dyadic("1", "1", "9.8125"), stored).why_not == "it ends before its second sample");
}

TEST_CASE("judge: bounds of 1 need no motion, a time that is up and a request to stop are said") {
    judge::Stored stored = refined(dyadic("1", "1", "9.8125"));
    const judge::Judge judged(judge::read_description(dyadic("1", "1", "9.8125")));
    const std::atomic<bool> stop = true;
    const judge::Verdict stopped = judged.judge(stored, {std::chrono::steady_clock::time_point::max(), &stop});
    CHECK_FALSE(stopped.judged);
    CHECK(stopped.why_not == "the time limit was reached");
    std::fill(stored.bound.begin() + 1, stored.bound.end(), 1.0);
    const judge::Verdict nothing = judged.judge(stored, {std::chrono::steady_clock::time_point::max(), &stop});
    CHECK_FALSE(nothing.judged);
    CHECK(nothing.compared == 0);
    CHECK(nothing.why_not == "its bound is infinite from the first sample on");
}

TEST_CASE("judge: a point on a curve goes on from the parameter that is stored, also on a crossing") {
    // A lemniscate crosses itself at the origin, at u = pi/2 and 3 pi/2; y grows along one branch and falls along the
    // other.
    const std::string eight =
        R"json({"name": "eight", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["bead"],
        "curve": {"parameter": "u", "x": "cos(u)", "y": "sin(u)*cos(u)", "range": [0, 6.3]}}]})json";
    const judge::Judge judged(judge::read_description(eight));
    const double half_pi = 1.5707963267948966;
    for (double branch : {half_pi, 3 * half_pi}) {
        const double side = branch < 2 ? 1 : -1;
        judge::Stored stored;
        stored.times = {0, 0.01};
        stored.x = {0, 0, 0, 0};
        stored.v = {-side, -1, -side, -1};
        stored.tracks = {branch};
        const judge::Verdict verdict = judged.judge(stored, judge::Patience{});
        CHECK(verdict.judged);
        // (x, y) moves by about (-side, -1) 0.01; the stored state stays: 0.0141 of |z| = 2 sqrt 2.
        CHECK(verdict.errors[1] == doctest::Approx(0.005).epsilon(0.01));
    }
}
