#pragma once
// Tables that only some scores have, beside those of metrics.
//
// A classical solver beside each model, at equal error and at equal time (score/solver_ladder.hpp): a row for
// each model, then the settings that were run. Without --solver there are no tables.

#include "report/tables/score_tables.hpp"

namespace cchnn {

std::vector<CaptionedTable> solver_tables(const Scores& scores);
// Remarks on models whose time was measured on another machine than the solver's, so that times are not
// comparable.
std::vector<std::string> solver_remarks(const Scores& scores);
// "A classical solver (rattle2 substeps 4) is as accurate as net in 1.1e-05 s a trajectory, ..."; "" without a
// solver.
std::string solver_sentence(const Scores& scores, const ModelScores& model);

// Estimated parameters beside the precision that the observations allow (Cramer-Rao bound, score/): a row for
// each submission, or method, and parameter.
// Without rows when nothing is estimated.
CaptionedTable parameter_table(const Scores& scores);

}  // namespace cchnn
