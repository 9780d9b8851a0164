#pragma once
// How well ensembles are calibrated, over N trajectories: statements about many forecasts, which no single trajectory
// has.
//
//   (1)  spread-skill ratio  R = sqrt(mean spread^2 / mean skill^2) (Fortin 2014); 1 of members that truth could be one
//        of 95 % interval       log R +- t(N-1) s / (2 sqrt(N)),  s of spread^2_i / mean spread^2 - skill^2_i / mean
//                               skill^2
//   (2)  coverage            share of the entries within a central interval, mean +- t(N-1) s / sqrt(N)
//   (3)  rank histogram      share of the entries with each rank, mean over trajectories, with the same interval
//
// Intervals are over trajectories, from five on, as samples and entries of one are not independent.

#include <array>
#include <optional>
#include <vector>

#include "score/ensemble/ensemble_scores.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {

// (1) to (3) of one submission, for its report.
struct EnsembleSummary {
    struct Coverage {
        CentralInterval interval;
        double share = 0;
        std::optional<Interval> ci95 = {};
    };
    struct Rank {
        double share = 0;
        std::optional<Interval> ci95 = {};
    };
    int members = 0;
    std::optional<double> spread_skill = {};  // none of one member, without any error, or where one is not finite
    std::optional<Interval> spread_skill_ci95 = {};
    std::array<Coverage, 2> coverage = {};
    std::vector<Rank> ranks = {};  // (M + 1)
    double unranked = 0;           // share of the entries at samples where a member is not finite
};

// Collects the scores of trajectories; score_submission.cpp has one for an ensemble. Memory grows with M, and by four
// numbers a trajectory.
class EnsembleSummaryTally {
  public:
    explicit EnsembleSummaryTally(int members);
    void add(const EnsembleScores& scores);
    EnsembleSummary finish() const;

  private:
    int members_;
    std::array<CentralInterval, 2> intervals_;
    std::vector<double> spread_, error_;
    std::array<std::vector<double>, 2> covered_;
    std::vector<double> ranks_, rank_squares_;
};

}  // namespace cchnn
