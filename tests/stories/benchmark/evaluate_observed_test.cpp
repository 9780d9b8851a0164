// Estimated states at the samples of a view.

#include "stories/benchmark/evaluate_observed.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/version.hpp"
#include "dataset/changed_number.hpp"
#include "files/hdf5_file.hpp"
#include "report/tables/observed_report.hpp"
#include "score/metrics/relative_error.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/benchmark/observe.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

constexpr std::uint64_t count = 6;
constexpr int samples = 11;
constexpr std::size_t size = 4;  // two bobs in a plane

struct Seen {
    Seen() {
        generate(load_system("chain_pendulum_2"), small(scratch.path(), 3, 0, count));
        test = scratch / "chain_pendulum_2/test.h5";
        ObservationRecipe recipe;
        recipe.noise_absolute = 0.01;
        recipe.times = 0.5;
        recipe.dropout = 0.2;
        recipe.hide = {"bob1"};
        observe({test.parent_path(), scratch / "view", recipe});
        view = scratch / "view/test.h5";
        truth = arrays_of(test, 0, count);
    }
    fs::path submit(const std::string& name, const Arrays& states) const {
        const fs::path file = scratch / name;
        Hdf5File out = Hdf5File::create(file, file);
        const Shape shape{count, samples, 2, 2};
        for (const auto& [path, values] : {std::pair{"/x", &states.x}, {"/v", &states.v}}) {
            out.make_array(path, float64, shape, {});
            out.write(path, {0, 0, 0, 0}, shape, values->data());
        }
        out.close();
        return file;
    }
    ObservedScores score(const fs::path& submission) const {
        return evaluate_observed({test, view, {submission}, {}, 2});
    }

    ScratchDirectory scratch;
    fs::path test, view;
    Arrays truth;
};

const Summary& summary(const ObservedScores& scores, const std::string& key) {
    for (const ObservedMetric& metric : scores.submissions.front().metrics)
        if (metric.key == key) return metric.summary;
    FAIL(key << " is not there");
    return scores.submissions.front().metrics.front().summary;
}

}  // namespace

TEST_CASE("estimates are scored at the samples of the view alone, the first one too, against the clean truth") {
    const Seen seen;
    Arrays states = seen.truth;
    const std::vector<ObservedTrajectory> view = ViewFile(seen.view).read(0, count);
    std::vector<double> expected;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<bool> kept(samples);
        double logs = 0;
        for (const std::int64_t k : view[i].samples) kept[static_cast<std::size_t>(k)] = true;
        for (std::size_t k = 0; k < samples; ++k)
            for (std::size_t c = 0; c < size; ++c) {
                const std::size_t at = (i * samples + k) * size + c;
                if (kept[k]) {
                    states.x[at] += 0.1;
                    states.v[at] -= 0.2;
                } else states.x[at] = NAN;  // nobody asked
            }
        for (const std::int64_t k : view[i].samples) {
            const std::size_t at = (i * samples + static_cast<std::size_t>(k)) * size;
            logs +=
                std::log(relative_error({&states.x[at], &states.v[at]}, {&seen.truth.x[at], &seen.truth.v[at]}, size));
        }
        expected.push_back(std::exp(logs / static_cast<double>(view[i].samples.size())));
    }
    const ObservedScores scores = seen.score(seen.submit("off.h5", states));
    CHECK(scores.samples == 6);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(scores.submissions[0].relative_error_at[i] == doctest::Approx(expected[i]).epsilon(1e-12));
    CHECK(summary(scores, "rmse_x_at").mean == doctest::Approx(0.1));
    CHECK(summary(scores, "rmse_v_at").mean == doctest::Approx(0.2));
    CHECK(scores.submissions[0].diverged == 0);
    CHECK(summary(scores, "relative_error_at").geometric_mean_ci95.has_value());
}

TEST_CASE("what is seen and what is hidden or lost have errors of their own") {
    const Seen seen;
    Arrays states = seen.truth;
    const std::vector<ObservedTrajectory> view = ViewFile(seen.view).read(0, count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < view[i].samples.size(); ++j) {
            const std::size_t at = (i * samples + static_cast<std::size_t>(view[i].samples[j])) * size;
            const double of_bob2 = view[i].observed[j] ? 0.01 : 0.3;  // bob1 is hidden
            for (std::size_t c = 0; c < size; ++c) states.x[at + c] += c < 2 ? 0.3 : of_bob2;
        }
    const ObservedScores scores = seen.score(seen.submit("off.h5", states));
    CHECK(summary(scores, "rmse_x_seen").mean == doctest::Approx(0.01));
    CHECK(summary(scores, "rmse_x_unseen").mean == doctest::Approx(0.3));
}

TEST_CASE("a state that is not finite, or missing, has the worst value") {
    const Seen seen;
    Arrays states = seen.truth;
    states.v[2] = NAN;  // at the first sample, which every view has
    const ObservedScores scores = seen.score(seen.submit("nan.h5", states));
    CHECK(scores.submissions[0].diverged == 1);
    CHECK(std::isinf(summary(scores, "rmse_v_at").mean));
    // Err = 1 at one of the six samples, the floor at the others.
    CHECK(scores.submissions[0].relative_error_at[0] == doctest::Approx(std::pow(1e-16, 5.0 / 6)));
    CHECK(scores.submissions[0].relative_error_at[1] == doctest::Approx(1e-16));
}

TEST_CASE("a signature of estimated states names the view, and is none of a forecast") {
    const Seen seen;
    const fs::path file = seen.submit("itself.h5", seen.truth);
    const ObservedScores scores = seen.score(file);
    CHECK(scores.signature == "cchnn|at:" + ViewFile(seen.view).content_digest().substr(0, 12) +
                                  "|err:sum|z:xv|floor:1e-16|t0:yes|agg:geomean|ci:t|sys:chain_pendulum_2|truth:" +
                                  TrajectoryFile(seen.test).truth_digest().substr(0, 12) + "|v:" + tool_version);
    CHECK_FALSE(contains_text(evaluate({seen.test, {file}, {}}).signature, "|at:"));
    CHECK(schema_problems(nlohmann::ordered_json::parse(observed_json(scores)), "json", "observed_scores").empty());
    CHECK(contains_text(observed_text(scores, 300), "noise of what is seen: 0.01 m, 0.01 m/s"));
    CHECK(contains_text(observed_csv(scores), "itself,"));
    CHECK(
        observed_csv(scores).ends_with(",submission,\r\n"));  // a cell for each of the last two headings, row and seeds
    CHECK(contains_text(observed_markdown(scores), scores.signature));
}

TEST_CASE("a noisy start is an estimate here and a mistake of a forecast, a view of another set is refused") {
    const Seen seen;
    Arrays states = seen.truth;
    for (double& x : states.x) x += 0.01;
    const fs::path file = seen.submit("noisy.h5", states);
    CHECK(complaint([&] { seen.score(file); }) == "");
    CHECK(contains_text(complaint([&] { evaluate({seen.test, {file}, {}}); }), "sample 0 is given"));
    const auto at = [&](const fs::path& view) {
        return complaint([&] { evaluate_observed({seen.test, view, {file}, {}, 1}); });
    };
    CHECK(contains_text(at(seen.view.parent_path() / "train.h5"), "give the view of this test set"));
    CHECK(contains_text(at(seen.view.parent_path()), "is a directory; give its file for the test set"));
}

TEST_CASE("a view that was changed after it was made scores nothing") {
    const Seen seen;
    const fs::path file = seen.submit("exact.h5", seen.truth);
    cchnn_test::set_number(seen.view, "/x", {0, 0, 0, 0}, 0.25);
    CHECK(contains_text(complaint([&] { seen.score(file); }), "content differs from its digest"));
}
