#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "places.hpp"
#include "stories/story_fixture.hpp"

// The pictures of systems/pictures are those of today's programs and data; systems/pictures/draw.sh draws them anew.

using namespace cchnn_test;
using cchnn_test::bytes_of;

namespace {

namespace fs = std::filesystem;
const fs::path systems = fs::path(cchnn_test::source_dir()) / "systems";

// What follows a key of a text chunk of a PNG file (keyword, NUL, text), "" without one.
std::string text_in_png(const std::string& png, const std::string& keyword) {
    const std::string chunk = "tEXt" + keyword + '\0';
    const std::size_t at = png.find(chunk);
    if (at == std::string::npos || at < 4) return "";
    std::size_t length = 0;
    for (std::size_t i = at - 4; i < at; ++i) length = length << 8 | static_cast<unsigned char>(png[i]);
    return png.substr(at + chunk.size(), length - keyword.size() - 1);
}

}  // namespace

TEST_CASE("the picture of each system is what cchnn-gen show draws today") {
    int looked_at = 0;
    const cchnn_test::Shell shell;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(systems)) {
        if (entry.path().extension() != ".json" || entry.path().parent_path() == systems / "suites" ||
            entry.path().parent_path() == systems / "recipes" || entry.path().parent_path() == systems / "checked" ||
            entry.path().parent_path() == systems / "impacts")
            continue;
        const std::string name = entry.path().stem();
        CAPTURE(name);
        const auto shown = shell("show " + name + " --svg " + name + ".svg");
        REQUIRE_MESSAGE(shown.code == 0, shown.err);
        CHECK((bytes_of(systems / "pictures" / (name + ".svg")) == bytes_of(shell.scratch / (name + ".svg"))));
        ++looked_at;
    }
    CHECK(looked_at >= 20);
}

TEST_CASE("the curves in the tutorial are those that its commands draw") {
    const cchnn_test::Shell shell;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        const auto ran = cchnn_test::run_program(program, arguments, shell.scratch.path());
        REQUIRE_MESSAGE(ran.code == 0, ran.err);
        return ran.err;
    };
    const std::string rollout = "rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 ";
    run("cchnn-gen", "generate chain_pendulum_3 -o data --train 0 --valid 0");
    run("cchnn-gen", rollout + "--epsilon 1e-5 --model 'perturbed by 1e-5' -o a.h5");
    run("cchnn-gen", rollout + "--protocol paper --model 'dopri5 at rtol 1e-7' -o b.h5");
    run("cchnn-eval", "score data/chain_pendulum_3/test.h5 a.h5 b.h5 --bootstrap 0 --figures now");
    CHECK((bytes_of(systems / "pictures/error_over_time.svg") == bytes_of(shell.scratch / "now/error_over_time.svg")));
}

TEST_CASE("the animation in README.md is what cchnn-eval makes of the baselines' predictions today") {
    const cchnn_test::Shell shell;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        const auto ran = cchnn_test::run_program(program, arguments, shell.scratch.path());
        REQUIRE_MESSAGE(ran.code == 0, ran.err);
    };
    const fs::path predictions = systems / "pictures/predictions";
    std::string files;
    for (const char* model : {"CHNN", "CLNN", "DeLaN", "HNN", "NeuralODE"})
        files += " '" + (predictions / (std::string(model) + ".npz")).string() + "'";
    run("cchnn-gen", "generate chain_pendulum_3 -o one --train 0 --valid 0 --test 1");
    run("cchnn-eval", "score one/chain_pendulum_3/test.h5" + files + " --bootstrap 0 --animation now.svg");
    const std::string then = bytes_of(systems / "pictures/animation.svg");
    CHECK((then == bytes_of(shell.scratch / "now.svg")));
    CHECK(then.size() <= 500'000);
    CHECK_FALSE(contains_text(then, "<script"));
}

TEST_CASE("the page in the tutorial is one of today's test set: its picture carries the signature that it shows") {
    const std::string signature = text_in_png(bytes_of(systems / "pictures/page.png"), "Description");
    const std::string tutorial = bytes_of(systems.parent_path() / "apps/tutorial.md");
    REQUIRE(!signature.empty());
    CHECK_MESSAGE(contains_text(tutorial, "\nsignature " + signature + "\n"), signature);
}

TEST_CASE("Lyapunov times of the gallery are those that cchnn-gen estimates today") {
    const cchnn_test::Shell shell;
    const std::string gallery = bytes_of(systems / "README.md");
    for (const char* name : {"chain_pendulum_3", "harmonic_oscillator"}) {
        const auto ran = shell("lyapunov " + std::string(name) + " --json -");
        REQUIRE_MESSAGE(ran.code == 0, ran.err);
        const auto exponent = nlohmann::json::parse(ran.out)["exponents"][0];
        char time[40];
        std::snprintf(time, sizeof time, "%.2g s", 1 / exponent["mean"].get<double>());
        const std::string cell = exponent["low"] > 0.0 ? time : "–";
        const std::size_t row = gallery.find("| [`" + std::string(name) + "`]");
        REQUIRE(row != std::string::npos);
        const std::string line = gallery.substr(row, gallery.find('\n', row) - row);
        CHECK(contains_text(line, " | " + cell + " | "));
    }
}
