#include "score/metrics/metrics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/body_graph.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/metrics/spread_fixture.hpp"
#include "score/metrics/structure_error.hpp"
#include "score/metrics/trajectory_curves.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using cchnn_test::spread_of_one;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double dt = 0.5;

// A bob of 2 kg on a rod of 1 m in the plane, g = 10 m/s^2: numbers to work out by hand.
const ConstrainedSystem& pendulum() {
    static const SystemSpec spec = parse_system(R"({
      "name": "hand_pendulum", "title": "t", "description": "d", "reference": "r", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [0, 0]}, {"id": "bob", "type": "Obj0D", "mass": 2}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
      "potentials": [{"type": "Gravity", "g": 10, "up": [0, 1]}],
      "initial_conditions": {"states": [{"position": {"bob": [0, -1]}}]},
      "sampling": {"dt": 0.5, "steps": 3}, "conserved": ["energy"]})",
                                                "hand_pendulum.json");
    static const BodyGraph graph(spec);
    static const ConstrainedSystem system(spec, graph);
    return system;
}

struct Trajectory {
    std::vector<double> x, v;
    TrajectoryView view(const CoordinateSpread* spread = nullptr) const {
        return {x.data(), v.data(), nullptr, spread};
    }
};

// Swings through the bottom at 3 m/s: kinetic energy 9 J, H = 9 - 20 = -11 J at sample 1.
Trajectory truth() { return {{1, 0, 0, -1, -1, 0}, {0, 0, 3, 0, 0, 0}}; }

struct Scored {
    std::vector<Metric> metrics;
    TrajectoryScores scores;
    double operator[](const std::string& key) const {
        for (std::size_t m = 0; m < metrics.size(); ++m)
            if (metrics[m].key == key) return scores.values[m];
        FAIL("no metric " << key);
        return not_a_number;
    }
};

Scored score(const Trajectory& predicted, const MetricChoices& choices = {}, const StructureScores* found = nullptr) {
    Scored scored{metrics_for(choices, 3, true), {}};
    const Trajectory t = truth();
    const CoordinateSpread spread = spread_of_one(3, t.x, t.v);
    scored.scores = score_trajectory(pendulum(), choices, scored.metrics, 3, dt, t.view(&spread), [&] {
        TrajectoryView view = predicted.view();
        view.structure = found;
        return view;
    }());
    return scored;
}

}  // namespace

TEST_CASE("metrics of a pendulum worked out by hand") {
    Trajectory predicted = truth();
    predicted.x[3] = -2;  // sample 1: bob at (0, -2) with v = (3, 1)
    predicted.v[3] = 1;
    const Scored s = score(predicted);
    // Sample 1: |zhat - z| = sqrt 2, |zhat| = sqrt 14, |z| = sqrt 10; H = 10 - 40 = -30 against -11; the rest agrees.
    const double err = std::sqrt(2.0) / (std::sqrt(14.0) + std::sqrt(10.0));
    constexpr double rounding = 1e-14;  // a few operations in another order
    CHECK(s["error_at_step_1"] == doctest::Approx(err).epsilon(rounding));
    CHECK(s["relative_error"] == doctest::Approx(std::sqrt((err + 1e-16) * 1e-16)).epsilon(1e-13));
    CHECK(s["energy_error"] == doctest::Approx(0.5 * 19.0 / 41.0).epsilon(rounding));
    CHECK(s["energy_error_scaled"] == doctest::Approx(0.5 * 19.0 / 9.0).epsilon(rounding));
    // Phi = 4 - 1 = 3 m^2, dPhi/dt = 2 x . v = 2 (0 * 3 - 2 * 1) = -4 m^2/s, |x| - 1 = 1 m, at one of two samples.
    CHECK(s["constraint_rmse"] == doctest::Approx(3 / std::sqrt(2.0)).epsilon(rounding));
    CHECK(s["constraint_rate_rmse"] == doctest::Approx(4 / std::sqrt(2.0)).epsilon(rounding));
    CHECK(s["distance_rmse"] == doctest::Approx(1 / std::sqrt(2.0)).epsilon(rounding));
    CHECK(s["valid_time_0.01"] == dt);
    CHECK(s["valid_time_0.5"] == 2 * dt);  // err = 0.205: never above 0.5
    CHECK(!s.scores.diverged);
}

TEST_CASE(
    "NRMSE, sMAPE and their valid prediction times of a pendulum worked out by hand, and what never moves is left "
    "out") {
    Trajectory predicted = truth();
    predicted.x[3] = -2;  // sample 1: y of the bob is -2 in place of -1
    predicted.v[3] = 1;   // its rate is 0 at all times: no part of either
    const Scored s = score(predicted);
    // Three coordinates move. y is 0, -1, 0: its variance is 2/9. Sample 1: NRMSE^2 = 1/3 (1 / (2/9)) = 3/2, and
    // sMAPE = 1/3 of 200 1/3 %; sample 2 is right.
    constexpr double rounding = 1e-14;
    CHECK(s["nrmse"] == doctest::Approx(std::sqrt(0.5 * 1.5)).epsilon(rounding));
    CHECK(s["smape"] == doctest::Approx(0.5 * 200 / 9).epsilon(rounding));
    CHECK(s["vpt_nrmse_0.4"] == dt);
    CHECK(s["vpt_smape_30"] == 2 * dt);  // 22 %: never above 30 %
    MetricChoices higher;
    higher.nrmse_at = {1.3};
    CHECK(score(predicted, higher)["vpt_nrmse_1.3"] == 2 * dt);
    CHECK(std::count(s.scores.nrmse.begin(), s.scores.nrmse.end(), 0.0) == 2);
    predicted.x[3] = not_a_number;
    const Scored lost = score(predicted);
    CHECK(lost["nrmse"] == inf);
    CHECK(lost["smape"] == 100);  // 200 % in one of two samples
}

TEST_CASE("MASE divides by the mean step of the context, and needs two given samples") {
    const SystemSpec spec = parse_system(R"({
      "name": "ball", "dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}],
      "initial_conditions": {"states": [{"position": {"a": [0]}}]}, "sampling": {"dt": 1, "steps": 4}})",
                                         "ball.json");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    // Given: x = 0, 1, 4, in steps of 1 and 3; v = 5 stands still in the context. Then x = 6, v = 9.
    const std::vector<double> x{0, 1, 4, 6}, v{5, 5, 5, 9};
    const CoordinateSpread spread = spread_of_one(4, x, v);
    MetricChoices choices;
    choices.context = 3;
    Scored s{metrics_for(choices, 2, false), {}};
    const std::vector<double> of_x{4, 9}, of_v{5, 0};
    s.scores = score_trajectory(system, choices, s.metrics, 2, 1, {&x[2], &v[2], nullptr, &spread},
                                {of_x.data(), of_v.data()});
    CHECK(s["mase"] == 1.5);  // |9 - 6| / 2
    const std::vector<Metric> without = metrics_for({}, 2, false);
    CHECK(std::none_of(without.begin(), without.end(), [](const Metric& m) { return m.key == "mase"; }));
}

TEST_CASE("energy drift, momentum and single bodies of two free masses worked out by hand") {
    const SystemSpec spec = parse_system(R"({
      "name": "two_masses", "dimension": 2,
      "bodies": [{"id": "light", "type": "Obj0D", "mass": 1}, {"id": "heavy", "type": "Obj0D", "mass": 2}],
      "initial_conditions": {"states": [{"position": {"light": [1, 0], "heavy": [0, 0]}}]},
      "sampling": {"dt": 0.5, "steps": 3}})",
                                         "two_masses.json");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    // light at (1, 0), heavy at (0, 1), both moving with (1, 0): kinetic energy 1/2 + 1 = 3/2 J at all times.
    const std::vector<double> x{1, 0, 0, 1, 1.5, 0, 0.5, 1, 2, 0, 1, 1}, v{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    Trajectory predicted{x, v};
    predicted.v[4] = 2;  // sample 1, light: (2, 0), energy 3 J
    predicted.v[8] = 2;  // sample 2, light: (2, 3), energy 7.5 J
    predicted.v[9] = 3;
    Scored s{metrics_for({}, 3, system, {{"light", 0, 1}, {"heavy", 1, 1}}), {}};
    const CoordinateSpread spread = spread_of_one(3, x, v);
    s.scores = score_trajectory(system, {}, s.metrics, 3, dt, {x.data(), v.data(), nullptr, &spread}, predicted.view());
    // Energy offsets / 1.5 J: 0, 1, 4; one pair half a span apart, (1 - 0) / 0.5 s = 2; beside it 0, 0, 2, median 0.
    CHECK(s["energy_drift"] == doctest::Approx(2).epsilon(1e-15));
    CHECK(s["energy_fluctuation"] == doctest::Approx(std::sqrt(4.0 / 3)).epsilon(1e-15));
    // p = 3 kg m/s along x, sum |p| = 3: errors 1/3 and 1/3 in x, 0 and 3/3 in y.
    CHECK(s["linear_momentum_error_x"] == doctest::Approx(1.0 / 3).epsilon(1e-15));
    CHECK(s["linear_momentum_error_y"] == doctest::Approx(0.5).epsilon(1e-15));
    // About the origin, z: light x v_y - y v_x = 0, 0, and 2 * 3 = 6 in sample 2; heavy is right. sum |x| |p| of the
    // truth is largest in sample 2: 2 * 1 + sqrt 2 * 2.
    CHECK(s["angular_momentum_error_z"] == doctest::Approx(0.5 * 6 / (2 + 2 * std::sqrt(2.0))).epsilon(1e-15));
    CHECK(s["body_error_heavy"] == doctest::Approx(1e-16).epsilon(1e-13));
    // light, sample 1: z = (1.5, 0, 1, 0), zhat = (1.5, 0, 2, 0); sample 2: (2, 0, 1, 0) and (2, 0, 2, 3).
    const double first = 1 / (std::sqrt(2.25 + 4) + std::sqrt(2.25 + 1)),
                 second = std::sqrt(10.0) / (std::sqrt(17.0) + std::sqrt(5.0));
    CHECK(s["body_error_light"] == doctest::Approx(std::sqrt(first * second)).epsilon(1e-13));
}

TEST_CASE("conditions on velocities alone have a rate of Phi, and no Phi that could be infinite") {
    const SystemSpec spec = parse_system(R"({
      "name": "skate", "dimension": 2, "bodies": [{"id": "skate", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "VelocityConstraint", "points": ["skate"], "equation": "vy - 2*vx"}],
      "initial_conditions": {"states": [{"position": {"skate": [0, 0]}}]}})",
                                         "skate.json");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    std::vector<std::string> keys;
    for (const Metric& metric : metrics_for({}, 3, system, {{"skate", 0, 1}})) keys.push_back(metric.key);
    const auto has = [&](const char* key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
    CHECK(has("constraint_rate_rmse"));
    CHECK(!has("constraint_rmse"));
    CHECK(!has("distance_rmse"));
}

TEST_CASE("distributions over time of a pendulum worked out by hand, whatever their order in time") {
    Trajectory predicted = truth();
    // x: {0, -1} and y: {-1, 0} at samples 1, 2; the same numbers at the other sample are the same distribution.
    predicted.x = {1, 0, -1, 0, 0, -1};
    predicted.v = {0, 0, 0, 0, 3, 0};
    CHECK(score(predicted)["wasserstein_x"] == 0);
    CHECK(score(predicted)["wasserstein_kinetic"] == 0);
    CHECK(score(predicted)["error_at_step_1"] > 0.5);
    // Sample 1 at (0.5, -2): sorted x {-1, 0.5} against {-1, 0}, y {-2, 0} against {-1, 0}; mean of 0.5/2 and 1/2.
    predicted = truth();
    predicted.x[2] = 0.5;
    predicted.x[3] = -2;
    CHECK(score(predicted)["wasserstein_x"] == (0.25 + 0.5) / 2);
    // Speeds 3 and 1 m/s of 2 kg: {1, 9} J against {0, 9}, divided by 9 J.
    predicted.v[5] = 1;
    CHECK(score(predicted)["wasserstein_kinetic"] == 0.5 / 9);
    // t = 0 too: x {-1, 0.5, 1} and y {-2, 0, 0}; a third of each difference.
    MetricChoices all;
    all.include_t0 = true;
    CHECK(score(predicted, all)["wasserstein_x"] == doctest::Approx(0.25).epsilon(1e-15));
    predicted.v[4] = inf;
    CHECK(score(predicted)["wasserstein_x"] == inf);  // a state is judged as a whole
    CHECK(score(predicted)["wasserstein_spectrum"] == inf);
    CHECK(score(predicted)["wasserstein_kinetic"] == inf);
}

TEST_CASE("the distance of spectra of two samples worked out by hand") {
    // M = 4: of two numbers a and -a about their mean P is 0, 2 a^2, 4 a^2, whatever a is; of one number twice all is
    // at 0.
    const double first = 1 - 0.0, second = 1 - 1.0 / 3;
    Trajectory predicted = truth();
    CHECK(score(predicted)["wasserstein_spectrum"] == 0);
    predicted.x = {1, 0, 0, -7, -9, 3};  // both entries move, as those of the truth
    CHECK(score(predicted)["wasserstein_spectrum"] == doctest::Approx(0).scale(1).epsilon(1e-15));
    predicted.x = {1, 0, 5, -7, 5, 3};  // x stands still
    CHECK(score(predicted)["wasserstein_spectrum"] == doctest::Approx((first + second) / (4 * dt) / 2).epsilon(1e-14));
}

TEST_CASE("the stacked constraint norm is there when chosen, as a geometric mean over time") {
    Trajectory predicted = truth();
    predicted.x[3] = -2;
    predicted.v[3] = 1;
    const Scored s = score(predicted, preset_choices("published"));
    // |(3, -4)| = 5 at sample 1, 0 elsewhere; floor 1e-8; two intervals divided by 3 dt.
    const double log_floor = std::log(1e-8), log_middle = std::log(5 + 1e-8);
    CHECK(s["constraint_stacked"] == doctest::Approx(std::exp((log_floor + log_middle) / 3)).epsilon(1e-13));
}

TEST_CASE("the truth scores itself: relative error at the floor, everything else 0, valid to the end") {
    const Scored s = score(truth());
    CHECK(s["relative_error"] == doctest::Approx(1e-16).epsilon(1e-13));
    for (const char* key : {"error_at_step_1", "energy_error", "energy_error_scaled", "constraint_rmse",
                            "constraint_rate_rmse", "distance_rmse"})
        CHECK_MESSAGE(s[key] == 0, key);
    CHECK(s["valid_time_0.01"] == 2 * dt);
    for (std::size_t m = 0; m < s.metrics.size(); ++m)
        CHECK_MESSAGE(s.scores.censored[m] == s.metrics[m].larger_is_better, s.metrics[m].key);
}

TEST_CASE("state xp weighs velocities with their masses") {
    Trajectory predicted = truth();
    predicted.v[2] = 4;
    MetricChoices choices;
    choices.state = StateChoice::xp;
    // p = 2 v: z = (0, -1, 6, 0), zhat = (0, -1, 8, 0).
    CHECK(score(predicted, choices)["error_at_step_1"] ==
          doctest::Approx(2 / (std::sqrt(65.0) + std::sqrt(37.0))).epsilon(1e-14));
}

TEST_CASE("a value that is not finite never improves a metric, whatever the prediction was") {
    Trajectory wild = truth();
    for (double& value : wild.x) value *= 1e5;
    for (double& value : wild.v) value -= 1e7;
    for (const Trajectory& prediction : {truth(), wild}) {
        for (const char* preset : {"paper", "published"}) {
            const Scored before = score(prediction, preset_choices(preset));
            for (std::size_t i = 0; i < 12; ++i) {
                Trajectory spoilt = prediction;
                (i < 6 ? spoilt.x[i] : spoilt.v[i - 6]) = i % 2 ? not_a_number : inf;
                const Scored after = score(spoilt, preset_choices(preset));
                CHECK(after.scores.diverged);
                CHECK(after.scores.not_finite_values == 1);
                for (std::size_t m = 0; m < before.metrics.size(); ++m) {
                    const bool better = before.metrics[m].larger_is_better
                                            ? after.scores.values[m] > before.scores.values[m]
                                            : !(after.scores.values[m] >= before.scores.values[m]);
                    CHECK_MESSAGE(!better, before.metrics[m].key << " at entry " << i);
                }
            }
        }
    }
}

TEST_CASE("a prediction of nothing but NaN has the worst value of every metric") {
    const std::vector<double> nothing(6, not_a_number);
    const Scored s = score({nothing, nothing});
    CHECK(s["relative_error"] == 1);
    CHECK(s["energy_error"] == 1);
    CHECK(s["energy_error_scaled"] == inf);
    CHECK(s["constraint_rmse"] == inf);
    CHECK(s["constraint_rate_rmse"] == inf);
    CHECK(s["distance_rmse"] == inf);
    CHECK(s["error_at_step_1"] == 1);
    CHECK(s["valid_time_0.5"] == 0);
    CHECK(s.scores.not_finite_values == 12);
}

TEST_CASE("one entry that is not finite spoils every metric of its state, also those that do not use it") {
    for (std::size_t i = 0; i < 4; ++i) {
        Trajectory spoilt = truth();
        (i < 2 ? spoilt.x[2 + i % 2] : spoilt.v[2 + i % 2]) = not_a_number;
        const Scored s = score(spoilt);
        CHECK(s["error_at_step_1"] == 1);
        CHECK(s["energy_error"] == 0.5);  // 1 at one of two counted samples
        for (const char* key : {"energy_error_scaled", "constraint_rmse", "constraint_rate_rmse", "distance_rmse"})
            CHECK_MESSAGE(s[key] == inf, key);
    }
}

TEST_CASE("errors at steps exist as far as a trajectory reaches, constraints where there are any") {
    const auto has = [](const std::vector<Metric>& metrics, const std::string& key) {
        for (const Metric& metric : metrics)
            if (metric.key == key) return true;
        return false;
    };
    CHECK(has(metrics_for({}, 100, true), "error_at_step_50"));
    CHECK(!has(metrics_for({}, 100, true), "error_at_step_100"));
    CHECK(has(metrics_for({}, 101, true), "error_at_step_100"));
    CHECK(!has(metrics_for({}, 100, false), "constraint_rmse"));
    CHECK(metrics_for({}, 100, false).front().kind == Metric::Kind::relative_error);
}

TEST_CASE("RMSE of positions and velocities, its share of the truth's spread, and the largest error, by hand") {
    // x is off by (0.3, 0.4) at sample 1 and right at sample 2, v by (0, 2) at sample 2: squares 0.25 and 4 in 4
    // entries.
    Trajectory off = truth();
    off.x[2] += 0.3;
    off.x[3] += 0.4;
    off.v[5] += 2;
    const MetricChoices choices;
    const std::vector<Metric> metrics = metrics_for(choices, 3, true);
    const Trajectory t = truth();
    const CoordinateSpread spread = spread_of_one(3, t.x, t.v);
    const TrajectoryScores scores = score_trajectory(pendulum(), choices, metrics, 3, dt, t.view(&spread), off.view());
    const auto value = [&](const std::string& key) {
        for (std::size_t m = 0; m < metrics.size(); ++m)
            if (metrics[m].key == key) return scores.values[m];
        return not_a_number;
    };
    CHECK(value("rmse_x") == doctest::Approx(0.25).epsilon(1e-14));
    CHECK(value("rmse_v") == doctest::Approx(1).epsilon(1e-14));
    // x: entries 1, 0, -1 and 0, -1, 0: squares about means 2 and 2/3, of 6 numbers 4/9. v: 0, 3, 0 and 0: 6 of 6.
    const double of_x = 0.25 / std::sqrt(4.0 / 9), of_v = 1;
    CHECK(value("rmse_normalised") == doctest::Approx(std::sqrt((of_x * of_x + of_v * of_v) / 2)).epsilon(1e-14));
    CHECK(value("largest_error") == *std::max_element(scores.err.begin(), scores.err.end()));
}

// Every number another one: no two metrics may be swapped.
TEST_CASE("each metric of structure is the number of its name") {
    MetricChoices choices;
    choices.found = true;
    const StructureScores found{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}, 0.16};
    const Scored s = score(truth(), choices, &found);
    CHECK(s["constraint_angle"] == 1);
    CHECK(s["constraint_angle_95"] == 2);
    CHECK(s["constraints_found"] == 3);
    CHECK(s["constraints_missed"] == 4);
    CHECK(s["constraints_invented"] == 5);
    CHECK(s["holonomic_found"] == 8);
    CHECK(s["holonomic_missed"] == 9);
    CHECK(s["holonomic_invented"] == 10);
    CHECK(s["invariant_angle"] == 11);
    CHECK(s["invariant_angle_95"] == 12);
    CHECK(s["invariants_found"] == 13);
    CHECK(s["invariants_missed"] == 14);
    CHECK(s["invariants_invented"] == 15);
    CHECK(s["structure_error"] == 0.16);
}
