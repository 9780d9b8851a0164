#pragma once
// Estimated parameters beside the precision that the observations allow (Cramer-Rao bound, score/): a row for
// each submission, or method, and parameter.

#include "report/tables/score_tables.hpp"

namespace cchnn {

// Without rows when nothing is estimated.
CaptionedTable parameter_table(const Scores& scores);

}  // namespace cchnn
