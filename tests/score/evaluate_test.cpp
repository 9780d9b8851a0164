#include "stories/evaluate/evaluate.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "report/json_report.hpp"
#include "report/tables/table_reports.hpp"
#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

ScoringOptions quick() {
    ScoringOptions options;
    options.choices.resamples = 200;
    return options;
}

const MetricScore& metric(const SubmissionScores& submission, const std::string& key) {
    for (const MetricScore& score : submission.metrics)
        if (score.metric.key == key) return score;
    throw std::out_of_range(key);
}

}  // namespace

TEST_CASE("a test set scores itself at the floor, with energy errors 0, for every system") {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const RolloutFiles files(name, 2, 8);
        const SubmissionScores s = evaluate({files.test(), {files.test()}, quick()}).submissions.front();
        CHECK(metric(s, "relative_error").summary.mean == doctest::Approx(1e-16).epsilon(1e-12));  // exp(log 1e-16)
        CHECK(metric(s, "energy_error").summary.mean == 0);
        CHECK(metric(s, "energy_error_scaled").summary.mean == 0);
        // The truth is projected to rounding: lengths are of order 1 m.
        if (!files.system().rows().empty()) CHECK(metric(s, "distance_rmse").summary.mean < 1e-14);
        CHECK(s.diverged.trajectories == 0);
    }
}

TEST_CASE("errors grow in proportion to the perturbation of the initial state") {
    const RolloutFiles files("chain_pendulum_2", 6, 5);
    const Scores scores = evaluate({files.test(),
                                    {files.submit_perturbed("a.h5", 1e-7), files.submit_perturbed("b.h5", 1e-6),
                                     files.submit_perturbed("c.h5", 1e-5)},
                                    quick()});
    const auto geometric_mean = [&](std::size_t i) {
        return metric(scores.submissions[i], "relative_error").summary.geometric_mean;
    };
    // Linear in epsilon up to epsilon times curvature: 1e-5 times a growth below 100.
    CHECK(geometric_mean(1) / geometric_mean(0) == doctest::Approx(10).epsilon(1e-3));
    CHECK(geometric_mean(2) / geometric_mean(1) == doctest::Approx(10).epsilon(1e-3));
    CHECK(geometric_mean(0) > 1e-9);  // of the size of epsilon over |z|, which is a few m and m/s
    CHECK(geometric_mean(0) < 1e-6);
}

TEST_CASE("scores do not depend on the size of blocks or the number of threads") {
    const RolloutFiles files;
    const auto path = files.submit_perturbed("a.h5", 1e-4);
    std::vector<std::string> reports;
    for (auto [block, threads] : {std::pair{0, 1}, {1, 1}, {4, 3}, {6, 2}}) {
        ScoringOptions options = quick();
        options.block = static_cast<std::uint64_t>(block);
        options.threads = threads;
        reports.push_back(json_report(evaluate({files.test(), {path}, options})));
    }
    for (const std::string& report : reports) CHECK(report == reports.front());
}

TEST_CASE("a diverged trajectory is counted, named and kept: no summary improves") {
    const RolloutFiles files;
    const auto good = files.submit("good.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i) entry(b.x, b, i, 7) += 0.5;
    });
    const auto bad = files.submit("bad.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i) entry(b.x, b, i, 7) += 0.5;
        for (int k = 1; k < b.samples; ++k) entry(b.v, b, 4, k) = not_a_number;
    });
    const Scores scores = evaluate({files.test(), {good, bad}, quick()});
    const SubmissionScores &a = scores.submissions[0], &b = scores.submissions[1];
    CHECK(b.diverged.trajectories == 1);
    CHECK(b.diverged.ids == std::vector<std::uint64_t>{4});
    CHECK(b.diverged.values == 20);
    CHECK(b.relative_error.size() == 6);
    CHECK(b.relative_error[4] == 1);
    for (std::size_t m = 0; m < a.metrics.size(); ++m) {
        const Summary &before = a.metrics[m].summary, &after = b.metrics[m].summary;
        CAPTURE(a.metrics[m].metric.key);
        const double sign = a.metrics[m].metric.larger_is_better ? -1 : 1;
        CHECK(sign * after.mean >= sign * before.mean);
        CHECK(sign * after.geometric_mean >= sign * before.geometric_mean);
        CHECK(sign * after.median >= sign * before.median);
        CHECK(sign * after.p95 >= sign * before.p95);
    }
}

TEST_CASE("no metric improves by NaN, by fewer trajectories or by a truncated horizon") {
    const RolloutFiles files;
    const auto off = [](TrajectoryBatch& b) {  // worse than any model: even then the rest is worth more than nothing
        for (int i = 0; i < b.count; ++i)
            for (int k = 1; k < b.samples; ++k) {
                entry(b.x, b, i, k) += 40;
                entry(b.v, b, i, k, 1) -= 1e4;
            }
    };
    const auto whole = files.submit("whole.h5", off);
    const auto fewer = files.submit("fewer.h5", [&](TrajectoryBatch& b) {
        off(b);
        cut(b, 4, 21);
    });
    const auto shorter = files.submit("shorter.h5", [&](TrajectoryBatch& b) {
        off(b);
        cut(b, 6, 8);
    });
    const auto nan = files.submit("nan.h5", [&](TrajectoryBatch& b) {
        off(b);
        for (int k = 3; k < b.samples; ++k) entry(b.v, b, 4, k) = not_a_number;
    });
    for (const char* preset : {"paper", "published", "paper, other norm"}) {
        ScoringOptions options = quick();
        options.choices = preset_choices(preset == std::string("paper, other norm") ? "paper" : preset);
        if (preset == std::string("paper, other norm")) options.choices.norm = NormChoice::vector;
        options.choices.resamples = 0;
        const Scores scores = evaluate({files.test(), {whole, fewer, shorter, nan}, options});
        for (std::size_t s = 1; s < 4; ++s) {
            CHECK(scores.submissions[s].diverged.trajectories == (s == 1 ? 2 : s == 2 ? 6 : 1));
            for (std::size_t m = 0; m < scores.submissions[0].metrics.size(); ++m) {
                const MetricScore &all = scores.submissions[0].metrics[m], &part = scores.submissions[s].metrics[m];
                const double sign = all.metric.larger_is_better ? -1 : 1;
                CHECK_MESSAGE(sign * part.summary.mean >= sign * all.summary.mean, all.metric.key << " of " << s);
                CHECK_MESSAGE(sign * part.summary.median >= sign * all.summary.median, all.metric.key << " of " << s);
            }
        }
    }
}

TEST_CASE("a prediction that stands still is scored as the persistence it is, and zeros have the worst value") {
    const RolloutFiles files;
    // The given state, times a factor from the first step on.
    const auto kept_times = [](double factor) {
        return [factor](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k)
                    for (int node = 0; node < b.nodes; ++node)
                        for (int axis = 0; axis < b.dimension; ++axis)
                            for (std::vector<double>* values : {&b.x, &b.v})
                                entry(*values, b, i, k, node, axis) = factor * entry(*values, b, i, 0, node, axis);
        };
    };
    const Scores scores = evaluate({files.test(),
                                    {files.submit("kept.h5", kept_times(1)), files.submit("zeros.h5", kept_times(0)),
                                     files.submit_perturbed("net.h5", 1e-5)},
                                    quick()});
    const double kept = metric(scores.submissions[0], "relative_error").summary.geometric_mean;
    CHECK(kept == doctest::Approx(scores.truth.persistence_error).epsilon(1e-13));
    CHECK(metric(scores.submissions[1], "relative_error").summary.geometric_mean == 1);
    CHECK(scores.models[0].persistence);
    CHECK(!scores.models[2].persistence);
    CHECK(!scores.models[2].no_better_than_persistence);
    CHECK(!scores.models[1].persistence);
    CHECK(scores.models[1].no_better_than_persistence);
    const std::string report = text_report(scores, 200);
    CHECK(contains_text(report, ": is persistence: the initial state kept has a relative error of"));
}

TEST_CASE("what is missing has the worst value: 2 of 6 trajectories with error 1, the rest at the floor") {
    const RolloutFiles files;
    const auto fewer = files.submit("fewer.h5", [](TrajectoryBatch& b) { cut(b, 4, 21); });
    const SubmissionScores s = evaluate({files.test(), {fewer}, quick()}).submissions.front();
    CHECK(metric(s, "relative_error").summary.mean == doctest::Approx(2.0 / 6).epsilon(1e-15));
    CHECK(s.relative_error[3] < 2e-16);
    CHECK(s.relative_error[4] == 1);
    CHECK(metric(s, "valid_time_0.5").summary.mean == doctest::Approx(4.0 / 6 * 20 * 0.03).epsilon(1e-15));
    CHECK(s.diverged.ids == std::vector<std::uint64_t>{4, 5});
}

TEST_CASE("the published preset follows the published recipe, typed out") {
    const RolloutFiles files;
    const auto path = files.submit_perturbed("a.h5", 1e-3);
    ScoringOptions options;
    options.choices = preset_choices("published");
    const SubmissionScores s = evaluate({files.test(), {path}, options}).submissions.front();
    std::vector<double> x, v, x_hat, v_hat;
    TrajectoryFile(files.test()).read(2, 1, x, v);
    TrajectoryFile(path).read(2, 1, x_hat, v_hat);
    std::vector<double> logs;
    for (std::size_t k = 0; k < 21; ++k) {
        double difference = 0, predicted = 0, truth = 0;
        for (std::size_t i = 4 * k; i < 4 * k + 4; ++i) {
            difference += std::pow(x_hat[i] - x[i], 2) + std::pow(v_hat[i] - v[i], 2);
            predicted += std::pow(x_hat[i], 2) + std::pow(v_hat[i], 2);
            truth += std::pow(x[i], 2) + std::pow(v[i], 2);
        }
        logs.push_back(std::log(std::sqrt(difference) / (std::sqrt(predicted) + std::sqrt(truth)) + 1e-8));
    }
    double integral = 0;
    for (std::size_t k = 0; k + 1 < logs.size(); ++k) integral += 0.03 * (logs[k] + logs[k + 1]) / 2;
    CHECK(s.relative_error[2] == doctest::Approx(std::exp(integral / (21 * 0.03))).epsilon(1e-12));  // rounding
}

TEST_CASE("problems of all submissions come in one error") {
    const RolloutFiles files;
    const auto start = [](TrajectoryBatch& batch) { entry(batch.x, batch, 2, 0) += 0.5; };
    const auto a = files.submit("a.h5", start);
    const auto b = files.submit("b.h5", start);
    try {
        evaluate({files.test(), {a, b}, quick()});
        FAIL("nothing was thrown");
    } catch (const DataError& error) {
        REQUIRE(error.problems().size() == 2);
        CHECK(error.problems()[0].where == a.string() + ":/x");
        CHECK(error.problems()[1].where == b.string() + ":/x");
    }
}

TEST_CASE("submissions are named after their model, and after their file where models share a name") {
    const RolloutFiles files;
    const auto same = [](TrajectoryBatch&) {};
    const auto a = files.submit("a.h5", same, [](DatasetDescription& d) { d.model = "net"; });
    const auto b = files.submit("b.h5", same, [](DatasetDescription& d) { d.model = "net"; });
    const auto c = files.submit("c.h5", same, [](DatasetDescription& d) { d.model = "other"; });
    const Scores scores = evaluate({files.test(), {a, b, c}, quick()});
    CHECK(scores.submissions[0].label == "a");
    CHECK(scores.submissions[1].label == "b");
    CHECK(scores.submissions[2].label == "other");
}

TEST_CASE("errors that are not above the truth's own bound are counted and remarked, with momenta they are not") {
    const RolloutFiles files("chain_pendulum_2", 3, 5);
    const auto all = files.submit("same.h5", [](TrajectoryBatch&) {});
    const auto two = files.submit("two.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < 3; ++i)
            for (int k = 1; k < 5; ++k)
                entry(b.x, b, i, k) += i == 0 && k < 3 ? 1e-16 : 1e-6;  // Err about 1e-17 and 1e-7
    });
    ScoringOptions options = quick();
    const Scores scores = evaluate({files.test(), {all, two}, options});
    REQUIRE(scores.submissions[0].truth_floor);
    CHECK(scores.submissions[0].truth_floor->samples == 12);
    CHECK(scores.submissions[1].truth_floor->samples == 2);
    CHECK(scores.submissions[1].truth_floor->trajectories == 1);
    CHECK(scores.submissions[1].truth_floor->largest_bound == 1e-15 * 3);
    CHECK(scores.submissions[1].remarks.back() == remark(*scores.submissions[1].truth_floor));
    options.choices.include_t0 = true;
    CHECK(evaluate({files.test(), {two}, options}).submissions[0].truth_floor->samples == 2);  // t = 0 is given
    options.choices.state = StateChoice::xp;
    CHECK_FALSE(evaluate({files.test(), {two}, options}).submissions[0].truth_floor);
}

TEST_CASE("scores until a step are those of files that end there") {
    const RolloutFiles files("chain_pendulum_2", 5, 21);
    const auto path = files.submit("mine.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i)
            for (int k = 1; k < b.samples; ++k) entry(b.x, b, i, k) += k > 10 ? NAN : 1e-3 * k;
    });
    ScoringOptions options = quick();
    options.choices.until = 10;
    options.choices.valid_at = {0.0015};
    const Scores scores = evaluate({files.test(), {path}, options});
    const SubmissionScores& s = scores.submissions[0];
    CHECK(s.diverged.trajectories == 0);
    CHECK(s.error_over_time.times.size() == 11);
    CHECK(contains_text(scores.signature, "|until:10|"));
    CHECK(std::any_of(s.metrics.begin(), s.metrics.end(),
                      [](const MetricScore& m) { return m.metric.key == "valid_time_0.0015"; }));
    options.choices.until.reset();
    options.choices.until_time = 10.5 * scores.truth.dt;
    const Scores timed = evaluate({files.test(), {path}, options});
    CHECK(timed.signature == scores.signature);
    CHECK(timed.choices.until == 10);
    CHECK(timed.submissions[0].values == s.values);
    CHECK(timed.truth.reference.find("Finzi, Wang, Wilson 2020") == 0);
}
