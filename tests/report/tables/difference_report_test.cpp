#include "contains_text.hpp"
#include "report/tables/file_reports.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

using namespace cchnn;
using cchnn_test::contains_text;
using Json = nlohmann::json;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

FileDifference example() {
    FileDifference difference;
    difference.arrays = {{"/names", "texts differ", 0, 0, {}, "", 0, 0, 0},
                         {"/t", "", 5, 0, {}, "", 0, 0, 0},
                         {"/v", "shape is (2, 3) in a, (2, 4) in b", 0, 0, {}, "", 0, 0, 0},
                         {"/x", "", 60, 12, {3, 9, 1, 1}, "trajectory 3, t[9] = 0.27 s, bob2, y", -1.25, -1.5, 2.5}};
    return difference;
}

}  // namespace

TEST_CASE("a difference is told by what differs, or by the worst element with all its digits") {
    const std::string text = difference_text(example(), "a.h5", "b.h5", {0, 0.1});
    CHECK(text ==
          "/names: texts differ\n"
          "/v: shape is (2, 3) in a, (2, 4) in b\n"
          "/x: 12 of 60 elements differ; worst at [3, 9, 1, 1] (trajectory 3, t[9] = 0.27 s, bob2, y): -1.25 and -1.5, "
          "apart by 0.25, 2.5 times the tolerance\n"
          "a.h5 and b.h5 differ within rtol 0, atol 0.1 (4 arrays and 0 attributes compared; not compared: digests, "
          "tool_version, model, notes, rollout_seconds, rollout_hardware)\n");
}

TEST_CASE("without a tolerance no multiple of it is told") {
    FileDifference difference = example();
    difference.arrays.back().times_allowed = inf;
    const std::string text = difference_text(difference, "a.h5", "b.h5", {});
    CHECK(contains_text(text, ", apart by 0.25\n"));
    CHECK_FALSE(contains_text(text, "times"));
}

TEST_CASE("JSON of a difference says of each array whether, in what and where it differs") {
    const Json arrays = Json::parse(difference_json(example(), "a.h5", "b.h5", {0, 0.1}))["arrays"];
    CHECK(arrays[0] ==
          Json::parse(R"({"path": "/names", "differs": true, "elements": 0, "beyond": 0, "what": "texts differ"})"));
    CHECK(arrays[1] == Json::parse(R"({"path": "/t", "differs": false, "elements": 5, "beyond": 0})"));
    CHECK(arrays[2]["what"] == "shape is (2, 3) in a, (2, 4) in b");
    CHECK(arrays[3] == Json::parse(R"({"path": "/x", "differs": true, "elements": 60, "beyond": 12,
        "worst": {"index": [3, 9, 1, 1], "place": "trajectory 3, t[9] = 0.27 s, bob2, y", "a": -1.25, "b": -1.5,
                  "times_allowed": 2.5}})"));
}

TEST_CASE("numbers that JSON has not are words in it") {
    FileDifference difference = example();
    difference.arrays = {{"/x", "", 60, 12, {0}, "", -inf, std::numeric_limits<double>::quiet_NaN(), inf}};
    const Json worst = Json::parse(difference_json(difference, "a", "b", {}))["arrays"][0]["worst"];
    CHECK(worst["a"] == "-infinity");
    CHECK(worst["b"] == "nan");
    CHECK(worst["times_allowed"] == "infinity");
}
