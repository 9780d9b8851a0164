#include "score/judged_errors.hpp"

#include <doctest/doctest.h>

#include "score/rollout_fixture.hpp"
#include "score/standings.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("exact samples in a poor prediction are counted, with the score that they leave") {
    ExactSamples exact;
    std::vector<double> poor(100, 0.1);
    poor[0] = 0;
    exact.add(poor, 0.03, {});
    CHECK(exact.remark() == "");
    for (const std::size_t k : {20U, 21U, 40U, 60U, 80U}) poor[k] = 0;
    exact.add(poor, 0.03, {});
    // 5 samples of 98 intervals are 1e-16: log10 of the second trajectory falls by 15 * 5/98, of both by half of that.
    CHECK(exact.remark() ==
          "5 samples in 1 of 2 trajectories coincide with the reference after larger errors: without them the relative "
          "error is 0.1 and not 0.0414");
}

TEST_CASE("errors that grow from rounding, and ones that come near the reference, have no exact samples") {
    ExactSamples exact;
    std::vector<double> grows{0}, swings{0};
    for (int k = 1; k < 100; ++k) {
        grows.push_back(1e-15 * std::exp(0.3 * k));
        swings.push_back(1e-3 * std::abs(std::sin(0.1 * k)) + 1e-8);
    }
    exact.add(grows, 0.03, {});
    exact.add(swings, 0.03, {});
    CHECK(exact.remark() == "");
}

TEST_CASE("who copies the first part of each motion is not ahead of one that is better on the rest") {
    const RolloutFiles files("chain_pendulum_2", 5, 41);
    const auto submit = [&](const char* name, const auto& size) {  // of the error at sample k of trajectory i
        return files.submit(name, [&size](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += size(i, k);
        });
    };
    const auto honest = submit("honest.h5", [](int, int) { return 0.1; });
    const auto good = submit("good.h5", [](int, int k) { return 1e-9 * std::exp(0.4 * k); });
    const auto ranks = [&](const std::filesystem::path& game, RankChoice by) {
        EvaluateRequest request{files.test(), {game, honest}, {}};
        request.options.choices.rank_by = by;
        request.options.choices.resamples = 0;
        const std::vector<RankedModel> order = ranked_models(evaluate(request));
        return order[0].model == 0 ? *order[0].rank : *order[1].rank;
    };
    for (const RankChoice by : {RankChoice::error, RankChoice::kinetic, RankChoice::nrmse})
        for (const int share : {20, 40, 55, 70, 90}) {
            CAPTURE(share);
            const auto given = [&](int k) { return 100 * k <= 40 * share; };
            const auto with = [&](auto size) { return ranks(submit("game.h5", size), by); };
            CHECK(with([&](int, int k) { return given(k) ? 0 : 0.5; }) > 1);
            CHECK(with([&](int, int k) { return given(k) ? 1e-8 : 0.13; }) > 1);
            CHECK(with([&](int i, int k) { return given(k + 4 * (i % 3)) ? 0 : 0.5; }) > 1);  // of several lengths
            CHECK(with([&](int, int k) { return given(k) ? 0 : 0.05; }) == 1);                // better on the rest, too
        }
    CHECK(ranks(good, RankChoice::error) == 1);  // good early on, and no worse later
}

TEST_CASE("a score says it in a remark and stays as it is") {
    const RolloutFiles files;
    const auto submit = [&](const char* name, bool with_exact) {
        return files.submit(name, [with_exact](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k)
                    if (!with_exact || k % 5 != 0) entry(b.v, b, i, k) += 0.5;
        });
    };
    EvaluateRequest request{files.test(), {submit("with.h5", true), submit("without.h5", false)}, {}};
    request.options.choices.resamples = 0;
    const Scores scores = evaluate(request);
    CHECK(scores.submissions[0].exact_samples.starts_with("24 samples in 6 of 6 trajectories coincide"));
    CHECK(std::count(scores.submissions[0].remarks.begin(), scores.submissions[0].remarks.end(),
                     scores.submissions[0].exact_samples) == 1);
    CHECK(scores.submissions[1].exact_samples == "");
    CHECK(scores.submissions[0].relative_error[0] < scores.submissions[1].relative_error[0] / 100);
}
