#pragma once
// Scores as LaTeX tables in the size of the text, to be included into a paper with \input{scores.tex}. The text is
// UTF-8, needs no package, and uses booktabs if the paper loads it.
//   score    a row for each submission (method, with seeds): relative error, energy error, constraint violation, each a
//            geometric mean with its 95 % interval; valid time and CRPS, means; start errors, if computed. A table of
//            estimated parameters. No published scores: these are of other trajectories.
//   compare  error and rank over all systems; then the geometric mean error on each, and so for start errors, if
//            computed
// Reference rollouts, naive forecasts and copies are marked.
// Signatures stand below each table. Remarks are comments at the end: the author decides which of them the
// paper needs. No number is bold, since the smallest one need not be better (score/statistics/paired_test.hpp).

#include <optional>
#include <string>
#include <vector>

#include "score/standings.hpp"

namespace cchnn {

// In one column of a text of two, with intervals below their numbers and columns that do not fit below the others; or
// over both columns (table*).
enum class LatexWidth { narrow, wide };

std::string latex_report(const Scores& scores, LatexWidth width = LatexWidth::narrow);
std::string comparison_latex(const Comparison& comparison, LatexWidth width = LatexWidth::narrow);

// "$5.00\times10^{-5}$", with an interval "$5.00\,[2.50,\,9.80]\times10^{-5}$"; infinity is $\infty$. Value and
// interval share the power of ten, unless they are too far apart.
std::string latex_number(double value, const std::optional<Interval>& interval = {});

// How to cite the numbers of a report, as BibTeX: the program with its version; each test set with its seed,
// truth digest, signature of the scores and source of its system; and the paper that defines the errors. BibTeX
// ignores text outside of entries, so that a sentence to copy into the paper stands before them.
std::string citation(const std::vector<Scores>& all);

}  // namespace cchnn
