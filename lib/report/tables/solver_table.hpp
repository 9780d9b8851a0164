#pragma once
// A classical solver beside each model, at equal error and at equal time (score/solver_ladder.hpp): a row for each model,
// and the settings that were run. No tables where it was not asked for.

#include "report/tables/score_tables.hpp"

namespace cchnn {

std::vector<CaptionedTable> solver_tables(const Scores& scores);
// Times of other machines than the solver's.
std::vector<std::string> solver_remarks(const Scores& scores);
// "A classical solver (rattle2 substeps 4) is as accurate as net in 1.1e-05 s a trajectory, ..."; "" where there is none.
std::string solver_sentence(const Scores& scores, const ModelScores& model);

}  // namespace cchnn
