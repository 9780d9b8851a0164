#include "report/figures/figures.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "report/figures/figure_parts.hpp"
#include "report/figures/run_gnuplot.hpp"
#include "report/figures/score_series.hpp"
#include "report/json_report.hpp"

namespace cchnn {
namespace {

constexpr double smallest_drawn = 1e-17;  // a logarithmic axis has no zero

// NaN makes gnuplot leave a gap. An infinite percentile lies above the picture, which is no reason to leave out
// a finite median, so that each column is treated by itself.
std::string drawn(double err) { return std::isfinite(err) ? gnuplot_number(std::max(err, smallest_drawn)) : "NaN"; }

// Times at which there is no error, as the given initial state or the reference itself, have no place on a
// logarithmic axis and are left out.
void write_band(std::ostream& data, const ErrorOverTime& curve) {
    data << "# time_s p05 median p95 mean\n";
    for (std::size_t k = 0; k < curve.times.size(); ++k) {
        if (curve.p95[k] == 0) continue;
        data << gnuplot_number(curve.times[k]) << ' ' << drawn(curve.p05[k]) << ' ' << drawn(curve.median[k]) << ' '
             << drawn(curve.p95[k]) << ' ' << drawn(curve.mean[k]) << '\n';
    }
    data << "\n\n";
}

// Whether the curve has a point to draw, apart from times without an error.
bool has_finite(const ErrorOverTime& curve, const std::vector<double>& percentile) {
    for (std::size_t k = 0; k < percentile.size(); ++k)
        if (curve.p95[k] > 0 && std::isfinite(percentile[k])) return true;
    return false;
}

// Words for the legend of a curve without a line, " (no error)", " (not finite)" or " (below rounding)"; "" if there is
// a line.
std::string why_no_line(const ErrorOverTime& curve, double rounding) {
    const auto below = [&](double value) { return std::isfinite(value) && value < rounding; };
    if (rounding > 0 && has_finite(curve, curve.p95) && std::all_of(curve.p95.begin(), curve.p95.end(), below))
        return " (below rounding)";
    if (has_finite(curve, curve.median)) return "";
    const bool none = std::all_of(curve.p95.begin(), curve.p95.end(), [](double err) { return err == 0; });
    return none ? " (no error)" : " (not finite)";
}

// Which coordinates the two axes of the picture show. On a line the horizontal axis is time (across = -1).
struct Plane {
    int across, up;
    const char* across_label;
    const char* up_label;
};

Plane plane_of(int dimension) {
    if (dimension == 1) return {-1, 0, "time (s)", "x (m)"};
    if (dimension == 2) return {0, 1, "x (m)", "y (m)"};
    return {0, 2, "x (m)", "z (m)"};
}

// The path of the last node over time; states that are not finite are gaps.
void write_path(std::ostream& data, const TruthInfo& truth, const std::vector<double>& x) {
    const Plane plane = plane_of(truth.dimension);
    const std::size_t nodes = truth.nodes, d = truth.dimension;
    data << "# time_s across up, last node\n";
    for (int k = 0; k < truth.samples; ++k) {
        const double* node = &x[(k * nodes + nodes - 1) * d];
        const double time = k * truth.dt, across = plane.across < 0 ? time : node[plane.across], up = node[plane.up];
        if (std::isfinite(across) && std::isfinite(up))
            data << gnuplot_number(time) << ' ' << gnuplot_number(across) << ' ' << gnuplot_number(up) << '\n';
        else data << gnuplot_number(time) << " NaN NaN\n";
    }
    data << "\n\n";
}

// A range for an axis along which nothing moves, for which gnuplot has no scale: half a metre to either side.
// "" if gnuplot can choose.
std::string range_of(const char* axis, const std::vector<std::vector<double>>& paths, int column, std::size_t nodes,
                     std::size_t dimension) {
    double low = INFINITY, high = -INFINITY;
    for (const std::vector<double>& x : paths)
        for (std::size_t last_node = (nodes - 1) * dimension; last_node < x.size(); last_node += nodes * dimension) {
            const double value = x[last_node + column];
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    if (!(low <= high) || high - low > 1e-9 * (1 + std::fabs(high))) return "";
    return std::string("set ") + axis + "range [" + gnuplot_number(low - 0.5) + ":" + gnuplot_number(high + 0.5) +
           "]\n";
}

// Lines become thinner from one submission to the next, so that a path under another one can still be seen.
std::string style(std::size_t i) {
    return " lw " + gnuplot_number(std::max(1.0, 3.6 - 0.8 * to_double(i))) + " lc rgb '" + line_colour(i) + "'";
}

// The three files of a figure, with the format that decides what may be replaced.
std::vector<ReportFile> files_of(const Figure& figure, const std::filesystem::path& directory) {
    const auto file = [&](const char* ending, ReportFormat format) {
        return ReportFile{option("figures"), (directory / (figure.name + ending)).string(), format};
    };
    return {file(".dat", ReportFormat::figure), file(".gp", ReportFormat::figure), file(".svg", ReportFormat::picture),
            file(".pdf", ReportFormat::pdf)};
}

// The script in another width and font, which draws a PDF after the SVG.
std::string styled(const Figure& figure, const FigureStyle& style) {
    constexpr double pixels_of_cm = 96 / 2.54, pixels_of_point = 96.0 / 72, default_width = 820;
    std::string script = figure.script;
    const std::size_t begin = script.find("set terminal svg size "), end = script.find('\n', begin);
    double across = default_width, up = 0;
    std::sscanf(script.c_str() + begin, "set terminal svg size %lf,%lf", &across, &up);
    const double width = style.width * across / default_width, height = width * up / across;
    const auto whole = [](double pixels) { return std::to_string(std::lround(pixels)); };
    script.replace(begin, end - begin,
                   "set terminal svg size " + whole(width * pixels_of_cm) + "," + whole(height * pixels_of_cm) +
                       " rounded font '" + style.font + "," + gnuplot_number(style.font_size * pixels_of_point) +
                       "' background rgb 'white'");
    // Of the terminal's two scales of a font, 0.75 makes its size one in points.
    return script + "set terminal pdfcairo size " + gnuplot_number(width) + "cm," + gnuplot_number(height) +
           "cm rounded font '" + style.font + "," + gnuplot_number(style.font_size) + "' fontscale 0.75\nset output '" +
           figure.name + ".pdf'\nreplot\n";
}

// Marks a PDF as ours, behind its end, where readers allow comments.
void mark_pdf(const std::filesystem::path& picture) {
    std::ofstream(picture, std::ios::app | std::ios::binary) << pdf_mark << '\n';
}

// Whether gnuplot wrote a picture. The file of an earlier call was removed before (clear_place), so that one
// that exists is new. An empty file, which no program can show, is removed.
bool is_drawn(const std::filesystem::path& picture) {
    std::error_code none;
    if (std::filesystem::is_regular_file(picture, none) && std::filesystem::file_size(picture, none) > 0) return true;
    std::filesystem::remove(picture, none);
    return false;
}

// Data and script are written before gnuplot runs. If a signal ends it, half a picture may exist, which is
// removed before the signal is passed on.
void write_picture(const Figure& figure, const std::filesystem::path& directory, const OutputRule& rule,
                   const FigureStyle& style, std::vector<std::string>& failures) {
    const std::vector<ReportFile> files = files_of(figure, directory);
    write_report(files[0], with_figure_mark(figure.data), rule);
    write_report(files[1], with_figure_mark(styled(figure, style)), rule);
    clear_place(files[2], rule);
    clear_place(files[3], rule);
    try {
        std::string failure = run_gnuplot(directory, figure.name + ".gp");
        const bool has_pdf = is_drawn(files[3].path);
        if (has_pdf) mark_pdf(files[3].path);
        if (failure.empty() && !(is_drawn(files[2].path) && has_pdf))
            failure = "gnuplot drew nothing with " + figure.name + ".gp";
        if (!failure.empty()) failures.push_back(failure);
    } catch (const Stopped&) {  // gnuplot was ended, perhaps in the middle of the picture
        std::error_code ignored;
        std::filesystem::remove(files[2].path, ignored);
        std::filesystem::remove(files[3].path, ignored);
        throw;
    }
}

// Median and 5-95 % band of one curve for each submission. Bands are drawn first, so that no band covers a
// median. A submission that cannot be drawn keeps its place in the legend.
Figure band_figure(const Scores& scores, const std::string& name, ErrorOverTime SubmissionScores::*curve,
                   const std::string& axis, const std::string& caption, const std::string& reference_line,
                   double rounding = 0) {
    std::ostringstream data, script;
    script << figure_header(name, "820,480") << "set logscale y\nset format y '10^{%T}'\n"
           << "set xlabel 'time (s)' textcolor rgb '#222222'\n"
           << "set ylabel '" << axis << "' textcolor rgb '#222222'\n"
           << "# Caption: "
           << gnuplot_quoted(scores.truth.system + ": " + caption + "median and 5-95 % band over " +
                             trajectories_text(scores.truth.trajectories))
           << "\n"
           << "set xrange [0:" << gnuplot_number(scores.truth.dt * (scores.truth.samples - 1)) << "]\n"
           << "set style fill transparent solid 0.20 noborder\n";
    std::string bands, medians;
    std::size_t blocks = 0;  // gnuplot's index does not count those without a line of numbers
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        const SubmissionScores& submission = scores.submissions[i];
        const ErrorOverTime& shown = submission.*curve;
        const std::string missing = why_no_line(shown, rounding);
        const bool banded = has_finite(shown, shown.p95) && missing != " (below rounding)";
        data << "# " << gnuplot_quoted(submission.label) << '\n';
        if (banded || missing.empty()) write_band(data, shown);
        const std::string from = "'" + name + ".dat' index " + std::to_string(blocks) + " using ";
        const std::string paint = std::string(" lc rgb '") + line_colour(i) + "'";
        if (banded) bands += "  " + from + "1:2:4 with filledcurves" + paint + " notitle, \\\n";
        if (banded || missing.empty()) ++blocks;
        medians += std::string(i > 0 || !reference_line.empty() ? ", \\\n" : "") + "  " +
                   (missing.empty() ? from + "1:3 with lines lw 2.6" : "NaN with lines lw 2.6") + paint + " title " +
                   gnuplot_quoted(submission.label + missing);
    }
    if (blocks == 0) script << "set yrange [" << gnuplot_number(smallest_drawn) << ":1]\n";
    script << "plot \\\n" << bands << reference_line << medians << "\n";
    return {name, data.str(), script.str()};
}

}  // namespace

Figure error_over_time_figure(const Scores& scores) {
    return band_figure(scores, "error_over_time", &SubmissionScores::error_over_time, "relative error Err", "",
                       "  1 with lines lw 1 lc rgb '#888888' notitle");
}

// If a curve lies below the rounding of the coordinates, the axis begins there: what is below says nothing
// about a model.
Figure violation_over_time_figure(const Scores& scores) {
    const double rounding = rounding_of_constraints(scores);
    double least = INFINITY, most = 10 * rounding;
    for (const SubmissionScores& s : scores.submissions)
        for (std::size_t k = 0; k < s.violation_over_time.times.size(); ++k) {
            const double low = s.violation_over_time.p05[k], high = s.violation_over_time.p95[k];
            if (low > 0) least = std::min(least, low);
            if (std::isfinite(high)) most = std::max(most, high);
        }
    const bool clipped = least < rounding;
    const std::string axis =
        clipped ? "RMS of Phi (m^2); below " + short_number(rounding, 2) + ": rounding" : "RMS of Phi (m^2)";
    Figure figure = band_figure(scores, "violation_over_time", &SubmissionScores::violation_over_time, axis,
                                "constraint violation, ", "", rounding);
    if (clipped)
        figure.script.insert(figure.script.find("plot \\\n"),
                             "set yrange [" + gnuplot_number(rounding) + ":" + gnuplot_number(2 * most) + "]\n");
    return figure;
}

// The reference as a wide grey line under the predictions, and the initial state as a point.
Figure trajectory_figure(const Scores& scores) {
    const Plane plane = plane_of(scores.truth.dimension);
    std::ostringstream data, script;
    write_path(data, scores.truth, scores.shown.x.front());
    const auto range = [&](const char* axis, int column) {
        return range_of(axis, scores.shown.x, column, scores.truth.nodes, scores.truth.dimension);
    };
    script << figure_header("trajectory", "680,600") << (scores.truth.dimension > 1 ? "set size ratio -1\n" : "")
           << "set offsets graph 0.05, 0.05, 0.05, 0.05\n"
           << (plane.across < 0 ? "" : range("x", plane.across)) << range("y", plane.up) << "set xlabel '"
           << plane.across_label << "' textcolor rgb '#222222'\n"
           << "set ylabel '" << plane.up_label << "' textcolor rgb '#222222'\n"
           << "# Caption: "
           << gnuplot_quoted(scores.truth.system + ", trajectory " + std::to_string(scores.shown.id) + ": path of " +
                             scores.truth.node_labels.back())
           << "\n"
           << "plot \\\n"
           << "  'trajectory.dat' index 0 using 2:3 with lines lw 7 lc rgb '#c4c4c4' title 'reference'";
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        write_path(data, scores.truth, scores.shown.x[i + 1]);
        script << ", \\\n  'trajectory.dat' index " << i + 1 << " using 2:3 with lines" << style(i) << " title "
               << gnuplot_quoted(scores.submissions[i].label);
    }
    script << ", \\\n  'trajectory.dat' index 0 every ::0::0 using 2:3 with points pt 7 ps 1.1 lc rgb '#222222' title "
              "'start'\n";
    return {"trajectory", data.str(), script.str()};
}

Figure energy_over_time_figure(const Scores& scores) {
    return band_figure(scores, "energy_over_time", &SubmissionScores::energy_over_time,
                       "energy error / max kinetic energy", "energy error, ", "");
}

// All figures of a report. Those of constraints only for systems that have constraints.
std::vector<Figure> figures_of(const Scores& scores) {
    std::vector<Figure> figures{error_over_time_figure(scores), trajectory_figure(scores),
                                relative_error_figure(scores), error_distribution_figure(scores),
                                energy_over_time_figure(scores)};
    if (!scores.submissions.front().violation_over_time.times.empty())
        figures.push_back(violation_over_time_figure(scores));
    if (const auto by_rtol = violation_by_rtol_figure(scores)) figures.push_back(*by_rtol);
    return figures;
}

std::string parse_font(const std::string& text, FigureStyle& style) {
    const std::size_t comma = text.rfind(',');
    const std::string name = text.substr(0, comma);
    const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
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

// All places are checked before the first file is written. Returns why pictures could not be drawn; data and
// scripts are there then, so that the user can draw them.
std::vector<std::string> write_figures(const std::vector<Figure>& figures, const std::filesystem::path& directory,
                                       const OutputRule& rule, const FigureStyle& style) {
    make_directories(directory);
    std::vector<ReportFile> files;
    for (const Figure& figure : figures)
        for (ReportFile& file : files_of(figure, directory)) files.push_back(std::move(file));
    require_places(files, rule);
    std::vector<std::string> failures;
    for (const Figure& figure : figures) write_picture(figure, directory, rule, style, failures);
    return failures;
}

}  // namespace cchnn
