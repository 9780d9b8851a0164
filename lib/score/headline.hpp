#pragma once
// The statistic over trajectories that leads the table of a metric, and that a gate judges unless a limit names another
// one. Errors of chaotic motion spread over decades, and an arithmetic mean hangs on the largest of them: the headline
// is the geometric mean. Valid prediction times may be 0, so theirs is the arithmetic mean. So is that of scores of
// ensembles: a mean of their logarithms would be no proper score.

#include "score/metrics/metrics.hpp"

namespace cchnn {

inline bool headline_is_mean(const Metric& metric) {
    return family(metric) == MetricFamily::valid_time || family(metric) == MetricFamily::ensemble;
}

}  // namespace cchnn
