#pragma once
// What a page says first: the outcome in a sentence or two, and never more than intervals, tests and the truth's own
// error allow. Texts, not markup.

#include <string>
#include <vector>

#include "score/gate.hpp"
#include "score/standings.hpp"
#include "stories/benchmark/suite_standings.hpp"

namespace cchnn {

struct Verdict {
    enum class Kind { neutral, passed, failed } kind = Kind::neutral;
    std::string sentence;
    std::vector<std::string> more;  // what limits it
};

Verdict verdict_of(const Scores& scores);
Verdict verdict_of(const Comparison& comparison);
// Of models that were ranked `over` something: " over 3 systems". Models that leave something out are the caller's to name.
Verdict verdict_of(const std::vector<Standing>& standings, const std::string& over);
Verdict verdict_of(const SuiteStandings& suite);
Verdict verdict_of(const std::vector<GateResult>& results);

}  // namespace cchnn
