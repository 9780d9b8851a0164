#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "contains_text.hpp"
#include "places.hpp"

// Pages use plain words: none of the turns that readers stumbled over, and short sentences. A page that is rewritten
// joins the list.

using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> plain_pages{
    ".github/CONTRIBUTING.md",
    "README.md",
    "apps/alternatives.md",
    "apps/changes.md",
    "apps/checked.md",
    "apps/discovery.md",
    "apps/engineers.md",
    "apps/faq.md",
    "apps/gate.md",
    "apps/howto.md",
    "apps/paper.md",
    "apps/python/README.md",
    "apps/python/baselines/README.md",
    "apps/python/gradients/README.md",
    "apps/recipes.md",
    "apps/researchers.md",
    "apps/slurm/README.md",
    "apps/tutorial.md",
    "lib/ACCURACY.md",
    "lib/README.md",
    "schemas/README.md",
    "schemas/board.md",
    "schemas/challenge.md",
    "schemas/commands.md",
    "schemas/coordinates.md",
    "schemas/corpus.md",
    "schemas/dataset.md",
    "schemas/figures.md",
    "schemas/foreign_data.md",
    "schemas/glossary.md",
    "schemas/manifest.md",
    "schemas/metrics.md",
    "schemas/published_contacts.md",
    "schemas/random_numbers.md",
    "schemas/report.md",
    "schemas/security.md",
    "schemas/submission.md",
    "schemas/suite.md",
    "schemas/system.md",
    "schemas/system/bodies.md",
    "schemas/system/constraints.md",
    "schemas/system/contacts.md",
    "schemas/system/families.md",
    "schemas/system/initial_conditions.md",
    "schemas/system/inputs.md",
    "schemas/system/limits.md",
    "schemas/system/models.md",
    "schemas/system/potentials.md",
    "schemas/system_errors.md",
    "schemas/view.md",
    "systems/README.md",
    "systems/build_your_own.md",
    "systems/groups/benchmarks.md",
    "systems/groups/lagrangians.md",
    "systems/groups/linkages.md",
    "systems/groups/peers.md",
    "systems/groups/pendulums.md",
    "systems/groups/rigid_bodies.md",
    "systems/groups/surfaces.md",
    "systems/groups/tracks_and_planets.md",
    "tests/README.md",
    "tests/bench/README.md",
    "tests/score/statistics/README.md",
};

struct Banned {
    const char *turn, *instead;
};
// Small letters, whole words.
constexpr std::array banned_turns{
    Banned{"truth", "reference solution"},
    Banned{"rows? of phi", "scalar constraint"},
    Banned{"placements?", "initial pose"},
    Banned{"protocols?", "integration settings"},
    Banned{"chunks?", "window (training), block (HDF5)"},
    Banned{"pieces?", "window, segment, part"},
    Banned{"diverged", "non-finite"},
    Banned{"start(s|ed)? (a little )?off", "perturbed initial condition"},
    Banned{"refined in 106 bits", "recomputed in double-double arithmetic"},
    Banned{"valid times?", "valid prediction time"},
    Banned{"told", "reported, named; or the active voice"},
    Banned{"judged?|judges|judging", "checked, scored, measured"},
    Banned{"rooms?", "directory, space"},
    Banned{"refused|refuses|refuse", "rejected, an error"},
    Banned{"go(es)? on with|gone on with|went on with", "resume, continue"},
    Banned{"but for", "except"},
    Banned{"(do|does|did|done|taken|shown|true|refused|said) as well:", "Also ...:"},
    Banned{"there is", "name who does what"},
    Banned{"of which", "a sentence of its own"},
    Banned{"what it is of", "say what it is"},
    Banned{"without a word", "without a message; changes are recorded in ..."},
    Banned{"alike", "equally, uniform on ..., uniform in area"},
    Banned{"as ever", "as usual"},
    Banned{"with more to them", "damped, spring and magnetic pendulums"},
    Banned{"cut at [+-]", "clipped to"},
    Banned{"in the middle of (its|the) distributions?", "at the mean (or midpoint) of its distribution"},
    Banned{"who(ever)? has it", "name who"},
    Banned{"half-written", "complete"},
    Banned{"may be anything", "tolerates ... outliers"},
    Banned{"much that is", "say what"},
    Banned{"nobody|anybody|somebody", "name who, or use the passive"},
    Banned{"has it the", "Is the ...?"},
    Banned{"nothing is left that can move", "the system has no degrees of freedom"},
    Banned{"made them what they are", "Where the speed comes from"},
    Banned{"asks nobody for", "makes no network requests"},
    Banned{"one of both", "either"},
    Banned{"what is not beside it", "missing files are listed"},
    Banned{"pass for", "satisfy the equations within a tolerance"},
    Banned{"whoever", "anyone who, or name who"},
    Banned{"hand(s|ed)? in", "submit"},
    Banned{"anew|once more", "again, re- (rescored, recomputed)"},
    Banned{"(stand|stands|stood) (beside|below|behind|between|twice|there|in (a|an|the)|on (a|an|the))",
           "is, has, follows"},
    Banned{"beside (it|them)", "say what is next to what, or leave it out"},
};

// A page as paragraphs and items of lists. Code in lines gives way to the word "Code", a link to its text. Fenced and
// indented blocks, headings and pictures are left out, and tables go into `cells`.
struct Prose {
    std::vector<std::string> paragraphs, cells;
};

std::string without_code(std::string text) {
    static const std::regex code("`[^`]*`"), link(R"(!?\[([^\]]*)\]\([^)]*\))"), emphasis(R"(\*+)");
    text = std::regex_replace(text, code, "Code");
    text = std::regex_replace(text, link, "$1");
    return std::regex_replace(text, emphasis, "");
}

class Reader {
  public:
    void line(const std::string& text) {
        static const std::regex item(R"( *([-*]|[0-9]+\.) (.*))");
        const std::size_t first = text.find_first_not_of(' ');
        const std::string bare = first == std::string::npos ? "" : text.substr(first);
        std::smatch match;
        if (bare.starts_with("```")) fence();
        else if (inside_) return;
        else if (bare.empty() || bare.starts_with("#") || bare.starts_with("![")) end();
        else if (bare.starts_with("|")) cell(bare);
        else if (std::regex_match(text, match, item)) begin(match[2].str());
        else if (first < 4 || !paragraph_.empty()) paragraph_ += " " + bare;
    }
    Prose read() {
        end();
        return prose_;
    }

  private:
    void fence() {
        end();
        inside_ = !inside_;
    }
    // Meanings of arrays are stored in the files, words and all.
    void cell(const std::string& text) {
        end();
        if (!text.starts_with("| `/")) prose_.cells.push_back(without_code(text));
    }
    void begin(const std::string& text) {
        end();
        paragraph_ = text;
    }
    void end() {
        if (!paragraph_.empty()) prose_.paragraphs.push_back(without_code(paragraph_));
        paragraph_.clear();
    }

    Prose prose_;
    std::string paragraph_;
    bool inside_ = false;
};

Prose prose_of(const std::string& page) {
    Reader reader;
    std::istringstream in(page);
    for (std::string line; std::getline(in, line);) reader.line(line);
    return reader.read();
}

// A sentence ends at . ? or ! before a space and a capital letter, a digit, a bracket or a quotation mark.
std::vector<std::string> sentences_of(const std::string& paragraph) {
    static const std::regex end(R"re(([.?!][)"]?) +(?=[A-Z0-9("\[]))re");
    std::istringstream in(std::regex_replace(paragraph, end, "$1\n"));
    std::vector<std::string> sentences;
    for (std::string sentence; std::getline(in, sentence);) sentences.push_back(sentence);
    return sentences;
}

// A word has a letter or a digit: signs between spaces are none.
int words_of(const std::string& sentence) {
    std::istringstream in(sentence);
    int words = 0;
    for (std::string word; in >> word;)
        words += std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    return words;
}

struct Lengths {
    int sentences = 0, words = 0;
    std::vector<std::string> beyond_35;
    double mean() const { return static_cast<double>(words) / sentences; }
    double share_beyond() const { return static_cast<double>(beyond_35.size()) / sentences; }
};
Lengths lengths_of(const std::string& page) {
    Lengths lengths;
    for (const std::string& paragraph : prose_of(page).paragraphs)
        for (const std::string& sentence : sentences_of(paragraph)) {
            const int words = words_of(sentence);
            if (words == 0) continue;
            ++lengths.sentences;
            lengths.words += words;
            if (words > 35) lengths.beyond_35.push_back(sentence);
        }
    return lengths;
}

// "turn: instead" for each banned turn in the prose and the tables.
std::vector<std::string> complaints_about(const std::string& page) {
    std::vector<std::string> complaints;
    const Prose prose = prose_of(page);
    std::vector<std::string> texts = prose.paragraphs;
    texts.insert(texts.end(), prose.cells.begin(), prose.cells.end());
    for (const Banned& banned : banned_turns) {
        const std::regex turn("\\b(" + std::string(banned.turn) + ")(?![A-Za-z0-9_])", std::regex::icase);
        for (const std::string& text : texts)
            if (std::smatch match; std::regex_search(text, match, turn))
                complaints.push_back("'" + match.str() + "' -> " + banned.instead + ": " + text);
    }
    return complaints;
}

std::string text_of(const std::string& page) {
    const std::ifstream in(fs::path(cchnn_test::source_dir()) / page);
    REQUIRE_MESSAGE(in, page);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST_CASE("sentences are counted in prose and items of lists, and not in code, tables and headings") {
    const std::string page =
        "# A heading of four\n\nOne two `three four` five. Six [seven eight](nine.md#ten)?\nMore of it: 3 + 4.\n\n"
        "    code that is indented\n\n- An item. Another\n  sentence of it.\n\n| a | table |\n|---|---|\n| is | out "
        "|\n\n"
        "```sh\ncode that is fenced\n```\n";
    const Lengths lengths = lengths_of(page);
    CHECK(lengths.sentences == 5);
    CHECK(lengths.words == 4 + 3 + 5 + 2 + 4);
    CHECK(prose_of(page).cells.size() == 3);
    const std::string word = "w ";
    std::string long_one = "A";
    for (int i = 0; i < 35; ++i) long_one += " " + word;
    CHECK(lengths_of(long_one + ".").beyond_35.size() == 1);
}

TEST_CASE("banned turns are found as whole words, in prose and tables, and not in code") {
    CHECK(complaints_about("The mistake is told.\n").size() == 1);
    CHECK(complaints_about("It goes\non with it.\n").size() == 1);
    CHECK(complaints_about("| a | There is a row of Phi |\n").size() == 2);
    CHECK(complaints_about("Use `truth_digest` and `--protocol`.\n\n    the truth\n").empty());
    CHECK(complaints_about("| `/truth` | the truth |\n").empty());
    CHECK(complaints_about("An untold doorway.\n").empty());
}

TEST_CASE("pages for users lead to the glossary") {
    for (const std::string& page : plain_pages) {
        if (page.starts_with(".github/") || page.starts_with("lib/") || page.starts_with("tests/") ||
            page.ends_with("glossary.md"))
            continue;
        CHECK_MESSAGE(contains_text(text_of(page), "glossary.md"), page);
    }
}

// A link of a robot is a body.
TEST_CASE("a page that speaks of Links says that these are distance constraints") {
    const std::regex link("\\bLinks?\\b(?! of HDF5)"), meaning("distance constraint");
    for (const std::string& page : plain_pages) {
        const Prose prose = prose_of(text_of(page));
        std::string text;
        for (const std::vector<std::string>& part : {prose.paragraphs, prose.cells})
            for (const std::string& piece : part) text += piece + '\n';
        if (std::regex_search(text, link)) CHECK_MESSAGE(std::regex_search(text, meaning), page);
    }
}

TEST_CASE("rewritten pages use the words of the field, and none of the turns that readers stumbled over") {
    for (const std::string& page : plain_pages)
        for (const std::string& complaint : complaints_about(text_of(page)))
            CHECK_MESSAGE(false, page << ": " << complaint);
}

// A guide, which readers overrule: one idea a sentence. A list of two sentences may have one long one.
TEST_CASE("sentences of rewritten pages have 18 words on average at most, and at most one in twenty has more than 35") {
    for (const std::string& page : plain_pages) {
        const Lengths lengths = lengths_of(text_of(page));
        CAPTURE(page);
        REQUIRE(lengths.sentences > 0);
        CHECK(lengths.mean() <= 18);
        CHECK_MESSAGE(lengths.share_beyond() <= 0.05, lengths.beyond_35.front());
    }
}

}  // namespace
