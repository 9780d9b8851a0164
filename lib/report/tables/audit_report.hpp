#pragma once
// The results of audits (judge/), for people and for machines. `cchnn-gen audit` prints the text and writes the
// JSON (schemas/audit.schema.json).

#include <string>
#include <vector>

#include "score/truth_audit.hpp"

namespace cchnn {

// A row for each system, then a line for each one that failed, was not decided, or has no bounds.
std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width);

// The exit code for all of them together: wrong data comes before what could not be judged in time.
ExitCode exit_code(const std::vector<AuditReport>& reports);

// {format, format_version, tool_version, verdict, exit_code, required_share, systems: [...]}, with every
// trajectory.
std::string audit_json(const std::vector<AuditReport>& reports);

}  // namespace cchnn
