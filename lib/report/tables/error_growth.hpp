#pragma once
// How the error of stored trajectories grows, of an audit that kept errors (AuditReport::times): for data made
// elsewhere, which has no bounds to be compared with.

#include <cstddef>
#include <string>

#include "report/tables/score_tables.hpp"
#include "score/truth_audit.hpp"

namespace cchnn {

// Over judged trajectories at nine times, evenly from the first sample after the start to the last one; a last column
// says over how many, where that is not all of them.
CaptionedTable growth_table(const AuditReport& report);
// A row a trajectory, worst first, twenty at most: Err at its end ("-": its bound is 1 there), largest, first times beyond 1e-6, 1e-3.
CaptionedTable trajectories_table(const AuditReport& report);

std::string error_growth_text(const AuditReport& report, std::size_t width);

}  // namespace cchnn
