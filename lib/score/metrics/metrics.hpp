#pragma once
// The metrics of one trajectory are rows of a table (metrics.cpp): what each is called, where it is shown, which there
// are for a system and a set of choices, and how its value follows from the curves of a trajectory. A row with an
// answer missing does not compile; schemas/metrics.md has the equations. Each metric is one number for each
// trajectory. No trajectory is skipped: one that is not finite has the worst value.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mechanics/constrained_system.hpp"
#include "score/metrics/metric_choices.hpp"
#include "score/statistics/coordinate_spread.hpp"

namespace cchnn {

class TrajectoryCurves;
struct EnsembleScores;
struct KineticSpread;
struct ReferenceImpacts;
struct SensitivityScores;
struct StructureScores;

// The table of a report that a metric stands in, in the order of the tables (report/tables/score_tables.cpp).
enum class MetricFamily {
    relative_error = 1,
    error_at_step,
    state,
    valid_time,
    forecast,
    distribution,
    statistics,
    energy,
    constraint,
    momentum,
    body,
    ensemble,
    sensitivity,
    structure,
    impact
};
constexpr std::size_t metric_family_count = 15;
static_assert(static_cast<std::size_t>(MetricFamily::impact) == metric_family_count);

enum class Better { smaller = 1, larger };

// What one metric of a row is about, where a row has several: the step, the threshold, the momentum, the body.
struct MetricSubject {
    std::vector<std::string> words = {};  // each "{}" of a row in turn; the last of them for those that are left
    int step = 0;
    double threshold = 0;                // of Err, NRMSE or sMAPE
    std::size_t quantity = 0;            // index into ConstrainedSystem::conserved(), or of a part of StructureScores
    int first_node = 0, node_count = 0;  // of a body, in the order of the state
};

// One metric of an evaluation: a row of the table for one of its subjects, with the words filled in. metrics_for()
// makes them once for a test set.
struct Metric {
    // In the order of the table.
    enum class Kind {
        relative_error,
        energy_error,
        energy_error_scaled,
        energy_drift,
        energy_fluctuation,
        constraint_rmse,
        constraint_rate_rmse,
        distance_rmse,
        constraint_stacked,
        error_at_step,
        rmse_x,
        rmse_v,
        rmse_normalised,
        largest_error,
        valid_time,
        valid_time_nrmse,
        valid_time_smape,
        nrmse,
        smape,
        mase,
        wasserstein_x,
        wasserstein_kinetic,
        wasserstein_spectrum,
        state_space_divergence,
        spectrum_hellinger,
        momentum_error,
        body_error,
        crps,
        energy_score,
        fair_crps,
        fair_energy_score,
        kinetic_error,
        sensitivity_error,
        sensitivity_error_numbers,
        gradient_end,
        gradient_kinetic,
        wrong_signs,
        structure_angle,
        structure_angle_95,
        structure_found,
        structure_missed,
        structure_invented,
        structure_error,
        error_to_impact,
        error_after_impact,
        wrong_impacts,
        impact_time_error,
        impulse_error
    } kind;
    std::string key, title, unit;
    bool larger_is_better = false;
    std::string heading = {};  // of its column
    MetricSubject subject = {};
};
constexpr std::size_t metric_count = 48;
static_assert(static_cast<std::size_t>(Metric::Kind::impulse_error) + 1 == metric_count);

// Nodes of one body, in the order of the state.
struct BodyNodes {
    std::string id;
    int first_node = 0, node_count = 0;
};

// What decides which metrics there are.
struct MetricSetting {
    const MetricChoices& choices;
    int samples = 0;
    bool has_constraints = false;
    bool on_positions = has_constraints;  // some of them have a Phi; conditions on velocities have its rate alone
    std::span<const ConservedQuantity> conserved = {};
    std::span<const BodyNodes> bodies = {};
    bool ensembles = false;  // a submission of the report is one
    bool numbers = false;    // derivatives by numbers are scored
    bool contacts = false;   // of the system
};

// The value of a metric for one trajectory. `censored` means that the true value may be larger, as of a valid time.
struct TrajectoryValue {
    double value = 0;
    bool censored = false;
    TrajectoryValue(double value_, bool censored_ = false) : value(value_), censored(censored_) {}
};

// One row of the table. Texts with "{}" are filled with the words of a subject.
struct MetricFacts {
    Metric::Kind kind;
    MetricFamily family;
    const char *key, *heading, *title, *unit;
    Better better;
    std::vector<MetricSubject> (*subjects)(const MetricSetting&);
    TrajectoryValue (*value)(const Metric&, const TrajectoryCurves&);
};

std::span<const MetricFacts> metric_table();
const MetricFacts& facts(Metric::Kind kind);
inline MetricFamily family(const Metric& metric) { return facts(metric.kind).family; }

// The metrics of trajectories of `samples` samples; the first one is relative_error.
std::vector<Metric> metrics_for(const MetricSetting& setting);
std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, bool has_constraints);
// Those, and what depends on the graph: conserved momenta, bodies.
std::vector<Metric> metrics_for(const MetricChoices& choices, int samples, const ConstrainedSystem& system,
                                const std::vector<BodyNodes>& bodies, bool ensembles = false, bool numbers = false);

// One trajectory, predicted or true, in memory of the caller; x, v are (T, n, d), m and m/s.
struct TrajectoryView {
    const double* x;
    const double* v;
    const double* parameters = nullptr;  // of the truth: (T, P + A) of points on curves and counted angles, if any
    const CoordinateSpread* spread = nullptr;        // of the truth
    const KineticSpread* kinetic = nullptr;          // of the truth, where ranks go by the kinetic error or it is used
    const SensitivityScores* sensitivity = nullptr;  // of the prediction, where they are scored
    const StructureScores* structure = nullptr;      // likewise
    const ReferenceImpacts* impacts = nullptr;       // of the truth, of a system with contacts
};

// The statistic over trajectories that leads the table of a metric, and that a gate judges unless a limit names another
// one. Errors of chaotic motion spread over decades, and an arithmetic mean hangs on the largest of them: the headline
// is the geometric mean. Valid prediction times, what is found, and shares of impacts may be 0, so theirs is the arithmetic
// mean. So is that of scores of ensembles: a mean of their logarithms would be no proper score.

inline bool headline_is_mean(const Metric& metric) {
    return family(metric) == MetricFamily::valid_time || family(metric) == MetricFamily::ensemble ||
           family(metric) == MetricFamily::structure || metric.kind == Metric::Kind::wrong_impacts ||
           metric.kind == Metric::Kind::impact_time_error || metric.kind == Metric::Kind::impulse_error;
}

}  // namespace cchnn
