#include "score/shown_trajectories.hpp"

#include <doctest/doctest.h>

#include "score/rollout_fixture.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

EvaluateRequest request_for(const RolloutFiles& files, const std::filesystem::path& submission) {
    EvaluateRequest request{files.test(), {submission}, {}};
    request.options.choices.resamples = 0;
    request.animate = true;
    return request;
}

// Trajectory i is off by (i + 1) * 1e-3, trajectory 3, where there is one, is not finite.
std::filesystem::path submit_graded(const RolloutFiles& files) {
    return files.submit("graded.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i)
            for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += (i + 1) * 1e-3;
        if (b.count > 3) entry(b.x, b, 3, 5) = NAN;
    });
}

}  // namespace

TEST_CASE("the typical, best and worst trajectories are animated, and the one asked for before them") {
    const RolloutFiles files;
    EvaluateRequest request = request_for(files, submit_graded(files));
    Scores scores = evaluate(request);
    const std::vector<double>& errors = scores.submissions[0].relative_error;
    REQUIRE(scores.animated.size() == 3);
    CHECK(scores.animated[0].id == scores.shown.id);
    CHECK(scores.animated[0].name == "median error of graded");
    CHECK(errors[scores.animated[1].id] == *std::min_element(errors.begin(), errors.end()));
    CHECK(scores.animated[1].name == "smallest error of graded");
    CHECK(errors[scores.animated[2].id] == *std::max_element(errors.begin(), errors.end()));
    request.shown = scores.animated[2].id;
    scores = evaluate(request);
    REQUIRE(scores.animated.size() == 3);
    CHECK(scores.animated[0].name == "as asked");
    request.animate = false;
    CHECK(evaluate(request).animated.empty());
}

TEST_CASE("errors beside an animation are those of the curve over time, for every state and norm") {
    const RolloutFiles files("chain_pendulum_2", 1, 21);
    for (const auto& [state, norm] : {std::pair{StateChoice::xv, NormChoice::sum},
                                      {StateChoice::xp, NormChoice::sum},
                                      {StateChoice::xv, NormChoice::vector}}) {
        EvaluateRequest request = request_for(files, submit_graded(files));
        request.options.choices.state = state;
        request.options.choices.norm = norm;
        const Scores scores = evaluate(request);
        CHECK(scores.animated.size() == 1);
        CHECK(scores.animated[0].stride == 1);
        CHECK(scores.animated[0].err[0] == scores.submissions[0].error_over_time.mean);  // a mean over one
    }
}

TEST_CASE("a long trajectory is animated at no more than 600 of its times") {
    const RolloutFiles files("chain_pendulum_1", 2, 1300);
    const Scores scores = evaluate(request_for(files, submit_graded(files)));
    std::vector<double> x, v;
    TrajectoryFile(files.test()).read(scores.animated[0].id, 1, x, v);
    CHECK(scores.animated[0].stride == 3);
    REQUIRE(scores.animated[0].x[0].size() == 2 * 434);  // samples 0, 3, ..., 1299
    CHECK(scores.animated[0].x[0][2 * 100] == x[2 * 300]);
    CHECK(scores.animated[0].err[0].size() == 434);
}
