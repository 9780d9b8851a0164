#pragma once
// Scores against limits: does a submission pass?
//   relative_error <= 1e-3           the headline over trajectories (headline_is_mean()), here the geometric mean
//   relative_error.p95 <= 1e-2       .geometric_mean, .mean, .median, .p05, .p95
//   valid_time_0.5 >= 2
//   diverged <= 0                    trajectories with a value that is not finite
//   failed <= 0.1                    share of failed trajectories (statistics/summary.hpp)
//   worse by 5 %                     the headline against that of a baseline (gate_baseline.hpp)
//   ratio_to_reference <= 10         error ratio (paired_test.hpp) to the first reference rollout among the submissions
//   ratio_to_persistence <= 1        error ratio to the last given state kept, on the same trajectories
//   start_error <= 1e-3              equivalent start error (statistics/start_error.hpp)
//   solver_evaluations >= 500        evaluations, a trajectory, that a classical solver needs to be as accurate
//                                    (solver_ladder.hpp); no seconds, which are another machine's elsewhere
// Metrics are named by their keys or by headings of tables: "NRMSE", "VPT", "constraint". A limit that a better model
// would fail, such as an upper one on a valid time, is an error.
//
// Each model is tested, with all its training seeds where they are grouped, and each reference rollout, except by
// ratio_to_reference; naive forecasts are not tested. A prediction that does not move in half of the trajectories or
// more fails whatever the limits are, since it keeps energy and constraints better than any model. If there are limits
// on these or on momenta, it also fails if it moves less than a tenth as far as the reference in as many. For the same
// reason limits on energy, constraints and momenta alone are an error.
//
// `confident` tests the upper end of the 95 % interval against an upper limit and the lower end against a lower one, or
// the value if all trajectories, five or more, have the same one; a limit is not met without an interval. A limit that
// is met exactly passes. Against a baseline a model fails if it is surely worse than allowed, and with `confident` unless
// it is surely not worse. Limits come from options, "relative_error.p95=1e-2", and from a JSON file
// (schemas/thresholds.schema.json): {"max": {"relative_error": 1e-3}, "min": {"valid_time_0.5": 2}}.

#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/gate_baseline.hpp"
#include "score/scores.hpp"

namespace cchnn {

// One limit, as it was given.
struct Threshold {
    std::string metric;
    std::string statistic;  // empty: the headline of the metric; "diverged" has none
    bool at_most = true;    // else at least
    double limit = 0;
    std::string source;             // option("max"), "limits.json#/max/relative_error": for messages
    bool against_baseline = false;  // `limit` is on the ratio to it, above 1: worse
};

// Appends the limit of an option's text, METRIC=NUMBER, or a problem.
void parse_threshold_flag(const std::string& text, bool at_most, std::vector<Threshold>& thresholds,
                          std::vector<Problem>& problems);
// The same of "5%", which is of the relative error, or METRIC=5%.
void parse_worse_by_flag(const std::string& text, std::vector<Threshold>& thresholds, std::vector<Problem>& problems);
// Throws IoError, SpecError with every problem.
std::vector<Threshold> read_thresholds(const std::string& path);

// One limit for one model. gate() makes them; programs exit with a failure unless all_passed().
struct GateResult {
    std::string submission;  // label
    Threshold threshold;
    double value = 0;
    bool passed = false;
    std::string why = "";                             // where no number says it
    bool interval_end = false;                        // value is an end of the 95 % interval
    std::optional<WorseThan> against = std::nullopt;  // value is its ratio
    std::string system = "";                          // where there are several
};

// The results of every threshold for every model. Throws UsageError for a metric that these scores do not have, with
// the nearest name, and if no limit is on the motion itself. If there is no model to test, the result fails.
std::vector<GateResult> gate(const Scores& scores, const std::vector<Threshold>& thresholds, bool confident = false,
                             const Baseline* baseline = nullptr);
// Whether a limit is on the equivalent start error or on solver evaluations, which are only computed on request.
bool asks_for_start_error(const std::vector<Threshold>& thresholds);
bool asks_for_solver(const std::vector<Threshold>& thresholds);
// Whether one is on a score of ensembles: then a submission without members is scored as equal ones.
bool asks_for_ensembles(const std::vector<Threshold>& thresholds);
// Whether one is on a score of ensembles that depends on the number of members.
bool asks_for_equal_members(const std::vector<Threshold>& thresholds);

// Limits of a file of thresholds that meant something else in version 0.2, where a limit without a statistic was one on
// the arithmetic mean. The metrics are known to these scores.
std::vector<Problem> hints_on_statistics(const Scores& scores, const std::vector<Threshold>& of_file);
bool all_passed(const std::vector<GateResult>& results);

// "net: relative_error (mean) is 2.30e-03, at most 1.00e-03: 2.3 times the limit"
std::string gate_text(const GateResult& result);

}  // namespace cchnn
