// The pictures that compare submissions by one number each: relative error, its distribution over trajectories,
// and constraint violation over tolerance (figures.hpp).

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/counted.hpp"
#include "report/figures/figure_parts.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/score_series.hpp"

namespace cchnn {
namespace {

// A logarithmic axis has no place for 0, and none for infinity; gnuplot leaves out what is written as NaN.
bool can_be_shown(double value) { return std::isfinite(value) && value > 0; }
std::string shown(double value) { return can_be_shown(value) ? gnuplot_number(value) : "NaN"; }

// gnuplot chooses the range of an axis itself, but fails on a logarithmic axis without extent: if no value can
// be shown, or all are the same. Then a range is set here; else the line is "".
std::string range_where_needed(const char* axis, const std::vector<double>& values) {
    double low = INFINITY, high = 0;
    for (const double value : values)
        if (can_be_shown(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (high == 0) return std::string("set ") + axis + "range [1e-17:1]\n";
    if (high > low * (1 + 1e-9)) return "";
    return std::string("set ") + axis + "range [" + gnuplot_number(low / 3) + ":" + gnuplot_number(high * 3) + "]\n";
}

// Appends what a row shows, for the range: the geometric mean that leads the tables, and the ends of its
// interval.
void add_shown(const Summary& s, std::vector<double>& values) {
    values.push_back(s.geometric_mean);
    if (const auto& ends = s.geometric_mean_ci95) {
        values.push_back(ends->low);
        values.push_back(ends->high);
    }
}

void write_value(std::ostream& data, const Summary& s) {
    const Interval ends = s.geometric_mean_ci95.value_or(Interval{s.geometric_mean, s.geometric_mean});
    data << shown(s.geometric_mean) << ' ' << shown(ends.low) << ' ' << shown(ends.high);
}

void write_distribution(std::ostream& data, const std::vector<double>& errors) {
    data << "# relative_error share\n";
    for (const auto& [error, share] : error_distribution(errors))
        data << shown(error) << ' ' << gnuplot_number(share) << '\n';
    data << "\n\n";
}

// The fit geometric mean = factor rtol^exponent, by least squares of the logarithms. Fewer than two different
// tolerances give NaN, which draws no line.
struct PowerLaw {
    double factor, exponent;
};
PowerLaw power_law_of(const std::map<double, Summary>& violations) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [rtol, summary] : violations) {
        if (!(summary.geometric_mean > 0)) continue;
        const double a = std::log(rtol), b = std::log(summary.geometric_mean);
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    const double exponent = (n * xy - x * y) / (n * xx - x * x);
    return {std::exp((y - exponent * x) / n), exponent};
}

}  // namespace

// One row for each submission, the first at the top: names of any length have room at the left. The height of
// the picture grows with the rows.
Figure relative_error_figure(const Scores& scores) {
    std::ostringstream data, script;
    const std::size_t rows = scores.submissions.size();
    data << "# number geometric_mean low high\n";
    script << figure_header("relative_error", ("820," + std::to_string(130 + 56 * rows)).c_str())
           << "set logscale x\nset format x '10^{%T}'\nset key off\n"
           << "set xlabel 'relative error' textcolor rgb '#222222'\n"
           << "# Caption: " << gnuplot_quoted(scores.truth.system + ": geometric mean and 95 % interval") << "\n"
           << "set yrange [" << gnuplot_number(to_double(rows) - 0.4) << ":-0.6]\n"
           << "set ytics noenhanced (";
    std::string plots;
    for (std::size_t i = 0; i < rows; ++i) {
        data << i << ' ';
        write_value(data, scores.submissions[i].metrics.front().summary);
        data << '\n';
        script << (i ? ", " : "") << gnuplot_row_name(scores.submissions[i].label) << ' ' << i;
        plots += std::string(i ? ", \\\n" : "") + "  'relative_error.dat' every ::" + std::to_string(i) +
                 "::" + std::to_string(i) + " using 2:1:3:4 with xerrorbars pt 7 ps 1.4 lw 2.2 lc rgb '" +
                 line_colour(i) + "'";
    }
    std::vector<double> values;
    for (const SubmissionScores& s : scores.submissions) add_shown(s.metrics.front().summary, values);
    script << ")\n" << range_where_needed("x", values) << "plot \\\n" << plots << "\n";
    return {"relative_error", data.str(), script.str()};
}

// For each submission a step curve: the share of trajectories with at most this relative error.
Figure error_distribution_figure(const Scores& scores) {
    std::ostringstream data, script;
    script << figure_header("error_distribution", "820,480")
           << "set logscale x\nset format x '10^{%T}'\nset yrange [0:1]\n"
           << "set xlabel 'relative error of a trajectory' textcolor rgb '#222222'\n"
           << "set ylabel 'share of trajectories up to it' textcolor rgb '#222222'\n"
           << "# Caption: "
           << gnuplot_quoted(scores.truth.system + ": distribution over " +
                             trajectories_text(scores.truth.trajectories))
           << "\n";
    std::vector<double> values;
    for (const SubmissionScores& s : scores.submissions)
        values.insert(values.end(), s.relative_error.begin(), s.relative_error.end());
    script << range_where_needed("x", values) << "plot \\\n";
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        write_distribution(data, scores.submissions[i].relative_error);
        script << (i ? ", \\\n" : "") << "  'error_distribution.dat' index " << i
               << " using 1:2 with steps lw 2.4 lc rgb '" << line_colour(i) << "' title "
               << gnuplot_quoted(scores.submissions[i].label);
    }
    script << "\n";
    return {"error_distribution", data.str(), script.str()};
}

// Nothing for fewer than three tolerances, which are too few for a power law.
std::optional<Figure> violation_by_rtol_figure(const Scores& scores) {
    const std::map<double, Summary> violations = violations_by_rtol(scores, &Summary::geometric_mean);
    if (violations.size() < 3) return std::nullopt;
    std::ostringstream data, script;
    data << "# rtol geometric_mean_rmse_m2 low high\n";
    for (const auto& [rtol, summary] : violations) {
        data << gnuplot_number(rtol) << ' ';
        write_value(data, summary);
        data << '\n';
    }
    const PowerLaw fit = power_law_of(violations);
    std::ostringstream law;
    law.precision(3);
    law << "power law with exponent " << fit.exponent;
    script << figure_header("violation_by_rtol", "680,480") << "set logscale xy\nset format xy '10^{%T}'\n"
           << "set xlabel 'relative tolerance of a step' textcolor rgb '#222222'\n"
           << "set ylabel 'constraint RMSE, Phi (m^2)' textcolor rgb '#222222'\n"
           << "# Caption: " << gnuplot_quoted(scores.truth.system + ": constraint violation and tolerance") << "\n";
    std::vector<double> values;
    for (const auto& [rtol, summary] : violations) add_shown(summary, values);
    script << range_where_needed("y", values) << "plot \\\n";
    if (std::isfinite(fit.exponent) && std::isfinite(fit.factor))
        script << "  " << gnuplot_number(fit.factor) << "*x**" << gnuplot_number(fit.exponent)
               << " with lines lw 1.6 lc rgb '#888888' title " << gnuplot_quoted(law.str()) << ", \\\n";
    script << "  'violation_by_rtol.dat' using 1:2:3:4 with yerrorbars pt 7 ps 1.2 lw 2.2 lc rgb '" << line_colour(0)
           << "' title 'reference rollouts'\n";
    return Figure{"violation_by_rtol", data.str(), script.str()};
}

}  // namespace cchnn
