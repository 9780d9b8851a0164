#pragma once
// What audits found, for people and for machines.

#include <string>
#include <vector>

#include "score/truth_audit.hpp"

namespace cchnn {

// A row a system, then a line for each one that failed or has no bounds.
std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width);

// {format, format_version, tool_version, verdict, exit_code, required_share, systems: [...]}, every trajectory in it.
std::string audit_json(const std::vector<AuditReport>& reports);

}  // namespace cchnn
