// Estimated parameters, their errors, and the bound of what the observations could tell.

#include "stories/evaluate/parameter_bounds.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <set>

#include "dataset/reader/view_file.hpp"
#include "files/hdf5_file.hpp"
#include "files/numpy/npz_writer.hpp"
#include "report/tables/comparison_report.hpp"
#include "stories/benchmark/observe.hpp"
#include "stories/evaluate/compare.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

using Estimates = std::map<std::string, std::vector<double>>;

// Stones thrown up: y = y0 + v0 t - g t^2 / 2.
const char* stone_json = R"({
  "name": "stone", "dimension": 2,
  "bodies": [{"id": "stone", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
  "initial_conditions": {"bodies": {"stone": {
    "position": [{"uniform": {"low": -1, "high": 1}}, {"uniform": {"low": -1, "high": 1}}],
    "velocity": [{"uniform": {"low": 1, "high": 2}}, {"uniform": {"low": 3, "high": 5}}]}}},
  "sampling": {"dt": 0.1, "steps": 20}
})";

const char* oscillator_json = R"({
  "name": "oscillator", "dimension": 1,
  "bodies": [{"id": "rest", "type": "Origin", "position": [0]}, {"id": "bob", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "Spring", "between": ["rest", "bob"], "stiffness": 5, "rest_length": 0}],
  "initial_conditions": {"states": [{"position": {"bob": [0.7]}, "velocity": {"bob": [0.4]}}]},
  "sampling": {"dt": 0.1, "steps": 60}
})";

// With a body of its own in front of it in the file.
std::string beside_another(std::string oscillator) {
    const auto put = [&](const std::string& before, const std::string& text) {
        oscillator.insert(oscillator.find(before), text);
    };
    put(R"({"id": "bob")", R"({"id": "other", "type": "Obj0D", "mass": 3}, )");
    put(R"({"type": "Spring")",
        R"({"type": "Spring", "between": ["rest", "other"], "stiffness": 7, "rest_length": 0}, )");
    put(R"("bob": [0.7])", R"("other": [0.3], )");
    put(R"("bob": [0.4])", R"("other": [0], )");
    return oscillator;
}

struct TestSet {
    TestSet(const std::string& json, std::uint64_t count, int samples, std::uint64_t train = 3)
        : spec(json.front() == '{' ? parse_system(json, "test.json") : load_system(json)) {
        GenerateOptions options = small(scratch.path(), train, 0, count);
        options.samples = samples;
        options.protocol = default_protocol();
        generate(spec, options);
        path = scratch / spec.name / "test.h5";
    }

    // The truth itself, with estimates.
    fs::path submit(const std::string& name, const Estimates& estimates) const {
        const TrajectoryFile truth(path);
        const TrajectoryFileInfo& info = truth.info();
        const Arrays states = arrays_of(path, 0, info.count);
        const auto size = [](int n) { return static_cast<std::uint64_t>(n); };
        const Shape shape{info.count, size(info.samples), size(info.nodes), size(info.dimension)};
        const fs::path file = scratch / name;
        Hdf5File out = Hdf5File::create(file, file);
        const auto write = [&](const std::string& at, const Shape& axes, const std::vector<double>& values) {
            out.make_array(at, float64, axes, {});
            out.write(at, Shape(axes.size(), 0), axes, values.data());
        };
        write("/x", shape, states.x);
        write("/v", shape, states.v);
        std::set<std::string> groups;
        for (const auto& [pointer, values] : estimates) {
            const std::string array = "/parameters" + pointer;
            for (std::size_t at = array.find('/', 1); at != std::string::npos; at = array.find('/', at + 1))
                if (groups.insert(array.substr(0, at)).second) out.make_group(array.substr(0, at));
            write(array, values.size() == 1 ? Shape{} : Shape{values.size()}, values);
        }
        out.close();
        return file;
    }
    std::vector<ParameterScore> scores(const Estimates& estimates, const ObservedBy& observed = {},
                                       int threads = 1) const {
        return all_scores({estimates}, observed, threads).submissions.front().parameters;
    }
    Scores all_scores(const std::vector<Estimates>& each, const ObservedBy& observed = {}, int threads = 1,
                      bool grouped = false) const {
        EvaluateRequest request{path, {}, {}};
        for (std::size_t i = 0; i < each.size(); ++i)
            request.submissions.push_back(submit("mine" + std::to_string(i) + ".h5", each[i]));
        request.observed = observed;
        request.options.threads = threads;
        request.group_by_model = grouped;
        return evaluate(request);
    }
    fs::path observe_with(const ObservationRecipe& recipe, const std::string& name = "view") const {
        ObserveOptions options{scratch / spec.name, scratch / name, recipe};
        options.overwrite = true;
        observe(options);
        return scratch / name / "test.h5";
    }

    SystemSpec spec;
    ScratchDirectory scratch;
    fs::path path;
};

// Of the least squares fit of a + b t - g t^2/2: g, and its variance in units of that of the noise.
struct Fit {
    double g, variance;
};
Fit fit(const std::vector<double>& t, const std::vector<double>& y) {
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(t.size()), 3);
    Eigen::VectorXd right(static_cast<Eigen::Index>(t.size()));
    for (std::size_t i = 0; i < t.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        rows.row(at) << 1, t[i], -t[i] * t[i] / 2;
        right(at) = y[i];
    }
    const Eigen::MatrixXd inverse = (rows.transpose() * rows).inverse();
    return {(inverse * rows.transpose() * right)(2), inverse(2, 2)};
}

}  // namespace

TEST_CASE("estimates are scored by their logarithm, those that may be negative by the relative error") {
    const TestSet set("chain_pendulum_2", 3, 6);
    const double first = set.spec.bodies[1].mass, second = set.spec.bodies[2].mass;
    const std::vector<ParameterScore> scores = set.scores({{"/bodies/1/mass", {1.5 * first}},
                                                           {"/bodies/2/mass", {second, 2 * second, -1}},
                                                           {"/bodies/0/position/1", {0.25}},
                                                           {"/potentials/0/g", {9.81 * std::exp(-0.125)}}});
    REQUIRE(scores.size() == 4);  // in the order of names in the file
    CHECK((scores[0].kind == ParameterErrorKind::absolute));
    CHECK(scores[0].errors.front() == 0.25);  // the truth is 0
    CHECK(scores[1].errors.front() == doctest::Approx(std::log(1.5)));
    CHECK(scores[2].per_trajectory);
    CHECK(scores[2].errors[0] == 0);
    CHECK(scores[2].errors[1] == doctest::Approx(std::log(2.0)));
    CHECK(std::isinf(scores[2].errors[2]));
    CHECK(scores[3].summary.mean == doctest::Approx(0.125));
    CHECK_FALSE(scores[3].bound);
}

TEST_CASE(
    "the bound of an oscillator's stiffness is that of its closed form, with known and with unknown start, alone or "
    "not") {
    const double k = 5, m = 2, w = std::sqrt(k / m), x0 = 0.7, v0 = 0.4, noise = 0.02;
    Eigen::MatrixXd rows(120, 3);  // d/d log k, d/d x0, d/d v0 of x, then v
    for (int n = 0; n < 60; ++n) {
        const double t = 0.1 * n, s = std::sin(w * t), c = std::cos(w * t), scale = k * w / (2 * k);
        rows.row(2 * n) << scale * (-x0 * t * s + v0 * (t * c / w - s / (w * w))), c, s / w;
        rows.row(2 * n + 1) << scale * (-x0 * s - x0 * w * t * c - v0 * t * s), -w * s, c;
    }
    const double known = noise / rows.col(0).norm();
    const double estimated = noise * std::sqrt((rows.transpose() * rows).inverse()(0, 0));
    constexpr double integration = 1e-8;  // of derivatives, sensitivities_test.cpp
    for (const bool alone : {true, false}) {
        const TestSet set(alone ? oscillator_json : beside_another(oscillator_json), 1, 60, 0);
        const std::string pointer = alone ? "/potentials/0/stiffness" : "/potentials/1/stiffness";
        const ParameterScore one = set.scores({{pointer, {5.05}}}, {{}, noise}).front();
        REQUIRE((one.bound && one.bound->start_known && one.bound->start_estimated));
        CHECK(one.bound->start_known->value == doctest::Approx(known).epsilon(integration));
        CHECK(one.bound->start_estimated->value == doctest::Approx(estimated).epsilon(integration));
        CHECK(one.bound->start_known->ratio == doctest::Approx(std::log(5.05 / 5) / known).epsilon(integration));
    }
    CHECK(estimated > 1.01 * known);
}

// A mass that starts at rest and is pushed by u: x = u t^2 / (2 m) and v = u t / m, so that a relative change of m moves
// both by as much. Without its input it would not move, and nothing would tell of its mass.
TEST_CASE("the bound of a driven mass is that of its closed form, which has its inputs") {
    const TestSet set(R"({
      "name": "pushed", "dimension": 1, "bodies": [{"id": "mass", "type": "Obj0D", "mass": 2}],
      "potentials": [{"type": "Force", "on": "mass", "force": [1], "input": "push"}],
      "inputs": [{"id": "push", "unit": "N", "samples": "3"}],
      "initial_conditions": {"states": [{"position": {"mass": [0]}, "velocity": {"mass": [0]}}]},
      "sampling": {"dt": 0.1, "steps": 30}})",
                      1, 30, 0);
    constexpr double noise = 0.02, integration = 1e-8;  // as above
    double squares = 0;
    for (int n = 0; n < 30; ++n) {
        const double t = 0.1 * n, x = 3 * t * t / 4, v = 3 * t / 2;
        squares += x * x + v * v;
    }
    const ParameterScore one = set.scores({{"/bodies/0/mass", {2.1}}}, {{}, noise}).front();
    REQUIRE((one.bound && one.bound->start_known));
    CHECK(one.bound->start_known->value == doctest::Approx(noise / std::sqrt(squares)).epsilon(integration));
}

TEST_CASE("what no motion tells is not identifiable: a mass that falls, stiffness and mass of an oscillator together") {
    const TestSet oscillator(oscillator_json, 1, 60, 0);
    const ObservedBy noisy{{}, 0.02};
    const auto both = oscillator.scores({{"/bodies/1/mass", {2}}, {"/potentials/0/stiffness", {5}}}, noisy);
    for (const ParameterScore& one : both) {
        REQUIRE(one.bound);
        CHECK_FALSE(one.bound->start_known);
        CHECK_FALSE(one.bound->start_estimated);
    }
    CHECK(oscillator.scores({{"/bodies/1/mass", {2}}}, noisy).front().bound->start_estimated);
    const TestSet stones(stone_json, 2, 20);
    const auto told = stones.scores({{"/bodies/0/mass", {2}}, {"/potentials/0/g", {9.8}}}, noisy);
    CHECK_FALSE(told[0].bound->start_known);
    CHECK(told[1].bound->start_estimated);
}

// 400 least squares fits, which are efficient: their mean square is within 4 sqrt(2/400) = 0.28 of the bound's.
TEST_CASE("the best estimates from a view with gaps, hidden velocities and noise are as good as the bound says") {
    constexpr std::uint64_t count = 400;
    const TestSet set(stone_json, count, 20);
    ObservationRecipe recipe;
    recipe.noise_absolute = 0.05;
    recipe.dropout = 0.3;
    recipe.times = 0.7;
    recipe.velocities = false;
    const fs::path view = set.observe_with(recipe);
    std::vector<double> g, variance;
    for (const ObservedTrajectory& seen : ViewFile(view).read(0, count)) {
        std::vector<double> t, y;
        for (std::size_t k = 0; k < seen.samples.size(); ++k)
            if (seen.observed[k]) {
                t.push_back(0.1 * static_cast<double>(seen.samples[k]));
                y.push_back(seen.x[2 * k + 1]);
            }
        const Fit found = fit(t, y);
        g.push_back(found.g);
        variance.push_back(found.variance);
    }
    for (double& one : g) one = std::max(one, 1e-3);  // of a fit to very few samples
    const ParameterScore each = set.scores({{"/potentials/0/g", g}}, {view}, 2).front();
    REQUIRE((each.bound && each.bound->start_estimated));
    double squares = 0, information = 0;
    for (const double one : variance) {
        squares += one / static_cast<double>(count);
        information += 1 / one;
    }
    CHECK(each.bound->start_estimated->value == doctest::Approx(0.05 * std::sqrt(squares) / 9.81).epsilon(1e-9));
    CHECK(std::abs(each.bound->start_estimated->ratio - 1) < 0.15);
    CHECK(each.summary.geometric_mean_ci95.has_value());

    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += g[i] / variance[i];
    const ParameterScore all = set.scores({{"/potentials/0/g", {sum / information}}}, {view}, 2).front();
    CHECK(all.bound->start_estimated->value == doctest::Approx(0.05 / std::sqrt(information) / 9.81).epsilon(1e-9));
    CHECK(all.bound->start_estimated->ratio < 4);
}

TEST_CASE("bounds are the same digits on any number of threads, and those of a camera and hidden bodies are larger") {
    const TestSet set("chain_pendulum_2", 20, 30);
    const Estimates estimates{{"/bodies/1/mass", {1.1}}, {"/constraints/1/length", {1.01}}};
    ObservationRecipe recipe;
    recipe.noise = 0.01;
    const ObservedBy all{set.observe_with(recipe)};
    const auto one = set.scores(estimates, all, 1), more = set.scores(estimates, all, 3);
    recipe.camera = {1, 1};
    recipe.hide = {"bob1"};
    const auto less = set.scores(estimates, {set.observe_with(recipe, "blinkered")}, 3);
    for (std::size_t j = 0; j < one.size(); ++j) {
        CHECK(one[j].bound->start_estimated->value == more[j].bound->start_estimated->value);
        CHECK(less[j].bound->start_estimated->value > 1.5 * one[j].bound->start_estimated->value);
        CHECK(one[j].bound->start_estimated->value > one[j].bound->start_known->value);
    }
}

TEST_CASE("what is drawn for each trajectory is estimated for each, and bounded in its own system") {
    const std::string drawn =
        std::string(stone_json)
            .replace(std::string(stone_json).find("9.81"), 4, R"({"uniform": {"low": 5, "high": 15}})");
    const TestSet set(drawn, 30, 20);
    std::vector<double> g;
    g = TrajectoryFile(set.path).rows("/parameters", 0, 30);
    for (double& one : g) one *= 1.01;
    const ParameterScore each = set.scores({{"/potentials/0/g", g}}, {{}, 0.05}).front();
    CHECK(each.summary.mean == doctest::Approx(std::log(1.01)));
    CHECK_FALSE(each.truth);
    CHECK(each.bound->start_estimated.has_value());
    CHECK(contains_text(complaint([&] {
                            set.scores({{"/potentials/0/g", {9.81}}});
                        }),
                        "/parameters/potentials/0/g: is one number, but is drawn for each trajectory of stone"));
}

TEST_CASE("training seeds of one model are pooled, with an interval from five of them on") {
    const TestSet set(stone_json, 2, 20);
    std::vector<Estimates> seeds;
    for (int i = 0; i < 5; ++i) seeds.push_back({{"/potentials/0/g", {9.81 * (1.01 + 0.001 * i)}}});
    Scores scores = set.all_scores(seeds, {{}, 0.05});
    std::vector<std::vector<ParameterScore>> each;
    for (const SubmissionScores& submission : scores.submissions) each.push_back(submission.parameters);
    const ParameterScore all = pooled(each).front();
    CHECK(all.errors.size() == 5);
    REQUIRE(all.summary.geometric_mean_ci95);
    CHECK(all.summary.geometric_mean_ci95->low < all.summary.geometric_mean);
    CHECK(all.bound->start_estimated->value == each[0].front().bound->start_estimated->value);
}

TEST_CASE("estimates that cannot be scored and views that bound nothing are refused, with what to do") {
    const TestSet set("chain_pendulum_2", 3, 6);
    const auto refused = [&](const Estimates& estimates, const ObservedBy& observed = {}) {
        return complaint([&] { set.scores(estimates, observed); });
    };
    CHECK(contains_text(refused({{"/bodies/3/mass", {1}}}),
                        "mine0.h5:/parameters/bodies/3/mass: is not a parameter of chain_pendulum_2, did you mean "));
    CHECK(contains_text(
        refused({{"/bodies/1/mass", {1, 2}}}),
        "/parameters/bodies/1/mass: shape is (2,), expected one number, or (3,), one for each trajectory"));
    const Estimates mass{{"/bodies/1/mass", {1}}};
    CHECK(contains_text(refused(mass, {set.observe_with({})}),
                        "--observed: " + (set.scratch / "view/test.h5").string() + " has no noise"));
    CHECK(contains_text(refused(mass, {set.scratch / "view"}), "is a directory; give one of the files in it"));
    const TestSet other("chain_pendulum_2", 4, 6);
    ObservationRecipe noisy;
    noisy.noise = 0.01;
    CHECK(contains_text(refused(mass, {other.observe_with(noisy)}), "which is neither " + set.path.string()));
    const fs::path train = set.observe_with(noisy).parent_path() / "train.h5";
    CHECK(refused(mass, {train}) == "");  // beside the test set
    const Scores own = set.all_scores({{{"/bodies/1/mass", {1, 2, 3}}}}, {train});
    CHECK_FALSE(own.submissions.front().parameters.front().bound);
    CHECK(contains_text(own.submissions.front().remarks.back(), "the view is of another set"));
}

TEST_CASE("a NumPy archive carries estimates too") {
    const TestSet set(stone_json, 2, 20);
    const fs::path file = set.scratch / "mine.npz";
    const Arrays states = arrays_of(set.path, 0, 2);
    {
        NpzWriter archive(file, false);
        const auto add = [&](const std::string& name, const Shape& shape, const std::vector<double>& values) {
            archive.add(name, float64, shape, [values](std::uint64_t first, std::uint64_t count) {
                const std::size_t width = values.size() / 2;
                const auto* bytes = reinterpret_cast<const char*>(values.data() + first * width);
                return std::vector<char>(bytes, bytes + count * width * sizeof(double));
            });
        };
        add("x", {2, 20, 1, 2}, states.x);
        add("v", {2, 20, 1, 2}, states.v);
        add("parameters/potentials/0/g", {2}, {9.81, 9.81});
        archive.finish();
    }
    const auto scores = evaluate({set.path, {file}, {}}).submissions.front().parameters;
    REQUIRE(scores.size() == 1);
    CHECK(scores.front().errors == std::vector<double>{0, 0});
}

TEST_CASE("compare finds the view of each system in a directory, and bounds what score bounds by it") {
    const TestSet stones(stone_json, 3, 20, 5), oscillators(oscillator_json, 1, 40, 0);
    const ScratchDirectory all;
    for (const TestSet* set : {&stones, &oscillators}) {
        const std::string& name = set->spec.name;
        fs::create_directories(all / "subs" / name);
        fs::create_directories(all / "data");
        fs::copy(set->scratch / name, all / "data" / name);
        const bool falls = set == &stones;
        fs::copy(set->submit("one.h5", {{falls ? "/potentials/0/g" : "/potentials/0/stiffness", {falls ? 9.7 : 5.1}}}),
                 all / "subs" / name / "one.h5");
    }
    ObservationRecipe recipe;
    recipe.noise_absolute = 0.05;
    fs::create_directories(all / "views");
    observe({all / "data/stone", all / "views/stone", recipe});
    const auto compared = [&] {
        CompareRequest request;
        find_systems(all / "data", {all / "subs"}, all / "views", request);
        return compare(request);
    };
    const auto bound = [](const Scores& scores) {
        const auto& found = scores.models.front().parameters.front().bound;
        return found && found->start_known ? found->start_known->value : 0;
    };
    const Comparison both = compared();
    REQUIRE(both.systems.size() == 2);
    REQUIRE(both.systems[1].truth.system == "stone");
    EvaluateRequest alone{all / "data/stone/test.h5", {all / "subs/stone/one.h5"}, {}};
    alone.observed.view = all / "views/stone/train.h5";  // rather than test.h5, which is there too
    CHECK(bound(both.systems[1]) > 0);
    CHECK(bound(both.systems[1]) == bound(evaluate(alone)));
    CHECK(bound(both.systems[0]) == 0);
    CHECK(both.remarks.front() ==
          "estimates have no bounds where --observed has neither <system>/train.h5 nor test.h5: oscillator");
    CHECK(contains_text(comparison_text(both, 200), "/potentials/0/g"));
    fs::remove(all / "views/stone/train.h5");
    alone.observed.view = all / "views/stone/test.h5";
    CHECK(bound(compared().systems[1]) == bound(evaluate(alone)));
    fs::rename(all / "views/stone", all / "views/stones");
    CHECK(contains_text(complaint([&] { compared(); }), "no dataset has this name, did you mean 'stone'?"));
}
