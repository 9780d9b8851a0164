#include "report/page/html_figures.hpp"

#include <doctest/doctest.h>

#include "report/example_scores.hpp"

using namespace cchnn;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// As gnuplot 5.4 writes.
const char* const drawn =
    "<?xml version=\"1.0\"?>\n<svg \n width=\"820\" height=\"480\"\n viewBox=\"0 0 820 480\"\n "
    "xmlns=\"http://www.w3.org/2000/svg\"\n>\n"
    "<title>Gnuplot</title>\n<g id=\"gnuplot_canvas\">\n<rect width=\"820\" fill=\"#ffffff\"/>\n<circle "
    "id='gpDot'/><use xlink:href='#gpPt5' id='gpPt6'/>\n"
    "<path stroke='rgb(  0, 114, 178)'/><text fill=\"rgb(34,34,34)\">rgb(nothing) gpDot</text><path stroke='rgb(227, "
    "227, 227)'/><path fill='rgb(1,2,3)'/>"
    "</g>\n</svg>\n";

}  // namespace

TEST_CASE("a figure inside a page takes the page's colours, has ids of its own and no size or address") {
    const std::string svg = page_svg(drawn, "s0-", "a \"title\"");
    CHECK(svg.starts_with("<svg viewBox=\"0 0 820 480\" role=\"img\" aria-label=\"a &quot;title&quot;\">"));
    CHECK(svg.ends_with("</svg>"));
    CHECK(!contains(svg, "http"));
    CHECK(!contains(svg, "xml version"));
    CHECK(contains(svg, "<rect width=\"820\" fill=\"none\"/>"));
    CHECK(contains(svg, "<path stroke='var(--line-0)'/>"));
    CHECK(contains(svg, "fill=\"currentColor\">rgb(nothing) gpDot<"));
    CHECK(contains(svg, "<path stroke='var(--grid)'/>"));
    CHECK(contains(svg, "fill='rgb(1,2,3)'"));
    CHECK(contains(svg, "id='s0-gpDot'"));
    CHECK(contains(svg, "<use xlink:href='#s0-gpPt5' id='s0-gpPt6'/>"));
    CHECK(page_svg("gnuplot was stopped", "", "") == "");
}

TEST_CASE("figures of a page are drawn by gnuplot without the title, which the page has") {
    const std::string html = html_figures({{error_over_time_figure(example_scores()), "Error & time"}}, "p-");
    if (contains(html, "gnuplot was not found")) return;
    CHECK(contains(html, "<figure><figcaption>Error &amp; time</figcaption><svg viewBox=\"0 0 660 430\""));
    CHECK(!contains(html, "chain_pendulum_1: "));
    CHECK(contains(html, ">good</text>"));
}
