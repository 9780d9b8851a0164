#include <doctest/doctest.h>

#include <regex>

#include "apps/program.hpp"
#include "places.hpp"

// apps/recipes.md: its commands run in order in an empty directory, beside the URDF model of schemas/system/models.md.

using namespace cchnn_test;
using cchnn_test::Ran;

TEST_CASE("the commands of apps/recipes.md work in their order") {
    const ScratchDirectory scratch;
    const fs::path root = cchnn_test::source_dir();
    const std::string models = bytes_of(root / "schemas/system/models.md");
    const std::size_t from = models.find("```xml\n") + 7;
    write_text(scratch / "arm.urdf", models.substr(from, models.find("```", from) - from));

    const std::string page = bytes_of(root / "apps/recipes.md");
    const std::regex command(R"(\| `(cchnn-\w+) ([^`]*)` \|)");
    int commands = 0;
    for (std::sregex_iterator match(page.begin(), page.end(), command), end; match != end; ++match) {
        const std::string arguments = (*match)[2].str();
        if (contains_text(arguments, "DIRECTORY")) continue;  // a board and a prior of the reader's own
        const Ran ran = cchnn_test::run_program((*match)[1].str(), arguments, scratch.path());
        CHECK_MESSAGE(ran.code == 0, match->str() << "\n" << ran.out << ran.err);
        ++commands;
    }
    CHECK(commands == 32);
}
