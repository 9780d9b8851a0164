#pragma once
// Models over a whole suite, in and out of distribution. E_mts is the geometric mean over training seeds and
// trajectories of the error of model m on split s of task t, never below the bound of the reference solution:
//
//   (1)  error out   log e_m = mean over tasks of the mean over splits but "in" of log max(E_mts, f_ts); a split
//                    without a submission of m counts as 1, the largest value that Err takes, and no error counts as
//                    more
//   (2)  error in    the same of the split "in"
//   (3)  ratio       error out / error in
//
// E is of the score that standings go by, (3) of standings.hpp where it is not the error. f is its floor (2). By CRPS
// E is divided by the CRPS of climatology on the split, at most 2, and means over splits and tasks are arithmetic: 1
// minus such a mean is the skill. A task on which errors range over decades then decides no more than others. Means of
// structure errors are arithmetic as well. Models
// are sorted by (1), which is absolute: a prediction of zeros has the ratio 1 and the error 1; equal ones by the error
// in over all tasks, also those without other splits, then by name. Every split of every task that anybody answers
// counts, so the order of two models depends on these two alone. Intervals add variances: those of trajectories of each
// split, and those of training seeds of each task, where a seed is one trained model on all splits. Degrees of freedom
// are Satterthwaite's. Ranks and their draws are those of ranks.hpp. Pairs are those of paired_test.hpp over the splits
// of a side, with the weights of (1), and the seeds of a task are the same on all its splits.

#include <map>
#include <string>
#include <vector>

#include "dataset/documents/board.hpp"
#include "score/ranks.hpp"
#include "score/scores.hpp"
#include "score/standings.hpp"
#include "score/statistics/generalisation.hpp"

namespace cchnn {

struct SuiteStanding {
    Standing out;  // (1); of (2) where the suite has the split "in" alone. `missing`: "task/split", also of "in"
    double in = 1;
    std::optional<Interval> in_ci95;
    Generalisation over_in;                      // (3)
    ModelKind kind = {};                         // reference rollouts and naive forecasts are not ranked
    PairedTest::Of of = PairedTest::Of::models;  // what (3) is said of: a trained model, a method, neither
    TrainingCompute compute = {};                // as the entry.json of its submissions says
};

// Errors of the true motion in and out of distribution: from initial conditions with one start error, or those of one
// reference rollout.
struct TruePhysics {
    double in = 0, out = 0;
};

struct SuiteStandings {
    std::vector<SuiteStanding> models;  // best first, then reference rollouts and naive forecasts
    std::vector<TruePhysics> truth;     // where all splits have it: by start errors, or of reference rollouts
    std::size_t tasks = 0, splits = 0;  // that count; splits but "in"
    double worst = 1;                   // that counts; 2 by CRPS, over that of climatology
    int members = 0;                    // of every ensemble, where ranks go by a score of them
    RankChoice ranked_by = RankChoice::error;
};

// One task that somebody answers: its splits, "in" first, and the scores on those that are answered.
struct SuiteTaskAnswers {
    std::string name;
    std::vector<std::string> splits;
    std::map<std::string, Scores> scores;
};

// Tasks with other splits than "in" count, where there are any.
SuiteStandings suite_standings(const std::vector<SuiteTaskAnswers>& tasks, const MetricChoices& choices);

}  // namespace cchnn
