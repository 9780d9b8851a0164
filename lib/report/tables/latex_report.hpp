#pragma once
// Scores as LaTeX, to be included into a paper: \input{scores.tex}. UTF-8; needs no package, and uses booktabs and
// graphicx where the paper loads them.
//   score    a row for each submission (method, with seeds): relative error, energy error, constraint violation, geometric
//            means with their 95 % intervals; valid time, a mean. No published scores: these are of other trajectories.
//   compare  error ratio and mean rank over all systems; then the geometric mean error of each, four systems a table
// Signatures stand below each table. Remarks are comments at the end: what of them a paper has to say is its author's
// choice. No number is bold: the smallest one need not be better (score/statistics/paired_test.hpp).

#include <optional>
#include <string>

#include "score/standings.hpp"

namespace cchnn {

std::string latex_report(const Scores& scores);
std::string comparison_latex(const Comparison& comparison);

// "$5.00\times10^{-5}$", with an interval "$5.00\,[2.50,\,9.80]\times10^{-5}$"; infinity is $\infty$.
std::string latex_number(double value, const std::optional<Interval>& interval = {});

}  // namespace cchnn
