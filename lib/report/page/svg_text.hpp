#pragma once
// Pieces of SVG as text. Coordinates are pixels of the view box, across and down, with at most two decimals, so
// that the same picture has the same bytes on every machine.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace cchnn {

struct SvgPoint {
    double across = 0, down = 0;
};

std::string svg_number(double pixels);
// The path "M1 2L3 4" through these points; "" for fewer than two.
std::string svg_polyline(const std::vector<SvgPoint>& points);
// A <path> through these points, closed or not; "" for fewer than two points.
std::string svg_path(const std::string& css_class, const std::vector<SvgPoint>& points, bool closed = false,
                     const std::string& attributes = "");
// A <text>; the text is escaped here, the attributes are not.
std::string svg_label(const std::string& css_class, SvgPoint point, const std::string& text,
                      const std::string& attributes = "");
// The first letters of a text, with "…" if there are more. Letters are counted, not bytes.
std::string first_letters(const std::string& text, std::size_t letters);
// A <title>, which a browser shows while the pointer rests on the shape.
std::string svg_title(const std::string& text);

// The eight colours of bodies, and as many of series (html/figure.css). Six of bodies are those of Okabe and Ito, which can be told apart with any colour
// vision (M. Okabe, K. Ito, Color Universal Design, 2008), darkened where a line of them would be too pale on white; then
// violet and brown. After eight they repeat.
constexpr std::size_t line_colours = 8;
// The style of the reference in place of a number: a wide grey line.
constexpr std::size_t reference_style = static_cast<std::size_t>(-1);

// The dash of the i-th series as an attribute, "" for the first: series can be told apart without colours. Six
// dashes and eight colours make 24 different pairs.
std::string series_dash(std::size_t i);
// The marker of the i-th series, filled: circle, square, triangle or diamond.
std::string series_marker(std::size_t i, SvgPoint point);
// The class of the colour of the i-th series, "c3": one accent, and greys, which dashes tell apart. Bodies have colours
// of their own, "b3".
std::string series_colour(std::size_t i);
std::string body_colour(std::size_t i);

// The style sheet of drawings (html/figure.css) for an SVG file of its own. Pages keep its colours as CSS
// variables, which many programs that convert SVG files do not know: they would draw everything black. Here
// each rule names its colours, first those of a light screen and of paper, then those of a dark screen.
enum class Palette { both, light };

// With rules for the colours of these series only: "c0" to "c7", "truth".
std::string plain_style(const std::set<std::string>& series, Palette palette = Palette::both);

}  // namespace cchnn
