#pragma once
// Results of a gate for CI: as a table, as Markdown for a comment on a change, and as JUnit, which CI servers show as
// tests: a suite for each system, a case for each limit of a model, with what is not met as its failure.

#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"
#include "score/gate.hpp"

namespace cchnn {

// The name of each system, or the path of its test set where several have one name.
std::vector<std::string> names_of_systems(const std::vector<Scores>& systems);
CaptionedTable limits_table(const std::vector<GateResult>& results);
// `systems` are those that were scored, in order.
std::string gate_markdown(const std::vector<GateResult>& results, const std::vector<Scores>& systems);
std::string gate_junit(const std::vector<GateResult>& results, const std::vector<Scores>& systems);

}  // namespace cchnn
