#pragma once
// How much worse is a model elsewhere than where it was trained? Errors e of the same S training seeds on two sets of
// trajectories, N_in and N_out of them, none of which belong together:
//
//   (1)  ratio = exp( mean log e_out - mean log e_in )
//   (2)  variance of its logarithm  s_S^2 / S + s_in^2 / N_in + s_out^2 / N_out,  s_S of the seeds' own differences
//        (none of one seed), the others of trajectories, means over seeds; Satterthwaite's degrees of freedom
//
// The 95 % interval is Student's, from five trajectories on either side on; none where errors are 0, infinite or all
// the same. Of one seed it is about that trained model.

#include <optional>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

// The ratio of a model on one member of a suite; evaluate_suite.cpp reports it.
struct Generalisation {
    double ratio = 1;
    std::optional<Interval> ci95;
};

// One list of errors > 0 for each seed, in the same order on both sides; S >= 1, the same number on both sides.
Generalisation generalisation(const std::vector<std::vector<double>>& in, const std::vector<std::vector<double>>& out);

// The logarithm of (1), its variance (2) and the degrees of freedom, 0 where there is no interval.
struct LogGeneralisation {
    double log = 0, variance = 0, dof = 0;
};
// Of the same lists as generalisation(); none where an error of 0 or infinity makes (1) no finite number.
std::optional<LogGeneralisation> log_generalisation(const std::vector<std::vector<double>>& in,
                                                    const std::vector<std::vector<double>>& out);
// The geometric mean of independent ratios. Variances of logarithms add; it has an interval if all parts have one.
Generalisation mean_generalisation(const std::vector<LogGeneralisation>& parts);

}  // namespace cchnn
