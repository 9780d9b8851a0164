#include "report/page/html_figures.hpp"

#include <cstdio>

#include "core/errors.hpp"
#include "core/read_file.hpp"
#include "core/temporary_directory.hpp"
#include "report/figures/figure_parts.hpp"
#include "report/page/html_parts.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

// The page's name of a colour, "" for one of no meaning.
std::string page_colour(int r, int g, int b) {
    char text[8];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", r & 255, g & 255, b & 255);
    const std::string hex = text;
    for (std::size_t i = 0; i < line_colours; ++i)
        if (hex == line_colour(i)) return "var(--line-" + std::to_string(i) + ")";
    if (hex == "#111111" || hex == "#222222" || hex == "#444444") return "currentColor";
    if (hex == "#E3E3E3") return "var(--grid)";
    if (hex == "#888888" || hex == "#C4C4C4") return "var(--truth)";
    return "";
}

void use_page_colours(std::string& svg) {
    for (std::size_t at = 0; (at = svg.find("rgb(", at)) != std::string::npos; ++at) {
        int r = 0, g = 0, b = 0, length = 0;
        if (std::sscanf(svg.c_str() + at, "rgb( %d , %d , %d )%n", &r, &g, &b, &length) != 3 || length == 0) continue;
        if (const std::string colour = page_colour(r, g, b); !colour.empty())
            svg.replace(at, static_cast<std::size_t>(length), colour);
    }
    replace_all(svg, "fill=\"#ffffff\"", "fill=\"none\"");
    replace_all(svg, "color=\"black\"", "");
    replace_all(svg, "color=\"#FFFFFF\"", "");
    replace_all(svg, "font-family=\"Helvetica\"", "");
}

// Names inside a figure are made of letters that need no quotes (gnuplot_quoted), so these are ids and nothing else.
void make_ids_unique(std::string& svg, const std::string& prefix) {
    for (const char* id : {"gpDot", "gpPt", "textbox", "greybox"}) {
        replace_all(svg, std::string("id='") + id, "id='" + prefix + id);
        replace_all(svg, std::string("'#") + id, "'#" + prefix + id);
    }
    replace_all(svg, "id=\"gnuplot_", "id=\"" + prefix + "gnuplot_");
}

// Smaller than a figure for print: letters stay readable on a page half as wide. The page has the title.
Figure page_sized(Figure figure) {
    const std::size_t title = figure.script.find("set title '");
    if (title != std::string::npos) figure.script.erase(title, figure.script.find('\n', title) + 1 - title);
    for (const char* size : {"svg size 820,480", "svg size 680,480"})
        replace_all(figure.script, size, "svg size 660,430");
    replace_all(figure.script, "svg size 820,", "svg size 660,");
    return figure;
}

}  // namespace

std::string page_svg(const std::string& svg, const std::string& prefix, const std::string& title) {
    const std::size_t start = svg.find("viewBox="), body = svg.find("<g id=\"gnuplot_canvas\">"),
                      end = svg.rfind("</svg>");
    if (start == std::string::npos || body == std::string::npos || end == std::string::npos) return "";
    const std::size_t box_end = svg.find('"', svg.find('"', start) + 1) + 1;
    std::string drawing = svg.substr(body, end - body);
    use_page_colours(drawing);
    make_ids_unique(drawing, prefix);
    return "<svg " + svg.substr(start, box_end - start) + " role=\"img\" aria-label=\"" + html_escaped(title) +
           "\">\n" + drawing + "</svg>";
}

std::string html_figures(const std::vector<PageFigure>& figures, const std::string& prefix) {
    const TemporaryDirectory directory("page");
    std::vector<Figure> scripts;
    for (const PageFigure& f : figures) scripts.push_back(page_sized(f.figure));
    const std::vector<std::string> failures = write_figures(scripts, directory.path(), {});
    std::string text;
    for (const PageFigure& f : figures) {
        const fs::path drawn = directory.path() / (f.figure.name + ".svg");
        if (!fs::exists(drawn)) continue;  // without gnuplot
        const std::string svg = page_svg(read_file(drawn, "a picture"), prefix + f.figure.name + "-", f.title);
        if (!svg.empty())
            text += "<figure><figcaption>" + html_escaped(f.title) + "</figcaption>" + svg + "</figure>\n";
    }
    if (!failures.empty())
        text += "<p class=\"missing\">" +
                std::string(failures.size() == figures.size() ? "The figures" : "Some figures") +
                " are missing here: " + html_escaped(failures.front().substr(0, failures.front().find(" and run"))) +
                ". The tables below have their numbers.</p>\n";
    return text;
}

}  // namespace cchnn
