#include "report/tables/file_reports.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "spec/json/schema_check.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

namespace {

Json example() {
    return Json::parse(R"({"path": "a.h5", "kind": "dataset", "shapes": {"x, v": [3, 11, 2, 2]}, "error_bounds": true,
        "protocol": {"name": "paper", "rtol": 1e-7, "error_bound": {"floor": 1e-15}},
        "splits": {"test": {"trajectories": 3}}})");
}

}  // namespace

TEST_CASE("what a file is as text: its kind, then a line a fact, of the protocol its plain values") {
    CHECK(file_info_text(example().dump(), 80) ==
          "a.h5: dataset\n"
          "  shapes              x, v (3, 11, 2, 2)\n"
          "  error bounds        yes\n"
          "  protocol            name paper, rtol 1e-07\n"
          "  test                trajectories 3\n");
}

TEST_CASE("a model's name cannot command the terminal") {
    Json info = example();
    info["model"] = "\x1b[2J";
    CHECK(file_info_text(info.dump(), 80).find('\x1b') == std::string::npos);
}

TEST_CASE("what files are as JSON follows its schema, and another kind does not") {
    Json info = Json::parse(file_info_json({example().dump()}));
    CHECK(schema_problems(info, "", "file_info").empty());
    CHECK(info["files"][0]["protocol"]["error_bound"]["floor"] == 1e-15);
    info["files"][0]["kind"] = "picture";
    CHECK(!schema_problems(info, "", "file_info").empty());
}
