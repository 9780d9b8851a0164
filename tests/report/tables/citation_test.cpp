#include "report/tables/latex_report.hpp"

#include <doctest/doctest.h>

#include <regex>

#include "contains_text.hpp"
#include "core/version.hpp"
#include "report/example_scores.hpp"
#include "score/published_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// As BibTeX counts: a backslash does not escape a brace.
int open_braces(const std::string& text) {
    int open = 0, least = 0;
    for (const char c : text) {
        open += c == '{' ? 1 : c == '}' ? -1 : 0;
        least = std::min(least, open);
    }
    return least < 0 ? least : open;
}

}  // namespace

TEST_CASE("a citation names the program with its version, the test set with its digest, the signature and the paper") {
    Scores scores = example_scores();
    scores.truth.reference = "Newton 1687, 50% of book {1}";
    const std::string text = citation({scores});
    CHECK(contains_text(text, std::string("note = {Version ") + tool_version + "}"));
    CHECK(contains_text(
        text,
        "@misc{cchnn-chain_pendulum_1-aaaaaaaaaaaa,\n  title = {Test set of \\texttt{chain\\_pendulum\\_1}: "
        "2 trajectories of 3 samples}"));
    CHECK(contains_text(text, "author = {{the cchnn authors}},\n  key = {cchnn},\n  year = {20"));
    CHECK(contains_text(text, "samples},\n  key = {cchnn},\n  year = {20"));
    const std::string part(16, 'a'), end = "\\allowbreak{}";
    CHECK(contains_text(text, "seed 7, SHA-256 of the reference solutions \\texttt{" + part + end + part + end + part +
                                  end + part + "}"));
    CHECK(contains_text(text, "; system: Newton 1687, 50\\% of book (1); "));
    CHECK(contains_text(text, "signature \\texttt{cchnn\\textbar{}\\allowbreak{}err:sum"));
    CHECK(contains_text(text, "@inproceedings{finzi2020simplifying,"));
    CHECK(open_braces(text) == 0);
}

TEST_CASE("each key that the sentence of a citation cites has an entry, and a test set each its own") {
    std::vector<Scores> all{example_scores(), example_scores()};
    all[1].truth.digest = std::string(64, 'b');
    const std::string text = citation(all);
    const std::string sentence = text.substr(0, text.find('@'));
    const std::regex cited(R"(\\cite\{([^}]*)\})");
    int keys = 0;
    for (std::sregex_iterator c(sentence.begin(), sentence.end(), cited), end; c != end; ++c) {
        const std::string list = (*c)[1];
        const std::regex key("[^,]+");
        for (std::sregex_iterator k(list.begin(), list.end(), key); k != end; ++k, ++keys)
            CHECK_MESSAGE(contains_text(text, "{" + k->str() + ",\n"), k->str());
    }
    CHECK(keys == 4);
}
