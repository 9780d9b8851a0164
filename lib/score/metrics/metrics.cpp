#include "score/metrics/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/number_text.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/metrics/impact_errors.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/sensitivity_error.hpp"
#include "score/metrics/structure_error.hpp"
#include "score/metrics/trajectory_curves.hpp"

namespace cchnn {
namespace {

using Kind = Metric::Kind;
using Family = MetricFamily;
using Curves = TrajectoryCurves;
using Subjects = std::vector<MetricSubject>;
using Setting = MetricSetting;
constexpr Better smaller = Better::smaller, greater = Better::larger;

// The fewest counted samples for statistics of a long motion, one_of_long().
constexpr int least_of_statistics = 1000;

// Answers to MetricFacts::subjects: which metrics a row of the table has, for a test set and a set of choices. An empty
// subject is a metric without a parameter; no subject means that the row has no metric there.
Subjects one_where(bool there) { return Subjects(there ? 1 : 0); }

Subjects one(const Setting&) { return one_where(true); }
Subjects one_of_constraints(const Setting& setting) { return one_where(setting.has_constraints); }
Subjects one_on_positions(const Setting& setting) { return one_where(setting.on_positions); }
Subjects one_of_ensembles(const Setting& setting) { return one_where(setting.ensembles); }
Subjects one_of_sensitivities(const Setting& setting) { return one_where(setting.choices.of_sensitivities()); }
Subjects one_of_numbers(const Setting& setting) {
    return one_where(setting.choices.of_sensitivities() && setting.numbers);
}
Subjects one_of_found(const Setting& setting) { return one_where(setting.choices.of_found()); }
Subjects one_of_contacts(const Setting& setting) { return one_where(setting.contacts); }
Subjects one_when_ranked(const Setting& setting) { return one_where(setting.choices.rank_by == RankChoice::kinetic); }
Subjects one_when_chosen(const Setting& setting) {
    return one_where(setting.has_constraints && setting.choices.constraint == ConstraintChoice::stacked);
}
Subjects one_with_context(const Setting& setting) { return one_where(setting.choices.context > 1); }
Subjects one_of_long(const Setting& setting) {
    return one_where(setting.samples - (setting.choices.include_t0 ? 0 : 1) >= least_of_statistics);
}

// What structure is scored of, in the order of StructureScores; angles are not those of holonomic constraints alone.
Subjects spaces_with_angles(const Setting& setting) {
    if (!setting.choices.of_found()) return {};
    return {{.words = {"constraint"}, .quantity = 0}, {.words = {"invariant"}, .quantity = 2}};
}
Subjects spaces(const Setting& setting) {
    if (!setting.choices.of_found()) return {};
    return {{.words = {"constraints"}, .quantity = 0},
            {.words = {"holonomic"}, .quantity = 1},
            {.words = {"invariants"}, .quantity = 2}};
}

// The usual thresholds, then those that the choices add, each once.
Subjects with_chosen(std::vector<double> all, const std::vector<double>& chosen) {
    for (const double own : chosen)
        if (std::ranges::find(all, own) == all.end()) all.push_back(own);
    Subjects subjects;
    for (const double threshold : all) subjects.push_back({.words = {number_text(threshold)}, .threshold = threshold});
    return subjects;
}

// Those of the steps 1, 5, 10, 20, 50 and 100 that the test set has.
Subjects steps_reached(const Setting& setting) {
    Subjects subjects;
    for (int step : {1, 5, 10, 20, 50, 100})
        if (step < setting.samples) subjects.push_back({.words = {std::to_string(step)}, .step = step});
    return subjects;
}

Subjects thresholds(const Setting& setting) { return with_chosen({0.01, 0.1, 0.5}, setting.choices.valid_at); }
Subjects nrmse_thresholds(const Setting& setting) { return with_chosen({0.4}, setting.choices.nrmse_at); }
Subjects smape_threshold(const Setting&) { return with_chosen({30}, {}); }

// Conserved momenta of the system, "angular_momentum_z": angular, z. Energy has metrics of its own.
Subjects momenta(const Setting& setting) {
    Subjects subjects;
    for (std::size_t q = 0; q < setting.conserved.size(); ++q) {
        const std::string& name = setting.conserved[q].name;
        if (setting.conserved[q].kind == ConservedQuantity::Kind::energy) continue;
        subjects.push_back(
            {.words = {name.substr(0, name.find('_')), name.substr(name.rfind('_') + 1)}, .quantity = q});
    }
    return subjects;
}

// Each body; none if there is only one, whose error is that of the whole state.
Subjects each_of_several(const Setting& setting) {
    Subjects subjects;
    if (setting.bodies.size() < 2) return subjects;
    for (const BodyNodes& body : setting.bodies)
        subjects.push_back({.words = {body.id}, .first_node = body.first_node, .node_count = body.node_count});
    return subjects;
}

// How curves become a number.
double geometric(const Curves::Series& curve, const Curves& c) {
    return geometric_mean_over_time(curve, c.dt(), c.choices());
}
double mean(const Curves::Series& curve, const Curves& c) { return mean_over_time(curve, c.choices().include_t0); }
double rms(const Curves::Series& curve, const Curves& c) {
    return root_mean_square_over_time(curve, c.choices().include_t0);
}

// What members lead to, one after the other, such as <&Curves::impacts, &ImpactScores::wrong>. No member but the last may
// return its value by copy.
template <auto member, auto... next>
decltype(auto) reached(const auto& from) {
    if constexpr (sizeof...(next) == 0) return std::invoke(member, from);
    else return reached<next...>(std::invoke(member, from));
}

// Answers to MetricFacts::value: of a number or of a curve that members lead to.
template <auto... members>
TrajectoryValue number(const Metric&, const Curves& c) {
    return reached<members...>(c);
}
template <auto... members>
TrajectoryValue geometric(const Metric&, const Curves& c) {
    return geometric(reached<members...>(c), c);
}
template <auto... members>
TrajectoryValue mean(const Metric&, const Curves& c) {
    return mean(reached<members...>(c), c);
}
template <auto... members>
TrajectoryValue rms(const Metric&, const Curves& c) {
    return rms(reached<members...>(c), c);
}
template <auto curve>
TrajectoryValue time_below(const Metric& metric, const Curves& c) {
    const ValidTime valid = valid_time(c.*curve, c.dt(), metric.subject.threshold);
    return {valid.time, valid.censored};
}
template <auto number>
TrajectoryValue part(const Metric& metric, const Curves& c) {
    const StructureScores& s = c.structure();
    const std::array parts{&s.constraints, &s.holonomic, &s.invariants};
    return parts.at(metric.subject.quantity)->*number;
}

// The answers of a row in the order of MetricFacts: kind, family, key, heading, title, unit, better, subjects, value.
constexpr std::array<MetricFacts, metric_count> table{{
    {Kind::relative_error, Family::relative_error, "relative_error", "Relative error",
     "relative error, geometric mean over time", "1", smaller, one, geometric<&Curves::err>},
    {Kind::energy_error, Family::energy, "energy_error", "|H-H'|/(|H|+|H'|)",
     "energy error |H - H'|/(|H| + |H'|), mean over time", "1", smaller, one, mean<&Curves::energy>},
    {Kind::energy_error_scaled, Family::energy, "energy_error_scaled", "|H-H'|/max kinetic",
     "energy error / max kinetic energy, mean over time", "1", smaller, one, mean<&Curves::energy_scaled>},
    {Kind::energy_drift, Family::energy, "energy_drift", "drift, 1/s", "robust slope of (H' - H) / max kinetic energy",
     "1/s", smaller, one,
     [](const Metric&, const Curves& c) -> TrajectoryValue { return std::abs(c.energy_line.slope); }},
    {Kind::energy_fluctuation, Family::energy, "energy_fluctuation", "fluctuation",
     "RMS of (H' - H) / max kinetic energy about its line", "1", smaller, one,
     number<&Curves::energy_line, &RobustLine::fluctuation>},
    {Kind::constraint_rmse, Family::constraint, "constraint_rmse", "Phi, m^2",
     "Phi, RMS over scalar constraints and time", "m^2", smaller, one_on_positions, rms<&Curves::phi>},
    {Kind::constraint_rate_rmse, Family::constraint, "constraint_rate_rmse", "dPhi/dt, m^2/s",
     "dPhi/dt, RMS over scalar constraints and time", "m^2/s", smaller, one_of_constraints, rms<&Curves::phi_rate>},
    {Kind::distance_rmse, Family::constraint, "distance_rmse", "length, m",
     "error of lengths, RMS over distance constraints and time", "m", smaller, one_on_positions,
     rms<&Curves::distance>},
    {Kind::constraint_stacked, Family::constraint, "constraint_stacked", "|(Phi, dPhi/dt)|, mixed",
     "norm of (Phi, dPhi/dt), geometric mean over time", "mixed", smaller, one_when_chosen,
     geometric<&Curves::stacked>},
    {Kind::error_at_step, Family::error_at_step, "error_at_step_{}", "{}", "Err at step {}", "1", smaller,
     steps_reached, [](const Metric& m, const Curves& c) -> TrajectoryValue { return c.err[m.subject.step]; }},
    {Kind::rmse_x, Family::state, "rmse_x", "x, m", "error of positions, RMS over entries and time", "m", smaller, one,
     number<&Curves::state_rmse, &Curves::StateRmse::x>},
    {Kind::rmse_v, Family::state, "rmse_v", "v, m/s", "error of velocities, RMS over entries and time", "m/s", smaller,
     one, number<&Curves::state_rmse, &Curves::StateRmse::v>},
    {Kind::rmse_normalised, Family::state, "rmse_normalised", "RMSE / own spread",
     "RMS error of x and v, each divided by the spread of the same trajectory of the reference over time", "1", smaller,
     one, number<&Curves::state_rmse, &Curves::StateRmse::normalised>},
    {Kind::largest_error, Family::state, "largest_error", "largest Err", "largest Err over time", "1", smaller, one,
     [](const Metric&, const Curves& c) -> TrajectoryValue {
         return *std::max_element(c.err.begin() + (c.choices().include_t0 ? 0 : 1), c.err.end());
     }},
    {Kind::valid_time, Family::valid_time, "valid_time_{}", "VPT, Err > {}",
     "valid prediction time (VPT): first time with Err > {}", "s", greater, thresholds, time_below<&Curves::err>},
    {Kind::valid_time_nrmse, Family::valid_time, "vpt_nrmse_{}", "VPT, NRMSE > {}",
     "valid prediction time (VPT): first time with NRMSE, by the spread of the test set, > {}", "s", greater,
     nrmse_thresholds, time_below<&Curves::nrmse>},
    {Kind::valid_time_smape, Family::valid_time, "vpt_smape_{}", "VPT, sMAPE > {} %",
     "valid prediction time (VPT): first time with sMAPE > {} %", "s", greater, smape_threshold,
     time_below<&Curves::smape>},
    {Kind::nrmse, Family::forecast, "nrmse", "NRMSE",
     "NRMSE: RMS error over coordinates and time, each divided by its spread over the test set", "1", smaller, one,
     rms<&Curves::nrmse>},
    {Kind::smape, Family::forecast, "smape", "sMAPE, %",
     "sMAPE: symmetric mean absolute percentage error, mean over coordinates and time", "%", smaller, one,
     mean<&Curves::smape>},
    {Kind::mase, Family::forecast, "mase", "MASE",
     "MASE: mean absolute error / mean absolute step of the context, mean over coordinates", "1", smaller,
     one_with_context, number<&Curves::scaled_by_steps>},
    {Kind::wasserstein_x, Family::distribution, "wasserstein_x", "positions, m",
     "Wasserstein distance of the distribution over time of a position, mean over entries", "m", smaller, one,
     number<&Curves::distance_of_positions>},
    {Kind::wasserstein_kinetic, Family::distribution, "wasserstein_kinetic", "kinetic / max kinetic",
     "Wasserstein distance of the distribution over time of the kinetic energy / its largest value", "1", smaller, one,
     number<&Curves::distance_of_kinetic>},
    {Kind::wasserstein_spectrum, Family::distribution, "wasserstein_spectrum", "spectrum, 1/s",
     "Wasserstein distance of the power spectrum of a position, mean over entries", "1/s", smaller, one,
     number<&Curves::distance_of_spectra>},
    {Kind::state_space_divergence, Family::statistics, "state_space_divergence", "D_stsp",
     "D_stsp: Kullback-Leibler divergence of the predicted states from those of the reference", "1", smaller,
     one_of_long, number<&Curves::divergence_of_states>},
    {Kind::spectrum_hellinger, Family::statistics, "spectrum_hellinger", "D_H",
     "D_H: Hellinger distance of smoothed power spectra, mean over coordinates", "1", smaller, one_of_long,
     number<&Curves::hellinger_of_spectra>},
    {Kind::momentum_error, Family::momentum, "{}_momentum_error_{}", "{} {}",
     "{} momentum {}: |L - L'| / max over t of its largest possible value, mean over time", "1", smaller, momenta,
     [](const Metric& m, const Curves& c) -> TrajectoryValue { return mean(c.momentum_error(m.subject.quantity), c); }},
    {Kind::body_error, Family::body, "body_error_{}", "{}", "relative error of body {}, geometric mean over time", "1",
     smaller, each_of_several,
     [](const Metric& m, const Curves& c) -> TrajectoryValue {
         return geometric(c.err_of_nodes(m.subject.first_node, m.subject.node_count), c);
     }},
    {Kind::crps, Family::ensemble, "crps", "CRPS",
     "continuous ranked probability score of an entry of x or v / its spread, mean over entries and time", "1", smaller,
     one_of_ensembles, number<&Curves::ensemble, &EnsembleScores::crps>},
    {Kind::energy_score, Family::ensemble, "energy_score", "energy score",
     "energy score of (x, v), each entry / its spread, mean over time", "1", smaller, one_of_ensembles,
     number<&Curves::ensemble, &EnsembleScores::energy_score>},
    {Kind::fair_crps, Family::ensemble, "fair_crps", "fair CRPS",
     "fair CRPS, which does not depend on the number of members if all are drawn from one law", "1", smaller,
     one_of_ensembles, number<&Curves::ensemble, &EnsembleScores::fair_crps>},
    {Kind::fair_energy_score, Family::ensemble, "fair_energy_score", "fair energy score",
     "fair energy score, which does not depend on the number of members if all are drawn from one law", "1", smaller,
     one_of_ensembles, number<&Curves::ensemble, &EnsembleScores::fair_energy_score>},
    {Kind::kinetic_error, Family::state, "kinetic_error", "kinetic error",
     "kinetic error K, which does not depend on units, axes or the origin, geometric mean over time", "1", smaller,
     one_when_ranked, geometric<&Curves::kinetic_error>},
    {Kind::sensitivity_error, Family::sensitivity, "sensitivity_error", "by the start",
     "relative error of derivatives by the start, geometric mean over time", "1", smaller, one_of_sensitivities,
     geometric<&Curves::sensitivity, &SensitivityScores::err>},
    {Kind::sensitivity_error_numbers, Family::sensitivity, "sensitivity_error_numbers", "by numbers",
     "relative error of derivatives by numbers of the system, geometric mean over time", "1", smaller, one_of_numbers,
     geometric<&Curves::sensitivity, &SensitivityScores::err_of_numbers>},
    {Kind::gradient_end, Family::sensitivity, "gradient_end", "1 - cos, end",
     "1 - cosine of the gradients of the squared way from start to end", "1", smaller, one_of_sensitivities,
     number<&Curves::sensitivity, &SensitivityScores::end>},
    {Kind::gradient_kinetic, Family::sensitivity, "gradient_kinetic", "1 - cos, kinetic",
     "1 - cosine of the gradients of the mean kinetic energy", "1", smaller, one_of_sensitivities,
     number<&Curves::sensitivity, &SensitivityScores::kinetic>},
    {Kind::wrong_signs, Family::sensitivity, "wrong_signs", "wrong signs",
     "share of derivatives by the start with the wrong sign", "1", smaller, one_of_sensitivities,
     number<&Curves::sensitivity, &SensitivityScores::wrong_signs>},
    {Kind::structure_angle, Family::structure, "{}_angle", "{} angle, deg",
     "found {}s: principal angles to the true ones, their mean at each state, median over time", "deg", smaller,
     spaces_with_angles, part<&StructureScores::Of::angle>},
    {Kind::structure_angle_95, Family::structure, "{}_angle_95", "{} angle, 95 %",
     "found {}s: the same angle, 95th percentile over time", "deg", smaller, spaces_with_angles,
     part<&StructureScores::Of::angle_95>},
    {Kind::structure_found, Family::structure, "{}_found", "{} found",
     "{} that are within 5 degrees of found ones, mean over time", "1", greater, spaces,
     part<&StructureScores::Of::found>},
    {Kind::structure_missed, Family::structure, "{}_missed", "{} missed", "{} that are not, mean over time", "1",
     smaller, spaces, part<&StructureScores::Of::missed>},
    {Kind::structure_invented, Family::structure, "{}_invented", "{} invented",
     "{} that are said to be and are not, mean over time", "1", smaller, spaces, part<&StructureScores::Of::invented>},
    {Kind::structure_error, Family::structure, "structure_error", "structure error",
     "structure error: angles over those of naming all directions across the motion, mean over both", "1", smaller,
     one_of_found, number<&Curves::structure, &StructureScores::error>},
    {Kind::error_to_impact, Family::impact, "error_to_impact", "error before",
     "relative error up to the first impact of the reference, geometric mean over time", "1", smaller, one_of_contacts,
     [](const Metric&, const Curves& c) -> TrajectoryValue {
         return geometric({c.err.begin(), c.err.begin() + c.impacts().before + 1}, c);
     }},
    {Kind::error_after_impact, Family::impact, "error_after_impact", "Err after",
     "Err at the sample after the first impact of the reference", "1", smaller, one_of_contacts,
     [](const Metric&, const Curves& c) -> TrajectoryValue { return c.err[c.impacts().after]; }},
    {Kind::wrong_impacts, Family::impact, "wrong_impacts", "wrong, mean",
     "share of impacts that are missed or invented", "1", smaller, one_of_contacts,
     number<&Curves::impacts, &ImpactScores::wrong>},
    {Kind::impact_time_error, Family::impact, "impact_time_error", "time, s, mean",
     "error of the times of impacts, at most two sample intervals, mean over impacts", "s", smaller, one_of_contacts,
     number<&Curves::impacts, &ImpactScores::time_error>},
    {Kind::impulse_error, Family::impact, "impulse_error", "impulse, mean",
     "relative error of the impulses of impacts, at most 1, mean over impacts", "1", smaller, one_of_contacts,
     number<&Curves::impacts, &ImpactScores::impulse_error>},
}};

template <class Answered>
constexpr bool each(Answered answered) {
    return std::ranges::all_of(table, answered);
}
constexpr bool in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].kind) != i) return false;
    return true;
}
using Facts = const MetricFacts&;
static_assert(in_order(), "kind: the table has one row for each Metric::Kind, in the order of the enumeration");
static_assert(each([](Facts m) { return m.family != Family{}; }), "family: each metric stands in a table");
static_assert(each([](Facts m) { return m.key && *m.key; }), "key: each metric has a key");
static_assert(each([](Facts m) { return m.heading && *m.heading; }), "heading: each metric has one of its column");
static_assert(each([](Facts m) { return m.title && *m.title; }), "title: each metric has a line that tells it");
static_assert(each([](Facts m) { return m.unit && *m.unit; }), "unit: each metric has one; \"1\" for a ratio");
static_assert(each([](Facts m) { return m.better != Better{}; }), "better: each metric says which values are");
static_assert(each([](Facts m) { return m.subjects != nullptr; }), "subjects: each metric says when there is one");
static_assert(each([](Facts m) { return m.value != nullptr; }), "value: each metric has a value");

}  // namespace

std::span<const MetricFacts> metric_table() { return table; }

const MetricFacts& facts(Metric::Kind kind) { return table.at(static_cast<std::size_t>(kind)); }

namespace {

// Each "{}" is one of the words, the last of them where they run out.
std::string filled(std::string text, const std::vector<std::string>& words) {
    std::size_t word = 0, at = 0;
    while (!words.empty() && (at = text.find("{}", at)) != std::string::npos) {
        const std::string& next = words[std::min(word++, words.size() - 1)];
        text.replace(at, 2, next);
        at += next.size();
    }
    return text;
}

Metric metric_of(const MetricFacts& row, const MetricSubject& subject) {
    return {row.kind, filled(row.key, subject.words), filled(row.title, subject.words),
            row.unit, row.better == greater,          filled(row.heading, subject.words),
            subject};
}

}  // namespace

std::vector<Metric> metrics_for(const MetricSetting& setting) {
    std::vector<Metric> metrics;
    for (const MetricFacts& row : metric_table())
        for (const MetricSubject& subject : row.subjects(setting)) metrics.push_back(metric_of(row, subject));
    return metrics;
}

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, const ConstrainedSystem& system,
                                const std::vector<BodyNodes>& bodies, bool ensembles, bool numbers) {
    return metrics_for({choices, samples, !system.rows().empty(), system.position_row_count() > 0, system.conserved(),
                        bodies, ensembles, numbers, has_contacts(system)});
}

std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, bool has_constraints) {
    return metrics_for({choices, samples, has_constraints});
}

}  // namespace cchnn
