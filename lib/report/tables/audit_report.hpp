#pragma once
// What audits found, for people and for machines.

#include <string>
#include <vector>

#include "score/truth_audit.hpp"

namespace cchnn {

// A row a system, then a line for each one that failed or has no bounds.
std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width);

// That of all of them: of wrong data first, then of what could not be judged in time.
ExitCode exit_code(const std::vector<AuditReport>& reports);

// {format, format_version, tool_version, verdict, exit_code, required_share, systems: [...]}, every trajectory in it.
std::string audit_json(const std::vector<AuditReport>& reports);

}  // namespace cchnn
