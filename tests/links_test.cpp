#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "places.hpp"

// Pages lead to each other: every relative link of every page to a file that is there, and its anchor to a heading
// there. Pages that programs and code name are there too.

using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;
const fs::path root = cchnn_test::source_dir();
const std::vector<std::string> parts{"apps", "lib", "schemas", "systems", "tests"};

std::string read(const fs::path& path) {
    std::ifstream in(path);
    REQUIRE_MESSAGE(in, path.string());
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

template <class Wanted>
std::vector<fs::path> files(Wanted wanted) {
    std::vector<fs::path> found;
    for (const std::string& part : parts)
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / part))
            if (entry.is_regular_file() && wanted(entry.path())) found.push_back(entry.path());
    return found;
}

std::vector<fs::path> pages() {
    std::vector<fs::path> found = files([](const fs::path& path) { return path.extension() == ".md"; });
    found.push_back(root / "README.md");
    return found;
}

// Lines outside of fenced blocks: what a page says, and not what it shows.
std::vector<std::string> prose_of(const fs::path& page) {
    std::vector<std::string> lines;
    std::istringstream in(read(page));
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.find("```") == line.find_first_not_of(' ') && line.find("```") != std::string::npos) inside = !inside;
        else if (!inside) lines.push_back(line);
    }
    return lines;
}

// As code hosts make it of a heading: letters small, spaces "-", of other signs only - and _ stay; "-1" when it is
// there.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (std::isalnum(static_cast<unsigned char>(c))) anchor += static_cast<char>(std::tolower(c));
        else if (c == ' ') anchor += '-';
        else if (c == '-' || c == '_' || (c & 0x80) != 0) anchor += c;
    }
    return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
    std::set<std::string> anchors;
    std::map<std::string, int> times;
    static const std::regex heading("#{1,6} (.*)");
    for (const std::string& line : prose_of(page)) {
        std::smatch match;
        if (!std::regex_match(line, match, heading)) continue;
        const std::string anchor = anchor_of(match[1].str());
        const int before = times[anchor]++;
        anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
    }
    return anchors;
}

TEST_CASE("an anchor is made of a heading as code hosts make it") {
    CHECK(anchor_of("2. Many trajectories") == "2-many-trajectories");
    CHECK(anchor_of("`Joint+Axis`") == "jointaxis");
    CHECK(anchor_of("9. Gates: `cchnn-eval gate`") == "9-gates-cchnn-eval-gate");
    CHECK(anchor_of("What can be described, and what cannot") == "what-can-be-described-and-what-cannot");
}

TEST_CASE("every link of every page leads to a file, and its anchor to a heading of that file") {
    static const std::regex link(R"(\]\(([^)#:\s]*)(#([^)\s]+))?\))");
    int files_seen = 0, anchors_seen = 0;
    for (const fs::path& page : pages()) {
        std::string text;
        for (const std::string& line : prose_of(page)) text += line + "\n";
        const std::regex code("`[^`\n]*`");
        text = std::regex_replace(text, code, "");
        for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
            const std::string file = (*match)[1].str(), anchor = (*match)[3].str();
            if (file.empty() && anchor.empty()) continue;
            const fs::path target = file.empty() ? page : page.parent_path() / file;
            CHECK_MESSAGE(fs::exists(target), page.string() << ": " << file);
            ++files_seen;
            if (anchor.empty() || !fs::exists(target)) continue;
            CHECK_MESSAGE(anchors_of(target).contains(anchor), page.string() << ": " << file << "#" << anchor);
            ++anchors_seen;
        }
    }
    CHECK(files_seen > 100);
    CHECK(anchors_seen > 50);
}

TEST_CASE("every page that a program, a script or a comment names is there") {
    static const std::regex page("(apps|lib|schemas|systems|tests)/([a-z_]+/)*[A-Za-z_]+\\.md");
    int seen = 0;
    for (const fs::path& file : files([](const fs::path& path) {
             return std::set<fs::path>{".cpp", ".hpp", ".py", ".sh", ".cmake"}.contains(path.extension());
         })) {
        const std::string text = read(file);
        for (std::sregex_iterator match(text.begin(), text.end(), page), end; match != end; ++match, ++seen)
            CHECK_MESSAGE(fs::exists(root / match->str()), file.string() << ": " << match->str());
    }
    CHECK(seen > 50);
}

}  // namespace
