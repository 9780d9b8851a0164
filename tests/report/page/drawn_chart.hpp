#pragma once
// A chart of a page read back from its SVG as a reader sees it: axes from their ticks and labels, then lines, bands,
// marks and whiskers of each series, in pixels, to be compared with the numbers of tables and JSON.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

namespace cchnn_test {

constexpr double svg_rounding = 0.02;  // two decimals, once more after a scale from labels of whole ticks

struct ChartPixel {
    double across, down;
};
using ChartLine = std::vector<ChartPixel>;

struct ReadAxis {
    std::vector<std::pair<double, double>> ticks;  // pixel, value of the label
    bool logarithmic = false;
    double pixel_of(double value) const {
        const auto place = [&](double v) { return logarithmic ? std::log10(v) : v; };
        const double p = ticks.front().first, v = place(ticks.front().second);
        return p + (ticks.back().first - p) * (place(value) - v) / (place(ticks.back().second) - v);
    }
};

struct ReadSeries {
    std::string name;
    std::vector<ChartLine> lines, bands, whiskers;  // of a whisker its first line: from end to end
    ChartLine marks;
};

struct ReadChart {
    ReadAxis across, up;
    std::vector<std::string> rows;  // labels on the left, where they are no numbers
    std::vector<ReadSeries> series;
    std::vector<ChartLine> floor;
};

// "10⁻⁶", "2·10⁻⁷", "0.5": its number; NaN for a name.
inline double number_of_label(std::string label) {
    const char* raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::string minus = "⁻", dot = "·10";
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (std::size_t at; (at = label.find(from)) != std::string::npos;) label.replace(at, from.size(), to);
    };
    const bool power = label.find(minus) != std::string::npos || label.find("10⁴") != std::string::npos ||
                       label.find("10⁵") != std::string::npos || label.find("10⁶") != std::string::npos;
    replace(minus, "-");
    for (int digit = 0; digit < 10; ++digit) replace(raised[digit], std::to_string(digit));
    if (power && label.find(dot) != std::string::npos) replace(dot, "e");
    else if (power && label.starts_with("10")) label.replace(0, 2, "1e");
    char* end = nullptr;
    const double value = std::strtod(label.c_str(), &end);
    return *end == 0 && !label.empty() ? value : std::nan("");
}

inline std::vector<ChartLine> lines_of_path(const std::string& d) {
    std::vector<ChartLine> lines;
    static const std::regex step("([ML])(-?[0-9.]+) (-?[0-9.]+)");
    for (std::sregex_iterator match(d.begin(), d.end(), step), end; match != end; ++match) {
        if ((*match)[1] == "M") lines.emplace_back();
        lines.back().push_back({std::stod((*match)[2]), std::stod((*match)[3])});
    }
    return lines;
}

inline std::string attribute(const std::string& tag, const std::string& name) {
    const std::size_t at = tag.find(" " + name + "=\"");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + name.size() + 3;
    return tag.substr(begin, tag.find('"', begin) - begin);
}

class ChartReader {
  public:
    ReadChart read(const std::string& svg) {
        bool in_key = false;
        for (std::size_t at = 0; (at = svg.find('<', at)) != std::string::npos; ++at) {
            const std::string tag = svg.substr(at, svg.find('>', at) + 1 - at), kind = attribute(tag, "class");
            const std::string text = svg.substr(at + tag.size(), svg.find('<', at + 1) - at - tag.size());
            if (tag.starts_with("<g ")) in_key = kind.starts_with("key");
            if (in_key) continue;
            if (kind.starts_with("series")) chart_.series.emplace_back();
            if (tag == "<title>" && !chart_.series.empty()) chart_.series.back().name = text;
            if (kind.starts_with("tick")) read_tick(tag, kind, text);
            read_shape(tag, kind);
        }
        return chart_;
    }

  private:
    void read_tick(const std::string& tag, const std::string& kind, const std::string& text) {
        const bool up = kind.ends_with("up");
        ReadAxis& axis = up ? chart_.up : chart_.across;
        const double value = number_of_label(text), place = std::stod(attribute(tag, up ? "y" : "x")) - (up ? 4 : 0);
        if (std::isnan(value)) chart_.rows.push_back(text);
        axis.ticks.emplace_back(place, std::isnan(value) ? static_cast<double>(axis.ticks.size()) : value);
        axis.logarithmic = is_logarithmic(axis.ticks);
    }

    // Even steps of pixels: is it the values that have them, or their logarithms? Of two, 10⁻⁴ and 10⁻³ are powers.
    static bool is_logarithmic(const std::vector<std::pair<double, double>>& t) {
        if (t.size() < 2 || t[0].second <= 0) return false;
        if (t.size() == 2) return std::abs(std::log10(t[1].second / t[0].second) - 1) < 1e-9;
        return std::abs((t[1].second - t[0].second) / (t[2].second - t[1].second) -
                        (t[1].first - t[0].first) / (t[2].first - t[1].first)) > 0.01;
    }

    void read_shape(const std::string& tag, const std::string& kind) {
        const std::string d = attribute(tag, "d");
        if (kind == "floor-line") chart_.floor = lines_of_path(d);
        if (chart_.series.empty()) return;
        ReadSeries& series = chart_.series.back();
        if (kind == "line") series.lines = lines_of_path(d);
        if (kind == "band") series.bands = lines_of_path(d);
        if (kind == "whisker") series.whiskers.push_back(lines_of_path(d).front());
        if (kind != "mark") return;
        if (tag.starts_with("<circle"))
            return series.marks.push_back({std::stod(attribute(tag, "cx")), std::stod(attribute(tag, "cy"))});
        const ChartLine corners = lines_of_path(d).front();  // its middle: of the outermost corners
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (const auto& [x, y] : corners) {
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
        series.marks.push_back({(left + right) / 2, (top + bottom) / 2});
    }

    ReadChart chart_;
};

// The chart of a page, by its id.
inline ReadChart read_chart(const std::string& page, const std::string& id) {
    const std::size_t at = page.find("id=\"chart-" + id + "\"");
    REQUIRE_MESSAGE(at != std::string::npos, id);
    return ChartReader().read(page.substr(at, page.find("</svg>", at) - at));
}

}  // namespace cchnn_test
