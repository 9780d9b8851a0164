#include "report/json_report.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/embedded_files.hpp"
#include "report/example_scores.hpp"

using namespace cchnn;
using Json = nlohmann::json;

namespace {

// Empty when the text is valid.
std::string schema_violations(const Json& json) {
    const Json schema_json = Json::parse(embedded_files().at("schemas/report.schema.json"));
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

TEST_CASE("a JSON failure is valid under the schema and its verdict agrees with its exit code") {
    for (ExitCode code : {ExitCode::usage, ExitCode::invalid_input, ExitCode::io, ExitCode::numerical}) {
        const Json json = Json::parse(json_failure(code, {{"a.h5:/x", "bad"}}));
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
    CHECK(json["submissions"][1]["truth_floor"] == Json{{"samples", 2}, {"of_samples", 6}, {"trajectories", 1}, {"largest_bound", 1e-10}});
    CHECK(json["submissions"][1]["metrics"]["energy_error_scaled"]["mean"] == "infinity");
    CHECK(json["submissions"][1]["diverged"]["ids"] == Json::array({1}));
    CHECK(json["submissions"][1]["relative_error_per_trajectory"] == Json::array({0.1, 0.1}));
}

TEST_CASE("a name that is not UTF-8 does not break the JSON report") {
    Scores scores = example_scores();
    scores.submissions[0].model = "\xff\xfe";
    CHECK(Json::parse(json_report(scores))["submissions"][0]["model"] == "\uFFFD\uFFFD");
}

TEST_CASE("a report that cannot be written says so and leaves nothing behind") {
    const std::filesystem::path missing = std::filesystem::temp_directory_path() / "cchnn_no_such_directory" / "a.json";
    CHECK_THROWS_WITH_AS(write_text_file(missing, "x"), (missing.string() + ": cannot be written: No such file or directory").c_str(),
                         IoError);
    CHECK(!std::filesystem::exists(missing.parent_path()));
}
