#include "score/metrics/metric_subjects.hpp"

#include <algorithm>

#include "core/number_text.hpp"

namespace cchnn::subjects {
namespace {

// The usual thresholds, then those that the choices add, each once.
Subjects with_chosen(std::vector<double> all, const std::vector<double>& chosen) {
    for (const double own : chosen)
        if (std::find(all.begin(), all.end(), own) == all.end()) all.push_back(own);
    Subjects subjects;
    for (const double threshold : all) subjects.push_back({.words = {number_text(threshold)}, .threshold = threshold});
    return subjects;
}

}  // namespace

Subjects one(const MetricSetting&) { return {{}}; }
Subjects one_of_constraints(const MetricSetting& setting) { return Subjects(setting.has_constraints ? 1 : 0); }
Subjects one_on_positions(const MetricSetting& setting) { return Subjects(setting.on_positions ? 1 : 0); }
Subjects one_of_ensembles(const MetricSetting& setting) { return Subjects(setting.ensembles ? 1 : 0); }
Subjects one_of_sensitivities(const MetricSetting& setting) {
    return Subjects(setting.choices.of_sensitivities() ? 1 : 0);
}
Subjects one_of_numbers(const MetricSetting& setting) {
    return Subjects(setting.choices.of_sensitivities() && setting.numbers ? 1 : 0);
}
Subjects one_of_contacts(const MetricSetting& setting) { return Subjects(setting.contacts ? 1 : 0); }
Subjects one_when_ranked(const MetricSetting& setting) {
    return Subjects(setting.choices.rank_by == RankChoice::kinetic ? 1 : 0);
}
Subjects one_when_chosen(const MetricSetting& setting) {
    const bool chosen = setting.choices.constraint == ConstraintChoice::stacked;
    return Subjects(setting.has_constraints && chosen ? 1 : 0);
}

// In the order of StructureScores.
Subjects spaces_with_angles(const MetricSetting& setting) {
    if (!setting.choices.found) return {};
    return {{.words = {"constraint"}, .quantity = 0}, {.words = {"invariant"}, .quantity = 2}};
}
Subjects spaces(const MetricSetting& setting) {
    if (!setting.choices.found) return {};
    return {{.words = {"constraints"}, .quantity = 0},
            {.words = {"holonomic"}, .quantity = 1},
            {.words = {"invariants"}, .quantity = 2}};
}

Subjects one_with_context(const MetricSetting& setting) { return Subjects(setting.choices.context > 1 ? 1 : 0); }
Subjects one_of_long(const MetricSetting& setting) {
    return Subjects(setting.samples - (setting.choices.include_t0 ? 0 : 1) >= least_of_statistics ? 1 : 0);
}

Subjects steps_reached(const MetricSetting& setting) {
    Subjects subjects;
    for (int step : {1, 5, 10, 20, 50, 100})
        if (step < setting.samples) subjects.push_back({.words = {std::to_string(step)}, .step = step});
    return subjects;
}

Subjects thresholds(const MetricSetting& setting) { return with_chosen({0.01, 0.1, 0.5}, setting.choices.valid_at); }
Subjects nrmse_thresholds(const MetricSetting& setting) { return with_chosen({0.4}, setting.choices.nrmse_at); }
Subjects smape_threshold(const MetricSetting&) { return with_chosen({30}, {}); }

// "angular_momentum_z": angular, z
Subjects momenta(const MetricSetting& setting) {
    Subjects subjects;
    for (std::size_t q = 0; q < setting.conserved.size(); ++q) {
        const std::string& name = setting.conserved[q].name;
        if (setting.conserved[q].kind == ConservedQuantity::Kind::energy) continue;
        subjects.push_back(
            {.words = {name.substr(0, name.find('_')), name.substr(name.rfind('_') + 1)}, .quantity = q});
    }
    return subjects;
}

Subjects each_of_several(const MetricSetting& setting) {
    Subjects subjects;
    if (setting.bodies.size() < 2) return subjects;
    for (const BodyNodes& body : setting.bodies)
        subjects.push_back({.words = {body.id}, .first_node = body.first_node, .node_count = body.node_count});
    return subjects;
}

}  // namespace cchnn::subjects
