#include "report/page/chart.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

constexpr double row_height = 34, between_series = 9, letter = 9.4, floor_strip = 6, line_below = 20, name_line = 16,
                 name_letter = 8.4, before_name = 36, most_for_names = 0.38;
constexpr std::size_t longest_row = 26, longest_name = 30, longest_label = 48;

bool has_rows(const Chart& chart) { return chart.kind == Chart::Kind::rows; }

double highest_floor(const Chart& chart) { return *std::ranges::max_element(chart.floor_y); }

// Infinity if no value is positive.
double smallest_of(const std::vector<double>& values) {
    double least = INFINITY;
    for (const double value : values)
        if (value > 0) least = std::min(least, value);
    return least;
}

// The ends of bands extend the axis, but a band that reaches almost to zero extends it by this factor at most.
constexpr double deepest_band = 1e-3;

// The values of a series on the logarithmic axis: in rows and distributions it lies across.
const std::vector<double>& values_of(const Chart& chart, const ChartSeries& s) {
    const bool lies_across = has_rows(chart) || (chart.kind == Chart::Kind::steps && chart.shares);
    return lies_across ? s.x : s.y;
}

double largest_of(const std::vector<double>& values) {
    double most = 0;
    for (const double value : values)
        if (std::isfinite(value)) most = std::max(most, value);
    return most;
}

// The smallest value of the models above `least`, infinity if only reference rollouts are drawn.
double smallest_of_models(const Chart& chart) {
    double smallest = INFINITY;
    for (const ChartSeries& s : chart.series)
        for (const double value : values_of(chart, s))
            if (!s.reference && value > 0 && value >= chart.least) smallest = std::min(smallest, value);
    return smallest;
}

// All values that decide the range of the logarithmic axis. Reference rollouts and the floor are among them where they
// lie above the smallest value of the models. Values below `least` count only if there are no others.
std::vector<double> shown_values(const Chart& chart) {
    const double of_models = smallest_of_models(chart);
    std::vector<double> values;
    for (const ChartSeries& s : chart.series) {
        const std::vector<double>& main = values_of(chart, s);
        std::vector<double> own = main;
        own.insert(own.end(), s.high.begin(), s.high.end());
        for (std::size_t k = 0; k < s.low.size(); ++k) own.push_back(std::max(s.low[k], deepest_band * main[k]));
        std::ranges::copy_if(own, std::back_inserter(values),
                             [&](double v) { return !s.reference || std::isinf(of_models) || v >= of_models; });
    }
    if (!values.empty() && !chart.floor_y.empty())
        values.push_back(std::max(smallest_of(values), highest_floor(chart)));
    std::vector<double> above;
    std::ranges::copy_if(values, std::back_inserter(above), [&](double v) { return v >= chart.least; });
    return above.empty() ? values : above;
}

// A linear axis around all values, with a margin.
struct Range {
    double low = INFINITY, high = -INFINITY;
    double span() const { return high - low; }
    void widen(double wanted) {
        const double more = (wanted - span()) / 2;
        low -= more;
        high += more;
    }
};

// Where nothing moves there is half a unit to either side.
Range range_of(const Chart& chart, std::vector<double> ChartSeries::*values) {
    Range range;
    for (const ChartSeries& s : chart.series)
        for (const double value : s.*values)
            if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
    if (!(range.low <= range.high)) return {-0.5, 0.5};
    range.widen(range.span() > 1e-9 * (1 + std::fabs(range.high)) ? 1.1 * range.span() : 1);
    return range;
}

// All abscissas, which decide the range of a linear axis.
std::vector<double> across_values(const Chart& chart) {
    std::vector<double> values;
    for (const ChartSeries& s : chart.series) values.insert(values.end(), s.x.begin(), s.x.end());
    return values;
}

// Rows are higher if several series share them, so that their marks do not cover each other.
double row_height_of(const Chart& chart) {
    bool shared = false;
    for (const ChartSeries& s : chart.series) shared = shared || s.x.size() > 1;
    return shared ? std::max(row_height, between_series * to_double(chart.series.size() + 2)) : row_height;
}

// Whether the names of series stand on the right: rows that hold one series each have its name.
bool has_names(const Chart& chart) {
    return !has_rows(chart) || std::ranges::any_of(chart.series, [](const auto& s) { return s.x.size() > 1; });
}

std::size_t letters_of_names(const Chart& chart) {
    const auto room = static_cast<std::size_t>((most_for_names * chart.width - before_name) / name_letter);
    std::size_t longest = 0;
    for (const ChartSeries& s : chart.series) longest = std::max(longest, s.label.size());
    return std::min({longest, longest_name, room});
}

// Where the axes end [px]: before the names of the series.
double right_of(const Chart& chart) {
    return chart.width - (has_names(chart) ? before_name + name_letter * to_double(letters_of_names(chart)) : 14);
}

// Names need this height at least.
double height_of_names(const Chart& chart) { return has_names(chart) ? name_line * to_double(chart.series.size()) : 0; }

// Where the axes begin [px]: behind the labels of ticks, or behind the longest name of a row.
double left_of(const Chart& chart) {
    if (!has_rows(chart)) return 76;
    std::size_t longest = 0;
    for (const std::string& row : chart.rows) longest = std::max(longest, std::min(row.size(), longest_row + 1));
    return 16 + letter * to_double(longest);
}

// Grid lines, ticks and names of both axes; in rows the names of the rows stand in place of upper ticks.
std::string axes_of(const Chart& chart, const ChartFrame& f) {
    std::string text;
    for (const ChartTick& tick : f.across.ticks()) {
        const double x = f.across.pixel(tick.value);
        text += svg_path("gridline", {{x, chart_top}, {x, f.bottom}}) +
                svg_label("tick across", {x, f.bottom + 17}, tick.label);
    }
    if (has_rows(chart))
        for (std::size_t i = 0; i < chart.rows.size(); ++i)
            text += "<g>" + svg_title(chart.rows[i]) +
                    svg_label("tick up", {f.left - 8, f.up.pixel(to_double(i)) + 4},
                              first_letters(chart.rows[i], longest_row)) +
                    "</g>";
    else
        for (const ChartTick& tick : f.up.ticks()) {
            const double y = f.up.pixel(tick.value);
            text += svg_path("gridline", {{f.left, y}, {f.right, y}}) +
                    svg_label("tick up", {f.left - 8, y + 4}, tick.label);
        }
    text += svg_path("axis", {{f.left, chart_top}, {f.left, f.bottom}, {f.right, f.bottom}});
    text += svg_label("axis-name across", {(f.left + f.right) / 2, f.bottom + 36}, chart.across);
    const double middle = (chart_top + f.bottom) / 2;
    if (!chart.up.empty())
        text += svg_label("axis-name across", {13, middle}, chart.up,
                          " transform=\"rotate(-90 13 " + svg_number(middle) + ")\"");
    return text;
}

// A logarithmic axis has no place for zero and below. Shares, paths and rows have linear axes.
bool can_be_drawn(const Chart& chart, double y) {
    return std::isfinite(y) && (y > 0 || chart.shares || has_rows(chart) || chart.kind == Chart::Kind::paths);
}

// The curve as one path; where a value is missing or not positive it is interrupted.
std::string line_of(const Chart& chart, const ChartSeries& s, const ChartFrame& f) {
    std::string d;
    std::vector<SvgPoint> part;
    const auto finish = [&] {
        d += svg_polyline(part);
        part.clear();
    };
    for (std::size_t k = 0; k < s.x.size(); ++k) {
        if (!can_be_drawn(chart, s.y[k]) || !std::isfinite(s.x[k])) {
            finish();
            continue;
        }
        const SvgPoint point{f.across.pixel(s.x[k]), f.up.pixel(s.y[k])};
        if (chart.kind == Chart::Kind::steps)
            part.push_back({point.across, part.empty() ? f.bottom : part.back().down});
        part.push_back(point);
    }
    finish();
    return d.empty() ? "" : "<path class=\"line\" d=\"" + d + "\"" + series_dash(s.style) + "/>";
}

// The band from low to high as one closed path: along the upper ends, and back along the lower ones.
std::string band_of(const ChartSeries& s, const ChartFrame& f) {
    std::vector<SvgPoint> edge;
    for (std::size_t k = 0; k < s.high.size(); ++k)
        if (s.high[k] > 0) edge.push_back({f.across.pixel(s.x[k]), f.up.pixel(s.high[k])});
    for (std::size_t k = s.low.size(); k-- > 0;)
        if (s.high[k] > 0) edge.push_back({f.across.pixel(s.x[k]), f.up.pixel(s.low[k])});
    return svg_path("band", edge, true);
}

// Whether the floor lies under the whole chart, which then shows it as a strip at its edge.
bool floor_is_below(const Chart& chart, const ChartFrame& f) { return highest_floor(chart) < f.up.low(); }

// The area below the estimated error of the reference solution, grey: differences between models there mean
// nothing.
std::string floor_of(const Chart& chart, const ChartFrame& f) {
    std::vector<SvgPoint> edge;
    for (std::size_t k = 0; k < chart.floor_x.size(); ++k)
        if (chart.floor_y[k] > 0)
            edge.push_back(
                {f.across.pixel(chart.floor_x[k]), std::min(f.up.pixel(chart.floor_y[k]), f.bottom - floor_strip)});
    if (edge.size() < 2) return "";
    std::vector<SvgPoint> area = edge;
    area.push_back({edge.back().across, f.bottom});
    area.push_back({edge.front().across, f.bottom});
    return "<g class=\"floor\">" +
           svg_title("Estimated error of the reference solution: differences below cannot be resolved") +
           svg_path("floor-area", area, true) + (floor_is_below(chart, f) ? "" : svg_path("floor-line", edge)) + "</g>";
}

// An interval as a line from end to end, with a cap at each.
std::string whisker(double low, double high, double y) {
    constexpr double cap = 5;
    return "<path class=\"whisker\" d=\"" + svg_polyline({{low, y}, {high, y}}) +
           svg_polyline({{low, y - cap}, {low, y + cap}}) + svg_polyline({{high, y - cap}, {high, y + cap}}) + "\"/>";
}

// The marks and intervals of one series. If several series share a row, each is drawn a little lower than the
// one before.
std::string points_of(const Chart& chart, const ChartSeries& s, std::size_t i, const ChartFrame& f) {
    const double count = to_double(chart.series.size());
    const bool one_each = std::ranges::all_of(chart.series, [](const auto& t) { return t.x.size() == 1; });
    const double aside = one_each ? 0 : (to_double(i) + 0.5 - count / 2) * between_series;
    std::string text;
    for (std::size_t k = 0; k < s.x.size(); ++k) {
        const double y = f.up.pixel(s.y[k]) + aside;
        if (k < s.low.size() && std::isfinite(s.low[k]) && std::isfinite(s.high[k]))
            text += whisker(f.across.pixel(s.low[k]), f.across.pixel(s.high[k]), y);
        if (s.x[k] > 0 && std::isfinite(s.x[k])) text += series_marker(s.style, {f.across.pixel(s.x[k]), y});
        if (s.x[k] > 0 && s.x[k] < f.across.low())
            text += svg_label("name", {f.left + 10, y + 4}, "below the axis: " + short_number(s.x[k], 2));
    }
    return text;
}

// A curve of a single point is drawn as a mark with a vertical bar.
std::string mark_of(const ChartSeries& s, const ChartFrame& f) {
    const double x = f.across.pixel(s.x[0]);
    const bool bar = !s.low.empty() && s.low[0] > 0 && s.high[0] > 0;
    return (bar ? svg_path("whisker", {{x, f.up.pixel(s.low[0])}, {x, f.up.pixel(s.high[0])}}) : "") +
           series_marker(s.style, {x, f.up.pixel(s.y[0])});
}

// With a single point there is no line.
bool is_mark(const Chart& chart, const ChartSeries& s) {
    return (chart.kind == Chart::Kind::curves || chart.kind == Chart::Kind::paths) && s.x.size() == 1 &&
           can_be_drawn(chart, s.y[0]);
}

// Whether all of a curve lies below the axis: it is listed under the chart with its largest value.
bool is_below(const Chart& chart, const ChartSeries& s, const ChartFrame& f) {
    const double most = largest_of(values_of(chart, s));
    return !has_rows(chart) && chart.kind != Chart::Kind::paths && most > 0 &&
           most < (chart.shares ? f.across : f.up).low();
}

std::string series_of(const Chart& chart, std::size_t i, const ChartFrame& f) {
    const ChartSeries& s = chart.series[i];
    return "<g class=\"series " + series_colour(s.style) + "\" data-series=\"" + std::to_string(i) + "\">" +
           svg_title(s.label) +
           (has_rows(chart)         ? points_of(chart, s, i, f)
            : is_mark(chart, s)     ? mark_of(s, f)
            : is_below(chart, s, f) ? ""
                                    : (s.high.empty() ? "" : band_of(s, f)) + line_of(chart, s, f)) +
           "</g>\n";
}

std::string floor_words(const Chart& chart, const ChartFrame& f) {
    if (!floor_is_below(chart, f)) return "estimated error of the reference solution, median";
    return "estimated error of the reference: at most " + short_number(highest_floor(chart), 2);
}

// The last point of a curve that is drawn.
std::optional<SvgPoint> end_of(const Chart& chart, const ChartSeries& s, const ChartFrame& f) {
    for (std::size_t k = s.x.size(); k-- > 0;)
        if (can_be_drawn(chart, s.y[k]) && std::isfinite(s.x[k]))
            return SvgPoint{f.across.pixel(s.x[k]), f.up.pixel(s.y[k])};
    return std::nullopt;
}

// The name of one series, with a piece of its line or its mark, and a thin line to the end of its curve.
std::string name_of(const Chart& chart, const ChartSeries& s, const std::optional<SvgPoint>& end, double y,
                    const ChartFrame& f) {
    const double x = f.right + 10;
    const bool is_marked = has_rows(chart) || is_mark(chart, s);
    return "<g class=\"key " + series_colour(s.style) + "\">" + svg_title(s.label) +
           (end ? svg_path("outline", {*end, {x, y}}) : "") +
           (is_marked ? series_marker(s.style, {x + 9, y})
                      : svg_path("line", {{x, y}, {x + 18, y}}, false, series_dash(s.style))) +
           svg_label("name", {x + 22, y + 4}, first_letters(s.label, letters_of_names(chart))) + "</g>\n";
}

// Names on the right, each at the end of its curve or as near as the others leave room; in rows and distributions,
// whose curves end at one height, one below the other.
std::string names_of(const Chart& chart, const ChartFrame& f) {
    struct Name {
        const ChartSeries* series;
        std::optional<SvgPoint> end;
        double y;
    };
    const bool ends_differ = !has_rows(chart) && chart.kind != Chart::Kind::steps;
    std::vector<Name> names;
    for (const ChartSeries& s : chart.series) {
        if (is_below(chart, s, f)) continue;
        const std::optional<SvgPoint> end = ends_differ ? end_of(chart, s, f) : std::nullopt;
        names.push_back({&s, end, end ? end->down : ends_differ ? f.bottom : chart_top});
    }
    std::ranges::stable_sort(names, {}, &Name::y);
    double next = chart_top + name_line / 2;
    for (Name& name : names) {
        name.y = std::max(name.y, next);
        next = name.y + name_line;
    }
    next = f.bottom - name_line / 2;
    std::string text;
    for (std::size_t i = names.size(); i-- > 0;) {
        names[i].y = std::min(names[i].y, next);
        next = names[i].y - name_line;
        text = name_of(chart, *names[i].series, names[i].end, names[i].y, f) + text;
    }
    return text;
}

// What lies below the axis, with its number: reference rollouts, and the floor.
std::vector<std::string> lines_below(const Chart& chart, const ChartFrame& f) {
    std::vector<std::string> lines;
    if (!chart.floor_x.empty())
        lines.push_back("<g class=\"key floor\">" +
                        svg_path("floor-area", {{14, -10}, {32, -10}, {32, 1}, {14, 1}}, true) +
                        svg_label("name", {40, 0}, floor_words(chart, f)) + "</g>");
    for (const ChartSeries& s : chart.series) {
        if (!is_below(chart, s, f)) continue;
        const double most = largest_of(values_of(chart, s));
        lines.push_back("<g class=\"key " + series_colour(s.style) + "\">" + svg_title(s.label) +
                        svg_path("line", {{14, -4}, {32, -4}}, false, series_dash(s.style)) +
                        svg_label("name", {40, 0},
                                  "below the axis: " + first_letters(s.label, longest_label) +
                                      (most < chart.least ? ", at rounding: " : ", at most ") + short_number(most, 2)) +
                        "</g>");
    }
    return lines;
}

using ChartJson = nlohmann::json;

// Four digits are as many as a reader is shown, and keep the page small.
ChartJson chart_numbers(const std::vector<double>& values) {
    ChartJson array = ChartJson::array();
    for (const double value : values)
        array.push_back(std::isfinite(value) ? ChartJson(std::strtod(short_number(value, 4).c_str(), nullptr))
                                             : ChartJson(nullptr));
    return array;
}

const char* name_of(Chart::Kind kind) {
    switch (kind) {
        case Chart::Kind::curves: return "curves";
        case Chart::Kind::steps: return "steps";
        case Chart::Kind::paths: return "paths";
        case Chart::Kind::rows: return "rows";
    }
    return "";
}

// What the script of the page needs to convert a pixel into a value (html/charts.js).
ChartJson json_of(const ChartScale& scale, const std::string& name) {
    return {{"name", name}, {"log", scale.logarithmic()}, {"low", scale.low()}, {"high", scale.high()}};
}

// One metre is as long on both axes, unless one of them is time.
ChartFrame frame_of_paths(const Chart& chart, double left, double right) {
    const double width = right - left, least = 0.3 * width;
    Range across = range_of(chart, &ChartSeries::x), up = range_of(chart, &ChartSeries::y);
    double height = chart.height;
    if (chart.across_end > 0) {
        across = {0, chart.across_end};
    } else {
        const double pixels = std::min(width / across.span(), width / up.span());  // of one metre
        height = std::max(least, up.span() * pixels);
        across.widen(width / pixels);
        up.widen(height / pixels);
    }
    const double bottom = chart_top + height;
    return {left,
            right,
            bottom,
            {false, across.low, across.high, left, right},
            {false, up.low, up.high, bottom, chart_top}};
}

}  // namespace

void ChartSeries::add(double x_, double y_) {
    x.push_back(x_);
    y.push_back(y_);
}

void ChartSeries::add(double x_, double y_, double low_, double high_) {
    add(x_, y_);
    low.push_back(low_);
    high.push_back(high_);
}

// Whether a band reaches below the values that mean something; the note then says so.
bool Chart::below_least() const {
    return std::ranges::any_of(series, [&](const ChartSeries& s) {
        return std::ranges::any_of(s.low, [&](double value) { return value > 0 && value < least; });
    });
}

// Rows have their values across and an axis of row numbers up, with half a row of room at both ends. Curves
// have an axis that ends where the caller says, or fits the values.
ChartFrame chart_frame(const Chart& chart) {
    const double left = left_of(chart), right = right_of(chart), rows = to_double(chart.rows.size()),
                 bottom = chart_top + std::max(has_rows(chart) ? row_height_of(chart) * rows : chart.height,
                                               height_of_names(chart));
    if (has_rows(chart))
        return {left,
                right,
                bottom,
                ChartScale::around(shown_values(chart), left, right),
                {false, -0.5, rows - 0.5, chart_top, bottom}};
    if (chart.kind == Chart::Kind::paths) return frame_of_paths(chart, left, right);
    const ChartScale across =
        chart.across_end > 0
            ? ChartScale(false, 0, chart.across_end, left, right)
            : ChartScale::around(chart.shares ? shown_values(chart) : across_values(chart), left, right);
    const ChartScale up = chart.shares ? ChartScale(false, 0, 1, bottom, chart_top)
                                       : ChartScale::around(shown_values(chart), bottom, chart_top);
    return {left, right, bottom, across, up};
}

// In the order of painting: axes, floor, series, then what lies over them. The attributes data-left and so on
// tell the script where the axes are.
std::string chart_svg(const Chart& chart, const ChartPlace& place) {
    const ChartFrame f = chart_frame(chart);
    const std::vector<std::string> below = lines_below(chart, f);
    const double height = f.bottom + 44 + line_below * to_double(below.size());
    std::string text = "<svg class=\"figure chart\" id=\"chart-" + chart.id + "\" viewBox=\"0 0 " +
                       svg_number(chart.width) + " " + svg_number(height) +
                       "\" role=\"img\" tabindex=\"0\" aria-label=\"" + html_escaped(chart.title).text() +
                       "\" data-left=\"" + svg_number(f.left) + "\" data-right=\"" + svg_number(f.right) +
                       "\" data-top=\"" + svg_number(chart_top) + "\" data-bottom=\"" + svg_number(f.bottom) + "\"" +
                       place.place + ">\n" + place.under + axes_of(chart, f) + "\n" + floor_of(chart, f);
    text += "<g" + place.series + ">\n";
    for (std::size_t i = 0; i < chart.series.size(); ++i) text += series_of(chart, i, f);
    text += "</g>\n" + place.over + (has_names(chart) ? names_of(chart, f) : "");
    for (std::size_t i = 0; i < below.size(); ++i)
        text += "<g transform=\"translate(0 " + svg_number(f.bottom + 58 + line_below * to_double(i)) + ")\">" +
                below[i] + "</g>\n";
    return text + "</svg>\n";
}

Html chart_html(const Chart& chart) {
    return "<figure id=\"figure-" + html_escaped(chart.id) + "\"><figcaption>" + html_escaped(chart.title) +
           "</figcaption>" +
           (chart.series.empty() ? Html() : "<div class=\"drawn\">" + Html::drawing(chart_svg(chart)) + "</div>") +
           (chart.note.empty() ? Html() : "<p class=\"note\">" + html_escaped(chart.note) + "</p>") + "</figure>\n";
}

std::string chart_json(const Chart& chart) {
    const ChartFrame f = chart_frame(chart);
    ChartJson json{{"id", chart.id},
                   {"kind", name_of(chart.kind)},
                   {"across", json_of(f.across, chart.across)},
                   {"up", json_of(f.up, chart.up)},
                   {"rows", chart.rows},
                   {"floor", {{"x", chart_numbers(chart.floor_x)}, {"y", chart_numbers(chart.floor_y)}}},
                   {"series", ChartJson::array()}};
    for (const ChartSeries& s : chart.series)
        json["series"].push_back({{"label", s.label},
                                  {"x", chart_numbers(s.x)},
                                  {"y", chart_numbers(s.y)},
                                  {"low", chart_numbers(s.low)},
                                  {"high", chart_numbers(s.high)}});
    return json.dump(-1, ' ', false, ChartJson::error_handler_t::replace);
}

namespace {

constexpr double rounding = 1e-9;  // of ends that are ticks

// A power in raised digits: -6 -> "⁻⁶".
std::string raised(int power) {
    static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = power < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(power))) text += digits[c - '0'];
    return text;
}

std::string power_label(int factor, int power) {
    if (power >= -2 && power <= 3) return short_number(factor * std::pow(10.0, power));
    return (factor == 1 ? "" : std::to_string(factor) + "·") + "10" + raised(power);
}

// Every power of ten, or every second, third, ... if there are more than six.
std::vector<ChartTick> logarithmic_ticks(double low, double high) {
    const int first = static_cast<int>(std::ceil(std::log10(low) - rounding)),
              last = static_cast<int>(std::floor(std::log10(high) + rounding)),
              step = std::max(1, (last - first) / 6 + 1);
    std::vector<ChartTick> ticks;
    const bool few = last - first < 1;
    for (int power = few ? first - 1 : first; power <= last; power += few ? 1 : step)
        for (const int factor : {1, 2, 5}) {
            const double value = factor * std::pow(10.0, power);
            if ((factor == 1 || few) && value >= low * (1 - rounding) && value <= high * (1 + rounding))
                ticks.push_back({value, power_label(factor, power)});
        }
    return ticks;
}

// The step is the smallest of 1, 2, 5, 10 times a power of ten that gives about five ticks or fewer.
std::vector<ChartTick> even_ticks(double low, double high) {
    const double wanted = (high - low) / 5, power = std::pow(10.0, std::floor(std::log10(wanted)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0})
        if (step < wanted * (1 - rounding)) step = factor * power;
    std::vector<ChartTick> ticks;
    for (double k = std::ceil(low / step - rounding); k * step <= high + rounding * step; ++k)
        ticks.push_back({k * step, short_number(k == 0 ? 0 : k * step, 4)});  // no -0
    return ticks;
}

}  // namespace

ChartScale::ChartScale(bool logarithmic, double low, double high, double from, double to)
    : logarithmic_(logarithmic), low_(low), high_(high), from_(from), to_(to) {
    if (!(low < high) || (logarithmic && !(low > 0))) throw std::logic_error("an axis without extent");
}

ChartScale ChartScale::around(const std::vector<double>& values, double from, double to) {
    double low = INFINITY, high = 0;
    for (const double value : values)
        if (value > 0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (high == 0) return {true, 1e-17, 1, from, to};
    const double decades = std::log10(high / low), room = std::max(0.04 * decades, (0.5 - decades) / 2);
    return {true, low / std::pow(10.0, room), high * std::pow(10.0, room), from, to};
}

double ChartScale::pixel(double value) const {
    if (value <= low_) return from_;
    if (value >= high_) return to_;
    const double share =
        logarithmic_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
    return from_ + (to_ - from_) * share;
}

std::vector<ChartTick> ChartScale::ticks() const {
    return logarithmic_ ? logarithmic_ticks(low_, high_) : even_ticks(low_, high_);
}

}  // namespace cchnn
