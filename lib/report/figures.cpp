#include "report/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "report/json_report.hpp"
#include "report/run_gnuplot.hpp"

namespace cchnn {
namespace {

constexpr double smallest_drawn = 1e-17;  // a logarithmic axis has no zero

// Okabe and Ito's colours, told apart with any colour vision; the truth is nearly black.
const char* colour(std::size_t i) {
    static constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
    return colours[i % colours.size()];
}

// A name inside quotes of a script that gnuplot runs: names come from strangers, so only harmless letters pass.
std::string quoted(const std::string& name) {
    std::string safe;
    for (char c : name.substr(0, 120)) {
        const bool harmless = std::isalnum(static_cast<unsigned char>(c)) || std::string(" _-+.,:=()/%").find(c) != std::string::npos;
        safe += harmless || (static_cast<unsigned char>(c) & 0x80) ? c : '?';
    }
    return "'" + safe + "'";
}

std::string header(const std::string& name, const char* size) {
    std::ostringstream s;
    s << "# Draw again: gnuplot " << name << ".gp\n"
      << "set terminal svg size " << size << " rounded font 'Helvetica,15' background rgb 'white'\n"
      << "set output '" << name << ".svg'\n"
      << "set encoding utf8\n"
      << "set border 3 lc rgb '#444444' lw 1\n"
      << "set tics nomirror out scale 0.6 textcolor rgb '#222222'\n"
      << "set grid lc rgb '#e3e3e3' lw 1 lt 1\n"
      << "set title font ',16' textcolor rgb '#111111' noenhanced\n"
      << "set key outside top center horizontal Left reverse noenhanced samplen 2 textcolor rgb '#222222'\n";
    return s.str();
}

std::string number(double value) {
    std::ostringstream s;
    s.precision(9);
    s << value;
    return s.str();
}

double drawn(double err) { return std::max(err, smallest_drawn); }

// Times without an error (the given initial state, the truth itself) have no place on a logarithmic axis.
void write_band(std::ostream& data, const SubmissionScores& submission) {
    const ErrorOverTime& curve = submission.error_over_time;
    data << "# time_s p05 median p95 mean\n";
    for (std::size_t k = 0; k < curve.times.size(); ++k) {
        if (curve.p95[k] == 0) continue;
        data << number(curve.times[k]) << ' ' << number(drawn(curve.p05[k])) << ' ' << number(drawn(curve.median[k]))
             << ' ' << number(drawn(curve.p95[k])) << ' ' << number(drawn(curve.mean[k])) << '\n';
    }
    data << "\n\n";
}

bool has_error(const SubmissionScores& submission) {
    const std::vector<double>& p95 = submission.error_over_time.p95;
    return std::any_of(p95.begin(), p95.end(), [](double err) { return err > 0; });
}

// What two axes of the plane show: columns of the data after the time.
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

void write_path(std::ostream& data, const TruthInfo& truth, const std::vector<double>& x) {
    const Plane plane = plane_of(truth.dimension);
    const std::size_t nodes = static_cast<std::size_t>(truth.nodes), d = static_cast<std::size_t>(truth.dimension);
    data << "# time_s across up, last node\n";
    for (int k = 0; k < truth.samples; ++k) {
        const double* node = &x[(static_cast<std::size_t>(k) * nodes + nodes - 1) * d];
        const double time = k * truth.dt, across = plane.across < 0 ? time : node[plane.across], up = node[plane.up];
        if (std::isfinite(across) && std::isfinite(up))
            data << number(time) << ' ' << number(across) << ' ' << number(up) << '\n';
        else
            data << number(time) << " NaN NaN\n";
    }
    data << "\n\n";
}

// Thinner and thinner, so that a path on top of another one hides nothing.
std::string style(std::size_t i) {
    return " lw " + number(std::max(1.0, 3.6 - 0.8 * static_cast<double>(i))) + " lc rgb '" + colour(i) + "'";
}

void write_picture(const Figure& figure, const std::filesystem::path& directory, std::vector<std::string>& failures) {
    write_text_file(directory / (figure.name + ".dat"), figure.data);
    write_text_file(directory / (figure.name + ".gp"), figure.script);
    const std::string failure = run_gnuplot(directory, figure.name + ".gp");
    if (!failure.empty()) failures.push_back(failure);
}

}  // namespace

Figure error_over_time_figure(const Scores& scores) {
    std::ostringstream data, script;
    script << header("error_over_time", "820,480") << "set logscale y\nset format y '10^{%T}'\n"
           << "set xlabel 'time (s)' textcolor rgb '#222222'\n"
           << "set ylabel 'relative error Err' textcolor rgb '#222222'\n"
           << "set title " << quoted(scores.truth.system + ": median and 5-95 % band over " +
                                     std::to_string(scores.truth.trajectories) + " trajectories") << "\n"
           << "set xrange [0:" << number(scores.truth.dt * (scores.truth.samples - 1)) << "]\n"
           << "set style fill transparent solid 0.20 noborder\nplot \\\n";
    std::string bands, medians;
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        write_band(data, scores.submissions[i]);
        const std::string from = "'error_over_time.dat' index " + std::to_string(i) + " using ";
        const std::string paint = std::string(" lc rgb '") + colour(i) + "'";
        const bool drawn = has_error(scores.submissions[i]);
        if (drawn) bands += "  " + from + "1:2:4 with filledcurves" + paint + " notitle, \\\n";
        medians += ", \\\n  " + (drawn ? from + "1:3 with lines lw 2.6" : "NaN with lines lw 2.6") + paint + " title " +
                   quoted(scores.submissions[i].label + (drawn ? "" : " (no error)"));
    }
    script << bands << "  1 with lines lw 1 lc rgb '#888888' notitle" << medians << "\n";
    return {"error_over_time", data.str(), script.str()};
}

Figure trajectory_figure(const Scores& scores) {
    const Plane plane = plane_of(scores.truth.dimension);
    std::ostringstream data, script;
    write_path(data, scores.truth, scores.shown.x.front());
    script << header("trajectory", "680,600")
           << (scores.truth.dimension > 1 ? "set size ratio -1\n" : "") << "set offsets graph 0.05, 0.05, 0.05, 0.05\n"
           << "set xlabel '" << plane.across_label << "' textcolor rgb '#222222'\n"
           << "set ylabel '" << plane.up_label << "' textcolor rgb '#222222'\n"
           << "set title " << quoted(scores.truth.system + ", trajectory " + std::to_string(scores.shown.id) +
                                     ": path of " + scores.truth.node_labels.back()) << "\n"
           << "plot \\\n"
           << "  'trajectory.dat' index 0 using 2:3 with lines lw 7 lc rgb '#c4c4c4' title 'truth'";
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        write_path(data, scores.truth, scores.shown.x[i + 1]);
        script << ", \\\n  'trajectory.dat' index " << i + 1 << " using 2:3 with lines" << style(i) << " title "
               << quoted(scores.submissions[i].label);
    }
    script << ", \\\n  'trajectory.dat' index 0 every ::0::0 using 2:3 with points pt 7 ps 1.1 lc rgb '#222222' title 'start'\n";
    return {"trajectory", data.str(), script.str()};
}

std::vector<std::string> write_figures(const Scores& scores, const std::filesystem::path& directory) {
    std::error_code failure;
    std::filesystem::create_directories(directory, failure);
    if (failure) throw IoError(directory.string(), "directory cannot be made: " + failure.message());
    std::vector<std::string> failures;
    write_picture(error_over_time_figure(scores), directory, failures);
    write_picture(trajectory_figure(scores), directory, failures);
    return failures;
}

}  // namespace cchnn
