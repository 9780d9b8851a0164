#include "report/tables/file_reports.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "spec/json/schema_check.hpp"

using namespace cchnn;
using cchnn_test::contains_text;
using Json = nlohmann::ordered_json;

namespace {

VerifiedItem measured(const std::string& what, double value, double limit, bool passed) {
    VerifiedItem item;
    item.file = "test.h5";
    item.what = what;
    item.measured = true;
    item.value = value;
    item.limit = limit;
    item.passed = passed;
    item.judged = limit < 1;
    item.detail = "trajectory 2, t = 0.3";
    return item;
}

Verification example(bool passed) {
    Verification v;
    v.target = "data/a";
    v.system = "a";
    VerifiedItem sums;
    sums.file = "SHA256SUMS";
    sums.what = "bytes of files";
    sums.detail = "5 files";
    v.items = {sums, measured("energy", 1e-15, 1e-11, true), measured("motion", passed ? 1e-14 : 2e-3, 1e-10, passed),
               measured("energy drift", std::numeric_limits<double>::infinity(), 1, true)};
    v.remarks = {"a remark"};
    return v;
}

}  // namespace

TEST_CASE("a verification as text: a line a comparison, a row a file, what failed with its limit and place") {
    CHECK(verification_text({example(true)}, 100) ==
          "data/a: a\n"
          "  SHA256SUMS  bytes of files: 5 files\n"
          "               energy    motion  energy drift\n"
          "    test.h5  1.00e-15  1.00e-14           inf\n"
          "  a remark\n"
          "  fine\n");
    const std::string failed = verification_text({example(false)}, 100);
    CHECK(contains_text(failed, "2.00e-03 FAILED"));
    CHECK(failed.find("  test.h5  motion is 0.002, at most 1e-10: trajectory 2, t = 0.3 FAILED\n") !=
          std::string::npos);
    CHECK(failed.ends_with("  data/a FAILED\n"));
}

TEST_CASE("a verification as JSON follows its schema, and a verdict that is not its exit code does not") {
    const Json fine = Json::parse(verification_json({example(true)})),
               failed = Json::parse(verification_json({example(true), example(false)}));
    CHECK(schema_problems(fine, "", "verification").empty());
    CHECK(schema_problems(failed, "", "verification").empty());
    CHECK(fine["verdict"] == "passed");
    CHECK(failed["exit_code"] == 1);
    CHECK(failed["targets"][1]["checks"][2]["limit"] == 1e-10);
    CHECK(!failed["targets"][1]["checks"][3].contains("limit"));
    CHECK(failed["targets"][1]["checks"][3]["value"] == "infinity");
    Json lie = failed;
    lie["exit_code"] = 0;
    CHECK(!schema_problems(lie, "", "verification").empty());
}
