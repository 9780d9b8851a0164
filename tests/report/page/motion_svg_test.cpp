#include "report/page/motion_svg.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <regex>

#include "contains_text.hpp"
#include "graph/body_surfaces.hpp"
#include "report/page/projection.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// A rod of length 2 from the origin to a bob that goes from (0, -2) to (2, 0).
struct Pendulum {
    Point pivot = fixed_point({0, 0}), bob = node_point(0, 2);
    Drawing drawing;
    std::vector<double> x{0, -2, std::sqrt(2.0), -std::sqrt(2.0), 2, 0};
    Pendulum() {
        drawing.lines = {{Drawing::Line::Kind::rod, pivot, bob, "Link <a>-b"}};
        drawing.spots = {{Drawing::Spot::Kind::fixed, pivot, "pivot", 0}, {Drawing::Spot::Kind::mass, bob, "b<ob", 1}};
        drawing.tips = {bob};
    }
    std::string svg(std::size_t frame, const StillPicture& picture = {"a pendulum"}) const {
        return motion_svg(drawing, 2, 1, {{&x, frame, "truth", 0}}, picture);
    }
};

std::vector<double> numbers_in(const std::string& svg, const std::string& shape) {
    const std::size_t at = svg.find("class=\"" + shape + "\"");
    REQUIRE_MESSAGE(at != std::string::npos, shape);
    const std::string tag = svg.substr(at + shape.size() + 8, svg.find('>', at) - at - shape.size() - 8);
    std::vector<double> numbers;
    static const std::regex number("-?[0-9]+(\\.[0-9]+)?");
    for (std::sregex_iterator match(tag.begin(), tag.end(), number), end; match != end; ++match)
        numbers.push_back(std::stod(match->str()));
    return numbers;
}

}  // namespace

TEST_CASE(
    "a still shows the bodies at their frame, to scale, with the path of the tips and a bar that tells the scale") {
    const Pendulum p;
    const std::string svg = p.svg(0);
    const std::vector<double> rod = numbers_in(svg, "rod"), trail = numbers_in(svg, "trail"),
                              bar = numbers_in(svg, "scale-bar");
    REQUIRE(rod.size() == 4);
    REQUIRE(trail.size() == 6);
    const double metre = (rod[3] - rod[1]) / 2;  // straight down, 2 m
    CHECK(std::abs(rod[2] - rod[0]) < 0.02);     // two decimals each
    CHECK(std::abs(trail[4] - rod[0] - 2 * metre) < 0.05);
    CHECK(std::abs(trail[5] - rod[1]) < 0.02);
    CHECK(contains_text(svg, ">0.5 m</text>"));
    CHECK(std::abs((bar[4] - bar[2]) - 0.5 * metre) < 0.05);
    const std::vector<double> later = numbers_in(p.svg(2), "rod");
    CHECK(std::abs(later[3] - later[1]) < 0.02);
}

TEST_CASE("names of bodies and constraints are text, and what is not finite is left out") {
    Pendulum p;
    p.x[2] = NAN;
    const std::string svg = p.svg(0);
    CHECK(contains_text(svg, ">b&lt;ob</text>"));
    CHECK(contains_text(svg, "<title>Link &lt;a&gt;-b</title>"));
    CHECK_FALSE(contains_text(svg, "nan"));
    CHECK_FALSE(contains_text(p.svg(1), "class=\"rod\""));
}

TEST_CASE("a drawing that is a file of its own has its colours in it, one inside a page has not") {
    const Pendulum p;
    StillPicture alone{"a pendulum"};
    alone.standalone = true;
    const std::string svg = p.svg(0, alone);
    CHECK(contains_text(svg, "<desc>Drawn by cchnn-gen "));
    // Colours themselves: some programs that draw SVG files know no CSS variables, and drew all of it black.
    CHECK_FALSE(contains_text(svg, "var("));
    CHECK_FALSE(contains_text(svg, "--"));
    const std::size_t dark = svg.find("@media screen and (prefers-color-scheme: dark) {\n");
    REQUIRE(dark != std::string::npos);
    for (const char* rule : {".figure .ground { fill: #ffffff; }\n", ".figure .truth .trail { stroke: #767d85;",
                             ".figure .truth .mass { fill: #767d85; }\n",
                             ".figure path { fill: none; stroke-linejoin: round; stroke-linecap: round; }\n"})
        CHECK_MESSAGE(svg.find(rule) < dark, rule);
    for (const char* rule : {".figure .ground { fill: #14171a; }\n", ".figure .truth .trail { stroke: #9aa2aa;"})
        CHECK_MESSAGE((svg.find(rule) > dark && svg.find(rule) < svg.find("</style>")), rule);
    // A width there would win over those of small and of fine drawings before it.
    CHECK_FALSE(contains_text(svg.substr(dark), "stroke-width"));
    CHECK(contains_text(svg.substr(dark), ".figure .truth .trail { stroke: #9aa2aa; }\n"));
    CHECK_FALSE(contains_text(svg, ".c0 "));  // of no motion in it
    CHECK_FALSE(contains_text(p.svg(0), "<style>"));
}

TEST_CASE("a silhouette is the convex polygon around its points") {
    const std::vector<SvgPoint> hull = convex_hull({{0, 0}, {1, 0}, {0.5, 0.5}, {1, 1}, {0, 1}, {0.5, 0}});
    REQUIRE(hull.size() == 4);
    double area = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const SvgPoint &a = hull[i], &b = hull[(i + 1) % 4];
        area += (a.across * b.down - b.across * a.down) / 2;
    }
    CHECK(std::abs(area) == doctest::Approx(1));
}

TEST_CASE("a surface is drawn as its silhouette and the sharp edges on its near side, and is inside the picture") {
    // A tetrahedron that leans on three axes of length 1, held still.
    Drawing drawing;
    drawing.up = 2;
    const Point away = fixed_point({0, 0, 0}), x = fixed_point({1, 0, 0}), y = fixed_point({0, 1, 0}),
                z = fixed_point({0, 0, 1});
    StillPicture picture{"a stone"};
    picture.surfaces = {{"stone",
                         {away, x, y, z},
                         {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}},
                         {{0, 1, 1, 0}, {1, 3, 1, 2}, {2, 3, 2, 3}}}};
    const std::vector<double> still{0, 0, 0};
    const std::string svg = motion_svg(drawing, 3, 1, {{&still, 0, "truth", 0}}, picture);
    const std::vector<double> silhouette = numbers_in(svg, "shape");
    const Projection view(3, 2);
    std::size_t near = 0;
    for (const auto& face : picture.surfaces[0].faces) {
        const auto at = [&](int k) {
            return view.flat(picture.surfaces[0].corners[static_cast<std::size_t>(k)], still.data());
        };
        const SvgPoint a = at(face[0]), b = at(face[1]), c = at(face[2]);  // `down` goes up
        near += (b.across - a.across) * (c.down - a.down) - (c.across - a.across) * (b.down - a.down) > 0;
    }
    REQUIRE(near == 2);
    CHECK(silhouette.size() == 2 * 4);  // two triangles with an edge in common
    CHECK(numbers_in(svg, "outline").size() % 4 == 0);
    for (const double pixel : silhouette) CHECK((pixel > 30 && pixel < 450));
}

namespace {

// Bodies of one node each, at x, with a name: "b0", "b1", ...
struct Points {
    Drawing drawing;
    std::vector<double> x;
    int dimension;
    Points(int d, const std::vector<double>& at) : x(at), dimension(d) {
        for (int node = 0; node < nodes(); ++node) {
            drawing.spots.push_back({Drawing::Spot::Kind::mass, node_point(node, d), "b" + std::to_string(node), 1});
            drawing.tips.push_back(node_point(node, d));
            drawing.first_nodes.push_back(node);
        }
        drawing.up = d - 1;
    }
    int nodes() const { return static_cast<int>(x.size()) / dimension; }
    std::string svg(const std::vector<double>& motion, const std::string& colour = "") const {
        return motion_svg(drawing, dimension, nodes(), {{&motion, 0, colour, 0}}, {"points"});
    }
    std::string svg() const { return svg(x); }
};

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
    return count;
}

// cx, cy, r of each circle, in the order in which they are drawn.
std::vector<std::array<double, 3>> circles_in(const std::string& svg) {
    static const std::regex circle("<circle class=\"[^\"]*\" cx=\"([^\"]*)\" cy=\"([^\"]*)\" r=\"([^\"]*)\"");
    std::vector<std::array<double, 3>> circles;
    for (std::sregex_iterator match(svg.begin(), svg.end(), circle), end; match != end; ++match)
        circles.push_back({std::stod((*match)[1]), std::stod((*match)[2]), std::stod((*match)[3])});
    return circles;
}

}  // namespace

TEST_CASE("in a picture of one motion each body and its path has a colour, what joins bodies has none of theirs") {
    Points p(2, {0, 0, 3, 0, 0, 3});
    p.drawing.lines = {{Drawing::Line::Kind::rod, node_point(0, 2), node_point(1, 2), "Link"}};
    std::vector<double> motion = p.x;
    for (const double value : {1.0, 1.0, 3.0, 1.0, 1.0, 3.0}) motion.push_back(value);
    const std::string svg = p.svg(motion);
    for (const char* shape :
         {"b0\"><circle class=\"mass\"", "b1\"><circle class=\"mass\"", "b2\"><circle class=\"mass\"",
          "b0\"><path class=\"trail\"", "b2\"><path class=\"trail\"", "truth\"><path class=\"rod\""})
        CHECK_MESSAGE(contains_text(svg, shape), shape);
    const std::string one = p.svg(motion, "c5");
    CHECK_FALSE(contains_text(one, "motion b0"));
    CHECK(count_of(one, "motion c5") == 3 + 1);  // three paths, and all bodies
}

TEST_CASE("where bodies are more than colours, neighbours share one") {
    std::vector<double> at;
    for (int i = 0; i < 16; ++i) {
        at.push_back(i);
        at.push_back(0);
    }
    const std::string svg = Points(2, at).svg();
    for (int colour = 0; colour < 8; ++colour) CHECK(count_of(svg, "motion b" + std::to_string(colour)) == 1);
    CHECK_FALSE(contains_text(svg, "motion b8"));
}

TEST_CASE("names stand where they fit: none on another one, on a body or outside, and none in a crowd") {
    CHECK(count_of(Points(2, {0, 0, 3, 0, 0, 3}).svg(), "class=\"body-name") == 3);
    std::vector<double> crowd;
    for (int i = 0; i < 400; ++i) {
        crowd.push_back(i % 20);
        crowd.push_back(i / 20);
    }
    CHECK(count_of(Points(2, crowd).svg(), "class=\"body-name") < 100);
    const std::string svg = Points(2, crowd).svg();
    CHECK(count_of(svg, "<title>b") == 400);  // the pointer says who is who
}

TEST_CASE("a nearer body is drawn later and larger than one behind it") {
    // Up is z. Whoever looks stands at large -(sin, cos) of the yaw of -0.6, a little above.
    const Points p(3,
                   {-5 * std::sin(-0.6), -5 * std::cos(-0.6), 0, 5 * std::sin(-0.6), 5 * std::cos(-0.6), 0, 2, 0, 0});
    const auto circles = circles_in(p.svg());
    REQUIRE(circles.size() == 3);
    const Projection view(3, 2);
    CHECK(view.away(node_point(0, 3), p.x.data()) < view.away(node_point(1, 3), p.x.data()));
    CHECK(circles[0][2] < circles[1][2]);
    CHECK(circles[1][2] < circles[2][2]);
    CHECK(circles[0][1] < circles[2][1]);  // the far one stands higher, seen from above
    CHECK(count_of(p.svg(), "mass near") == 1);
    CHECK(count_of(p.svg(), "mass far") == 1);
}

TEST_CASE("crowded bodies that fall for a long way are seen: the bodies frame the picture, not the way") {
    std::vector<double> motion;
    for (const double down : {0.0, 10.0, 1000.0})
        for (int i = 0; i < 8; ++i) {
            motion.push_back(i);
            motion.push_back(i % 3 - down);
        }
    const Points p(2, {motion.begin(), motion.begin() + 16});
    const auto circles = circles_in(p.svg(motion));
    REQUIRE(circles.size() == 8);
    CHECK(circles[7][0] - circles[0][0] > 60);
    const Points pair(2, {0, 0, 1, 0});
    const auto of_pair = circles_in(pair.svg({0, 0, 1, 0, 0, -1000, 1, -1000}));
    CHECK(of_pair[1][0] - of_pair[0][0] < 1);  // comets: all of the way
    CHECK(contains_text(pair.svg({0, 0, 1, 0, 0, -1000, 1, -1000}), "viewBox=\"0 0 480 400\""));
}

TEST_CASE("a hinge is drawn along its axis and a slider's sleeve along its rail, as long as they are seen") {
    Drawing drawing;
    drawing.up = 2;
    const Point a = fixed_point({0, 0, 0}), up = fixed_point({0, 0, 1}), b = fixed_point({4, 0, 0});
    drawing.lines = {{Drawing::Line::Kind::pin, a, up, "hinge"},
                     {Drawing::Line::Kind::sleeve, b, fixed_point({4, 0, 1}), "s"}};
    drawing.spots = {{Drawing::Spot::Kind::fixed, a, "a", 0}, {Drawing::Spot::Kind::fixed, b, "b", 0}};
    const std::vector<double> still{0, 0, 0};
    const std::string svg = motion_svg(drawing, 3, 1, {{&still, 0, "truth", 0}}, {"hinge"});
    const std::vector<double> pin = numbers_in(svg, "pin far"), sleeve = numbers_in(svg, "sleeve near");
    REQUIRE(pin.size() == 4);
    CHECK(std::abs(pin[2] - pin[0]) < 0.02);
    CHECK(std::abs(std::abs(pin[3] - pin[1]) - 18 * std::cos(0.35)) < 0.05);  // 18 pixels, seen from 0.35 rad above
    REQUIRE(sleeve.size() == 4 * 4 + 8);  // two edges of the rail on both sides, and a box of 26 pixels
    CHECK(std::abs(std::abs(sleeve[19] - sleeve[17]) - 26 * std::cos(0.35)) < 0.05);
    CHECK(std::max(sleeve[1], sleeve[3]) > 400);  // the rail leaves the picture
}

TEST_CASE("no name stands on a rail, which crosses the whole picture") {
    // A sleeve at the origin on a rail along x, and a second point beside the rail, which frames the picture.
    Drawing drawing;
    const Point origin = fixed_point({0, 0}), along = fixed_point({1, 0}), above = fixed_point({0, 2});
    drawing.lines = {{Drawing::Line::Kind::sleeve, origin, along, "s"}};
    drawing.spots = {{Drawing::Spot::Kind::fixed, origin, "rail", 0}, {Drawing::Spot::Kind::fixed, above, "b", 0}};
    const std::vector<double> still{0, 0};
    const std::string svg = motion_svg(drawing, 2, 1, {{&still, 0, "truth", 0}}, {"rail"});
    const std::vector<double> rail = numbers_in(svg, "sleeve");
    const auto [top, bottom] = std::minmax({rail[1], rail[3], rail[5], rail[7]});
    std::size_t named = 0;
    static const std::regex label("class=\"body-name[^\"]*\" x=\"([^\"]*)\" y=\"([^\"]*)\">rail<");
    for (std::sregex_iterator found(svg.begin(), svg.end(), label), end; found != end; ++found, ++named) {
        const double baseline = std::stod((*found)[2]);
        CHECK((baseline < top || baseline - 9 > bottom));  // capitals of 13 pixels are 9 high
    }
    CHECK(named == 1);
}

TEST_CASE("a thumbnail has bodies and their ways alone, and shows bodies that go far") {
    StillPicture picture{"two"};
    picture.thumbnail = true;
    const auto drawn = [&](const std::vector<double>& motion) {
        const Points p(2, {0, 0, 1, 0});
        return motion_svg(p.drawing, 2, 2, {{&motion, 0, "", 0}}, picture);
    };
    const std::string svg = drawn({0, 0, 1, 0, 0, -1, 1, -1});
    CHECK(contains_text(svg, "viewBox=\"0 0 240 "));
    CHECK_FALSE(contains_text(svg, "<text"));
    CHECK_FALSE(contains_text(svg, "class=\"scale\""));
    const auto far = circles_in(drawn({0, 0, 1, 0, 0, -1000, 1, -1000}));
    REQUIRE(far.size() == 2);
    CHECK(far[1][0] - far[0][0] > 20);
}
