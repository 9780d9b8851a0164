#pragma once
// Scores -> one HTML page that needs nothing else: no request leaves it, and its Content-Security-Policy lets none
// leave. The one script that may run is ours, named by its SHA-256; names of models are text everywhere.
//
//   what was scored, signature; an animation of truth and predictions; figures; tables; remarks
//
// Parts of the page: lib/report/html/. Needs Scores::animated (evaluate, animate).

#include <string>

#include "score/standings.hpp"

namespace cchnn {

std::string html_report(const Scores& scores);
// The standings over all systems first, then every system.
std::string html_comparison(const Comparison& comparison);

}  // namespace cchnn
