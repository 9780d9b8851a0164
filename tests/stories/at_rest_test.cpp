// Systems that stand still, from the file to the page: six rigid legs under a plate cannot move, a pendulum hangs, a
// body floats.

#include <doctest/doctest.h>

#include <cmath>

#include "contains_text.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

// Legs from six points of the floor to six of the plate, crossed as in a flight simulator.
std::string legs(const std::string& kind, const std::string& moments, const std::string& third) {
    std::string bodies, links;
    const double height = 0.7, turn = 3.141592653589793 / 180;
    const double above[] = {10, 110, 130, 230, 250, 350}, below[] = {50, 70, 170, 190, 290, 310};
    for (int i = 0; i < 6; ++i) {
        const double x = 0.3 * std::cos(above[i] * turn), y = 0.3 * std::sin(above[i] * turn);
        const double a = 0.5 * std::cos(below[i] * turn), b = 0.5 * std::sin(below[i] * turn);
        char text[300];
        std::snprintf(text, sizeof text, R"({"id": "foot%d", "type": "Origin", "position": [%.17g, %.17g, 0]}, )", i, a,
                      b);
        bodies += text;
        std::snprintf(
            text, sizeof text,
            R"(%s{"type": "Link", "between": ["foot%d", {"body": "plate", "point": [%.17g, %.17g%s]}], "length": %.17g})",
            i ? ", " : "", i, x, y, third.c_str(), std::hypot(x - a, y - b, height));
        links += text;
    }
    return R"({"name": "legs", "dimension": 3, "bodies": [)" + bodies + R"({"id": "plate", "type": ")" + kind +
           R"(", "mass": 2, "second_moments": [)" + moments + R"(]}], "constraints": [)" + links +
           R"(], "potentials": [{"type": "Gravity"}], "initial_conditions": {"bodies": {"plate": {"position": [0, 0, 0.7],
           "velocity": [0, 0, 0], "euler_zxz": [0, 0, 0], "euler_rates": [0, 0, 0]}}},
           "sampling": {"dt": 0.1, "steps": 20}})";
}

const std::string hanging = R"({"name": "hanging", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin", "position": [0.1, 0.7]}, {"id": "bob", "type": "Obj0D", "mass": 1.5},
             {"id": "tail", "type": "Obj0D", "mass": 0.3}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1.1}],
  "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["bob", "tail"], "stiffness": 7, "rest_length": 0.3}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 0}, "tail": {"from": "bob", "angle": 0, "length": 0.72042857142857142}}},
  "sampling": {"dt": 0.1, "steps": 20}})";

// At rest but for roundings of its velocity.
const std::string alone = R"({"name": "alone", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1.5}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}], "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 0}}}, "sampling": {"dt": 0.05, "steps": 40}})";

const std::string floating = R"({"name": "floating", "dimension": 3,
  "bodies": [{"id": "rock", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.3]}],
  "initial_conditions": {"bodies": {"rock": {"position": [0.3, 0, 0.5], "velocity": [0, 0, 0],
    "euler_zxz": [0.3, 0.4, 0.5], "euler_rates": [0, 0, 0]}}}, "sampling": {"dt": 0.1, "steps": 20}})";

}  // namespace

TEST_CASE("a system that stands still is generated, verified and scored with numbers that mean something") {
    std::string json;
    bool can_move = true;
    SUBCASE("a plate on six legs") {
        json = legs("Obj2D", "0.02, 0.03", "");
        can_move = false;
    }
    SUBCASE("a body on six legs") {
        json = legs("Obj3D", "0.02, 0.03, 0.01", ", 0");
        can_move = false;
    }
    SUBCASE("a pendulum with a weight on a spring below") { json = hanging; }
    SUBCASE("a pendulum") { json = alone; }
    SUBCASE("a body that floats") { json = floating; }
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(json, "own.json");
    CHECK((ConstrainedSystem(spec, BodyGraph(spec)).degrees_of_freedom() > 0) == can_move);
    const GenerateReport report = generate(spec, small(scratch.path(), 0, 0, 3));
    CHECK(report.splits.front().worst_energy_drift <
          1e-12);  // roundings of H, a few joules, beside W of 0.1 J and more

    const Verification verified = verify_directory(report.directory, {});
    for (const VerifiedItem& item : verified.items) {
        CAPTURE(item.what);
        CHECK(item.passed);
        if (item.measured) CHECK(item.value < 1e-11);
    }

    const fs::path test = report.splits.front().file;
    RolloutOptions options;
    options.test_set = test;
    options.output = scratch / "perturbed.h5";
    options.epsilon = 1e-3;
    rollout(spec, options);
    ScoringOptions scoring;
    scoring.choices.resamples = 0;
    const Scores scores = evaluate({test, {options.output, test}, scoring});
    for (const SubmissionScores& s : scores.submissions) {
        CHECK(s.truths_at_rest == 3);
        for (const MetricScore& m : s.metrics) {
            CAPTURE(m.metric.key);
            CHECK(std::isfinite(m.summary.mean));
            if (m.metric.key.starts_with("energy_") && !can_move) CHECK(m.summary.mean < 1e-12);
            // (energy_error is 1 where H = 0 and the prediction moves: the paper's own measure)
            if (m.metric.key.starts_with("energy_") && m.metric.key != "energy_error") CHECK(m.summary.mean < 1);
            if (m.metric.kind == Metric::Kind::momentum_error)
                CHECK(m.summary.mean < 1);  // 1e-3 away from where it stands
        }
        CHECK(s.remarks.back().starts_with("the reference is at rest in 3 of 3 trajectories"));
        for (const std::string& remark : s.remarks) CHECK_FALSE(contains_text(remark, "inf"));
    }
}
