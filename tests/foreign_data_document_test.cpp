#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "places.hpp"

// schemas/foreign_data.md: its commands run as they stand.

using namespace cchnn_story_test;

TEST_CASE("the commands of schemas/foreign_data.md say how far 32-bit data at tolerance 1e-7 is from the motion") {
    const std::string text = bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/foreign_data.md");
    const std::size_t from = text.find("```sh\n") + 6;
    const Scratch scratch;
    write_text(scratch / "commands",
               "set -e\nPATH=" + cchnn_test::bin_dir() + ":$PATH\n" + text.substr(from, text.find("```", from) - from));
    const std::string shell = "cd '" + scratch.path().string() + "' && sh commands >out 2>err";
    CHECK_MESSAGE(std::system(shell.c_str()) == 0, bytes_of(scratch / "err"));
    const std::size_t shown = text.find("```text\n") + 8;
    CHECK(contains_text(bytes_of(scratch / "out"), text.substr(shown, text.find("```", shown) - shown)));
    const auto system = nlohmann::ordered_json::parse(bytes_of(scratch / "audit.json"))["systems"][0];
    CHECK(system["times"].size() == 100);
    for (const auto& trajectory : system["trajectories"]) {
        if (!trajectory["judged"]) continue;
        const std::vector<double> errors = trajectory["errors"];
        REQUIRE(errors.size() == 100);
        CHECK(errors[0] == 0);
        // 32 bits have 6e-8 of relative rounding, to be seen in every sample; what grows is less than all
        CHECK(errors[1] > 1e-9);
        CHECK(errors[1] < 1e-6);
        CHECK(errors[99] < 1e-2);
    }
}
