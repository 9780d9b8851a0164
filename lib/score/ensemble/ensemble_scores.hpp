#pragma once
// What M members X^1 .. X^M say of a reference y. Entries i of (x, v) that vary in the test set are divided by their
// spread (statistics/coordinate_spread.hpp); D is their number. At one sample:
//
//   (1)  CRPS           mean over i of  mean_m |X^m_i - y_i| - 1/(2 M^2) sum over m, l of |X^m_i - X^l_i|
//   (2)  energy score   ( mean_m |X^m - y| - 1/(2 M^2) sum over m, l of |X^m - X^l| ) / sqrt(D),  Euclidean norms
//   (3)  spread^2       (M+1)/M mean over i of the variance of the members, divided by M - 1
//        skill^2        mean over i of (mean_m X^m_i - y_i)^2
//   (4)  rank           how many members are below y_i, 0 .. M; where j members equal it, j + 1 ranks have 1/(j+1) each
//
// (1) and (2) are the scores of the members as a law of its own (Gneiting and Raftery 2007). No choice of members gains
// by it what they do not know, so ranks and limits go by them, at one M. The fair ones (Ferro 2014) have 1/(2 M (M-1)):
// their expectation does not depend on M for members that are drawn alike, but two members at -L and L have 0 for every
// y between them. None is ever negative. A single member, or a prediction that is no ensemble, has no second sum: it
// counts as M equal members, (1) is its mean absolute error, and its spread is 0.
// Where a member is not finite at a sample, (1) to (3) are infinite and no entry has a rank.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "score/statistics/coordinate_spread.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {

// The scores of one trajectory: means over its counted samples of (1) to (4). Metrics of ensembles and
// EnsembleSummaryTally take them.
struct EnsembleScores {
    double crps = 0, energy_score = 0, fair_crps = 0, fair_energy_score = 0;
    double spread_squares = 0, error_squares = 0;
    std::vector<double> ranks;       // (M+1) shares of the entries
    std::vector<double> crps_curve;  // (1) at each counted sample
};

// (1) of normal laws with the mean and the spread of each entry over the test set, at one sample: what is known of a
// motion without any forecast.
double normal_crps(const CoordinateSpread& spread, const double* truth_x, const double* truth_v);

// A central interval from the k-th smallest to the k-th largest member, which should hold (M+1-2k)/(M+1) of all y.
struct CentralInterval {
    double wanted = 0;  // 0.5, 0.9
    int k = 1;
    double nominal = 0;  // the nearest share that M members have to it
    // The share of y in it by their ranks.
    double covered(const std::vector<double>& ranks) const;
};
std::array<CentralInterval, 2> central_intervals(int members);

// Scores one trajectory, sample after sample; submission/score_members.cpp makes one for each.
class EnsembleTally {
  public:
    EnsembleTally(const CoordinateSpread& spread, int members);

    // Member m is at x + m stride, v + m stride.
    void add(const double* truth_x, const double* truth_v, const double* x, const double* v, std::size_t stride);
    void add_missing(int samples);  // samples that the file does not have
    EnsembleScores finish() const;

  private:
    void add_worst();
    void add_entries();
    void add_energy_score();
    double distance(std::size_t a, std::size_t b) const;

    const CoordinateSpread& spread_;
    std::size_t members_, entries_;
    double samples_ = 0;
    EnsembleScores sums_;
    // Of one sample: (M + 1, D), the reference is the last row; (M) of one entry.
    std::vector<double> states_, sorted_;
};

// How well ensembles are calibrated, over N trajectories: statements about many forecasts, which no single trajectory
// has.
//
//   (5)  spread-skill ratio  R = sqrt(mean spread^2 / mean skill^2) (Fortin 2014); 1 of members that truth could be one
//        of 95 % interval       log R +- t(N-1) s / (2 sqrt(N)),  s of spread^2_i / mean spread^2 - skill^2_i / mean
//                               skill^2
//   (6)  coverage            share of the entries within a central interval, mean +- t(N-1) s / sqrt(N)
//   (7)  rank histogram      share of the entries with each rank, mean over trajectories, with the same interval
//
// Intervals are over trajectories, from five on, as samples and entries of one are not independent.
//
// These are (5) to (7) of one submission, for its report.
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
