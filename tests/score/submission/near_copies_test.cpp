#include "score/submission/near_copies.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/rollout_fixture.hpp"
#include "score/standings.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Every entry after t = 0 times 1 + size * (a number of -1 to 1 that no two have alike). Those of two steps have nothing
// in common.
void scatter(TrajectoryBatch& b, double size, double which, double step = 1.7) {
    const std::size_t state = static_cast<std::size_t>(b.nodes * b.dimension), length = state * to_size(b.samples);
    for (std::vector<double>* values : {&b.x, &b.v})
        for (std::size_t i = 0; i < values->size(); ++i)
            if (i % length >= state) (*values)[i] *= 1 + size * std::sin(which + step * static_cast<double>(i));
}
// A model that is off by `error`, handed in with `noise`.
void handed_in(TrajectoryBatch& b, double error, double of, double noise) {
    scatter(b, error, of);
    if (noise > 0) scatter(b, noise, 100 + of);
}

Scores scores_of(const RolloutFiles& files, const std::vector<std::filesystem::path>& submissions) {
    ScoringOptions options;
    options.choices.resamples = 100;
    return evaluate({files.test(), submissions, options});
}
const ModelScores& last(const Scores& scores) { return scores.models.back(); }

// Whether the second of two predictions counts as the first.
bool counts_once(const RolloutFiles& files, const RolloutFiles::EditBatch& one, const RolloutFiles::EditBatch& other) {
    return last(scores_of(files, {files.submit("one.h5", one), files.submit("other.h5", other)})).same_as.size() == 1;
}

}  // namespace

TEST_CASE("a model that is handed in again with a noise of 1e-7 counts once, is told, and moves nothing of others") {
    const RolloutFiles files;
    std::vector<std::filesystem::path> submissions;
    for (const auto& [name, error] : {std::pair{"good.h5", 1e-3}, std::pair{"fair.h5", 1e-2}, std::pair{"bad.h5", 0.1}})
        submissions.push_back(files.submit(name, [e = error](TrajectoryBatch& b) { handed_in(b, e, e, 0); }));
    const Scores before = scores_of(files, submissions);
    for (const double noise : {1e-7, -1e-7})
        submissions.push_back(files.submit(noise > 0 ? "again.h5" : "once_more.h5", [noise](TrajectoryBatch& b) {
            handed_in(b, 1e-2, 1e-2, 0);
            scatter(b, std::fabs(noise), noise * 1e8);
        }));
    const Scores after = scores_of(files, submissions);
    CHECK(after.submissions[3].values != after.submissions[1].values);
    for (const std::size_t again : {3U, 4U}) {
        REQUIRE(!after.models[again].same_as.empty());
        CHECK(after.models[again].same_as.front() == 1);
        const std::string& remark = after.submissions[again].remarks.back();
        CHECK(remark.starts_with("differs from fair by "));
        CHECK(remark.ends_with(" of its own error, errors with nothing in common by about 1.4: both count as one"));
    }
    CHECK(after.comparisons.size() == before.comparisons.size() + 2 * 2);  // each copy with good and bad
    for (const ModelComparison& own : before.comparisons)
        for (const ModelComparison& pair : after.comparisons) {
            if (pair.a != own.a || pair.b != own.b) continue;
            CHECK(pair.test.ratio == own.test.ratio);
            CHECK(pair.p_holm == own.p_holm);
        }
    const std::vector<Standing> alone = standings({before}, {}), beside = standings({after}, {});
    REQUIRE(beside.size() == 5);
    int found = 0;
    for (const Standing& own : alone)
        for (const Standing& s : beside) {
            if (s.model != own.model) continue;
            ++found;
            CHECK(s.error == own.error);
            CHECK(s.error_ratio == own.error_ratio);
        }
    CHECK(found == 3);
    for (const Standing& s : beside) CHECK(s.same_as == (s.model == "again" || s.model == "once_more" ? "fair" : ""));
    for (const RankedModel& r : ranked_models(after))
        if (r.model < 3) CHECK(*r.rank == static_cast<double>(r.model + 1));
}

TEST_CASE(
    "predictions that were rounded to float32 are the same model, ones that differ by half of their error are not") {
    const RolloutFiles files;
    const auto model = [](TrajectoryBatch& b) { handed_in(b, 1e-2, 0, 0); };
    CHECK(counts_once(files, model, [&](TrajectoryBatch& b) {
        model(b);
        for (std::vector<double>* values : {&b.x, &b.v})
            for (double& c : *values) c = static_cast<double>(static_cast<float>(c));
    }));
    CHECK(counts_once(files, model, [&](TrajectoryBatch& b) { handed_in(b, 1e-2, 0, 5e-6); }));
    CHECK(!counts_once(files, model, [&](TrajectoryBatch& b) { handed_in(b, 1e-2, 0, 5e-3); }));
    CHECK(counts_once(files, model, [&](TrajectoryBatch& b) {
        model(b);
        entry(b.v, b, 5, 20) *= 1.001;  // one entry of all
    }));
}

TEST_CASE("a model of another one that is moved towards the reference or away from it counts once") {
    const RolloutFiles files;
    const auto model = [](TrajectoryBatch& b) { handed_in(b, 1e-2, 0, 0); };
    TrajectoryBatch truth;
    files.submit("truth.h5", [&](TrajectoryBatch& b) { truth = b; });
    // The errors times `share` + `varied` * (a number of -1 to 1 of the trajectory), with a noise in units of them.
    const auto moved = [&](double share, double varied, double noise) {
        return [=, &truth](TrajectoryBatch& b) {
            model(b);
            for (const auto part : {&TrajectoryBatch::x, &TrajectoryBatch::v})
                for (std::size_t i = 0; i < (b.*part).size(); ++i) {
                    const double of = std::sin(to_double(i * to_size(b.count) / (b.*part).size()));
                    double& value = (b.*part)[i];
                    value = (truth.*part)[i] + (share + varied * of) * (value - (truth.*part)[i]);
                }
            scatter(b, noise * 1e-2, 300);
        };
    };
    for (const double share : {0.55, 0.7, 0.8, 0.98, 1.2, 1.8}) {
        CAPTURE(share);
        CHECK(counts_once(files, model, moved(share, 0, 0)));
        CHECK(counts_once(files, moved(share, 0, 0), model));
    }
    CHECK(counts_once(files, model, moved(0.8, 0.1, 0)));
    CHECK(counts_once(files, model, moved(0.8, 0, 0.03)));
    CHECK(!counts_once(files, model, moved(0.8, 0, 0.5)));
    for (const double own : {0.5, 0.8, 1.0, 1.6})  // independent ones
        CHECK(!counts_once(files, model, [&](TrajectoryBatch& b) { handed_in(b, own * 1e-2, 50, 0); }));
    const Scores scores = scores_of(files, {files.submit("one.h5", model), files.submit("moved.h5", moved(0.8, 0, 0))});
    CHECK(scores.submissions[1].remarks.back().starts_with("has the errors of one times a number, up to "));
}

TEST_CASE("seeds that are one training with noise count as one, independent ones and those of other models do not") {
    const RolloutFiles files;
    const auto seeds = [&](double noise, bool independent, bool grouped) {
        std::vector<std::filesystem::path> submissions;
        for (const double of : {1.0, 2.0, 3.0})
            submissions.push_back(files.submit(
                "seed" + std::to_string(static_cast<int>(of)) + ".h5",
                [&](TrajectoryBatch& b) {
                    scatter(b, 1e-2, 0, independent ? 1.1 + 0.3 * of : 1);
                    if (noise > 0) scatter(b, noise, 0, 1.9 + 0.3 * of);
                },
                [](DatasetDescription& d) { d.model = "A"; }));
        ScoringOptions options;
        options.choices.resamples = 100;
        const Scores scores = evaluate({files.test(), submissions, options, grouped});
        const std::vector<std::string>& remarks = scores.submissions.back().remarks;
        if (noise > 4e-3) CHECK(remarks.back().ends_with("the interval of A holds if they were trained independently"));
        else
            CHECK(std::none_of(remarks.begin(), remarks.end(),
                               [](const auto& r) { return r.ends_with("independently"); }));
        return grouped ? scores.models.front().members.size() : scores.submissions.back().copies_of.size();
    };
    CHECK(seeds(1.4e-3, false, true) == 1);
    CHECK(seeds(3e-3, false, true) == 1);
    CHECK(seeds(7e-3, false, true) == 3);  // as near as seeds of a model with a common bias, which it says
    CHECK(seeds(0, true, true) == 3);
    CHECK(seeds(3e-3, false, false) == 0);  // models that are not said to be seeds
}

TEST_CASE("a file that names another's model joins it in its own directory alone") {
    const RolloutFiles files, others;
    const auto put = [](const RolloutFiles& of, const char* file, double which) {
        return of.submit(
            file, [which](TrajectoryBatch& b) { handed_in(b, 1e-2, which, 0); },
            [](DatasetDescription& d) { d.model = "A"; });
    };
    ScoringOptions options;
    options.choices.resamples = 100;
    const Scores scores =
        evaluate({files.test(), {put(files, "0.h5", 1), put(files, "1.h5", 2), put(others, "2.h5", 3)}, options, true});
    REQUIRE(scores.models.size() == 2);
    CHECK(scores.models[0].members == std::vector<std::size_t>{0, 1});
    CHECK(scores.models[0].label == "A");
    CHECK(scores.submissions[2].remarks.back().starts_with("is not a training seed of A in "));
}

TEST_CASE("two models that are lost early are two, whatever they have in common when they are") {
    const RolloutFiles files;
    const auto lost = [](TrajectoryBatch& b, double of) {
        handed_in(b, 1e-2, of, 0);
        for (int i = 0; i < b.count; ++i)
            for (int k = 5; k < b.samples; ++k) entry(b.x, b, i, k) = NAN;
    };
    CHECK(!counts_once(
        files, [&](TrajectoryBatch& b) { lost(b, 0); }, [&](TrajectoryBatch& b) { lost(b, 50); }));
}

TEST_CASE("two models that are nearly exact are near each other and stay two") {
    const RolloutFiles files;
    CHECK(!counts_once(
        files, [](TrajectoryBatch& b) { handed_in(b, 1e-8, 0, 0); },
        [](TrajectoryBatch& b) { handed_in(b, 1e-8, 50, 0); }));
    CHECK(counts_once(
        files, [](TrajectoryBatch& b) { handed_in(b, 1e-8, 0, 0); },
        [](TrajectoryBatch& b) { handed_in(b, 1e-8, 0, 1e-11); }));
}

TEST_CASE("what is not finite in one of two copies alone tells them not apart") {
    const RolloutFiles files;
    const auto model = [](TrajectoryBatch& b, bool lost, double noise) {
        handed_in(b, 1e-2, 0, noise);
        if (lost) entry(b.x, b, 3, 7) = NAN;
    };
    const auto lost = [&](TrajectoryBatch& b) { model(b, true, 0); };
    CHECK(counts_once(files, lost, [&](TrajectoryBatch& b) { model(b, true, 1e-8); }));
    // A copy is none the less one for an entry that is not a number.
    CHECK(counts_once(files, lost, [&](TrajectoryBatch& b) { model(b, false, 1e-8); }));
}

TEST_CASE("a seed of a method that is nearly another one is no second training") {
    const RolloutFiles files;
    const auto named = [](DatasetDescription& d) { d.model = "net"; };
    EvaluateRequest request{files.test(), {}, {}};
    for (const double noise : {0.0, 3e-6})
        request.submissions.push_back(files.submit(
            noise > 0 ? "b.h5" : "a.h5", [&](TrajectoryBatch& b) { handed_in(b, 1e-2, 0, noise); }, named));
    request.options.choices.resamples = 100;
    request.group_by_model = true;
    CHECK(evaluate(request).models.at(0).members.size() == 1);
}
