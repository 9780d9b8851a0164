#pragma once
// Scores as JSON text in the form of schemas/report.schema.json; schemas/report.md explains each key. Infinity,
// the worst value of an unbounded metric, is the string "infinity", since JSON has no number for it. Callers:
// cchnn-eval, score() of cchnn/cchnn.hpp, and the pages, which offer the same text to save.

#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/gate.hpp"
#include "score/scores.hpp"
#include "score/standings.hpp"

namespace cchnn {

std::string json_report(const Scores& scores);

// The same with the results of a gate: the verdict is "passed" with exit code 0, or "failed" with 1.
std::string json_gate_report(const Scores& scores, const std::vector<GateResult>& results);
// The same of one system, or of several as a comparison without standings.
std::string json_gate_report(const std::vector<Scores>& systems, const std::vector<GateResult>& results);
// A comparison over systems: standings first, then the scores of each system (schemas/comparison.schema.json).
std::string json_comparison(const Comparison& comparison);

// "scored", "failed", "usage", "invalid_input", "io", "numerical", "not_judged": the verdict that goes with an exit
// code.
const char* verdict(ExitCode code);

}  // namespace cchnn
