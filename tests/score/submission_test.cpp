#include "score/submission.hpp"

#include <doctest/doctest.h>

#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_score_test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string problems(const RolloutFiles& files, const std::filesystem::path& submission) {
    return to_text(check_submission(TrajectoryFile(files.test()), TrajectoryFile(submission)).problems);
}

}  // namespace

TEST_CASE("the truth itself is a valid submission without remarks") {
    const RolloutFiles files;
    const auto path = files.submit("same.h5", [](TrajectoryBatch&) {});
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(to_text(check.problems) == "");
    CHECK(check.remarks.empty());
}

TEST_CASE("fewer trajectories and a shorter horizon are scored with a remark each") {
    const RolloutFiles files;
    const auto less = files.submit("less.h5", [](TrajectoryBatch& b) { cut(b, 5, 10); });
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(less));
    CHECK(to_text(check.problems) == "");
    CHECK(check.remarks ==
          std::vector<std::string>{"holds 5 of 6 trajectories; the missing ones have the worst value",
                                   "holds 10 of 21 samples of each trajectory; the missing ones have the worst value"});
}

TEST_CASE("more trajectories or samples than the test set has are refused with both shapes") {
    const RolloutFiles files("chain_pendulum_2", 5, 20), more("chain_pendulum_2", 6, 21);
    const auto path = more.submit(
        "more.h5", [](TrajectoryBatch&) {}, [&](DatasetDescription& d) { d.answers_digest = files.digest(); });
    CHECK(problems(files, path) == path.string() + ":/x: shape is (6, 21, 2, 2), expected (5, 20, 2, 2) from test.h5");
}

TEST_CASE("a submission to another test set is refused, and every other problem is named in the same pass") {
    const RolloutFiles files;
    const auto path = files.submit(
        "other.h5", [](TrajectoryBatch& b) { entry(b.x, b, 3, 0) += 0.5; },
        [](DatasetDescription& d) {
            d.answers_digest = std::string(64, 'b');
            d.times.dt = 0.05;
        });
    const std::string text = problems(files, path);
    CHECK(text.find(path.string() + ": answers the test set with digest bbbbbbbbbbbb, but test.h5 has " +
                    files.digest().substr(0, 12) + "; score it against the test set it was made for") !=
          std::string::npos);
    CHECK(text.find(":/t: time 1 is 0.05 s, expected 0.03 s from test.h5") != std::string::npos);
    CHECK(text.find(":/x: initial states of 1 of 6 trajectories differ from test.h5 (ids 3; by up to ") !=
          std::string::npos);
    CHECK(text.find("sample 0 is given and has to be copied") != std::string::npos);
}

TEST_CASE("a submission that does not say what it answers is scored with a remark") {
    const RolloutFiles files;
    const auto path = files.submit(
        "silent.h5", [](TrajectoryBatch&) {}, [](DatasetDescription& d) { d.answers_digest = ""; });
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(check.problems.empty());
    CHECK(check.remarks == std::vector<std::string>{"does not say which test set it answers"});
}

TEST_CASE("initial states rounded to float32 are equal") {
    const RolloutFiles files;
    const auto path = files.submit("rounded.h5", [](TrajectoryBatch& b) {
        for (double& value : b.x) value = static_cast<float>(value);
        for (double& value : b.v) value = static_cast<float>(value);
    });
    CHECK(problems(files, path) == "");
}

TEST_CASE("a perturbed reference rollout may start elsewhere, and says so") {
    const RolloutFiles files;
    const auto path = files.submit_perturbed("perturbed.h5", 1e-3);
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(to_text(check.problems) == "");
    REQUIRE(check.remarks.size() == 1);
    CHECK(check.remarks[0].find("reference rollout: initial states of 6 of 6 trajectories differ from test.h5") == 0);
}

TEST_CASE("values that are not finite are counted with their trajectories") {
    const RolloutFiles files;
    const auto path = files.submit("nan.h5", [](TrajectoryBatch& b) {
        entry(b.x, b, 2, 5) = not_a_number;
        entry(b.v, b, 2, 5) = std::numeric_limits<double>::infinity();
        entry(b.v, b, 4, 20) = not_a_number;
    });
    const NotFinite bad = count_not_finite(TrajectoryFile(path), 1);
    CHECK(bad.values == 3);
    CHECK(bad.trajectories == 2);
    CHECK(list_ids(bad.ids, bad.trajectories) == "2, ...");
    CHECK(problems(files, path) == "");
}

TEST_CASE("a submission in the place of a test set is refused") {
    const RolloutFiles files;
    const auto path = files.submit("same.h5", [](TrajectoryBatch&) {});
    CHECK_THROWS_WITH_AS(
        check_truth(TrajectoryFile(path)),
        (path.string() + ": is a submission, expected a test set; give the test set first, then submissions").c_str(),
        DataError);
    CHECK_NOTHROW(check_truth(TrajectoryFile(files.test())));
}
