#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "places.hpp"
#include "spec/json/schema_check.hpp"

// schemas/board.md: its commands run as they stand, and print what it shows.

using namespace cchnn_test;

namespace {

std::string page() { return bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/board.md"); }

std::string block(const std::string& kind) {
    const std::string text = page(), begin = "```" + kind + "\n";
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find("```", from) - from);
}

}  // namespace

TEST_CASE("the commands of schemas/board.md make a board, and print what it shows") {
    const ScratchDirectory scratch;
    write_text(scratch / "commands", "set -e\nPATH=" + cchnn_test::bin_dir() + ":$PATH\n" + block("sh"));
    const std::string shell = "cd '" + scratch.path().string() + "' && sh commands >out 2>err";
    CHECK_MESSAGE(std::system(shell.c_str()) == 0, bytes_of(scratch / "err"));
    const std::string shown = block("text");
    CHECK(contains_text(bytes_of(scratch / "out"), shown.substr(0, shown.find("..."))));
    const auto json = nlohmann::ordered_json::parse(bytes_of(scratch / "scores.json"));
    CHECK(cchnn::schema_problems(json, "", "board_scores").empty());
    CHECK(json["entries"].size() == 3);
    CHECK(json["entries"][0]["errors"][0]["rank"] == 2);
    for (const auto& remark : json["remarks"]) CHECK_FALSE(contains_text(remark, "does not name its test set"));
    for (const char* file : {"index.html", "history.html", "systems/chain_pendulum_2.html", "models/coarse.html",
                             "scores.csv", "board.json"})
        CHECK_MESSAGE(fs::exists(scratch / "board/site" / file), file);
}

TEST_CASE("schemas/board.md: the workflow scores, fetches what is missing and compares the site, and grants nothing") {
    const std::string workflow = block("yaml");
    CHECK(contains_text(workflow, "cchnn-gen generate --lock \"$lock\" -o made"));
    CHECK(contains_text(workflow, "cchnn-eval board board --missing | while read -r digest address place"));
    CHECK(contains_text(workflow, "curl --fail --location --globoff --proto =https "));
    CHECK(
        contains_text(workflow, "git show \"origin/$GITHUB_BASE_REF:board/board.lock.json\" > board/board.lock.json"));
    CHECK(contains_text(workflow, "cchnn-eval board board --data made"));
    CHECK(contains_text(workflow, "permissions:\n  contents: read\n"));
}
