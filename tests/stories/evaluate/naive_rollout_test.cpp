#include "stories/evaluate/naive_rollout.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "contains_text.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "places.hpp"
#include "report/tables/comparison_report.hpp"
#include "score/gate.hpp"
#include "score/naive/naive_features.hpp"
#include "score/standings.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// A training set of 30 and a test set of 7 trajectories of 11 samples.
struct Sets {
    ScratchDirectory scratch;
    SystemSpec spec;
    CompiledSystem compiled;
    fs::path directory;

    explicit Sets(const std::string& system = "chain_pendulum_2") : spec(load_system(system)), compiled(spec) {
        directory = generate(spec, small(scratch.path(), 30, 0, 7)).splits.front().file.parent_path();
    }
    fs::path test() const { return directory / "test.h5"; }

    fs::path make(Naive kind, const std::string& name, const std::function<void(RolloutOptions&)>& edit = {}) const {
        RolloutOptions options;
        options.test_set = test();
        options.output = scratch / name;
        options.naive = kind;
        if (edit) edit(options);
        rollout(spec, options);
        return options.output;
    }
    Scores scores(const std::vector<fs::path>& files) const { return evaluate({test(), files, {}}); }
    std::string why_not(const fs::path& file) const {
        return why_not_naive(compiled, TrajectoryFile(test()), training_set_beside(test()), {},
                             TrajectoryFile(file, compiled.coordinates), 2);
    }

    // The reference solution itself, every entry of v after the first sample times a factor, with the label of a
    // forecast.
    fs::path labelled(const std::string& name, double factor, const std::string& label) const {
        const TrajectoryFile truth(test());
        DatasetDescription d = truth.info().description;
        TrajectoryBatch batch;
        truth.read(0, 7, batch.x, batch.v);
        batch.count = 7;
        batch.samples = 11;
        batch.nodes = 2;
        batch.dimension = 2;
        for (std::size_t at = 0; at < batch.v.size(); ++at)
            if (at / 4 % 11 > 0) batch.v[at] *= factor;
        d.kind = "submission";
        d.coordinates.clear();
        d.why_no_coordinates.clear();
        d.protocol_json.clear();
        d.bounded = false;
        d.model = name;
        d.answers_truth = truth.truth_digest();
        d.naive = label;
        SubmissionWriter writer(scratch / name, d, compiled.system, false);
        writer.append(batch);
        writer.finish();
        return scratch / name;
    }
};

bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return contains_text(text, part); });
}

}  // namespace

TEST_CASE("every naive forecast stands beside the models under its name and without a rank, in every format") {
    const Sets sets;
    std::vector<fs::path> files{sets.labelled("net.h5", 1.01, "")};
    for (const std::string& name : naive_names())
        for (const char* ending : {".h5", ".npz", "_q.h5"})
            files.push_back(sets.make(*naive_named(name), name + ending, [&](RolloutOptions& options) {
                options.in_coordinates = std::string(ending) == "_q.h5";
                options.model = name + ending;
            }));
    const Scores scores = sets.scores(files);
    for (std::size_t i = 1; i < files.size(); ++i) {
        CAPTURE(files[i]);
        CHECK(scores.submissions[i].naive == naive_names()[(i - 1) / 3]);
        CHECK(!scores.models[i].ranked());
        for (const std::string& remark : scores.submissions[i].remarks)  // neither of two alike is ranked
            CHECK_FALSE(contains_text(remark, "same predictions"));
    }
    CHECK(scores.comparisons.empty());
    std::size_t ranks = 0;
    for (const RankedModel& ranked : ranked_models(scores)) ranks += ranked.rank.has_value();
    CHECK(ranks == 1);
    CHECK(standings({scores}, {}).size() == 1);
    const std::string text = comparison_text({{scores}, standings({scores}, {}), {}}, 200);
    CHECK(contains_text(text, "naive"));
    CHECK_FALSE(contains_text(text, "is persistence"));
    const double kept = scores.models[1].metrics.front().summary.geometric_mean;
    CHECK(kept == doctest::Approx(scores.truth.persistence_error).epsilon(1e-12));
}

TEST_CASE("who calls something else a naive forecast gets a rank and a remark") {
    const Sets sets;
    const Scores scores =
        sets.scores({sets.labelled("best.h5", 1 + 1e-3, "parrot"), sets.labelled("none.h5", 1.1, "magic"),
                     sets.labelled("near.h5", 1.2, "persistence")});
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(scores.submissions[i].naive == "");
        CHECK(scores.models[i].ranked());
        CHECK(any_contains(scores.submissions[i].remarks, ": scored as a model"));
    }
    CHECK(any_contains(scores.submissions[0].remarks, "its predictions are others, from trajectory 0, sample 1 on"));
    CHECK(any_contains(scores.submissions[1].remarks, "there is none of this name; known: persistence"));
}

TEST_CASE("a forecast of a training set that is not there, or is another one, is scored as a model") {
    const Sets sets;
    const fs::path mean = sets.make(Naive::mean, "mean.h5"), kept = sets.make(Naive::persistence, "kept.h5");
    CHECK(sets.why_not(mean) == "");
    const Sets others;
    GenerateOptions more = small(others.scratch / "more", 12, 0, 7);
    const fs::path other = generate(others.spec, more).splits.front().file;
    const fs::path of_other =
        sets.make(Naive::mean, "of_other.h5", [&](RolloutOptions& options) { options.train = other; });
    CHECK(contains_text(sets.why_not(of_other), "its predictions are others"));
    fs::remove(training_set_beside(sets.test()));
    CHECK(contains_text(sets.why_not(mean), "train.h5, from which it could be made again, does not exist"));
    CHECK(sets.why_not(kept) == "");
}

TEST_CASE(
    "naive forecasts from a context are made again without a training set, in every format, and stand beside models") {
    const Sets sets;
    fs::remove(training_set_beside(sets.test()));
    std::vector<fs::path> files;
    for (const std::string& name : naive_names())
        for (const char* ending : {".h5", ".npz", "_q.h5"})
            files.push_back(sets.make(*naive_named(name), name + ending, [&](RolloutOptions& options) {
                options.in_coordinates = std::string(ending) == "_q.h5";
                options.context = 4;
            }));
    for (const fs::path& file : files) CHECK_MESSAGE(sets.why_not(file) == "", file << sets.why_not(file));
    EvaluateRequest request{sets.test(), files, {}};
    request.options.choices.context = 4;
    const Scores scores = evaluate(request);
    CHECK(contains_text(scores.signature, "|context:4|"));
    for (std::size_t i = 0; i < files.size(); ++i) CHECK(scores.submissions[i].naive == naive_names()[i / 3]);
    // The last given state kept, as the row of persistence is.
    const double kept = scores.submissions[0].metrics.front().summary.geometric_mean;
    CHECK(kept == doctest::Approx(scores.truth.persistence_error).epsilon(1e-12));
    request.options.choices.context = 3;
    CHECK(contains_text(complaint([&] { evaluate(request); }), "was made from a context of 4 samples"));
}

TEST_CASE("options of a context that mean nothing are refused") {
    RolloutOptions options;
    options.output = "out.h5";
    options.test_set = "test.h5";
    options.context = 3;
    CHECK(options.check().empty());  // an integration from sample 2
    options.samples = 9;
    CHECK(to_text(options.check()) == "--context: takes the times of the test set; remove --dt and --steps");
    options.samples = {};
    options.test_set.clear();
    CHECK(to_text(options.check()) == "--context: needs --from: the given samples are those of a test set");
    options.test_set = "test.h5";
    options.naive = Naive::mean;
    options.train = "train.h5";
    CHECK(to_text(options.check()) == "--train: has no meaning with --context: forecasts learn from the context alone");
    options.train.clear();
    options.context = 0;
    CHECK(to_text(options.check()) == "--context: must be 1 given sample or more, got 0");
    const Sets sets;
    CHECK(contains_text(complaint([&] { sets.make(Naive::mean, "all.h5", [](RolloutOptions& o) { o.context = 11; }); }),
                        "which has 11 samples, got 11; at least one sample is left to predict"));
}

TEST_CASE("part of a forecast is none") {
    const Sets sets;
    const fs::path whole = sets.make(Naive::persistence, "whole.h5");
    const fs::path fewer = sets.make(Naive::persistence, "fewer.h5", [](RolloutOptions& o) { o.samples = 5; });
    CHECK(sets.why_not(whole) == "");
    CHECK(contains_text(sets.why_not(fewer), "it is not complete"));
}

TEST_CASE("families and systems in space have naive forecasts too") {
    for (const std::string system : {"gyroscope", "family"}) {
        const Sets sets(system == "family" ? source_dir() + "/tests/regression/families/any_chain_3.json" : system);
        std::vector<fs::path> files;
        for (const std::string& name : naive_names()) files.push_back(sets.make(*naive_named(name), name + ".h5"));
        const Scores scores = sets.scores(files);
        for (const SubmissionScores& one : scores.submissions) CHECK(one.naive == one.model);
    }
}

TEST_CASE("options that a naive forecast cannot use are refused by name") {
    const Sets sets;
    const auto refused = [&](const std::function<void(RolloutOptions&)>& edit) {
        return complaint([&] { sets.make(Naive::mean, "x.h5", edit); });
    };
    CHECK(contains_text(refused([](RolloutOptions& o) { o.epsilon = 0.1; }), "--baseline: integrates nothing; remove"));
    CHECK(contains_text(refused([](RolloutOptions& o) { o.protocol = paper_protocol(); }), "integrates nothing"));
    CHECK(contains_text(refused([](RolloutOptions& o) { o.test_set.clear(); }), "--from: is missing"));
    CHECK(contains_text(refused([](RolloutOptions& o) {
                            o.naive.reset();
                            o.train = o.test_set;
                        }),
                        "--train: is the training set of --baseline"));
    fs::remove(training_set_beside(sets.test()));
    CHECK(contains_text(refused([](RolloutOptions&) {}), "train.h5 does not exist; name one with --train FILE"));
}

TEST_CASE("a gate holds naive forecasts to no limit, and a model to persistence where it is asked for") {
    const Sets sets;
    const Scores scores = sets.scores({sets.labelled("net.h5", 1.5, ""), sets.make(Naive::mean, "mean.h5")});
    std::vector<Threshold> limits;
    std::vector<Problem> problems;
    parse_threshold_flag("ratio_to_persistence=1", true, limits, problems);
    parse_threshold_flag("relative_error=1e-9", true, limits, problems);
    const std::vector<GateResult> results = gate(scores, limits);
    REQUIRE(results.size() == 2);
    const double expected = scores.models[0].judged / scores.truth.persistence_error;
    CHECK(results[0].value == doctest::Approx(expected).epsilon(1e-12));
    CHECK(results[0].passed == (expected <= 1));
    CHECK(results[1].submission == "net.h5");
    const Scores naive = sets.scores({sets.make(Naive::linear, "linear.h5")});
    CHECK(!all_passed(gate(naive, limits)));
}
