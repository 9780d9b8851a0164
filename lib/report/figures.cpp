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
    for (char c : name.substr(0, 60)) {
        const bool harmless = std::isalnum(static_cast<unsigned char>(c)) || std::string(" _-+.,:=()/").find(c) != std::string::npos;
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
      << "set title font ',16' textcolor rgb '#111111' noenhanced\n";
    return s.str();
}

std::string number(double value) {
    std::ostringstream s;
    s.precision(9);
    s << value;
    return s.str();
}

double drawn(double err) { return std::max(err, smallest_drawn); }

void write_band(std::ostream& data, const SubmissionScores& submission) {
    const ErrorOverTime& curve = submission.error_over_time;
    data << "# time_s p05 median p95 mean\n";
    for (std::size_t k = 0; k < curve.times.size(); ++k) {
        if (k == 0 && curve.p95[k] == 0) continue;  // a given initial state has no error to draw
        data << number(curve.times[k]) << ' ' << number(drawn(curve.p05[k])) << ' ' << number(drawn(curve.median[k]))
             << ' ' << number(drawn(curve.p95[k])) << ' ' << number(drawn(curve.mean[k])) << '\n';
    }
    data << "\n\n";
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

std::string style(std::size_t i) {
    return std::string(" lw 2.4 dt ") + (i % 2 ? "(8,4)" : "(14,5)") + " lc rgb '" + colour(i) + "'";
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
           << "set title " << quoted(scores.truth.system + ": median and 5-95 % band of " +
                                     std::to_string(scores.truth.trajectories) + " trajectories") << "\n"
           << "set key bottom right noenhanced samplen 2 textcolor rgb '#222222' opaque fillcolor rgb 'white'\n"
           << "set xrange [0:" << number(scores.truth.dt * (scores.truth.samples - 1)) << "]\n"
           << "set style fill transparent solid 0.20 noborder\nplot \\\n";
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        write_band(data, scores.submissions[i]);
        script << "  'error_over_time.dat' index " << i << " using 1:2:4 with filledcurves lc rgb '" << colour(i)
               << "' notitle, \\\n";
    }
    for (std::size_t i = 0; i < scores.submissions.size(); ++i)
        script << "  'error_over_time.dat' index " << i << " using 1:3 with lines lw 2.6 lc rgb '" << colour(i)
               << "' title " << quoted(scores.submissions[i].label) << (i + 1 < scores.submissions.size() ? ", \\\n" : "\n");
    return {"error_over_time", data.str(), script.str()};
}

Figure trajectory_figure(const Scores& scores) {
    const Plane plane = plane_of(scores.truth.dimension);
    std::ostringstream data, script;
    write_path(data, scores.truth, scores.shown.x.front());
    script << header("trajectory", "720,600")
           << (scores.truth.dimension > 1 ? "set size ratio -1\n" : "") << "set offsets graph 0.05, 0.05, 0.05, 0.05\n"
           << "set xlabel '" << plane.across_label << "' textcolor rgb '#222222'\n"
           << "set ylabel '" << plane.up_label << "' textcolor rgb '#222222'\n"
           << "set title " << quoted(scores.truth.system + ", trajectory " + std::to_string(scores.shown.id) +
                                     ": path of " + scores.truth.node_labels.back()) << "\n"
           << "set key outside below center horizontal noenhanced samplen 3 textcolor rgb '#222222'\nplot \\\n"
           << "  'trajectory.dat' index 0 using 2:3 with lines lw 5 lc rgb '#b8b8b8' title 'truth'";
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
