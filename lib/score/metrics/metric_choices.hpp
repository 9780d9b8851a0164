#pragma once
// Every choice that moves a score, in one place. A preset sets all of them, options change single ones, and the
// signature names each, so that two numbers with the same signature are comparable (schemas/metrics.md). It does not
// name thresholds of valid times, which add metrics and change none.
//
//   paper      (default) as printed: Err over z = (x, v), geometric mean over (0, T], RMSE of Phi
//   published  the recipe of the tables published with the paper's code: log(Err + 1e-8), t = 0 counted,
//              99 intervals divided by 100 dt, L2 norm of (Phi, dPhi/dt) stacked

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

enum class NormChoice { sum, vector };         // Err is divided by |zhat| + |z|, or by |zhat + z|
enum class StateChoice { xv, xp };             // z = (x, v) or z = (x, p), p = M v
enum class SpanChoice { exact, samples_dt };   // a time integral is divided by its span, or by (samples dt)
enum class ConstraintChoice { rms, stacked };  // stacked: also the L2 norm over Phi and dPhi/dt, in mixed units

// What standings over systems and splits go by, and ranks on one system. `error` is the relative error, `kinetic` that of
// score/metrics/kinetic_error.hpp, which does not depend on units, axes or the origin. `structure` is that of
// score/metrics/structure_error.hpp, for which no forecast matters.
enum class RankChoice { error, kinetic, start_error, nrmse, crps, energy_score, sensitivity, structure };
inline bool of_ensembles(RankChoice by) { return by == RankChoice::crps || by == RankChoice::energy_score; }
// Metrics whose mean over trajectories is arithmetic. An error of structure is a share: in a geometric mean one system of
// which all is known would pay for others of which nothing is.
inline bool by_means(RankChoice by) { return of_ensembles(by) || by == RankChoice::structure; }

// The choices of one evaluation. Programs fill them in from their options, and every set of scores carries them.
struct MetricChoices {
    std::string preset = "paper";
    NormChoice norm = NormChoice::sum;
    StateChoice state = StateChoice::xv;
    // Added to Err before its logarithm. Below the rounding of Err (1e-16), it only keeps log(0) finite.
    double floor = 1e-16;
    // Err(0) = 0 is given and not predicted: counting it rewards no model.
    bool include_t0 = false;
    SpanChoice span = SpanChoice::exact;
    ConstraintChoice constraint = ConstraintChoice::rms;
    std::uint32_t resamples = 10000;   // sign flips of p-values, and most draws of ranks; 0: neither, and no intervals
    std::uint64_t bootstrap_seed = 0;  // of these, and of the draws of start errors
    std::optional<int> until = {};     // the last step that counts; none: all
    std::optional<double> until_time = {};  // the same in s, until the dt of a test set is known
    // K: samples 0 .. K-1 are given, and a score is that of the samples from K-1 on. Steps and times count from there.
    int context = 1;
    std::string context_view = {};  // content digest of the view whose samples are given; none: those of the test set
    double error_floor = 1e-6;      // least floor of each sample's error in ratios and ranks (judged_errors.hpp)
    RankChoice rank_by = RankChoice::error;
    bool sensitivities = false;         // also score derivatives (sensitivity_error.hpp)
    bool found = false;                 // also score constraints and invariants that are found (structure_error.hpp)
    int members = 50;                   // M of every ensemble, where ranks or limits go by a score of ensembles
    std::vector<double> valid_at = {};  // thresholds of valid times, beside 0.01, 0.1, 0.5
    std::vector<double> nrmse_at = {};  // the same by NRMSE, beside 0.4

    bool of_sensitivities() const { return sensitivities || rank_by == RankChoice::sensitivity; }
    bool of_found() const { return found || rank_by == RankChoice::structure; }
    std::size_t last_given() const { return context - 1; }
    // Of a test set of so many samples those that are scored, the last given one first.
    int scored_samples(int samples) const { return std::min(samples - context, until.value_or(samples)) + 1; }

    // Every violated rule, named as the flag that sets it; empty when all is well.
    std::vector<Problem> check() const;
};

// "50", a step, or "1.5s", a time in s: sets `until` or `until_time`. One that is neither becomes a problem.
void read_until(const std::string& text, MetricChoices& choices, std::vector<Problem>& problems);
// The same choices with `until_time` as the last step that is not after it; what ends up in a signature. Throws
// UsageError when that is before the first step.
MetricChoices until_in_steps(MetricChoices choices, double dt);

// Throws UsageError if a test set of so many samples has none left after the context.
void require_context(const MetricChoices& choices, int samples, const std::string& test_set);

// "paper" or "published"; throws UsageError with the nearest name.
MetricChoices preset_choices(const std::string& name);

const char* name(NormChoice norm);
const char* name(StateChoice state);
const char* name(SpanChoice span);
const char* name(ConstraintChoice constraint);
const char* name(RankChoice rank_by);   // "relative_error", "kinetic", "crps"
const char* words(RankChoice rank_by);  // "relative error", "kinetic error", "CRPS"
inline constexpr RankChoice rank_choices[] = {RankChoice::error,       RankChoice::kinetic,  RankChoice::start_error,
                                              RankChoice::nrmse,       RankChoice::crps,     RankChoice::energy_score,
                                              RankChoice::sensitivity, RankChoice::structure};
// Of a document that was checked by its schema: the name of one of them.
RankChoice rank_choice(const std::string& name);

// cchnn|err:sum|z:xv|floor:1e-16|t0:no|span:T|phi:rms|agg:geomean|ci:t,flips10000,seed0|sys:chain_pendulum_3|truth:3f9a...|bound:07c1...|v:0.3.0
//  Digests are cut to 12 hex digits. That of /error_bound, which decides what is at the floor, is no part of the truth
//  digest; "" where the test set has no bounds: bound:none. Choices that are not the default are added: until, context,
//  view, sensitivities and found behind phi; error_floor, then the metric that ranks go by, behind ci.
std::string signature(const MetricChoices& choices, const std::string& system, const std::string& truth_digest,
                      const std::string& bound_digest);

}  // namespace cchnn
