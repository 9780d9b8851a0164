#pragma once
// The outcome in a sentence or two, the same in every form: text, Markdown, LaTeX and pages say it first, text
// and pages once more at their end. It never says more than intervals, tests and the error of the reference
// solution allow: "is better" needs a significant test, and errors within the error of the reference are a tie.

#include <cstddef>
#include <string>
#include <vector>

#include "score/gate.hpp"
#include "score/standings.hpp"
#include "stories/benchmark/suite_standings.hpp"

namespace cchnn {

struct ObservedScores;

// A sentence, and the limits of what it says. Both are plain text: each form escapes it.
struct Verdict {
    enum class Kind { neutral, passed, failed } kind = Kind::neutral;
    std::string sentence;
    std::vector<std::string> more;  // what limits it
};

Verdict verdict_of(const Scores& scores);
Verdict verdict_of(const Comparison& comparison);
// Of models that were ranked `over` something: " over 3 systems". The caller names models that leave something out.
Verdict verdict_of(const std::vector<Standing>& standings, const std::string& over, bool naive = false,
                   RankChoice ranked_by = RankChoice::error);
Verdict verdict_of(const SuiteStandings& suite);
Verdict verdict_of(const ObservedScores& scores);
Verdict verdict_of(const std::vector<GateResult>& results);

// The sentence, then each limit on lines of its own, of at most `width` characters.
std::string verdict_text(const Verdict& verdict, std::size_t width);

}  // namespace cchnn
