#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "places.hpp"
#include "spec/json/schema_check.hpp"

// schemas/challenge.md: its commands run as they stand, on its prior.

using namespace cchnn_test;

namespace {

std::string block(const std::string& kind) {
    const std::string text = bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/challenge.md");
    const std::string begin = "```" + kind + "\n";
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find("```", from) - from);
}

}  // namespace

TEST_CASE("the commands of schemas/challenge.md seal a round, reveal, verify and score it") {
    const ScratchDirectory scratch;
    write_text(scratch / "prior.json", block("json"));
    write_text(scratch / "commands", "set -e\nPATH=" + cchnn_test::bin_dir() + ":$PATH\n" + block("sh"));
    const std::string shell = "cd '" + scratch.path().string() + "' && sh commands >out 2>err";
    CHECK_MESSAGE(std::system(shell.c_str()) == 0, bytes_of(scratch / "err"));
    const std::string out = bytes_of(scratch / "out"), shown = block("text");
    CHECK(contains_text(out, shown.substr(0, shown.find(" ..."))));
    CHECK(
        contains_text(out,
                      "Publish this line where it cannot be changed, such as in a signed tag or on a mailing list:\n  "
                      "sealed round odd_spring: SHA-256 of round.json "));
    CHECK(contains_text(out, shown.substr(shown.find("  passed  secret"))));
    CHECK(contains_text(out, "relative error [95 %]"));
    const auto json = nlohmann::ordered_json::parse(bytes_of(scratch / "verdict.json"));
    CHECK(cchnn::schema_problems(json, "", "challenge_verification").empty());
    CHECK(json["revealed"] == true);
}
