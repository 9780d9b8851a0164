#include "spec/json/json_syntax.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string pointed = "a comment; JSON has no comments: put remarks into 'description'";

TEST_CASE("a comment is refused with a pointer to 'description', as a key and as text") {
    for (const char* key : {"#", "_comment", "comment", "__Comment__", "$comment", "note"})
        CHECK(complaint_with(std::string("/") + key, "text") == std::string("a.json#/") + key + ": " + pointed);
    CHECK(complaint_with("/bodies/0/~1~1", "text") == "a.json#/bodies/0/~1~1: " + pointed);
    CHECK(complaint_about_text("{ \"name\": \"own\", // mine\n \"dimension\": 2 }") ==
          "a.json: line 1, column 18: " + pointed);
    CHECK(complaint_about_text("{ \"name\": \"own\", /* mine */ \"dimension\": 2 }") ==
          "a.json: line 1, column 18: " + pointed);
    CHECK(complaint_about_text("# mine\n{}") == "a.json: line 1, column 1: " + pointed);
}

TEST_CASE("other mistakes are told beside a comment, and a body may have its name") {
    Json document = pendulum_2d();
    document["//"] = "text";
    document["bodies"][1]["mas"] = 2;
    CHECK(complaint(document) ==
          "a.json#/~1~1: " + pointed + "\na.json#/bodies/1/mas: unknown key 'mas', did you mean 'mass'?");
    const Json named =
        Json::parse(R"({"name": "own", "dimension": 2, "bodies": [{"id": "note", "type": "Obj0D", "mass": 1}],
      "draws": {"comment": "pi"}, "initial_conditions": {"bodies": {"note": {"position": ["comment", 0]}}}})");
    CHECK(complaint(named) == "");
}

}  // namespace
