#include "score/naive_standings.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace cchnn {

std::vector<NaiveStanding> naive_standings(const std::vector<Scores>& systems) {
    std::map<std::string, NaiveStanding> by_label;
    std::map<std::string, double> logs;  // sums; a system without an answer adds log 1
    for (const Scores& scores : systems) {
        const double floor = std::max(scores.truth.typical_bound, scores.choices.error_floor);
        for (const ModelScores& model : scores.models) {
            if (model.naive.empty()) continue;
            ++by_label[model.label].systems;
            logs[model.label] += std::log(std::clamp(model.judged, floor, 1.0));
        }
    }
    std::vector<NaiveStanding> found;
    for (const auto& [label, standing] : by_label)
        found.push_back({label, std::exp(logs[label] / static_cast<double>(systems.size())), standing.systems});
    std::stable_sort(found.begin(), found.end(),
                     [](const NaiveStanding& a, const NaiveStanding& b) { return a.error < b.error; });
    return found;
}

}  // namespace cchnn
