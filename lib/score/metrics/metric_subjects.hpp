#pragma once
// Answers to MetricFacts::subjects: which metrics a row of the table has, for a test set and a set of choices. An empty
// subject is a metric without a parameter; no subject means that the row has no metric there.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn::subjects {

using Subjects = std::vector<MetricSubject>;

// The fewest counted samples for statistics of a long motion, one_of_long().
constexpr int least_of_statistics = 1000;

Subjects one(const MetricSetting& setting);
Subjects one_of_constraints(const MetricSetting& setting);
Subjects one_on_positions(const MetricSetting& setting);  // with constraints that have a Phi
Subjects one_when_chosen(const MetricSetting& setting);   // constraints, stacked
Subjects one_when_ranked(const MetricSetting& setting);   // by the kinetic error
Subjects one_of_ensembles(const MetricSetting& setting);
Subjects one_of_sensitivities(const MetricSetting& setting);
Subjects one_of_numbers(const MetricSetting& setting);      // derivatives by numbers of the system
Subjects spaces_with_angles(const MetricSetting& setting);  // where structure is scored: constraints, invariants
Subjects spaces(const MetricSetting& setting);              // also those that are holonomic
Subjects one_of_contacts(const MetricSetting& setting);
Subjects one_with_context(const MetricSetting& setting);  // two given samples or more
Subjects one_of_long(const MetricSetting& setting);
// Those of the steps 1, 5, 10, 20, 50 and 100 that the test set has.
Subjects steps_reached(const MetricSetting& setting);
Subjects thresholds(const MetricSetting& setting);  // of Err
Subjects nrmse_thresholds(const MetricSetting& setting);
Subjects smape_threshold(const MetricSetting& setting);
// Conserved momenta of the system; energy has metrics of its own.
Subjects momenta(const MetricSetting& setting);
// Each body; none if there is only one, whose error is that of the whole state.
Subjects each_of_several(const MetricSetting& setting);

}  // namespace cchnn::subjects
