#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "apps/program.hpp"
#include "core/embedded_files.hpp"
#include "corpus/recipe.hpp"
#include "places.hpp"

// schemas/corpus.md: its commands run, its recipe is read, and its table has the keys of the schema.

using namespace cchnn_test;

namespace {

std::string corpus_page() { return bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/corpus.md"); }

std::string block(const std::string& kind) {
    const std::string text = corpus_page(), begin = "```" + kind + "\n";
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find("```", from) - from);
}

}  // namespace

TEST_CASE("the commands of schemas/corpus.md run, and its recipe is read") {
    const ScratchDirectory scratch;
    std::istringstream commands(block("sh"));
    int count = 0;
    for (std::string line; std::getline(commands, line); ++count) {
        const std::string shell = "cd '" + scratch.path().string() + "' && export PATH=" + cchnn_test::bin_dir() +
                                  ":$PATH && { " + line + "; } >out 2>err";
        CHECK_MESSAGE(std::system(shell.c_str()) == 0, line << "\n" << bytes_of(scratch / "err"));
    }
    CHECK(count == 4);
    CHECK(cchnn::parse_recipe(block("json"), "page").name == "two_bobs");
}

TEST_CASE("the table of schemas/corpus.md names every key of a recipe") {
    const auto schema = nlohmann::json::parse(cchnn::embedded_files().at("schemas/recipe.schema.json"));
    const std::string text = corpus_page();
    for (const auto& [name, rule] : schema["properties"].items()) {
        const std::string& key = name;  // a binding cannot be captured
        const bool head = key == "$schema" || key == "format" || key == "format_version";
        CHECK_MESSAGE((head || text.find("`" + key + "`") != std::string::npos), key);
    }
}

TEST_CASE(
    "a stream into a closed pipe ends with 0, into a full disk with 4, and a terminal or a wrong type is refused") {
    const ScratchDirectory scratch;
    const std::string gen = cchnn_test::bin_dir() + "/cchnn-gen";
    const auto code = [&](const std::string& line) {
        const std::string shell = "cd '" + scratch.path().string() + "' && bash -c '" + line + "' >out 2>err";
        return WEXITSTATUS(std::system(shell.c_str()));
    };
    CHECK(code("set -o pipefail; " + gen + " stream springs | head -c 100000 > /dev/null") == 0);
    CHECK(code(gen + " stream springs --frames 3 > /dev/full") == 4);
    CHECK(code(gen + " stream springs --type float16 > f") == 2);
    CHECK(code(gen + " stream nosuch > f") == 2);
    CHECK(code(gen + " stream chain_pendulum_1 --frames 1 --block 2 > f") == 0);
    CHECK(code(gen + " stream springs --frames 1 --json - > f") == 2);
}
