#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "contains_text.hpp"
#include "places.hpp"

// .editorconfig and the text files of the repository say the same.

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

std::string complaint(const std::string& text) {
    if (text.empty()) return "";
    if (text.back() != '\n') return "does not end with a line end";
    if (text.find_first_of("\t\r") != std::string::npos) return "has a tab or a carriage return";
    if (text.find(" \n") != std::string::npos) return "has blanks at the end of a line";
    return "";
}

bool is_text(const fs::path& file) {
    static const std::vector<std::string> extensions{".cpp", ".hpp", ".md",    ".txt",  ".sh",  ".py",
                                                     ".css", ".js",  ".cmake", ".json", ".html"};
    return std::find(extensions.begin(), extensions.end(), file.extension()) != extensions.end();
}

TEST_CASE("text files have blanks for tabs, none at line ends, and a line end at last, as .editorconfig says") {
    const fs::path root = cchnn_test::source_dir();
    std::ifstream config(root / ".editorconfig");
    std::ostringstream said;
    said << config.rdbuf();
    for (const char* rule : {"insert_final_newline = true", "trim_trailing_whitespace = true", "indent_style = space"})
        CHECK_MESSAGE(contains_text(said.str(), rule), rule);
    int files = 0;
    for (const char* room : {"apps", "lib", "schemas", "systems", "tests"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / room)) {
            if (!is_text(entry.path())) continue;
            std::ifstream in(entry.path());
            std::ostringstream text;
            text << in.rdbuf();
            CHECK_MESSAGE(complaint(text.str()) == "", entry.path().string());
            ++files;
        }
    CHECK(files > 600);  // the walk found the house
}

TEST_CASE("a tab, a blank at the end of a line and a last line without an end are noticed") {
    CHECK(complaint("a\n  b\n") == "");
    CHECK(complaint("a\n\tb\n") != "");
    CHECK(complaint("a \nb\n") != "");
    CHECK(complaint("a\r\nb\n") != "");
    CHECK(complaint("a\nb") != "");
}

}  // namespace
