#pragma once
// The results of audits (judge/), for people and for machines. `cchnn-gen audit` prints the text and writes the
// JSON (schemas/audit.schema.json).

#include <cstddef>
#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "score/truth_audit.hpp"

namespace cchnn {

// A row for each system, then a line for each one that failed, was not decided, or has no bounds.
std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width);

// The exit code for all of them together: wrong data comes before what could not be judged in time.
ExitCode exit_code(const std::vector<AuditReport>& reports);

// {format, format_version, tool_version, verdict, exit_code, required_share, systems: [...]}, with every
// trajectory.
std::string audit_json(const std::vector<AuditReport>& reports);

// How the error of stored trajectories grows over time, from an audit that kept its errors
// (AuditReport::times). It is for data made elsewhere, which has no error bounds to be compared with;
// audit_report.hpp prints it.

// Quantiles over judged trajectories at nine times, evenly spaced from the first sample after the start to the
// last. A last column gives the number of trajectories, if it is not the same as the number of judged ones
// everywhere.
CaptionedTable growth_table(const AuditReport& report);
// A row for each trajectory, the worst first, at most twenty: the error at its end ("-" where its bound is 1,
// so that nothing is compared), the largest error, and the first times at which it is beyond 1e-6 and 1e-3.
CaptionedTable trajectories_table(const AuditReport& report);

std::string error_growth_text(const AuditReport& report, std::size_t width);

}  // namespace cchnn
