#pragma once
// Scores of estimated parameters (system identification) against those that the truth was made with. For each estimate
//
//   (1)  e = |ln(estimate / truth)|           of a parameter that cannot be negative: a mass, a length, a stiffness
//   (2)  e = |estimate - truth| / |truth|     of one that may have either sign: a coordinate, a moment
//   (3)  e = |estimate - truth|               where the truth is 0, in the parameter's unit
//
// An estimate that is not finite, is missing, or is not positive in (1) has e = infinity.

#include <optional>
#include <string>
#include <vector>

#include "dataset/reader/parameter_estimate.hpp"
#include "score/statistics/summary.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

enum class ParameterErrorKind { log, relative, absolute };
const char* name(ParameterErrorKind kind);

// The Cramer-Rao bound (information_bound.hpp), as standard deviations in the terms of e: divided by the
// parameter, but in (3). Of estimates for each trajectory the root mean square over trajectories.
struct ParameterBound {
    struct Deviation {
        double value = 0;
        double ratio = 0;  // root mean square of e / bound
    };
    std::optional<Deviation> start_known, start_estimated;  // none: not identifiable
};

// The score of one parameter in one submission, or in all seeds of a model. `pointer` is its place in the system file.
struct ParameterScore {
    std::string pointer, name, unit;
    ParameterErrorKind kind = ParameterErrorKind::log;
    bool per_trajectory = false;
    std::optional<double> truth, estimate;  // where there is one for all trajectories
    std::vector<double> errors;             // e, one or (N)
    Summary summary = {};                   // of them, with intervals
    std::optional<ParameterBound> bound = {};
};

// What is wrong with estimates of this system, at "/parameters" + pointer.
std::vector<Problem> check_estimates(const std::vector<ParameterEstimate>& estimates, const SystemSpec& spec,
                                     std::size_t trajectories);

// The value of a parameter in each of the trajectories whose varied properties are `values` (N, P), or in all.
std::vector<double> true_values(const SystemSpec& spec, const std::string& pointer, const std::vector<double>& values,
                                std::size_t trajectories);

// `values` are those of the varied properties of the N trajectories. Estimates are checked.
std::vector<ParameterScore> score_parameters(const std::vector<ParameterEstimate>& estimates, const SystemSpec& spec,
                                             const std::vector<double>& values, std::size_t trajectories);

// Of several training seeds, each with estimates of its own: what all of them estimate, errors of all together,
// intervals over seeds and trajectories.
std::vector<ParameterScore> pooled(const std::vector<std::vector<ParameterScore>>& seeds);

}  // namespace cchnn
