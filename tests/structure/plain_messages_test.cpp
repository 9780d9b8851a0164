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

#include "places.hpp"

// What programs, library and Python package say to users, in string literals of lib/ and apps/, has none of the turns
// that readers stumbled over. Literals without a space are names and keys, and are left out. So are options, paths and
// names with '_' within a literal.

using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

struct Banned {
    const char *turn, *instead;
};
// Small letters, whole words.
constexpr std::array banned_turns{
    Banned{"truth", "reference solution; 'truth digest' is a name"},
    Banned{"rows? of phi", "scalar constraint"},
    Banned{"placements?", "initial pose"},
    Banned{"protocols?", "integration settings"},
    Banned{"pieces?", "window, segment, part"},
    Banned{"valid times?", "valid prediction time"},
    Banned{"told", "reported, named; or say it to the reader"},
    Banned{"judged?|judges|judging", "checked, tested, scored"},
    Banned{"rooms?", "directory, space"},
    Banned{"refused|refuses|refuse", "rejected, not allowed; or say the rule"},
    Banned{"go(es)? on|gone on|going on", "resume, continue"},
    Banned{"but for", "except"},
    Banned{"half-written", "complete, incomplete"},
    Banned{"nobody|anybody|somebody|whoever", "name who"},
    Banned{"unexpected", "unknown, or the rule and the value"},
    Banned{"is not there", "is missing, does not exist, not found"},
    Banned{"hand(ed)? in", "give, submit"},
    Banned{"without a word", "no message"},
    Banned{"alike", "equally, both"},
    Banned{"as ever", "as usual"},
    Banned{"it is of", "say what it is"},
    Banned{"of which", "a sentence of its own"},
    Banned{"one of both", "either"},
    Banned{"(is|are) no(?! better| longer)", "is not a"},
    Banned{"cut at", "clipped to"},
    Banned{"much that", "say what"},
    Banned{"once more", "again"},
    Banned{"stands? (beside|below|behind|between|twice|there)", "is, has, follows"},
    Banned{"could be no", "cannot be"},
};

// Words that stay: they are stored in files and belong to their content, or are the name of a format.
constexpr std::array stored_words{"lib/dataset/dataset_layout.cpp", "lib/dataset/truth_digest.cpp",
                                  "lib/dataset/writer/view_writer.cpp", "lib/elements/lower_pair.cpp",
                                  "lib/spec/system_family.cpp"};

// These write command lines, which manifests, cards and pages show to be copied, or styles of a page.
constexpr std::array command_lines{"lib/dataset/documents/publication.cpp", "lib/integrate/protocol/protocol.cpp",
                                   "lib/report/tables/board_report.cpp",    "lib/report/page/svg_text.cpp",
                                   "lib/stories/benchmark/observe.cpp",     "lib/stories/exchange/import_arrays.cpp",
                                   "lib/stories/generate/dataset_plan.cpp"};

// Literals that follow each other with nothing but blanks between them are one text.
class Literals {
  public:
    Literals(const std::string& source, bool python) : source_(source) {
        while (at_ < source.size()) step(python);
    }
    const std::vector<std::string>& texts() const { return texts_; }

  private:
    bool next_is(const std::string& text) const { return source_.compare(at_, text.size(), text) == 0; }
    void skip_to(const std::string& end) {
        const std::size_t found = source_.find(end, at_);
        at_ = found == std::string::npos ? source_.size() : found + end.size();
    }
    void step(bool python) {
        if (python ? next_is("#") : next_is("//")) return skip_to("\n");
        if (!python && next_is("/*")) return skip_to("*/");
        if (python && next_is("\"\"\"")) return add_until("\"\"\"", 3);
        if (!python && next_is("R\"(")) return add_until(")\"", 3);
        if (next_is("#include")) return skip_to("\n");
        if (next_is("\"")) return add_quoted('"', true);
        if (next_is("'")) return add_quoted('\'', python);
        const char c = source_[at_++];
        const bool joins = c == ' ' || c == '\n' || (python && c == 'f');
        adjacent_ = adjacent_ && joins;
    }
    void add(const std::string& text) {
        if (adjacent_) texts_.back() += text;
        else texts_.push_back(text);
        adjacent_ = true;
    }
    void add_until(const std::string& end, std::size_t opening) {
        const std::size_t begin = at_ + opening;
        const std::size_t found = std::min(source_.find(end, begin), source_.size());
        add(source_.substr(begin, found - begin));
        at_ = std::min(found + end.size(), source_.size());
    }
    // Of C++ a digit separator such as 10'000 and a character are no texts.
    void add_quoted(char quote, bool is_text) {
        const bool separates = quote == '\'' && at_ > 0 && std::isalnum(static_cast<unsigned char>(source_[at_ - 1]));
        std::string text;
        ++at_;
        if (!is_text && separates) return;
        for (; at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n'; ++at_) {
            if (source_[at_] == '\\' && at_ + 1 < source_.size()) text += source_[at_++];
            text += source_[at_];
        }
        ++at_;
        if (is_text) add(text);
        else adjacent_ = false;
    }

    const std::string& source_;
    std::size_t at_ = 0;
    bool adjacent_ = false;
    std::vector<std::string> texts_{};
};

std::string prose_of(const std::string& literal) {
    static const std::regex place(R"((--|/|#|@)[A-Za-z0-9_./<>=-]+)"), name("[A-Za-z0-9]*_[A-Za-z0-9_]*"),
        digest("truth digests?"), value(R"(\{[^}]*\})"), line(R"(\\n|\s+)");
    std::string text = std::regex_replace(literal, value, "");
    text = std::regex_replace(text, line, " ");
    text = std::regex_replace(text, place, " Code ");
    text = std::regex_replace(text, name, " Code ");
    return std::regex_replace(text, digest, " Code ");
}

std::vector<std::string> complaints_about(const std::string& source, bool python) {
    static const std::vector<std::regex> turns = [] {
        std::vector<std::regex> made;
        for (const Banned& banned : banned_turns)
            made.emplace_back("\\b(" + std::string(banned.turn) + ")(?![A-Za-z0-9_])", std::regex::icase);
        return made;
    }();
    std::vector<std::string> complaints;
    const Literals literals(source, python);
    for (const std::string& literal : literals.texts()) {
        if (literal.find(' ') == std::string::npos) continue;
        const std::string prose = prose_of(literal);
        for (std::size_t i = 0; i < turns.size(); ++i)
            if (std::smatch match; std::regex_search(prose, match, turns[i]))
                complaints.push_back("'" + match.str() + "' -> " + banned_turns[i].instead + ": " + prose);
    }
    return complaints;
}

std::string text_of(const fs::path& file) {
    const std::ifstream in(file);
    REQUIRE_MESSAGE(in, file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST_CASE(
    "messages are literals with a space, joined where they follow each other, and no comments, names or options") {
    CHECK(complaints_about("f(\"the mistake is told\");", false).size() == 1);
    CHECK(complaints_about("f(\"it goes \"\n  \"on with it\");", false).size() == 1);
    CHECK(complaints_about("f(\"it goes \" + on + \"on\");", false).empty());
    CHECK(complaints_about("// it is told\nf(\"told\", 10'000); /* is told */ char c = '\"'; g(\"a refusal\");", false)
              .empty());
    CHECK(complaints_about("f(R\"(\nHow it is\ntold)\");", false).size() == 1);
    CHECK(
        complaints_about("f(\"give --truth, /system/protocol or truth_digest as in 'truth digest'\");", false).empty());
    CHECK(complaints_about("raise E(f\"{path}: is no file\")  # is told", true).size() == 1);
    CHECK(complaints_about("\"\"\"What is\nhanded in.\"\"\"\nx = 'a truth of it'\n", true).size() == 2);
    CHECK(complaints_about("x = f'{is_told} times'", true).empty());
}

TEST_CASE("messages of programs, library and Python package use the words of the field") {
    int files = 0;
    const fs::path root = source_dir();
    for (const char* directory : {"lib", "apps"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / directory)) {
            const std::string suffix = entry.path().extension().string();
            if (suffix != ".cpp" && suffix != ".hpp" && suffix != ".py") continue;
            const std::string name = fs::relative(entry.path(), root).generic_string();
            if (std::find(stored_words.begin(), stored_words.end(), name) != stored_words.end()) continue;
            ++files;
            for (const std::string& complaint : complaints_about(text_of(entry.path()), suffix == ".py"))
                CHECK_MESSAGE(false, name << ": " << complaint);
        }
    CHECK(files > 500);
}

bool speaks_of_flags(const std::string& source) {
    static const std::regex flag("--[a-z]");
    const Literals literals(source, false);
    return std::any_of(literals.texts().begin(), literals.texts().end(), [](const std::string& literal) {
        return literal.find("cchnn-") == std::string::npos && std::regex_search(literal, flag);
    });
}

TEST_CASE("the library speaks of its own options, and of flags in command lines alone") {
    CHECK(speaks_of_flags("f(\"exists; give --force\");"));
    CHECK(!speaks_of_flags("f(\"exists; give \" + option(\"overwrite\"));  // --force"));
    CHECK(!speaks_of_flags("f(\"make it with cchnn-gen generate --lock\");"));
    const fs::path root = source_dir();
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "lib")) {
        const std::string suffix = entry.path().extension().string();
        const std::string name = fs::relative(entry.path(), root).generic_string();
        const bool writes = std::find(command_lines.begin(), command_lines.end(), name) != command_lines.end();
        if (writes || (suffix != ".cpp" && suffix != ".hpp")) continue;
        CHECK_MESSAGE(!speaks_of_flags(text_of(entry.path())), name << ": name it with option() of core/option.hpp");
    }
}

}  // namespace
