#pragma once
// A chart of a page, drawn here as SVG and given to the page's script once more as numbers, which it shows where a
// reader points. Colours and letters are those of html/figure.css.
//
//   curves   y over x, with a band from low to high
//   steps    the same, each value until the next one
//   rows     a row for each name: y is the number of the row, x a value with a bar from low to high

#include <string>
#include <vector>

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
    double least = 0;  // values below it stretch no axis, and are drawn at its lower edge

    bool below_least() const;  // whether there are any
};

// <figure>: caption, SVG with its legend, note.
std::string chart_html(const Chart& chart);
// {id, kind, across, up, rows, series: [{label, x, y, low, high}], floor}: for html/charts.js.
std::string chart_json(const Chart& chart);

}  // namespace cchnn
