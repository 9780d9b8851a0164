#pragma once
// Which metrics of a row there are: for metrics.cpp alone.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn::subjects {

using Subjects = std::vector<MetricSubject>;

Subjects one(const MetricSetting& setting);
Subjects one_of_constraints(const MetricSetting& setting);
Subjects one_when_chosen(const MetricSetting& setting);  // constraints, and the choice of both stacked
Subjects one_of_ensembles(const MetricSetting& setting);
Subjects steps_reached(const MetricSetting& setting);
Subjects thresholds(const MetricSetting& setting);
Subjects momenta(const MetricSetting& setting);  // "angular_momentum_z": angular, z
Subjects each_of_several(const MetricSetting& setting);

}  // namespace cchnn::subjects
