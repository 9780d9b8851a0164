// Impacts found in samples, by hand: a point moves at 1 m/s towards a floor and back, sampled every 0.4 s.

#include "score/metrics/impact_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

constexpr double dt = 0.4;

struct Path {
    std::vector<double> x, v;  // of one point in a plane, above y = 0
    Path(const std::vector<double>& heights, const std::vector<double>& rates) {
        for (std::size_t k = 0; k < heights.size(); ++k) {
            x.insert(x.end(), {0.0, heights[k]});
            v.insert(v.end(), {0.0, rates[k]});
        }
    }
};

struct Floor {
    ImpactScores scores(const Path& truth, const Path& predicted, const std::vector<double>& times, bool finite = true,
                        double until = INFINITY) const {
        const ReferenceImpacts impacts{&gaps, times, std::vector<int>(times.size(), 0), until};
        TrajectoryView of_truth{truth.x.data(), truth.v.data()};
        of_truth.impacts = &impacts;
        return impact_scores(compiled.system, static_cast<int>(truth.x.size() / 2), dt, of_truth,
                             {predicted.x.data(), predicted.v.data()}, finite);
    }
    Compiled compiled{R"({"name": "point", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}],
        "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "point": [0, 0], "normal": [0, 1], "restitution": 1}],
        "initial_conditions": {"bodies": {"a": {"position": [0, 1]}}}})"};
    std::vector<ContactGap> gaps = gaps_of(compiled.graph.contacts(), compiled.system);
};

constexpr double rounding = 1e-14;  // of times of 1 s
const Path truth({1, 0.6, 0.2, 0.2, 0.6, 1.0, 1.4}, {-1, -1, -1, 1, 1, 1, 1});

}  // namespace

TEST_CASE("impacts of a prediction: found where straight paths meet, right, late, missed and invented") {
    const Floor floor;
    const ImpactScores right = floor.scores(truth, truth, {1});
    CHECK(right.before == 2);
    CHECK(right.after == 3);
    CHECK(right.wrong == 0);
    CHECK(right.time_error < rounding);
    CHECK(right.impulse_error < rounding);
    // 0.1 s late, 0.1 m behind the floor.
    const ImpactScores late = floor.scores(truth, Path({1, 0.6, 0.2, 0, 0.4, 0.8, 1.2}, {-1, -1, -1, 1, 1, 1, 1}), {1});
    CHECK(late.wrong == 0);
    CHECK(std::abs(late.time_error - 0.1) < rounding);
    CHECK(late.impulse_error < rounding);
    // It leaves the floor at 0.5 m/s: of the impulse of 2 m/s times its mass a quarter is missing.
    const ImpactScores slow =
        floor.scores(truth, Path({1, 0.6, 0.2, 0.1, 0.3, 0.5, 0.7}, {-1, -1, -1, 0.5, 0.5, 0.5, 0.5}), {1});
    CHECK(slow.wrong == 0);
    CHECK(slow.time_error < rounding);
    CHECK(std::abs(slow.impulse_error - 0.25) < rounding);
    const ImpactScores through =
        floor.scores(truth, Path({1, 0.6, 0.2, -0.2, -0.6, -1, -1.4}, {-1, -1, -1, -1, -1, -1, -1}), {1});
    CHECK(through.wrong == 1);
    CHECK(through.time_error == 2 * dt);
    CHECK(through.impulse_error == 1);
    // Back again from the air: one is right, one of three is invented.
    const ImpactScores twice =
        floor.scores(truth, Path({1, 0.6, 0.2, 0.2, 0.6, 0.2, 0.2}, {-1, -1, -1, 1, -1, -1, 1}), {1});
    CHECK(twice.wrong == 1 / 3.0);
    CHECK(twice.time_error < rounding);
    // It turns 1 s before it is there: missed and invented.
    const ImpactScores early =
        floor.scores(truth, Path({0.1, 0.3, 0.7, 1.1, 1.5, 1.9, 2.3}, {-1, 1, 1, 1, 1, 1, 1}), {1});
    CHECK(early.wrong == 1);
    CHECK(early.time_error == 2 * dt);
    const ImpactScores lost = floor.scores(truth, truth, {1}, false);
    CHECK(lost.wrong == 1);
    CHECK(lost.time_error == 2 * dt);
    CHECK(lost.impulse_error == 1);
}

TEST_CASE("impacts of a prediction: a turn in the air is none, and what the samples do not show does not count") {
    const Floor floor;
    const Path in_the_air({1, 0.6, 0.3, 0.3, 0.6, 1.0, 1.4}, {-1, -1, -0.1, 0.1, 1, 1, 1});
    CHECK(floor.scores(truth, in_the_air, {1}).wrong == 1);
    // An impact of /events without a turn between its samples, and impacts before the first and after the last one.
    const ImpactScores hidden = floor.scores(in_the_air, in_the_air, {-0.2, 1, 2.5});
    CHECK(hidden.wrong == 0);
    CHECK(hidden.time_error == 0);
    CHECK(hidden.before == 2);
    const ImpactScores none = floor.scores(in_the_air, truth, {});
    CHECK(none.wrong == 1);
    CHECK(none.time_error == 0);
    CHECK(none.before == 6);
    CHECK(none.after == 6);
    // Before sample 1 and in the last interval.
    CHECK(floor.scores(truth, truth, {0.1}).before == 1);
    CHECK(floor.scores(truth, truth, {0.1}).after == 1);
    CHECK(floor.scores(truth, truth, {2.3}).after == 6);
}

TEST_CASE(
    "impacts of a prediction: after the last one that a file keeps none counts, and the order of a file does not") {
    const Floor floor;
    const Path twice({1, 0.6, 0.2, 0.2, 0.6, 0.2, 0.2}, {-1, -1, -1, 1, -1, -1, 1});
    CHECK(floor.scores(twice, twice, {1}, true, 1).wrong == 0);
    CHECK(floor.scores(twice, truth, {1}, true, 1).wrong == 0);
    CHECK(floor.scores(truth, twice, {1}, true, 1).wrong == 0);
    CHECK(floor.scores(truth, twice, {1}).wrong == 1 / 3.0);
    const ImpactScores sorted = floor.scores(twice, twice, {1, 2.2}), shuffled = floor.scores(twice, twice, {2.2, 1});
    CHECK(sorted.wrong == 0);
    CHECK(shuffled.wrong == 0);
    CHECK(shuffled.before == sorted.before);
    // The same impact twice counts once, and one that is not a number not at all.
    CHECK(floor.scores(truth, truth, {1, 1}).wrong == 0);
    CHECK(floor.scores(truth, truth, {NAN, 1}).wrong == 0);
}
