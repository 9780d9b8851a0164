#include "report/page/html_player.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "report/example_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;
using Json = nlohmann::json;

namespace {

// A trajectory of `frames` samples of one node in the plane.
Scores animated_scores(int frames) {
    Scores scores = example_scores();
    AnimatedTrajectory trajectory{1, "median error of <good>", 2, {}, {}};
    for (int s = 0; s < 3; ++s) {
        std::vector<double> x;
        for (int k = 0; k < 2 * frames; ++k) x.push_back(s + 1.23456789 * k);
        trajectory.x.push_back(x);
    }
    trajectory.x[2].back() = INFINITY;
    trajectory.err = {std::vector<double>(static_cast<std::size_t>(frames), 1e-4),
                      std::vector<double>(static_cast<std::size_t>(frames), 1)};
    scores.animated = {trajectory};
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    const Point fixed{BodyIndex{0}, {}, {1, 2}}, bob{BodyIndex{1}, {{NodeIndex{0}, 1}}, {0, 0}};
    scores.drawing = {{{Drawing::Line::Kind::rod, fixed, bob, "Link a-b"}},
                      {{Drawing::Spot::Kind::mass, bob, "bob</script>", 1}},
                      {{{0, 0}, {1, 1}}},
                      {bob},
                      1,
                      {0},
                      2,
                      1};
    return scores;
}

}  // namespace

TEST_CASE(
    "an animation holds what moves, who predicted it and how it is drawn, in 5 digits, what is not finite is null") {
    const Json json = Json::parse(player_json(animated_scores(4), {"au", "kg", "day"}, 1000));
    CHECK(json["submissions"] == Json::parse(R"([{"label": "good", "colour": 0, "reference": false},
                                                 {"label": "bad", "colour": 1, "reference": false}])"));
    Scores solved = animated_scores(4);
    solved.models[1].reference = true;
    const Json beside = Json::parse(player_json(solved, {}, 1000))["submissions"];
    CHECK((!beside[0]["reference"].get<bool>() && beside[1]["reference"].get<bool>()));
    CHECK(json["lines"] == Json::parse(R"([["rod", [[1, 2]], [[0, 0], 0, 1], "Link a-b", null]])"));
    CHECK(json["tips"] == Json::parse("[[[[0, 0], 0, 1], 0]]"));
    CHECK(json["length"] == "au");
    CHECK(json["time"] == "day");
    CHECK(json["spots"][0][2] == "bob</script>");
    CHECK(json["curves"] == Json::parse("[[[0, 0], [1, 1]]]"));
    const Json& trajectory = json["trajectories"][0];
    CHECK(trajectory["name"] == "Trajectory 1: median error of <good>");
    CHECK(trajectory["stride"] == 2);
    CHECK(trajectory["truth"] == Json::parse("[0, 1.2346, 2.4691, 3.7037, 4.9383, 6.1728, 7.4074, 8.642]"));
    CHECK(trajectory["off"][0] == Json::parse("[1, 1, 1, 1, 1, 1, 1, 1]"));
    CHECK(trajectory["off"][1][7].is_null());
    CHECK(trajectory["err"] == Json::parse("[[1e-4, 1e-4, 1e-4, 1e-4], [1, 1, 1, 1]]"));
}

TEST_CASE("the player draws springs and pins by the symbols of stills, and bodies in their colours") {
    Scores scores = animated_scores(4);
    const Point fixed = scores.drawing.lines[0].a, bob = scores.drawing.lines[0].b;
    scores.drawing.lines.push_back({Drawing::Line::Kind::pin, fixed, bob, ""});
    scores.drawing.lines.push_back({Drawing::Line::Kind::spring, fixed, bob, ""});
    scores.drawing.lines.push_back({Drawing::Line::Kind::arm, fixed, bob, ""});
    const Json json = Json::parse(player_json(scores, {}, 1000));
    CHECK(json["symbols"].size() == 2);
    CHECK(json["symbols"]["pin"] == Json::parse(R"({"direction": true, "lines": [[[-9, 0], [9, 0]]]})"));
    CHECK(json["symbols"]["spring"]["direction"] == false);
    const Json& coils = json["symbols"]["spring"]["lines"][0];
    CHECK(coils.size() == 2 + 17 + 2);
    CHECK(coils.front() == Json::parse("[0, 0]"));
    CHECK(coils[2][1] == 5);
    CHECK(coils[3][1] == -5);
    CHECK(coils.back() == Json::parse("[1, 0]"));
    CHECK(json["lines"][2][4].is_null());
    CHECK(json["lines"][3][4] == 0);  // an arm belongs to its body
    CHECK(json["spots"][0][4] == 0);
}

TEST_CASE("a large animation has fewer frames, then fewer predictions, and knows its time") {
    const Json fewer = Json::parse(player_json(animated_scores(600), {}, 2000))["trajectories"][0];
    CHECK(fewer["truth"].size() == 2 * 300);  // 3 of 600 frames of 2 numbers are 3600, half of it is below 2000
    CHECK(fewer["off"].size() == 2);
    CHECK(fewer["stride"] == 4);
    CHECK(fewer["truth"][2] == doctest::Approx(1.23456789 * 4).epsilon(1e-4));
    const Json least = Json::parse(player_json(animated_scores(600), {}, 10));
    CHECK(least["submissions"].size() == 1);
    CHECK(least["trajectories"][0]["off"].size() == 1);
    CHECK(least["trajectories"][0]["err"][0].size() >= 30);
}

TEST_CASE("names of trajectories are escaped in the controls") {
    CHECK(contains_text(player_html(animated_scores(4), 0, "").text(),
                        "<option value=\"0\">Trajectory 1: median error of &lt;good&gt;</option>"));
}

TEST_CASE("errors of an animation are those of its frames and of its predictions, also where some are left out") {
    Scores scores = animated_scores(400);
    AnimatedTrajectory& trajectory = scores.animated[0];
    for (std::size_t k = 0; k < 400; ++k) {
        trajectory.err[0][k] = static_cast<double>(k);
        trajectory.err[1][k] = 1000 + static_cast<double>(k);
    }
    const Json half = Json::parse(player_json(scores, {}, 1200))["trajectories"][0];
    REQUIRE(half["stride"] == 4);
    for (const std::size_t s : {0u, 1u}) {
        const std::size_t offset = 1000 * s;
        REQUIRE(half["err"][s].size() == half["off"][s].size() / 2);
        for (std::size_t k = 0; k < 200; ++k) CHECK(half["err"][s][k] == offset + 2 * k);
    }
    scores.models = {{"bad", {1}, false, scores.submissions[1].metrics}};  // the second submission alone
    const Json alone = Json::parse(player_json(scores, {}, 10000))["trajectories"][0];
    REQUIRE(alone["err"].size() == 1);
    CHECK(alone["err"][0][7] == 1007);
    CHECK(alone["off"][0][2] == 2);  // what the second one is off everywhere
}

TEST_CASE("impacts stand at frames of the animation, which need not be whole") {
    Scores scores = animated_scores(400);
    scores.animated[0].impacts = {{2.5 * 4 * scores.truth.dt, {1, 2}}};
    const Json trajectory = Json::parse(player_json(scores, {}, 1200))["trajectories"][0];
    REQUIRE(trajectory["stride"] == 4);
    REQUIRE(trajectory["impacts"].size() == 1);
    CHECK(trajectory["impacts"][0][0].get<double>() == doctest::Approx(2.5));
    CHECK(trajectory["impacts"][0][1] == Json::parse("[1, 2]"));
}

TEST_CASE("a difference that rounding of coordinates would swallow is kept, so that it can be looked at magnified") {
    Scores scores = animated_scores(4);
    AnimatedTrajectory& trajectory = scores.animated[0];
    trajectory.x[1] = trajectory.x[0];
    trajectory.x[1][3] += 1e-9;
    const Json off = Json::parse(player_json(scores, {}, 1000))["trajectories"][0]["off"][0];
    CHECK(off[2] == 0);
    CHECK(off[3].get<double>() == doctest::Approx(1e-9).epsilon(1e-4));  // 3.7 has room for 4e-16
}

TEST_CASE("a system alone has a motion and nobody to compare it with") {
    const Scores scores = animated_scores(4);
    const Point fixed{BodyIndex{0}, {}, {1, 2}}, bob{BodyIndex{1}, {{NodeIndex{0}, 1}}, {0, 0}};
    const PlayedSystem system{"pendulum", 2, 1, 4, 0.1, {}, {{"bob", {bob, fixed}, {{0, 1, 0}}, {{0, 1, 2, 3}}}}};
    const AnimatedTrajectory motion{3, "the true motion", 1, {scores.animated[0].x[0]}, {}};
    const Json json = Json::parse(player_json(system, scores.drawing, motion));
    CHECK(json["submissions"].empty());
    CHECK(json["surfaces"] == Json::parse("[[[[[0, 0], 0, 1], [[1, 2]]], [[0, 1, 0]], [[0, 1, 2, 3]], 0]]"));
    CHECK(json["trajectories"][0]["truth"].size() == 8);
    CHECK(json["trajectories"][0]["off"].empty());
    CHECK(contains_text(player_html(system, 2, "").text(), "data-number=\"2\""));
}
