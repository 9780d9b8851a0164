#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <regex>
#include <sstream>

#include "apps/program.hpp"
#include "places.hpp"

// schemas/figures.md: its commands run in order, with fewer and shorter trajectories, and draw what it claims.

using namespace cchnn_test;
using cchnn_test::Ran;

namespace {

std::vector<std::string> commands_of(const std::string& markdown) {
    std::vector<std::string> commands;
    bool inside = false;
    std::istringstream in(markdown);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) inside = !inside && line == "```sh";
        else if (inside) commands.push_back(line);
    }
    return commands;
}

// A dozen trajectories show what a hundred show.
std::string smaller(std::string command) {
    command = std::regex_replace(command, std::regex("--train 0 --valid 0"), "--train 0 --valid 0 --test 12");
    return std::regex_replace(command, std::regex("cchnn-eval score"), "cchnn-eval score --bootstrap 100");
}

// x and y of the points of a series, in the numbers of a figure; of all series without a name.
std::vector<std::array<double, 2>> points_of(const fs::path& file, const std::string& series = "") {
    std::vector<std::array<double, 2>> points;
    std::istringstream in(bytes_of(file));
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("\"" + series)) continue;
        std::istringstream numbers(line.substr(line.rfind('"') + 2));
        std::string x, y;
        std::getline(numbers, x, ',');
        std::getline(numbers, y, ',');
        points.push_back({std::stod(x), std::stod(y)});
    }
    return points;
}

}  // namespace

TEST_CASE("the commands of schemas/figures.md draw the paper's figures, and the numbers show its claims") {
    const ScratchDirectory scratch;
    for (const std::string& command :
         commands_of(bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/figures.md"))) {
        const std::size_t space = command.find(' ');
        const Ran ran =
            cchnn_test::run_program(command.substr(0, space), smaller(command).substr(space + 1), scratch.path());
        CHECK_MESSAGE(ran.code == 0, command << "\n" << ran.err);
    }

    // Fig. 10c: seven tolerances, each tenfold one violates the constraints more, as a power law.
    const auto by_rtol = points_of(scratch / "fig10c/violation_by_rtol.csv", "reference rollouts");
    REQUIRE(by_rtol.size() == 7);
    for (std::size_t i = 0; i + 1 < by_rtol.size(); ++i) CHECK(by_rtol[i + 1][1] > by_rtol[i][1]);
    std::smatch exponent;
    const std::string numbers = bytes_of(scratch / "fig10c/violation_by_rtol.csv");
    REQUIRE(std::regex_search(numbers, exponent, std::regex("power law with exponent ([0-9.]+)")));
    // A step of order 5 may err by rtol, and the errors of N ~ rtol^(-1/5) steps add up: between 1 - 1/5, when they add
    // up to N, and 1, when they cancel; a tenth more on each side for a dozen trajectories and steps at the largest
    // tolerance.
    CHECK(std::stod(exponent[1]) > 0.7);
    CHECK(std::stod(exponent[1]) < 1.1);
    // A law holds at each tolerance, not only on the whole: no tenfold step is steeper or flatter than that by more
    // than 0.3, but for the first, from 1e-3, where a step of order 5 is no longer small.
    for (std::size_t i = 0; i + 2 < by_rtol.size(); ++i) {
        const double local = std::log10(by_rtol[i + 1][1] / by_rtol[i][1]);
        CHECK(local > 0.5);
        CHECK(local < 1.3);
    }
    CHECK(fs::exists(scratch / "fig10c/violation_over_time.csv"));

    // Fig. 6: 1000 times the perturbation, 1000 times the error, as long as both are small; both grow a lot.
    const auto growth = points_of(scratch / "fig6/error_over_time.csv");
    const auto curve_length = growth.size() / 2;
    REQUIRE(curve_length > 400);
    CHECK(growth[20 + curve_length][1] / growth[20][1] ==
          doctest::Approx(1000).epsilon(0.2));  // bins of 2.3 %, medians
    CHECK(growth[curve_length - 1][1] > 10 * growth[0][1]);

    // Fig. 10a: one link less is far worse than a start off by 1e-5, and two or three are no better.
    const auto errors = points_of(scratch / "fig10a/relative_error.csv");
    REQUIRE(errors.size() == 4);
    for (std::size_t i = 1; i < 4; ++i) CHECK(errors[i][0] > 1000 * errors[0][0]);
}
