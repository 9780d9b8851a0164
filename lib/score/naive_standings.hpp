#pragma once
// Naive forecasts over several systems, shown below the models: the standing error (1) of score/standings.hpp, without
// a rank.

#include <string>
#include <vector>

#include "score/scores.hpp"

namespace cchnn {

// One naive forecast over all systems. A system that it does not answer counts as an error of 1.
struct NaiveStanding {
    std::string label;
    double error = 1;
    std::size_t systems = 0;  // that it answers
};

std::vector<NaiveStanding> naive_standings(const std::vector<Scores>& systems);  // best first

}  // namespace cchnn
