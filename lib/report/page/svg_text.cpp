#include "report/page/svg_text.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <sstream>

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
           "\"" + attributes + ">" + html_escaped(text).text() + "</text>";
}

// Cuts between letters of UTF-8, and ends with an ellipsis.
std::string first_letters(const std::string& text, std::size_t letters) {
    std::size_t seen_letters = 0, byte = 0;
    for (; byte < text.size(); ++byte)
        if ((text[byte] & 0xC0) != 0x80 && ++seen_letters > letters) break;
    return byte == text.size() ? text : text.substr(0, byte) + "…";
}

std::string svg_title(const std::string& text) { return "<title>" + html_escaped(text).text() + "</title>"; }

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

std::string body_colour(std::size_t i) { return "b" + std::to_string(i % line_colours); }

namespace {

using Colours = std::map<std::string, std::string>;  // by the variable's name

// The variables of a block ":root { --ink: #1c1f23; ... }".
Colours colours_in(const std::string& block) {
    Colours colours;
    for (std::size_t begin = 0; (begin = block.find("--", begin)) != std::string::npos;) {
        const std::size_t colon = block.find(": ", begin), end = block.find(';', begin);
        colours[block.substr(begin + 2, colon - begin - 2)] = block.substr(colon + 2, end - colon - 2);
        begin = end;
    }
    return colours;
}

// The colour of each series, from lines ".c0 { --c: var(--line-0); }".
Colours series_in(const std::string& block) {
    const std::string middle = " { --c: ";
    Colours series;
    for (std::size_t end = 0; (end = block.find(middle, end)) != std::string::npos; end += middle.size()) {
        const std::size_t begin = block.rfind('.', end) + 1, value = end + middle.size();
        series[block.substr(begin, end - begin)] = block.substr(value, block.find(';', value) - value);
    }
    return series;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (std::size_t begin = 0; (begin = text.find(old, begin)) != std::string::npos; begin += by.size())
        text.replace(begin, old.size(), by);
    return text;
}

std::string coloured(std::string rule, const Colours& colours) {
    for (const auto& [name, colour] : colours) rule = replaced(std::move(rule), "var(--" + name + ")", colour);
    return rule;
}

// "selector { stroke: var(--c); stroke-width: 4; }" without the parts that have no colour.
std::string colours_of(const std::string& rule) {
    const std::size_t body = rule.find("{ ") + 2;
    std::string kept = rule.substr(0, body);
    for (std::size_t begin = body, end = 0; (end = rule.find("; ", begin)) != std::string::npos; begin = end + 2)
        if (const std::string part = rule.substr(begin, end + 2 - begin); part.find("var(") != std::string::npos)
            kept += part;
    return kept + "}";
}

// The rules with colours in place of variables. A rule that uses the colour of a series is repeated for each
// series. `all` keeps what has no colour; the palette of dark screens must not repeat a width, since it would win over
// those of small and fine drawings before it.
std::string rules_with(const std::string& rules, const Colours& colours, const Colours& series, bool all) {
    std::string text;
    std::istringstream lines(rules);
    for (std::string rule; std::getline(lines, rule);) {
        if (!all && rule.find("var(") != std::string::npos) rule = colours_of(rule);
        if (rule.find("var(--c)") == std::string::npos) {
            if (all || rule.find("var(") != std::string::npos) text += coloured(rule, colours) + "\n";
            continue;
        }
        for (const auto& [name, colour] : series)
            text += coloured(replaced(replaced(rule, "var(--c)", colour), ".figure .", ".figure ." + name + " ."),
                             colours) +
                    "\n";
    }
    return text;
}

}  // namespace

std::string plain_style(const std::set<std::string>& series, Palette palette) {
    const std::string sheet = page_file("figure.css");
    // Two palettes, one after the other, the variable of each series, and the rules.
    const std::size_t light = sheet.find(":root {"), dark = sheet.find(":root {", light + 1),
                      classes = sheet.find("\n.c0 {") + 1, rules = sheet.find("\n.figure {") + 1;
    Colours chosen = series_in(sheet.substr(classes, rules - classes));
    std::erase_if(chosen, [&](const auto& colour) { return !series.contains(colour.first); });
    Colours on_light = colours_in(sheet.substr(light, dark - light)),
            on_dark = colours_in(sheet.substr(dark, classes - dark));
    for (Colours* colours : {&on_light, &on_dark}) (*colours)["panel"] = (*colours)["ground"];  // no panel around it
    const std::string text = rules_with(sheet.substr(rules), on_light, chosen, true);
    if (palette == Palette::light) return text;
    return text + "@media screen and (prefers-color-scheme: dark) {\n" +
           rules_with(sheet.substr(rules), on_dark, chosen, false) + "}\n";
}

}  // namespace cchnn
