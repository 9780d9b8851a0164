#pragma once
// Scores -> JSON text as schemas/report.schema.json says (keys: schemas/report.md). Infinity, the worst value of an
// unbounded metric, is the string "infinity", since JSON has no number for it.

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/gate.hpp"
#include "score/scores.hpp"
#include "score/standings.hpp"

namespace cchnn {

std::string json_report(const Scores& scores);

// The same with the verdict of a gate: "passed" and 0, or "failed" and 1.
std::string json_gate_report(const Scores& scores, const std::vector<GateResult>& results);
// schemas/comparison.schema.json
std::string json_comparison(const Comparison& comparison);

// "scored", "usage", "invalid_input", "io", "numerical": the verdict that goes with an exit code.
const char* verdict(ExitCode code);

}  // namespace cchnn
