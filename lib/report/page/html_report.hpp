#pragma once
// Scores as pages (page.hpp), all of one form:
//
//   the verdict in a sentence, what limits it, signature, downloads; the ranked table, or the limits of a gate;
//   what the system is; figures; the animation; all tables, each with what its numbers mean; grouped remarks
//
// Callers are score, gate and compare of cchnn-eval with --html. Needs Scores::animated, which the story
// evaluate fills when it is asked to. Without a described system that part is left out.

#include <string>
#include <vector>

#include "score/gate.hpp"
#include "score/standings.hpp"
#include "stories/benchmark/evaluate_suite.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

std::string html_report(const Scores& scores, const DescribedSystem& described = {});
std::string html_gate(const Scores& scores, const std::vector<GateResult>& results,
                      const DescribedSystem& described = {});
// The standings over all systems and the remarks first, then a part for each system. `described` holds one description
// for each system in order, or fewer. A comparison of one system has the page of its scores.
std::string html_comparison(const Comparison& comparison, const std::vector<DescribedSystem>& described = {});

// Scores on a suite: generalisation over all tasks, then each task that was answered, with its curves. `cchnn-eval
// suite --html` writes it.
std::string html_suite(const SuiteScores& scores);

}  // namespace cchnn
