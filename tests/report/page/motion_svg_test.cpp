#include "report/page/motion_svg.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <regex>

#include "graph/drawing.hpp"
#include "report/page/projection.hpp"

using namespace cchnn;

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
    CHECK(svg.find(">0.5 m</text>") != std::string::npos);
    CHECK(std::abs((bar[4] - bar[2]) - 0.5 * metre) < 0.05);
    const std::vector<double> later = numbers_in(p.svg(2), "rod");
    CHECK(std::abs(later[3] - later[1]) < 0.02);
}

TEST_CASE("names of bodies and constraints are text, and what is not finite is left out") {
    Pendulum p;
    p.x[2] = NAN;
    const std::string svg = p.svg(0);
    CHECK(svg.find(">b&lt;ob</text>") != std::string::npos);
    CHECK(svg.find("<title>Link &lt;a&gt;-b</title>") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(p.svg(1).find("class=\"rod\"") == std::string::npos);
}

TEST_CASE("a drawing that is a file of its own has its colours in it, one inside a page has not") {
    const Pendulum p;
    StillPicture alone{"a pendulum"};
    alone.standalone = true;
    const std::string svg = p.svg(0, alone);
    CHECK(svg.find("<desc>Drawn by cchnn-gen ") != std::string::npos);
    // Colours themselves: some programs that draw SVG files know no CSS variables, and drew all of it black.
    CHECK(svg.find("var(") == std::string::npos);
    CHECK(svg.find("--") == std::string::npos);
    const std::size_t dark = svg.find("@media screen and (prefers-color-scheme: dark) {\n");
    REQUIRE(dark != std::string::npos);
    for (const char* rule : {".figure .ground { fill: #ffffff; }\n", ".figure .truth .trail { stroke: #767d85;",
                             ".figure .truth .mass, .figure .truth .joint { fill: #767d85; }\n",
                             ".figure path { fill: none; stroke-linejoin: round; stroke-linecap: round; }\n"})
        CHECK_MESSAGE(svg.find(rule) < dark, rule);
    for (const char* rule : {".figure .ground { fill: #14171a; }\n", ".figure .truth .trail { stroke: #9aa2aa;"})
        CHECK_MESSAGE((svg.find(rule) > dark && svg.find(rule) < svg.find("</style>")), rule);
    CHECK(svg.find(".c0 ") == std::string::npos);  // of no motion in it
    CHECK(p.svg(0).find("<style>") == std::string::npos);
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
