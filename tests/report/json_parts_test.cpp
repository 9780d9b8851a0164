#include "report/json_parts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace cchnn {
namespace {

TEST_CASE("a number of a report is a number of JSON, the word infinity, or null") {
    CHECK(json_numbers({0.1, -2, INFINITY, NAN}).dump() == R"([0.1,-2.0,"infinity",null])");
    CHECK(json_interval(Interval{1, INFINITY}).dump() == R"([1.0,"infinity"])");
    CHECK(json_interval(std::nullopt).dump() == "null");
}

TEST_CASE("a report begins with its format, versions, verdict and exit code") {
    const nlohmann::ordered_json head = report_head("cchnn-eval report", "failed", ExitCode::gate_failed);
    std::string keys;
    for (const auto& [key, value] : head.items()) keys += key + " ";
    CHECK(keys == "format format_version tool_version verdict exit_code ");
    CHECK(head["format"] == "cchnn-eval report");
    CHECK(head["exit_code"] == 1);
    CHECK(report_head("x", "unfinished", nlohmann::ordered_json(nullptr))["exit_code"].is_null());
}

}  // namespace
}  // namespace cchnn
