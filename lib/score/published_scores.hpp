#pragma once
// Scores that the paper's authors published with their code (schemas/published_scores.json says where and how). Reports
// show them for orientation: they are of another draw of test trajectories, of one training run a model, and of the
// recipe of the preset `published`. They are never ranked, and appear only for data as they were measured on: the
// built-in system of that name as it is, its step and its number of samples.

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

// What decides whether they can stand beside the scores of a test set.
struct MeasuredOn {
    std::string system, system_json;
    double dt = 0;    // s
    int samples = 0;  // that are scored
};

// Empty for a system that has none, and for other data than they are of.
std::vector<PublishedScore> published_scores(const MeasuredOn& data);
// "measured on the built-in system, where /bodies/1/mass differs", or on which other; "" where there is nothing to say.
std::string published_elsewhere(const MeasuredOn& data);
// "published with ...": source and recipe, then what keeps the numbers of this system from being comparable.
std::vector<std::string> published_remarks(const std::string& system);

}  // namespace cchnn
