#include "report/json_report.hpp"
#include "report/commands/command_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "report/example_scores.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/file_reports.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "score/model_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;
using Json = nlohmann::json;

namespace {

// Empty when the text is valid.
std::string schema_violations(const Json& json, const std::string& name = "report") {
    const Json schema_json = Json::parse(embedded_files().at("schemas/" + name + ".schema.json"));
    valijson::Schema schema;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_json), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(json), &results)) return "";
    std::string text = "invalid:";
    for (valijson::ValidationResults::Error error; results.popError(error);) text += "\n" + error.description;
    return text;
}

}  // namespace

TEST_CASE("a JSON report is valid under its schema, for both presets and without intervals") {
    Scores scores = example_scores();
    CHECK(schema_violations(Json::parse(json_report(scores))) == "");
    scores.choices = preset_choices("published");
    scores.submissions = {example_submission("one", scores.choices, 0.5)};
    scores.submissions[0].metrics[0].summary.mean_ci95.reset();
    CHECK(schema_violations(Json::parse(json_report(scores))) == "");
}

TEST_CASE("a classical solver stands in JSON, in tables, in the comparison and in the verdict of a page") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    scores.solver = SolverLadder{
        "a machine", 2, {{"rough", "--substeps 1", 1e-6, 1e-2, 10, 10}, {"fine", "--substeps 9", 8e-6, 1e-4, 50, 350}}};
    scores.submissions[0].stated_time = {4e-6, "a machine"};
    scores.submissions[1].stated_time = {2e-7, "another one"};
    scores.models[0].solver = beside_solver(*scores.solver, 2e-3, 4e-6);
    scores.models[1].solver = beside_solver(*scores.solver, 0.5, 2e-7);
    const Json json = Json::parse(json_report(scores));
    CHECK(schema_violations(json) == "");
    CHECK(json["submissions"][0]["stated_time"] == Json({{"seconds", 4e-6}, {"hardware", "a machine"}}));
    CHECK(json["solver"]["settings"][1]["evaluations"] == 350);
    CHECK(json["solver"]["models"][0] == Json({{"label", "good"},
                                               {"error", 2e-3},
                                               {"seconds", 4e-6},
                                               {"at_equal_error", "fine"},
                                               {"cheapest_is_enough", false},
                                               {"at_equal_time", "rough"},
                                               {"fewest_evaluations", "fine"}}));
    CHECK(json["solver"]["models"][1]["at_equal_time"] == nullptr);
    const std::string text = text_report(scores, 300);
    const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
    CHECK(has("fine (1.00e-04)          8.00e-06          2.00e+00                rough   1.00e-02         5.00e+00"));
    CHECK(has("rough (1.00e-02)  1.00e-06 or less  5.00e+00 or less      none is as fast"));
    CHECK(has("first 2 trajectories, one core of a machine:"));
    CHECK(has("bad: its time is measured on another machine than the solver's: another one"));
    CHECK(!has("good: its time"));
    CHECK(contains_text(comparison_text({{scores}, {}, {}}, 300), "solver as good"));
    const std::vector<std::string> more = verdict_of(scores).more;
    CHECK(
        std::count(more.begin(), more.end(),
                   "A classical solver (fine), with an error of 1.00e-04 against 2.00e-03, is at least as accurate as "
                   "good in 8.00e-06 s a trajectory; the model takes 4.00e-06 s, as submitted, not measured.") == 1);
    CHECK(!Json::parse(json_report(example_scores())).contains("solver"));
}

TEST_CASE("start errors stand in JSON, in tables, in the ranking and in the verdict of a page") {
    Scores scores = example_scores();
    scores.models = one_model_each(scores.submissions);
    scores.submissions[0].start_error = {StartError::Outcome::found, 1.5e-4, 1e-4, 2e-4, {1e-4, 1e-3}, {2e-4, 2e-3}};
    scores.submissions[1].start_error = {StartError::Outcome::saturated, 0, 0.25};
    for (std::size_t i : {0u, 1u}) scores.models[i].start_error = scores.submissions[i].start_error;
    const Json json = Json::parse(json_report(scores));
    CHECK(schema_violations(json) == "");
    CHECK(json["submissions"][0]["start_error"]["ci95"] == Json({1e-4, 2e-4}));
    CHECK(json["submissions"][1]["start_error"] == Json({{"outcome", "saturated"},
                                                         {"value", nullptr},
                                                         {"ci95", {0.25, nullptr}},
                                                         {"levels", Json::array()},
                                                         {"errors", Json::array()}}));
    const std::string text = text_report(scores, 200);
    CHECK(contains_text(text, "good  1.50e-04 [1.00e-04, 2.00e-04]"));
    CHECK(contains_text(text, "above 0.25 (saturated)"));
    CHECK(contains_text(text, "the equivalent perturbation cannot be determined"));
    CHECK(contains_text(comparison_text({{scores}, {}, {}}, 200), "start error [95 %]"));
    CHECK(verdict_of(scores).more.front() ==
          "good is as good as the true motion from initial conditions perturbed by 1.50e-04 [1.00e-04, 2.00e-04].");
}

TEST_CASE("reports with seeds, paired tests and published scores, gates, comparisons and differences are valid") {
    Scores scores = example_scores();
    scores.grouped = true;
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics}};
    scores.models.front().failed = failed_share({{1e-4, 1e-4}});
    scores.comparisons = {
        {"good", "bad", compare_pair({{1e-4, 1e-4}}, {{0.1, 0.1}}, PairedTest::Of::models, {100}), 0.5},
        {"good",
         "bad",
         compare_pair({std::vector<double>{1e-4}}, {std::vector<double>{0.1}}, PairedTest::Of::models, {0}),
         {}}};
    scores.published = published_scores({"gyroscope", embedded_files().at("systems/gyroscope.json"), 0.02, 100});
    CHECK(scores.published.size() == 5);
    CHECK(schema_violations(Json::parse(json_report(scores))) == "");
    const GateResult good{"good", {"relative_error", "mean", true, 1e-3, "--max"}, 1e-4, true};
    const GateResult bad{"bad", {"diverged", "", true, 0, "--max"}, 1, false};
    const Json passed = Json::parse(json_gate_report(scores, {good})),
               failed = Json::parse(json_gate_report(scores, {good, bad}));
    CHECK(schema_violations(passed) == "");
    CHECK(schema_violations(failed) == "");
    CHECK(passed["verdict"] == "passed");
    CHECK(failed["verdict"] == "failed");
    CHECK(failed["exit_code"] == 1);
    CHECK(failed["gate"][1]["what"] == "bad: diverged is 1, at most 0: off by 1");
    Json lie = failed;
    lie["verdict"] = "passed";
    CHECK(schema_violations(lie) != "");
    Standing first, second;
    first.model = "good";
    first.missing = {"gyroscope"};
    first.error = 0.01;
    first.error_ci95 = Interval{0.005, 0.02};
    first.draws = RankDraws{0.9, 1, 2};
    second.model = "bad";
    second.rank = 2;
    second.against_first = PairedTest{};
    const Comparison comparison{{scores}, {first, second}, {"a remark"}};
    const Json compared = Json::parse(json_comparison(comparison));
    CHECK(schema_violations(compared, "comparison") == "");
    Json system = compared["systems"][0];  // a report without its head
    for (const char* key : {"format", "format_version", "tool_version", "verdict", "exit_code"})
        system[key] = Json::parse(json_report(scores))[key];
    CHECK(schema_violations(system) == "");
    FileDifference difference;
    difference.arrays = {{"/x", "", 10, 1, {0, 1}, "here", 1, 2, std::numeric_limits<double>::infinity()},
                         {"/v", "texts differ", 0, 0, {}, "", 0, 0, 0}};
    CHECK(schema_violations(Json::parse(difference_json(difference, "a", "b", {})), "difference") == "");
    CHECK(schema_violations(Json::parse(difference_json({}, "a", "b", {1e-3, 0})), "difference") == "");
}

TEST_CASE("a gate that a prediction fails because it stands still is valid, as a failure alone") {
    Scores scores = example_scores();
    scores.submissions[0].motion.trajectories = 2;
    scores.submissions[0].motion.still = 2;
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics}};
    const std::vector<Threshold> generous{{"relative_error", "mean", true, 1e9, "--max"}};
    const Json failed = Json::parse(json_gate_report(scores, gate(scores, generous)));
    CHECK(schema_violations(failed) == "");
    REQUIRE(failed["gate"].size() == 2);
    CHECK(failed["verdict"] == "failed");
    CHECK(failed["gate"][1]["metric"] == "still_trajectories");
    CHECK(failed["gate"][1]["value"] == 2);
    CHECK(failed["gate"][1]["limit"] == 0);
    const auto with = [&](std::size_t result, const char* key, const Json& value) {
        Json changed = failed;
        changed["gate"][result][key] = value;
        return schema_violations(changed);
    };
    CHECK(with(1, "passed", true) != "");
    CHECK(with(1, "rule", "min") != "");
    CHECK(with(1, "statistic", "mean") != "");
    CHECK(with(1, "metric", "still") != "");
    CHECK(with(0, "metric", "energy_drivt") != "");
    CHECK(with(0, "statistic", "") != "");
    CHECK(with(0, "statistic", "p95") == "");
    CHECK(with(0, "metric", "diverged") != "");  // has no mean
}

TEST_CASE("a JSON failure is valid under the schema and its verdict agrees with its exit code") {
    for (ExitCode code : {ExitCode::usage, ExitCode::invalid_input, ExitCode::io, ExitCode::numerical}) {
        const Json json =
            Json::parse(command_json({"cchnn-eval report", ""}, static_cast<int>(code), {{"a.h5:/x", "bad"}}));
        CHECK(schema_violations(json) == "");
        CHECK(json["exit_code"] == static_cast<int>(code));
        CHECK(json["problems"][0]["where"] == "a.h5:/x");
    }
}

TEST_CASE("the schema refuses a report that lost a key, has one too many, or a verdict that is not its exit code") {
    const Json good = Json::parse(json_report(example_scores()));
    Json bad = good;
    bad.erase("signature");
    CHECK(schema_violations(bad) != "");
    bad = good;
    bad["submissions"][0]["metrics"]["relative_error"]["maen"] = 1;
    CHECK(schema_violations(bad) != "");
    bad = good;
    bad["exit_code"] = 3;
    CHECK(schema_violations(bad) != "");
    bad = good;
    bad["submissions"][0]["metrics"]["relative_error"]["mean"] = nullptr;  // how NaN would be written
    CHECK(schema_violations(bad) != "");
}

TEST_CASE("a JSON report holds the numbers of the scores") {
    const Json json = Json::parse(json_report(example_scores()));
    CHECK(json["verdict"] == "scored");
    CHECK(json["submissions"][0]["metrics"]["relative_error"]["mean"] == 1e-4);
    CHECK(json["submissions"][0]["metrics"]["relative_error"]["mean_ci95"] == Json::array({5e-5, 2e-4}));
    CHECK(json["submissions"][0]["truth_floor"] == nullptr);
    CHECK(json["submissions"][1]["truth_floor"] ==
          Json{{"samples", 2}, {"of_samples", 6}, {"trajectories", 1}, {"largest_bound", 1e-10}});
    CHECK(json["submissions"][1]["metrics"]["energy_error_scaled"]["mean"] == "infinity");
    CHECK(json["submissions"][1]["diverged"]["ids"] == Json::array({1}));
    CHECK(json["submissions"][1]["relative_error_per_trajectory"] == Json::array({0.1, 0.1}));
}

TEST_CASE("a name that is not UTF-8 does not break the JSON report") {
    Scores scores = example_scores();
    scores.submissions[0].model = "\xff\xfe";
    CHECK(Json::parse(json_report(scores))["submissions"][0]["model"] == "\uFFFD\uFFFD");
}
