#include "dataset/resume/job.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

TEST_CASE("job: the same text, or the same fields in another order, is the same job") {
    CHECK(job_differences(R"({"seed": 1, "dt": 0.1})", R"({"dt": 0.1, "seed": 1})").empty());
}

TEST_CASE("job: every field that differs is named with both values") {
    const auto differences = job_differences(R"({"seed": 1, "dt": 0.1, "protocol": {"rtol": 1e-13}, "old": true})",
                                             R"({"seed": 2, "dt": 0.1, "protocol": {"rtol": 1e-7}, "new": "x"})");
    CHECK(differences ==
          std::vector<std::string>{"new: is nothing there, \"x\" here", "old: is true there, nothing here",
                                   "protocol rtol: is 1e-13 there, 1e-07 here", "seed: is 1 there, 2 here"});
}

TEST_CASE("job: numbers that differ in the last bit differ") {
    CHECK(job_differences(R"({"dt": 0.1})", R"({"dt": 0.10000000000000002})").size() == 1);
}

TEST_CASE("job: what a stranger keeps in a file of that name is none, however it is made") {
    const std::string digest(64, 'a');
    const auto job = [&](const std::string& version, const std::string& name, const std::string& sha256) {
        return R"({"tool_version": ")" + version + R"(", "system": {"name": ")" + name + R"(", "sha256": ")" + sha256 +
               R"("}})";
    };
    CHECK(is_job(job("0.1.0", "pendulum", digest)));
    for (const std::string& text :
         {job("", "pendulum", digest), job("0.1.0", "../pendulum", digest), job("0.1.0", "pendulum", "abc"),
          std::string(R"({"tool_version": 1, "system": {"name": "pendulum"}})"), std::string(R"({"system": []})"),
          std::string("[]"), std::string("{"), std::string(200'000, '['),
          R"({"tool_version": "0.1.0", "x": )" + std::string(200'000, '[')})
        CHECK_FALSE_MESSAGE(is_job(text), text.substr(0, 100));
}

TEST_CASE("job: a description nested without end is a damaged one") {
    const std::string nested = R"({"a": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
    CHECK(job_differences(nested, "{}") == std::vector<std::string>{"its description of the job is damaged"});
}

TEST_CASE("job: a description cut short is told") {
    CHECK(job_differences("{\"se", "{}") == std::vector<std::string>{"its description of the job is damaged"});
    CHECK(job_differences("", "{}") == std::vector<std::string>{"its description of the job is damaged"});
}
