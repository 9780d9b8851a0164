#pragma once
// Scores as pictures for a paper: the charts of a page (page/score_charts.hpp), each as files of its own, and the path of
// the last node. `cchnn-eval score --figures DIRECTORY` writes them (run_score.cpp), in the width and font of the paper
// and without a title:
//
//   error_over_time       log Err over time: median and 5-95 % band of each submission (paper, fig. 6)
//   trajectory            path of the last node in one trajectory, the reference and the predictions: time-x (1-d),
//                         x-y (2-d), x-z (3-d)
//   relative_error        relative error of each model, with its interval (paper, fig. 7, 10a)
//   error_distribution    share of trajectories with at most this relative error
//   energy_over_time      energy error / max kinetic energy over time (paper, fig. 8)
//   violation_over_time   RMS of Phi over time, in systems with constraints (paper, fig. 10b)
//   violation_by_rtol     constraint RMSE over tolerance, if at least three submissions are reference rollouts of
//                         different tolerances (paper, fig. 10c)
//   nrmse_over_time, rank_histogram   as on the page
//
// The paper is Finzi, Wang, Wilson (NeurIPS 2020). NAME.csv has the numbers, NAME.svg is drawn here, and rsvg-convert
// makes NAME.pdf of it. The numbers begin with a digest of what follows, so that a file that an author edited is never
// replaced as if it were ours (report_file.hpp).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "elements/parts/reading/units.hpp"
#include "report/page/chart.hpp"
#include "report/report_file.hpp"
#include "score/standings.hpp"

namespace cchnn {

// A chart with the name that all its files have.
struct Figure {
    std::string name;
    Chart chart;
};
// All pictures for which the scores hold data. `floor` as for score_charts().
std::vector<Figure> figures_of(const Scores& scores, const std::optional<ErrorOverTime>& floor, const Units& units);
// The columns series, x, y, low, high; empty where a number is not finite.
std::string figure_csv(const Figure& figure);

// How pictures are set: a width of 8.6 cm and "Helvetica,9" fit a column of text. Heights follow from the width.
struct FigureStyle {
    double width = 21.7;  // cm
    std::string font = "Helvetica";
    double font_size = 11.25;  // pt
};
// "Helvetica,9" -> font and size; "" or what is wrong.
std::string parse_font(const std::string& text, FigureStyle& style);
// The chart as an SVG file of its own, in light colours.
std::string figure_svg(const Figure& figure, const FigureStyle& style);

// Creates the directory if need be, checks all places, then writes the files of each figure. Returns which PDFs are
// missing and why, as without rsvg-convert. Throws UsageError and IoError as require_places() does, before any file is
// written, IoError of the disk, and Stopped after a signal.
std::vector<std::string> write_figures(const std::vector<Figure>& figures, const std::filesystem::path& directory,
                                       const OutputRule& rule, const FigureStyle& style = {});

}  // namespace cchnn
