#pragma once
// Scores -> pictures, by gnuplot. Each is three files that belong together, so that an author can edit and run again:
//   error_over_time.dat .gp .svg   log Err over time: median and 5-95 % band of each submission
//   trajectory.dat .gp .svg        truth and predictions of one typical trajectory, x-y (2-d), x-z (3-d)
// To draw again: gnuplot error_over_time.gp, in that directory.

#include <filesystem>
#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

// Creates the directory if need be. Returns what could not be drawn and why (gnuplot missing, say): data and scripts are
// there all the same. Throws IoError.
std::vector<std::string> write_figures(const Scores& scores, const std::filesystem::path& directory);

// The two scripts and their data, as text.
struct Figure {
    std::string name, data, script;
};
Figure error_over_time_figure(const Scores& scores);
Figure trajectory_figure(const Scores& scores);

}  // namespace cchnn
