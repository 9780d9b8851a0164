// A test set whose masses and lengths differ from trajectory to trajectory is scored with each one's own.

#include <doctest/doctest.h>

#include "evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_story_test;

TEST_CASE("each trajectory of a family is scored with its own lengths and masses") {
    const Scratch scratch;
    const SystemSpec spec = parse_system(R"({"name": "family", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]},
                 {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}],
      "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})", "family.json");
    GenerateOptions options = small(scratch.path(), 0, 0, 4);
    options.protocol = default_protocol();
    generate(spec, options);
    const fs::path test = scratch / "family/test.h5";
    ScoringOptions scoring;
    scoring.choices.resamples = 0;
    const SubmissionScores itself = evaluate({test, {test}, scoring}).submissions.front();
    for (const MetricScore& score : itself.metrics)
        if (score.metric.key == "distance_rmse") CHECK(score.summary.p95 < 1e-14);  // projected; nominal lengths are decimetres off
}
