#pragma once
// Scores as pictures, drawn by gnuplot; `cchnn-eval score --figures DIRECTORY` writes them (run_score.cpp).
// Each picture is four files that belong together, so that an author can edit data or script and draw it again: its
// data, script, and the picture as SVG and as PDF, in the width and font of the paper, without a title: the script has
// a caption as a comment.
//
//   error_over_time.dat .gp .svg      log Err over time: median and 5-95 % band of each submission (paper, fig. 6)
//   trajectory.dat .gp .svg           path of the last node in one trajectory, the reference and the predictions:
//                                     time-x (1-d), x-y (2-d), x-z (3-d)
//   relative_error.dat .gp .svg       relative error of each submission, with its interval (paper, fig. 7, 10a)
//   error_distribution.dat .gp .svg   share of trajectories with at most this relative error
//   energy_over_time.dat .gp .svg     energy error / max kinetic energy over time (paper, fig. 8)
//   violation_over_time.dat .gp .svg  RMS of Phi over time, in systems with constraints (paper, fig. 10b)
//   violation_by_rtol.dat .gp .svg    constraint RMSE over tolerance, if at least three submissions are reference
//                                     rollouts of different tolerances (paper, fig. 10c)
//
// The paper is Finzi, Wang, Wilson (NeurIPS 2020). To draw a picture again: gnuplot error_over_time.gp, in its
// directory. Data and script begin with a digest of what follows, so that a file that an author edited is never
// replaced as if it were ours (report_file.hpp).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/report_file.hpp"
#include "score/standings.hpp"

namespace cchnn {

// A picture before it is drawn: the text of its script and of its data, and the name that all its files have.
struct Figure {
    std::string name, data, script;
};
// All pictures for which the scores hold data. Pure text: nothing is written and gnuplot is not called.
std::vector<Figure> figures_of(const Scores& scores);

// How pictures are set: a width of 8.6 cm and "Helvetica,9" fit a column of text.
struct FigureStyle {
    double width = 21.7;  // cm; heights go with it
    std::string font = "Helvetica";
    double font_size = 11.25;  // pt
};
// "Helvetica,9" -> font and size; "" or what is wrong.
std::string parse_font(const std::string& text, FigureStyle& style);

// Creates the directory if need be, checks all places, then writes data and script of each figure and draws it.
// Returns what could not be drawn and why, as when gnuplot is missing: data and scripts are written all the
// same. Throws UsageError and IoError as require_places() does, before any file is written, IoError of the
// disk, and Stopped after a signal.
std::vector<std::string> write_figures(const std::vector<Figure>& figures, const std::filesystem::path& directory,
                                       const OutputRule& rule, const FigureStyle& style = {});

Figure error_over_time_figure(const Scores& scores);
Figure energy_over_time_figure(const Scores& scores);
Figure violation_over_time_figure(const Scores& scores);
Figure trajectory_figure(const Scores& scores);
// comparison_figures.cpp:
Figure relative_error_figure(const Scores& scores);
Figure error_distribution_figure(const Scores& scores);
std::optional<Figure> violation_by_rtol_figure(const Scores& scores);

}  // namespace cchnn
