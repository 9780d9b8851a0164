#pragma once
// Scores that the paper's authors published with their code (schemas/published_scores.json says where and how). Reports
// show them for orientation: they are of another draw of test trajectories, of one training run a model, and of the
// recipe of the preset `published`. They are never ranked, and appear only for the built-in systems that they are of.

#include <string>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

struct PublishedScore {
    std::string system, model;
    int trajectories = 0;
    double mean = 0, geometric_mean = 0;  // over trajectories
    Interval mean_ci95, geometric_mean_ci95;
};

// Empty for a system that has none.
std::vector<PublishedScore> published_scores(const std::string& system);
// "published with ...": source and recipe, then what keeps the numbers of this system from being comparable.
std::vector<std::string> published_remarks(const std::string& system);

}  // namespace cchnn
