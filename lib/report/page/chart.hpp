#pragma once
// A chart of a page, drawn here as SVG and given to the page's script once more as numbers, which it shows where a
// reader points. Colours and letters are those of html/figure.css.
//
//   curves   y over x, with a band from low to high
//   steps    the same, each value until the next one
//   rows     a row for each name: y is the number of the row, x a value with a bar from low to high

#include <string>
#include <vector>

#include "report/page/chart_scale.hpp"

namespace cchnn {

struct ChartSeries {
    std::string label;
    std::size_t style = 0;  // of colour, dash and marker
    std::vector<double> x, y;
    std::vector<double> low, high;  // of y, in rows of x; NaN: no bar. Empty: none at all
};

struct Chart {
    enum class Kind { curves, steps, rows } kind = Kind::curves;
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
    bool legend = true;                // else the names of series stand elsewhere

    bool below_least() const;  // whether there are any
};

// Where the plot stands, and its two scales.
struct ChartFrame {
    double left, right, bottom;
    ChartScale across, up;
};
ChartFrame chart_frame(const Chart& chart);
constexpr double chart_top = 10;

// Where a chart is a part of a larger drawing: attributes of its place, of its series, and what is drawn over it.
struct ChartPlace {
    std::string place = {}, series = {}, over = {};
};
std::string chart_svg(const Chart& chart, const ChartPlace& place = {});
// <figure>: caption, SVG with its legend, note.
std::string chart_html(const Chart& chart);
// {id, kind, across, up, rows, series: [{label, x, y, low, high}], floor}: for html/charts.js.
std::string chart_json(const Chart& chart);

}  // namespace cchnn
