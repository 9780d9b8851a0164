#pragma once
// A picture that gnuplot drew, read back: axes from their labelled ticks, and the points, lines and areas of every plot
// in pixels, so that what a reader sees can be compared with the numbers it stands for.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/paths/temporary_directory.hpp"
#include "report/figures/figures.hpp"

namespace cchnn_test {

constexpr double a_pixel = 1;  // gnuplot rounds to less; a reader sees no more

using Pixels = std::array<double, 2>;  // across, and down from the top
using Polyline = std::vector<Pixels>;

struct DrawnAxis {
    std::vector<std::pair<double, double>> ticks;  // pixel, value
    bool logarithmic = false;                      // labels are powers of ten

    // Linear (in the logarithm) between the outermost ticks.
    double pixel_of(double value) const {
        const auto place = [&](double v) { return logarithmic ? std::log10(v) : v; };
        const auto& [p0, v0] = ticks.front();
        const auto& [p1, v1] = ticks.back();
        return p0 + (p1 - p0) * (place(value) - place(v0)) / (place(v1) - place(v0));
    }
};

struct DrawnPlot {
    std::string title;
    std::vector<Polyline> lines, areas;
    Polyline points;
};

struct DrawnFigure {
    DrawnAxis across, up;
    std::vector<DrawnPlot> plots;
};

// `svg`: all that gnuplot wrote, or what page_svg made of it. Samples in the key are left out.
class SvgReader {
  public:
    explicit SvgReader(const std::string& svg) : svg_(svg) {}

    DrawnFigure read() {
        for (std::size_t at = 0; (at = svg_.find('<', at)) != std::string::npos; ++at) {
            const std::string tag = svg_.substr(at, svg_.find('>', at) + 1 - at);
            if (tag.starts_with("<text")) read_label(at);
            else if (tag.starts_with("<path") && figure_.plots.empty()) read_axis_path(tag);
            else if (tag.find("gnuplot_plot_") != std::string::npos) start_plot(at);
            else if (groups_ > 0) read_shape(tag);
        }
        return figure_;
    }

  private:
    static std::string value_of(const std::string& tag, const std::string& key) {
        std::size_t at = tag.find(' ' + key);
        if (at == std::string::npos) return "";
        at = tag.find_first_of("'\"", at);
        return tag.substr(at + 1, tag.find(tag[at], at + 1) - at - 1);
    }

    // "M75.00,22.51 L75.00,432.80 M..." or "75.00,22.51 ...": a polyline from each M on.
    static std::vector<Polyline> polylines(const std::string& text) {
        std::vector<Polyline> found(1);
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == 'M' && !found.back().empty()) found.emplace_back();
            if (!std::isdigit(static_cast<unsigned char>(text[at])) && text[at] != '-') {
                ++at;
                continue;
            }
            char* end = nullptr;
            const double x = std::strtod(text.c_str() + at, &end), y = std::strtod(end + 1, &end);
            found.back().push_back({x, y});
            at = static_cast<std::size_t>(end - text.c_str());
        }
        return found;
    }

    void read_axis_path(const std::string& tag) {
        const std::vector<Polyline> lines = polylines(value_of(tag, "d="));
        if (tag.find("gridline") != std::string::npos) {
            for (const Polyline& line : lines)
                for (const Pixels& p : line) {
                    top_ = std::min(top_, p[1]);
                    bottom_ = std::max(bottom_, p[1]);
                }
        } else if (lines.size() == 1 && lines[0].size() == 2) tick_ = lines[0];
    }

    // The label that follows a tick is the tick's.
    void read_label(std::size_t at) {
        if (tick_.empty()) return;
        std::string label;
        bool power = false;
        const std::size_t end = svg_.find("</text>", at);
        for (bool inside = false; at < end; ++at) {
            if (svg_.compare(at, 5, "dy=\"-") == 0) {
                power = true;
                label += 'e';
            }  // raised
            if (svg_[at] == '<' || svg_[at] == '>') inside = svg_[at] == '<';
            else if (!inside && !std::isspace(static_cast<unsigned char>(svg_[at]))) label += svg_[at];
        }
        if (power) label.replace(0, label.find('e'), "1");  // 10 with -5 above: 1e-5
        const bool upright = tick_[0][0] == tick_[1][0];
        DrawnAxis& axis = upright ? figure_.across : figure_.up;
        axis.logarithmic |= power;
        const std::size_t named = label.find_first_not_of("+-.0123456789e");
        axis.ticks.emplace_back(tick_[0][upright ? 0 : 1], named == std::string::npos
                                                               ? std::strtod(label.c_str(), nullptr)
                                                               : static_cast<double>(axis.ticks.size()));
        tick_.clear();
    }

    void start_plot(std::size_t at) {
        const std::size_t title = svg_.find("<title>", at) + 7;
        groups_ = 1;
        figure_.plots.push_back({svg_.substr(title, svg_.find("</title>", title) - title), {}, {}, {}});
    }

    bool in_plot(const Polyline& line) const {
        for (const Pixels& p : line)
            if (p[1] < top_ - 1 || p[1] > bottom_ + 1) return false;
        return !line.empty();
    }

    void read_shape(const std::string& tag) {
        DrawnPlot& plot = figure_.plots.back();
        groups_ += tag.starts_with("<g ") ? 1 : tag == "</g>" ? -1 : 0;
        if (tag.starts_with("<path"))
            for (Polyline& line : polylines(value_of(tag, "d=")))
                if (in_plot(line)) plot.lines.push_back(line);
        if (tag.starts_with("<polygon"))
            for (Polyline& area : polylines(value_of(tag, "points")))
                if (in_plot(area)) plot.areas.push_back(area);
        if (tag.starts_with("<use") && tag.find("#FFFFFF") == std::string::npos) {  // white: what a point stands on
            const Polyline point{polylines(value_of(tag, "transform")).front().front()};
            if (in_plot(point)) plot.points.push_back(point[0]);
        }
    }

    std::string svg_;
    DrawnFigure figure_;
    Polyline tick_;   // waits for its label
    int groups_ = 0;  // open ones, from that of the plot on
    double top_ = 1e9, bottom_ = -1e9;
};

inline DrawnFigure read_drawn(const std::string& svg) { return SvgReader(svg).read(); }

// Drawn by gnuplot now; without gnuplot a figure without plots.
inline DrawnFigure drawn(const cchnn::Figure& figure) {
    const cchnn::TemporaryDirectory directory("drawn");
    const std::vector<std::string> failures = cchnn::write_figures({figure}, directory.path(), {});
    for (const std::string& failure : failures) CHECK(failure.find("gnuplot was not found") != std::string::npos);
    std::ostringstream svg;
    svg << std::ifstream(directory.path() / (figure.name + ".svg")).rdbuf();
    return failures.empty() ? read_drawn(svg.str()) : DrawnFigure{};
}

}  // namespace cchnn_test
