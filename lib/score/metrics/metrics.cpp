#include "score/metrics/metrics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "integrate/impacts/contact_gaps.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/metrics/impact_errors.hpp"
#include "score/metrics/metric_subjects.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/sensitivity_error.hpp"
#include "score/metrics/structure_error.hpp"
#include "score/metrics/trajectory_curves.hpp"

namespace cchnn {
namespace {

using Kind = Metric::Kind;
using Family = MetricFamily;
using Curves = TrajectoryCurves;
using namespace subjects;

// How curves become a number.
double geometric(const Curves::Series& curve, const Curves& c) {
    return geometric_mean_over_time(curve, c.dt(), c.choices());
}
double mean(const Curves::Series& curve, const Curves& c) { return mean_over_time(curve, c.choices().include_t0); }
double rms(const Curves::Series& curve, const Curves& c) {
    return root_mean_square_over_time(curve, c.choices().include_t0);
}
template <Curves::Series Curves::*curve>
TrajectoryValue time_below(const Metric& metric, const Curves& c) {
    const ValidTime valid = valid_time(c.*curve, c.dt(), metric.subject.threshold);
    return {valid.time, valid.censored};
}

template <double StructureScores::Of::*number>
TrajectoryValue part(const Metric& metric, const Curves& c) {
    const StructureScores& s = c.structure();
    const std::array parts{&s.constraints, &s.holonomic, &s.invariants};
    return parts.at(metric.subject.quantity)->*number;
}

template <double ImpactScores::*number>
TrajectoryValue impact_part(const Metric&, const Curves& c) {
    return c.impacts().*number;
}
// Rows whose other entries are the same: of directions that are counted, and of impacts.
constexpr MetricFacts of_spaces(Kind kind, const char* key, const char* heading, const char* title, Better better,
                                TrajectoryValue (*value)(const Metric&, const Curves&)) {
    return {kind, Family::structure, key, heading, title, "1", better, spaces, value};
}
constexpr MetricFacts of_impacts(Kind kind, const char* key, const char* heading, const char* title, const char* unit,
                                 TrajectoryValue (*value)(const Metric&, const Curves&)) {
    return {kind, Family::impact, key, heading, title, unit, Better::smaller, one_of_contacts, value};
}

constexpr std::array<MetricFacts, metric_count> table{{
    {
        .kind = Kind::relative_error,
        .family = Family::relative_error,
        .key = "relative_error",
        .heading = "Relative error",
        .title = "relative error, geometric mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return geometric(c.err, c); },
    },
    {
        .kind = Kind::energy_error,
        .family = Family::energy,
        .key = "energy_error",
        .heading = "|H-H'|/(|H|+|H'|)",
        .title = "energy error |H - H'|/(|H| + |H'|), mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return mean(c.energy, c); },
    },
    {
        .kind = Kind::energy_error_scaled,
        .family = Family::energy,
        .key = "energy_error_scaled",
        .heading = "|H-H'|/max kinetic",
        .title = "energy error / max kinetic energy, mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return mean(c.energy_scaled, c); },
    },
    {
        .kind = Kind::energy_drift,
        .family = Family::energy,
        .key = "energy_drift",
        .heading = "drift, 1/s",
        .title = "robust slope of (H' - H) / max kinetic energy",
        .unit = "1/s",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return std::abs(c.energy_line.slope); },
    },
    {
        .kind = Kind::energy_fluctuation,
        .family = Family::energy,
        .key = "energy_fluctuation",
        .heading = "fluctuation",
        .title = "RMS of (H' - H) / max kinetic energy about its line",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.energy_line.fluctuation; },
    },
    {
        .kind = Kind::constraint_rmse,
        .family = Family::constraint,
        .key = "constraint_rmse",
        .heading = "Phi, m^2",
        .title = "Phi, RMS over scalar constraints and time",
        .unit = "m^2",
        .better = Better::smaller,
        .subjects = one_on_positions,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return rms(c.phi, c); },
    },
    {
        .kind = Kind::constraint_rate_rmse,
        .family = Family::constraint,
        .key = "constraint_rate_rmse",
        .heading = "dPhi/dt, m^2/s",
        .title = "dPhi/dt, RMS over scalar constraints and time",
        .unit = "m^2/s",
        .better = Better::smaller,
        .subjects = one_of_constraints,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return rms(c.phi_rate, c); },
    },
    {
        .kind = Kind::distance_rmse,
        .family = Family::constraint,
        .key = "distance_rmse",
        .heading = "length, m",
        .title = "error of lengths, RMS over distance constraints and time",
        .unit = "m",
        .better = Better::smaller,
        .subjects = one_on_positions,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return rms(c.distance, c); },
    },
    {
        .kind = Kind::constraint_stacked,
        .family = Family::constraint,
        .key = "constraint_stacked",
        .heading = "|(Phi, dPhi/dt)|, mixed",
        .title = "norm of (Phi, dPhi/dt), geometric mean over time",
        .unit = "mixed",
        .better = Better::smaller,
        .subjects = one_when_chosen,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return geometric(c.stacked, c); },
    },
    {
        .kind = Kind::error_at_step,
        .family = Family::error_at_step,
        .key = "error_at_step_{}",
        .heading = "{}",
        .title = "Err at step {}",
        .unit = "1",
        .better = Better::smaller,
        .subjects = steps_reached,
        .value = [](const Metric& m, const Curves& c) -> TrajectoryValue { return c.err[m.subject.step]; },
    },
    {
        .kind = Kind::rmse_x,
        .family = Family::state,
        .key = "rmse_x",
        .heading = "x, m",
        .title = "error of positions, RMS over entries and time",
        .unit = "m",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.state_rmse.x; },
    },
    {
        .kind = Kind::rmse_v,
        .family = Family::state,
        .key = "rmse_v",
        .heading = "v, m/s",
        .title = "error of velocities, RMS over entries and time",
        .unit = "m/s",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.state_rmse.v; },
    },
    {
        .kind = Kind::rmse_normalised,
        .family = Family::state,
        .key = "rmse_normalised",
        .heading = "RMSE / own spread",
        .title = "RMS error of x and v, each divided by the spread of the same trajectory of the reference over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.state_rmse.normalised; },
    },
    {
        .kind = Kind::largest_error,
        .family = Family::state,
        .key = "largest_error",
        .heading = "largest Err",
        .title = "largest Err over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue {
            return *std::max_element(c.err.begin() + (c.choices().include_t0 ? 0 : 1), c.err.end());
        },
    },
    {
        .kind = Kind::valid_time,
        .family = Family::valid_time,
        .key = "valid_time_{}",
        .heading = "VPT, Err > {}",
        .title = "valid prediction time (VPT): first time with Err > {}",
        .unit = "s",
        .better = Better::larger,
        .subjects = thresholds,
        .value = time_below<&Curves::err>,
    },
    {
        .kind = Kind::valid_time_nrmse,
        .family = Family::valid_time,
        .key = "vpt_nrmse_{}",
        .heading = "VPT, NRMSE > {}",
        .title = "valid prediction time (VPT): first time with NRMSE, by the spread of the test set, > {}",
        .unit = "s",
        .better = Better::larger,
        .subjects = nrmse_thresholds,
        .value = time_below<&Curves::nrmse>,
    },
    {
        .kind = Kind::valid_time_smape,
        .family = Family::valid_time,
        .key = "vpt_smape_{}",
        .heading = "VPT, sMAPE > {} %",
        .title = "valid prediction time (VPT): first time with sMAPE > {} %",
        .unit = "s",
        .better = Better::larger,
        .subjects = smape_threshold,
        .value = time_below<&Curves::smape>,
    },
    {
        .kind = Kind::nrmse,
        .family = Family::forecast,
        .key = "nrmse",
        .heading = "NRMSE",
        .title = "NRMSE: RMS error over coordinates and time, each divided by its spread over the test set",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return rms(c.nrmse, c); },
    },
    {
        .kind = Kind::smape,
        .family = Family::forecast,
        .key = "smape",
        .heading = "sMAPE, %",
        .title = "sMAPE: symmetric mean absolute percentage error, mean over coordinates and time",
        .unit = "%",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return mean(c.smape, c); },
    },
    {
        .kind = Kind::mase,
        .family = Family::forecast,
        .key = "mase",
        .heading = "MASE",
        .title = "MASE: mean absolute error / mean absolute step of the context, mean over coordinates",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_with_context,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.scaled_by_steps(); },
    },
    {
        .kind = Kind::wasserstein_x,
        .family = Family::distribution,
        .key = "wasserstein_x",
        .heading = "positions, m",
        .title = "Wasserstein distance of the distribution over time of a position, mean over entries",
        .unit = "m",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.distance_of_positions(); },
    },
    {
        .kind = Kind::wasserstein_kinetic,
        .family = Family::distribution,
        .key = "wasserstein_kinetic",
        .heading = "kinetic / max kinetic",
        .title = "Wasserstein distance of the distribution over time of the kinetic energy / its largest value",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.distance_of_kinetic(); },
    },
    {
        .kind = Kind::wasserstein_spectrum,
        .family = Family::distribution,
        .key = "wasserstein_spectrum",
        .heading = "spectrum, 1/s",
        .title = "Wasserstein distance of the power spectrum of a position, mean over entries",
        .unit = "1/s",
        .better = Better::smaller,
        .subjects = one,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.distance_of_spectra(); },
    },
    {
        .kind = Kind::state_space_divergence,
        .family = Family::statistics,
        .key = "state_space_divergence",
        .heading = "D_stsp",
        .title = "D_stsp: Kullback-Leibler divergence of the predicted states from those of the reference",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_long,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.divergence_of_states(); },
    },
    {
        .kind = Kind::spectrum_hellinger,
        .family = Family::statistics,
        .key = "spectrum_hellinger",
        .heading = "D_H",
        .title = "D_H: Hellinger distance of smoothed power spectra, mean over coordinates",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_long,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.hellinger_of_spectra(); },
    },
    {
        .kind = Kind::momentum_error,
        .family = Family::momentum,
        .key = "{}_momentum_error_{}",
        .heading = "{} {}",
        .title = "{} momentum {}: |L - L'| / max over t of its largest possible value, mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = momenta,
        .value = [](const Metric& m, const Curves& c) -> TrajectoryValue {
            return mean(c.momentum_error(m.subject.quantity), c);
        },
    },
    {
        .kind = Kind::body_error,
        .family = Family::body,
        .key = "body_error_{}",
        .heading = "{}",
        .title = "relative error of body {}, geometric mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = each_of_several,
        .value = [](const Metric& m, const Curves& c) -> TrajectoryValue {
            return geometric(c.err_of_nodes(m.subject.first_node, m.subject.node_count), c);
        },
    },
    {
        .kind = Kind::crps,
        .family = Family::ensemble,
        .key = "crps",
        .heading = "CRPS",
        .title = "continuous ranked probability score of an entry of x or v / its spread, mean over entries and time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_ensembles,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.ensemble().crps; },
    },
    {
        .kind = Kind::energy_score,
        .family = Family::ensemble,
        .key = "energy_score",
        .heading = "energy score",
        .title = "energy score of (x, v), each entry / its spread, mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_ensembles,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.ensemble().energy_score; },
    },
    {
        .kind = Kind::fair_crps,
        .family = Family::ensemble,
        .key = "fair_crps",
        .heading = "fair CRPS",
        .title = "fair CRPS, which does not depend on the number of members if all are drawn from one law",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_ensembles,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.ensemble().fair_crps; },
    },
    {
        .kind = Kind::fair_energy_score,
        .family = Family::ensemble,
        .key = "fair_energy_score",
        .heading = "fair energy score",
        .title = "fair energy score, which does not depend on the number of members if all are drawn from one law",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_ensembles,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.ensemble().fair_energy_score; },
    },
    {
        .kind = Kind::kinetic_error,
        .family = Family::state,
        .key = "kinetic_error",
        .heading = "kinetic error",
        .title = "kinetic error K, which does not depend on units, axes or the origin, geometric mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_when_ranked,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return geometric(c.kinetic_error, c); },
    },
    {
        .kind = Kind::sensitivity_error,
        .family = Family::sensitivity,
        .key = "sensitivity_error",
        .heading = "by the start",
        .title = "relative error of derivatives by the start, geometric mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_sensitivities,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return geometric(c.sensitivity().err, c); },
    },
    {
        .kind = Kind::sensitivity_error_numbers,
        .family = Family::sensitivity,
        .key = "sensitivity_error_numbers",
        .heading = "by numbers",
        .title = "relative error of derivatives by numbers of the system, geometric mean over time",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_numbers,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue {
            return geometric(c.sensitivity().err_of_numbers, c);
        },
    },
    {
        .kind = Kind::gradient_end,
        .family = Family::sensitivity,
        .key = "gradient_end",
        .heading = "1 - cos, end",
        .title = "1 - cosine of the gradients of the squared way from start to end",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_sensitivities,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.sensitivity().end; },
    },
    {
        .kind = Kind::gradient_kinetic,
        .family = Family::sensitivity,
        .key = "gradient_kinetic",
        .heading = "1 - cos, kinetic",
        .title = "1 - cosine of the gradients of the mean kinetic energy",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_sensitivities,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.sensitivity().kinetic; },
    },
    {
        .kind = Kind::wrong_signs,
        .family = Family::sensitivity,
        .key = "wrong_signs",
        .heading = "wrong signs",
        .title = "share of derivatives by the start with the wrong sign",
        .unit = "1",
        .better = Better::smaller,
        .subjects = one_of_sensitivities,
        .value = [](const Metric&, const Curves& c) -> TrajectoryValue { return c.sensitivity().wrong_signs; },
    },
    {
        .kind = Kind::structure_angle,
        .family = Family::structure,
        .key = "{}_angle",
        .heading = "{} angle, deg",
        .title = "found {}s: principal angles to the true ones, their mean at each state, median over time",
        .unit = "deg",
        .better = Better::smaller,
        .subjects = spaces_with_angles,
        .value = part<&StructureScores::Of::angle>,
    },
    {
        .kind = Kind::structure_angle_95,
        .family = Family::structure,
        .key = "{}_angle_95",
        .heading = "{} angle, 95 %",
        .title = "found {}s: the same angle, 95th percentile over time",
        .unit = "deg",
        .better = Better::smaller,
        .subjects = spaces_with_angles,
        .value = part<&StructureScores::Of::angle_95>,
    },
    of_spaces(Kind::structure_found, "{}_found", "{} found",
              "{} that are within 5 degrees of found ones, mean over time", Better::larger,
              part<&StructureScores::Of::found>),
    of_spaces(Kind::structure_missed, "{}_missed", "{} missed", "{} that are not, mean over time", Better::smaller,
              part<&StructureScores::Of::missed>),
    of_spaces(Kind::structure_invented, "{}_invented", "{} invented",
              "{} that are said to be and are not, mean over time", Better::smaller,
              part<&StructureScores::Of::invented>),
    of_impacts(Kind::error_to_impact, "error_to_impact", "error before",
               "relative error up to the first impact of the reference, geometric mean over time", "1",
               [](const Metric&, const Curves& c) -> TrajectoryValue {
                   return geometric({c.err.begin(), c.err.begin() + c.impacts().before + 1}, c);
               }),
    of_impacts(Kind::error_after_impact, "error_after_impact", "Err after",
               "Err at the sample after the first impact of the reference", "1",
               [](const Metric&, const Curves& c) -> TrajectoryValue { return c.err[c.impacts().after]; }),
    of_impacts(Kind::wrong_impacts, "wrong_impacts", "wrong, mean", "share of impacts that are missed or invented", "1",
               impact_part<&ImpactScores::wrong>),
    of_impacts(Kind::impact_time_error, "impact_time_error", "time, s, mean",
               "error of the times of impacts, at most two sample intervals, mean over impacts", "s",
               impact_part<&ImpactScores::time_error>),
    of_impacts(Kind::impulse_error, "impulse_error", "impulse, mean",
               "relative error of the impulses of impacts, at most 1, mean over impacts", "1",
               impact_part<&ImpactScores::impulse_error>),
}};

template <class Answered>
constexpr bool each(Answered answered) {
    return std::all_of(table.begin(), table.end(), answered);
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
            row.unit, row.better == Better::larger,   filled(row.heading, subject.words),
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
