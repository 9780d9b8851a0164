#pragma once
// Which metrics of a row of the table there are, for a test set and a set of choices (metrics.hpp).

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn::subjects {

using Subjects = std::vector<MetricSubject>;

// From so many counted samples on the statistics of a motion mean something.
constexpr int least_of_statistics = 1000;

Subjects one(const MetricSetting& setting);
Subjects one_of_constraints(const MetricSetting& setting);
Subjects one_when_chosen(const MetricSetting& setting);  // constraints, stacked
Subjects one_of_ensembles(const MetricSetting& setting);
Subjects one_with_context(const MetricSetting& setting);  // two given samples or more
Subjects one_of_long(const MetricSetting& setting);
Subjects steps_reached(const MetricSetting& setting);
Subjects thresholds(const MetricSetting& setting);  // of Err
Subjects nrmse_thresholds(const MetricSetting& setting);
Subjects smape_threshold(const MetricSetting& setting);
Subjects momenta(const MetricSetting& setting);
Subjects each_of_several(const MetricSetting& setting);  // bodies

}  // namespace cchnn::subjects
