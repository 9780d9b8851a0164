#pragma once
// A chart of a page. It is drawn here as SVG, so that it is there without a script and in print, and given to
// the script of the page (html/charts.js) once more as numbers, which it shows where a reader points. Colours
// and fonts are those of html/figure.css. Callers: score_charts.hpp, html_report.cpp, html_board.cpp,
// animation_svg.cpp.
//
//   curves   y over x, with a band from low to high
//   steps    the same, each value until the next one
//   paths    y over x on linear axes of equal scale, or over time, if across_end is given
//   rows     a row for each name: y is the number of the row, x a value with a bar from low to high

#include <string>
#include <vector>

#include "report/page/html_parts.hpp"

namespace cchnn {

// One axis of a chart: maps values to pixels, and chooses its ticks.
//   (1)  pixel(v) = from + (to - from) (u(v) - u(low)) / (u(high) - u(low)),  u = log10 or the identity
// A value outside of low .. high is drawn at the nearest end.
struct ChartTick {
    double value = 0;
    std::string label;  // "0.5", "10⁻⁶"
};

class ChartScale {
  public:
    // `from` is the pixel of `low`, `to` that of `high`; the vertical axis has from > to. Throws
    // std::logic_error unless low < high, and both are positive on a logarithmic axis.
    ChartScale(bool logarithmic, double low, double high, double from, double to);
    // A logarithmic axis that holds all positive finite values with some room at its ends, at least half a
    // decade. Without any such value it is 1e-17 .. 1.
    static ChartScale around(const std::vector<double>& values, double from, double to);

    double pixel(double value) const;
    bool logarithmic() const { return logarithmic_; }
    double low() const { return low_; }
    double high() const { return high_; }
    double from() const { return from_; }
    double to() const { return to_; }
    // At most eight ticks. On a logarithmic axis they are powers of ten, with 2 and 5 times them if the axis
    // holds one power or none; else multiples of 1, 2 or 5 times a power of ten.
    std::vector<ChartTick> ticks() const;

  private:
    bool logarithmic_;
    double low_, high_, from_, to_;
};

// One curve, or the marks of one model in rows. `low` and `high` are ends of an interval, of y in curves and of
// x in rows: NaN where a point has none, both empty if the series has none at all. `style` is the number of its
// colour, dash and marker.
struct ChartSeries {
    std::string label;
    std::size_t style = 0;
    std::vector<double> x = {}, y = {};
    std::vector<double> low = {}, high = {};
    bool reference = false;  // a rollout of the true system: it stretches no axis below the values of models

    void add(double x_, double y_);
    void add(double x_, double y_, double low_, double high_);
};

// A chart before it is drawn: pure data. Values are on logarithmic axes, with two exceptions: time, which runs
// from 0 to `across_end`, and shares from 0 to 1.
struct Chart {
    enum class Kind { curves, steps, paths, rows } kind = Kind::curves;
    std::string id, title;  // id: letters, unique on the page
    std::string note;       // what is seen, and what is not
    std::string across, up;
    double across_end = 0;  // curves: from 0 to this; else a logarithmic axis around the values
    bool shares = false;    // up is 0 .. 1
    std::vector<std::string> rows = {};
    std::vector<ChartSeries> series = {};
    // The estimated error of the reference solution, (x, y): differences below it cannot be resolved.
    std::vector<double> floor_x = {}, floor_y = {};
    double least = 0;                  // values below it stretch no axis, and are drawn at its lower edge
    double width = 560, height = 270;  // pixels: of all of it, and of the plot of curves

    bool below_least() const;  // whether there are any
};

// Where the plot stands within the chart, in pixels, and the scales of its axes.
struct ChartFrame {
    double left, right, bottom;
    ChartScale across, up;
};
ChartFrame chart_frame(const Chart& chart);
constexpr double chart_top = 10;

// For a chart that is a part of a larger drawing: SVG attributes of its place and of its series, and what is
// drawn over and under it.
struct ChartPlace {
    std::string place = {}, series = {}, over = {}, under = {};
};
std::string chart_svg(const Chart& chart, const ChartPlace& place = {});
// A <figure> with caption, SVG, legend and note.
Html chart_html(const Chart& chart);
// The numbers of a chart for html/charts.js: {id, kind, across, up, rows, series: [{label, x, y, low, high}],
// floor}. Four digits; null for what is not finite.
std::string chart_json(const Chart& chart);

}  // namespace cchnn
