// A test set whose masses and lengths differ from trajectory to trajectory is scored with each one's own.

#include <doctest/doctest.h>

#include "files/hdf5_file.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

SystemSpec family() {
    return parse_system(R"({"name": "family", "dimension": 2,
      "bodies": [{"id": "hook", "type": "Origin", "position": [0, 0]},
                 {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}],
      "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})",
                        "family.json");
}

fs::path family_test_set(const ScratchDirectory& scratch, std::uint64_t count) {
    GenerateOptions options = small(scratch.path(), 0, 0, count);
    options.protocol = default_protocol();
    options.overwrite = true;
    generate(family(), options);
    return scratch / "family/test.h5";
}

}  // namespace

TEST_CASE("each trajectory of a family is scored with its own lengths and masses") {
    const ScratchDirectory scratch;
    const fs::path test = family_test_set(scratch, 4);
    ScoringOptions scoring;
    scoring.choices.resamples = 0;
    const SubmissionScores itself = evaluate({test, {test}, scoring}).submissions.front();
    for (const MetricScore& score : itself.metrics)
        if (score.metric.key == "distance_rmse")
            CHECK(score.summary.p95 < 1e-14);  // projected; nominal lengths are decimetres off
}

TEST_CASE("a family whose lengths are drawn is not answered in q, which does not say them, and the reason is given") {
    const ScratchDirectory scratch;
    const fs::path test = family_test_set(scratch, 4);
    const TrajectoryFile truth(test);
    const fs::path submission = scratch / "q.h5";
    const Shape shape{4, static_cast<std::uint64_t>(truth.info().samples), 1};
    Hdf5File file = Hdf5File::create(submission, submission);
    const std::vector<double> zeros(byte_count(shape, 1), 0.0);
    for (const char* name : {"/q", "/qdot"}) {
        file.make_array(name, float64, shape, {});
        file.write(name, {0, 0, 0}, shape, zeros.data());
    }
    file.close();
    ScoringOptions scoring;
    try {
        evaluate({test, {submission}, scoring});
        FAIL("nothing was thrown");
    } catch (const DataError& error) {
        CHECK(to_text(error.problems()) == submission.string() +
                                               ":/q: family draws Link hook-bob length for each trajectory, which q "
                                               "does not determine; give /x and /v");
    }
}

TEST_CASE("a family's rollout from its test set is the truth again, bit for bit, and the first of more are the same") {
    const ScratchDirectory scratch;
    const fs::path test = family_test_set(scratch, 4);
    RolloutOptions options;
    options.output = scratch / "again.h5";
    options.test_set = test;
    rollout(family(), options);
    std::vector<double> x, v, again_x, again_v, values, more;
    const TrajectoryFile truth(test);
    truth.read(0, 4, x, v);
    TrajectoryFile(options.output).read(0, 4, again_x, again_v);
    CHECK(x == again_x);
    CHECK(v == again_v);
    values = truth.rows("/parameters", 0, 4);
    REQUIRE(values.size() == 8);
    more = TrajectoryFile(family_test_set(scratch, 6)).rows("/parameters", 0, 4);
    CHECK(values == more);
    for (std::size_t i = 0; i < 8; i += 2) {
        CHECK((values[i] > 1 && values[i] < 3));
        CHECK((values[i + 1] > 0.5 && values[i + 1] < 2));
        CHECK(std::hypot(x[i / 2 * x.size() / 4], x[i / 2 * x.size() / 4 + 1]) ==
              doctest::Approx(values[i + 1]).epsilon(1e-14));
    }
}
