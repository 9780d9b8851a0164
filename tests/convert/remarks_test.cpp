#include "convert/remarks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "places.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

TEST_CASE("schemas/system/models.md lists every kind of loss and no other, and code loses by these alone") {
    const std::string page = cchnn_test::bytes_of(cchnn_test::source_dir() + "/schemas/system/models.md");
    const std::size_t begin = page.find("\n| what is not carried over | kind |"), end = page.find("\n\n", begin);
    REQUIRE(end != std::string::npos);
    const std::string table = page.substr(begin, end - begin);
    std::vector<std::string> told;
    const std::regex row("\\| `([a-z]+)` \\|");
    for (std::sregex_iterator it(table.begin(), table.end(), row), none; it != none; ++it) told.push_back((*it)[1]);
    CHECK(told == cchnn::loss_kinds());
    CHECK(std::is_sorted(told.begin(), told.end()));

    const std::regex call("lose\\(\\s*\"([a-z]+)\"");
    int calls = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(cchnn_test::source_dir() + "/lib/convert")) {
        if (!file.is_regular_file()) continue;
        const std::string text = cchnn_test::bytes_of(file.path());
        for (std::sregex_iterator it(text.begin(), text.end(), call), none; it != none; ++it, ++calls)
            CHECK_MESSAGE(std::count(told.begin(), told.end(), (*it)[1].str()) == 1, file.path().string());
    }
    CHECK(calls > 20);
}

TEST_CASE("the same loss at the same place is told once") {
    cchnn::Remarks remarks;
    remarks.lose("limit", "a:1", "x");
    remarks.lose("limit", "a:1", "x");
    remarks.lose("limit", "a:2", "x");
    CHECK(remarks.losses().size() == 2);
}

}  // namespace
}  // namespace cchnn_test
