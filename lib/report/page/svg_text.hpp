#pragma once
// Pieces of an SVG drawing as text. Coordinates are in pixels of the view box, across and down, with two decimals, so
// that the same picture has the same bytes.

#include <string>
#include <vector>

namespace cchnn {

struct SvgPoint {
    double across = 0, down = 0;
};

std::string svg_number(double pixels);
// "M1 2L3 4"; nothing for fewer than two points.
std::string svg_polyline(const std::vector<SvgPoint>& points);
// <path class="..." d="...">, closed or not; nothing for fewer than two points.
std::string svg_path(const std::string& css_class, const std::vector<SvgPoint>& points, bool closed = false,
                     const std::string& attributes = "");
// The same of what svg_polyline made; nothing of nothing.
std::string svg_drawn(const std::string& css_class, const std::string& lines);
// The text is escaped here.
std::string svg_label(const std::string& css_class, SvgPoint at, const std::string& text,
                      const std::string& attributes = "");
// At most so many letters, with "…" for the others.
std::string first_letters(const std::string& text, std::size_t letters);
// <title>: what a pointer that rests on a shape is told.
std::string svg_title(const std::string& text);

// A dash for each series, " stroke-dasharray=..." or nothing for the first: told apart without colours too. With the
// colours there are 24 pairs before one comes again.
std::string series_dash(std::size_t i);
// A circle, square, triangle or diamond, filled.
std::string series_marker(std::size_t i, SvgPoint at);
// "c3": the class of its colour.
std::string series_colour(std::size_t i);

}  // namespace cchnn
