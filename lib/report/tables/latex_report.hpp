#pragma once
// Scores as LaTeX tables, to be included into a paper with \input{scores.tex}. The text is UTF-8, needs no
// package, and uses booktabs and graphicx if the paper loads them.
//   score    a row for each submission (method, with seeds): relative error, energy error, constraint violation, each a
//            geometric mean with its 95 % interval; valid time and CRPS, means; start errors, if computed. A table of
//            estimated parameters. No published scores: these are of other trajectories.
//   compare  error and rank over all systems; then the geometric mean error on each, four systems a table, and so for
//            start errors, if computed
// Signatures stand below each table. Remarks are comments at the end: the author decides which of them the
// paper needs. No number is bold, since the smallest one need not be better (score/statistics/paired_test.hpp).

#include <optional>
#include <string>

#include "score/standings.hpp"

namespace cchnn {

std::string latex_report(const Scores& scores);
std::string comparison_latex(const Comparison& comparison);

// "$5.00\times10^{-5}$", with an interval "$5.00\,[2.50,\,9.80]\times10^{-5}$"; infinity is $\infty$. Value and
// interval share the power of ten, unless they are too far apart.
std::string latex_number(double value, const std::optional<Interval>& interval = {});

}  // namespace cchnn
