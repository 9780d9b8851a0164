#include "report/page/svg_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "report/page/html_parts.hpp"

namespace cchnn {

// Hundredths of a pixel without needless zeros, which keeps files small.
std::string svg_number(double pixels) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2f", pixels == 0 ? 0.0 : pixels);
    std::string number = text;
    while (number.ends_with('0')) number.pop_back();
    if (number.ends_with('.')) number.pop_back();
    return number == "-0" ? "0" : number;
}

// A path needs two points; "" for fewer.
std::string svg_polyline(const std::vector<SvgPoint>& points) {
    if (points.size() < 2) return "";
    std::string text;
    for (const SvgPoint& p : points)
        text += (text.empty() ? "M" : "L") + svg_number(p.across) + " " + svg_number(p.down);
    return text;
}

std::string svg_path(const std::string& css_class, const std::vector<SvgPoint>& points, bool closed,
                     const std::string& attributes) {
    if (points.size() < 2) return "";
    return "<path class=\"" + css_class + "\" d=\"" + svg_polyline(points) + (closed ? "Z" : "") + "\"" + attributes +
           "/>";
}

std::string svg_label(const std::string& css_class, SvgPoint point, const std::string& text,
                      const std::string& attributes) {
    return "<text class=\"" + css_class + "\" x=\"" + svg_number(point.across) + "\" y=\"" + svg_number(point.down) +
           "\"" + attributes + ">" + html_escaped(text) + "</text>";
}

// Cuts between letters of UTF-8, and ends with an ellipsis.
std::string first_letters(const std::string& text, std::size_t letters) {
    std::size_t seen_letters = 0, byte = 0;
    for (; byte < text.size(); ++byte)
        if ((text[byte] & 0xC0) != 0x80 && ++seen_letters > letters) break;
    return byte == text.size() ? text : text.substr(0, byte) + "…";
}

std::string svg_title(const std::string& text) { return "<title>" + html_escaped(text) + "</title>"; }

std::string series_dash(std::size_t i) {
    if (i == reference_style) return " style=\"stroke-width:6\"";
    static constexpr std::array<const char*, 6> dashes{"", "8 3", "2 3", "10 3 2 3", "14 4", "6 2 1 2 1 2"};
    const std::string dash = dashes[i % dashes.size()];
    return dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"";
}

// A disc, a square, a triangle or a diamond, so that series differ without colour too.
std::string series_marker(std::size_t i, SvgPoint point) {
    constexpr double r = 3.6;
    const auto [x, y] = point;
    if (i % 4 == 0)
        return "<circle class=\"mark\" cx=\"" + svg_number(x) + "\" cy=\"" + svg_number(y) + "\" r=\"" + svg_number(r) +
               "\"/>";
    if (i % 4 == 1) return svg_path("mark", {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}}, true);
    if (i % 4 == 2) return svg_path("mark", {{x, y - 1.2 * r}, {x + 1.2 * r, y + r}, {x - 1.2 * r, y + r}}, true);
    return svg_path("mark", {{x, y - 1.3 * r}, {x + 1.3 * r, y}, {x, y + 1.3 * r}, {x - 1.3 * r, y}}, true);
}

std::string series_colour(std::size_t i) {
    return i == reference_style ? "truth" : "c" + std::to_string(i % line_colours);
}

}  // namespace cchnn
