#pragma once
// Scores -> pictures, by gnuplot. Each is three files that belong together, so that an author can edit and run again:
//   error_over_time.dat .gp .svg      log Err over time: median and 5-95 % band of each submission (paper, fig. 6)
//   trajectory.dat .gp .svg           truth and predictions of one typical trajectory, x-y (2-d), x-z (3-d)
//   relative_error.dat .gp .svg       relative error of each submission, geometric mean and interval (paper, fig. 7, 10a)
//   error_distribution.dat .gp .svg   share of trajectories with at most this relative error
//   energy_over_time.dat .gp .svg     energy error / max kinetic energy over time (paper, fig. 8)
//   violation_over_time.dat .gp .svg  RMS of Phi over time, in systems with constraints (paper, fig. 10b)
//   violation_by_rtol.dat .gp .svg    constraint RMSE over the tolerance, when three or more submissions are reference
//                                     rollouts of different tolerances (paper, fig. 10c)
// To draw again: gnuplot error_over_time.gp, in that directory. Data and script begin with a digest of what follows, so
// that an edited one is not taken for a report that may be replaced (report_file.hpp).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/report_file.hpp"
#include "score/standings.hpp"

namespace cchnn {

// A script and its data, as text.
struct Figure {
    std::string name, data, script;
};
// All that the scores have something for.
std::vector<Figure> figures_of(const Scores& scores);

// Creates the directory if need be. Returns what could not be drawn and why (gnuplot missing, say): data and scripts
// are there all the same. Throws as require_places(), before a file is written, and IoError.
std::vector<std::string> write_figures(const std::vector<Figure>& figures, const std::filesystem::path& directory,
                                       const OutputRule& rule);

Figure error_over_time_figure(const Scores& scores);
Figure energy_over_time_figure(const Scores& scores);
Figure violation_over_time_figure(const Scores& scores);
Figure trajectory_figure(const Scores& scores);
// comparison_figures.cpp:
Figure relative_error_figure(const Scores& scores);
Figure error_distribution_figure(const Scores& scores);
std::optional<Figure> violation_by_rtol_figure(const Scores& scores);

}  // namespace cchnn
