#include "score/metrics/forecast_error.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "graph/body_graph.hpp"
#include "score/metrics/metrics.hpp"
#include "score/metrics/spread_fixture.hpp"
#include "score/metrics/trajectory_curves.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using cchnn_test::spread_of_one;

namespace {

constexpr double rounding = 1e-13;
doctest::Approx about(double value) { return doctest::Approx(value).epsilon(rounding); }

// x = 0, 1, 2, 3, 4 in steps of one time unit, and what a model says of it; the velocity 1 stands still. Both are moved
// by `shift`, then multiplied by `unit`.
struct Ball {
    const SystemSpec spec = parse_system(R"({
      "name": "ball", "dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}],
      "initial_conditions": {"states": [{"position": {"a": [0]}}]}, "sampling": {"dt": 1, "steps": 5}})",
                                         "ball.json");
    const BodyGraph graph{spec};
    const ConstrainedSystem system{spec, graph};
    std::vector<Metric> metrics;
    TrajectoryScores scores;

    explicit Ball(double shift = 0, double unit = 1, double dt = 1, int context = 1) {
        const auto moved = [&](std::vector<double> values) {
            for (double& value : values) value = (value + shift) * unit;
            return values;
        };
        const std::vector<double> x = moved({0, 1, 2, 3, 4}), said = moved({0, 1.1, 2.2, 3.9, 7}), v(5, unit / dt);
        const CoordinateSpread spread = spread_of_one(5, x, v);
        MetricChoices choices;
        choices.context = context;
        choices.nrmse_at = {0.1, 3};
        const int samples = 6 - context;
        const auto given = static_cast<std::size_t>(context - 1);
        metrics = metrics_for(choices, samples, false);
        scores = score_trajectory(system, choices, metrics, samples, dt, {&x[given], &v[given], nullptr, &spread},
                                  {&said[given], &v[given]});
    }
    double operator[](const std::string& key) const {
        for (std::size_t m = 0; m < metrics.size(); ++m)
            if (metrics[m].key == key) return scores.values[m];
        FAIL("no metric " << key);
        return 0;
    }
};

}  // namespace

TEST_CASE("NRMSE divides each coordinate by its own spread, and takes the root of the mean square") {
    const CoordinateSpread spread{{0.0, 0.0}, {2.0, 0.5}, {0, 1}};
    const double x = 3, v = -1, said_x = 4, said_v = 0;
    // Off by 1/2 and by 2 spreads: the mean of 1/4 and 4 is 17/8.
    CHECK(nrmse({&said_x, &said_v}, {&x, &v}, spread) == about(std::sqrt(17.0 / 8)));
}

TEST_CASE("sMAPE is 200 % of opposite signs, 100 % of three times as much, and 0 of two zeros") {
    const CoordinateSpread three{std::vector(6, 0.0), std::vector(6, 1.0), {0, 1, 2}};
    const std::vector<double> x{1, 1, 0}, said{-1, 3, 0}, v(3, 0.0);
    CHECK(smape({said.data(), v.data()}, {x.data(), v.data()}, three) == about((200.0 + 100 + 0) / 3));
}

TEST_CASE("a forecast that leaves the motion sample by sample is worked out by hand") {
    const Ball ball;
    // sigma^2 = (4 + 1 + 0 + 1 + 4)/5 = 2. Squares of NRMSE: 0.01/2, 0.04/2, 0.81/2, 9/2, so NRMSE is
    // 0.07, 0.14, 0.64, 2.1 at samples 1 .. 4.
    CHECK(ball["nrmse"] == about(std::sqrt((0.005 + 0.02 + 0.405 + 4.5) / 4)));
    CHECK(ball["vpt_nrmse_0.1"] == 2);
    CHECK(ball["vpt_nrmse_0.4"] == 3);
    CHECK(ball["vpt_nrmse_3"] == 4);  // never above 3: the last sample
    // sMAPE: 20/2.1 = 9.5, 40/4.2 = 9.5, 180/6.9 = 26, 600/11 = 54.5 %: above 30 % at sample 4 alone.
    CHECK(ball["smape"] == about((20 / 2.1 + 40 / 4.2 + 180 / 6.9 + 600.0 / 11) / 4));
    CHECK(ball["vpt_smape_30"] == 4);
    // Given 0, 1, 2 in steps of 1: off by 0.9 and 3.
    CHECK(Ball(0, 1, 1, 3)["mase"] == about(1.95));
    CHECK(Ball(0, 1, 1, 3)["vpt_nrmse_0.4"] == 1);  // from the last given sample on
}

TEST_CASE("NRMSE and MASE are the same in other units and from another origin, sMAPE in other units alone") {
    const Ball metres, millimetres(0, 1000), minutes(0, 1, 1.0 / 60), moved(10);
    for (const char* key : {"nrmse", "smape", "vpt_nrmse_0.4", "vpt_smape_30"}) {
        CAPTURE(key);
        CHECK(millimetres[key] == about(metres[key]));
    }
    CHECK(minutes["nrmse"] == about(metres["nrmse"]));
    CHECK(minutes["vpt_nrmse_0.4"] == about(3.0 / 60));
    CHECK(moved["nrmse"] == about(metres["nrmse"]));
    CHECK(Ball(10, 1000, 0.5, 3)["mase"] == about(1.95));
    // From 10: 20/22.1, 40/24.2, 180/26.9, 600/31 = 19 %. A percentage depends on where 0 is.
    CHECK(moved["smape"] == about((20 / 22.1 + 40 / 24.2 + 180 / 26.9 + 600.0 / 31) / 4));
    CHECK(moved["vpt_smape_30"] == 4);
}
