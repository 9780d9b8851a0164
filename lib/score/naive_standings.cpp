#include "score/naive_standings.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/counted.hpp"
#include "score/standings.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {

std::vector<NaiveStanding> naive_standings(const std::vector<Scores>& systems) {
    std::map<std::string, NaiveStanding> by_label;
    std::map<std::string, double> logs;  // sums; a system without an answer adds log 1
    for (const Scores& scores : systems) {
        const double floor = std::max(scores.truth.typical_bound, scores.choices.error_floor);
        for (const ModelScores& model : scores.models) {
            if (model.naive.empty()) continue;
            ++by_label[model.label].systems;
            const std::vector<double> own = ranked_logs(scores.submissions[model.members.front()], scores.choices);
            logs[model.label] += std::clamp(centre_of(own).mean, std::log(floor), 0.0);
        }
    }
    std::vector<NaiveStanding> found;
    for (const auto& [label, standing] : by_label)
        found.push_back({label, std::exp(logs[label] / to_double(systems.size())), standing.systems});
    std::stable_sort(found.begin(), found.end(),
                     [](const NaiveStanding& a, const NaiveStanding& b) { return a.error < b.error; });
    return found;
}

}  // namespace cchnn
