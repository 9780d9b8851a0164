#include "report/figures/figures.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/printable.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "report/page/score_charts.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

// The exit code that a shell also gives to a command that does not exist.
constexpr int not_found = 127;

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become_converter(const char* directory, const char* svg, const char* pdf) {
    if (chdir(directory) != 0) _exit(not_found - 1);
    execlp("rsvg-convert", "rsvg-convert", "-f", "pdf", "-o", pdf, svg, static_cast<char*>(nullptr));
    _exit(not_found);
}

// Looks every 2 ms whether the child has ended, rather than block, so that a signal to this program is noticed.
// Returns the exit code, or -1 if the child was killed.
int wait_for(pid_t child) {
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (is_stopped()) kill(child, SIGKILL);
        usleep(2000);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Converts a picture to PDF by rsvg-convert. No shell takes part, so that names cannot be commands. Both names are in the
// directory. Waits until the program ends. Returns "" if there is a PDF, else a sentence that says why not, and no file is
// left then. Throws Stopped if a signal asked this program to stop meanwhile.
std::string convert_svg(const std::filesystem::path& directory, const std::string& svg, const std::string& pdf) {
    const std::string where = directory.string();
    const pid_t child = fork();
    if (child == 0) become_converter(where.c_str(), svg.c_str(), pdf.c_str());
    if (child < 0) return "rsvg-convert could not be started";
    const int code = wait_for(child);
    std::error_code none;
    const std::filesystem::path made = directory / pdf;
    if (code == 0 && std::filesystem::is_regular_file(made, none) && std::filesystem::file_size(made, none) > 0)
        return "";
    std::filesystem::remove(made, none);  // half a picture, perhaps
    throw_if_stopped();
    const std::string command = "rsvg-convert -f pdf -o " + pdf + " " + svg;
    return code == not_found ? pdf + " is missing: rsvg-convert was not found; install it and run: " + command
                             : pdf + " is missing: " + command + " made none";
}

constexpr double drawn_letters = 13;      // pixels, the size of letters of html/figure.css
constexpr double height_of_width = 0.48;  // of the plot of curves
constexpr double least_width = 240;       // pixels, which axes and their numbers need

// Which coordinates the two axes of a path show. On a line the horizontal axis is time (across = -1).
struct Plane {
    int across, up;
    const char *across_name, *up_name;
};
Plane plane_of(int dimension) {
    if (dimension == 1) return {-1, 0, "time", "x"};
    if (dimension == 2) return {0, 1, "x", "y"};
    return {0, 2, "x", "z"};
}

// The path of the last node: the reference as a wide grey line under the predictions.
Figure trajectory_figure(const Scores& scores, const Units& units) {
    const TruthInfo& truth = scores.truth;
    const Plane plane = plane_of(truth.dimension);
    Chart chart{Chart::Kind::paths, "trajectory", "", "", plane.across_name, plane.up_name};
    chart.across += " (" + (plane.across < 0 ? units.time : units.length) + ")";
    chart.up += " (" + units.length + ")";
    if (plane.across < 0) chart.across_end = truth.dt * (truth.samples - 1);
    const std::size_t nodes = truth.nodes, d = truth.dimension;
    for (std::size_t s = 0; s < scores.shown.x.size(); ++s) {
        ChartSeries series{s == 0 ? "reference" : printable(scores.submissions[s - 1].label),
                           s == 0 ? reference_style : s - 1};
        for (std::size_t k = 0; k < to_size(truth.samples); ++k) {
            const double* node = &scores.shown.x[s][(k * nodes + nodes - 1) * d];
            series.add(plane.across < 0 ? to_double(k) * truth.dt : node[plane.across], node[plane.up]);
        }
        chart.series.push_back(std::move(series));
    }
    ChartSeries start{"start", reference_style};
    start.add(chart.series.front().x.front(), chart.series.front().y.front());
    chart.series.push_back(std::move(start));
    return {"trajectory", std::move(chart)};
}

std::vector<ReportFile> files_of(const Figure& figure, const std::filesystem::path& directory) {
    const auto file = [&](const char* ending, ReportFormat format) {
        return ReportFile{option("figures"), (directory / (figure.name + ending)).string(), format};
    };
    return {file(".csv", ReportFormat::figure), file(".svg", ReportFormat::picture), file(".pdf", ReportFormat::pdf)};
}

// A label in quotes, which RFC 4180 doubles.
std::string csv_cell(const std::string& label) {
    std::string cell;
    for (const char c : label) cell += c == '"' ? "\"\"" : std::string(1, c);
    return "\"" + cell + "\"";
}

std::string csv_number(double value) { return std::isfinite(value) ? short_number(value, 9) : ""; }

}  // namespace

std::vector<Figure> figures_of(const Scores& scores, const std::optional<ErrorOverTime>& floor, const Units& units) {
    std::vector<Figure> figures;
    if (!scores.shown.x.empty()) figures.push_back(trajectory_figure(scores, units));
    for (Chart& chart : score_charts(scores, floor, "", units.time)) {
        if (chart.series.empty()) continue;
        if (chart.least > 0 && chart.below_least())
            chart.up += "; below " + short_number(chart.least, 2) + ": rounding";
        const std::string name = chart.id;
        figures.push_back({name, std::move(chart)});
    }
    return figures;
}

std::string figure_csv(const Figure& figure) {
    std::string text = "series,x,y,low,high\n";
    for (const ChartSeries& s : figure.chart.series)
        for (std::size_t k = 0; k < s.x.size(); ++k)
            text += csv_cell(s.label) + "," + csv_number(s.x[k]) + "," + csv_number(s.y[k]) + "," +
                    (s.low.empty() ? "," : csv_number(s.low[k]) + "," + csv_number(s.high[k])) + "\n";
    return text;
}

// Letters of the chart have a fixed size in its pixels, so the size in points and the width decide how many pixels it has
// across. Letters too large for the width become smaller.
std::string figure_svg(const Figure& figure, const FigureStyle& style) {
    constexpr double cm_of_point = 2.54 / 72;
    Chart chart = figure.chart;
    chart.width = std::max(least_width, std::round(style.width * drawn_letters / (style.font_size * cm_of_point)));
    chart.height = height_of_width * chart.width;
    std::set<std::string> colours;
    for (const ChartSeries& series : chart.series) colours.insert(series_colour(series.style));
    const std::string named = "\"" + style.font + "\", Helvetica, Arial, \"DejaVu Sans\", sans-serif";
    const ChartPlace place{.place = " xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svg_number(style.width) + "cm\"",
                           .series = "",
                           .over = "",
                           .under = std::string("<desc>Drawn by cchnn-eval ") + tool_version + "</desc>\n<style>\n" +
                                    plain_style(colours, Palette::light) + ".figure { font-family: " + named +
                                    "; }\n</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"};
    return chart_svg(chart, place);
}

std::string parse_font(const std::string& text, FigureStyle& style) {
    const std::size_t comma = text.rfind(',');
    const std::string name = text.substr(0, comma);
    const bool is_plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) || c == ' ' || c == '-';
    });
    double size = style.font_size;
    const char* end = text.data() + text.size();
    const bool is_read = comma == std::string::npos || std::from_chars(text.data() + comma + 1, end, size).ptr == end;
    if (!is_plain || !is_read || !(size >= 1 && size <= 100))
        return "must be a font and a size in points, such as 'Helvetica,9', got '" + text + "'";
    style.font = name;
    style.font_size = size;
    return "";
}

std::vector<std::string> write_figures(const std::vector<Figure>& figures, const std::filesystem::path& directory,
                                       const OutputRule& rule, const FigureStyle& style) {
    make_directories(directory);
    std::vector<ReportFile> all;
    for (const Figure& figure : figures)
        for (ReportFile& file : files_of(figure, directory)) all.push_back(std::move(file));
    require_places(all, rule);
    std::vector<std::string> failures;
    for (const Figure& figure : figures) {
        const std::vector<ReportFile> files = files_of(figure, directory);
        write_report(files[0], with_figure_mark(figure_csv(figure)), rule);
        write_report(files[1], figure_svg(figure, style), rule);
        clear_place(files[2], rule);
        const std::string failure = convert_svg(directory, figure.name + ".svg", figure.name + ".pdf");
        if (failure.empty()) std::ofstream(files[2].path, std::ios::app | std::ios::binary) << pdf_mark << '\n';
        else failures.push_back(failure);
    }
    return failures;
}

}  // namespace cchnn
