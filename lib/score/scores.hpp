#pragma once
// The result of an evaluation: one entry for each submission, with everything that a table, a JSON file or a picture
// shows. stories/evaluate/ fills it in; report/ only reads it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/body_surfaces.hpp"
#include "graph/contact_drawing.hpp"
#include "lyapunov/mean_interval.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/judged_errors.hpp"
#include "score/metrics/metric_choices.hpp"
#include "score/metrics/metrics.hpp"
#include "score/parameter_scores.hpp"
#include "score/published_scores.hpp"
#include "score/solver_ladder.hpp"
#include "score/statistics/error_band.hpp"
#include "score/statistics/paired_test.hpp"
#include "score/statistics/start_error.hpp"
#include "score/statistics/summary.hpp"
#include "score/submission/motion_signs.hpp"

namespace cchnn {

// The test set.
struct TruthInfo {
    std::string path, system, digest, split;
    std::uint64_t seed = 0, trajectories = 0;
    int samples = 0, nodes = 0, dimension = 0;
    double dt = 0;                                        // s
    std::vector<std::string> node_labels;                 // (n) "bob1"
    std::optional<MeanInterval> lyapunov = std::nullopt;  // largest exponent, 1/s, where the test set has it

    std::string reference = {};       // the source of the system, as its file says
    std::string content_digest = {};  // of the whole file
    // Geometric mean of /error_bound over trajectories and counted samples after t = 0 (standings.hpp); 0 without bounds,
    // or where they are not of what standings go by.
    double typical_bound = 0;
    std::size_t still_coordinates = 0;   // entries of x and v that do not move in the test set (coordinate_spread.hpp)
    double persistence_error = 0;        // of the last given state kept, as ranks go; 0 where it was not computed
    double climatology_crps = 0;         // of the mean and spread of the test set alone; 0 where ranks are not by CRPS
    int freedom = 0, state_freedom = 0;  // independent velocities, and independent numbers of a state (x, v)

    // Whether times can be given in units of the Lyapunov time, 1/exponent: the interval of the exponent is above 0.
    bool chaotic() const { return lyapunov && lyapunov->low > 0; }
};

// One metric of a submission or a model, summarised over trajectories.
struct MetricScore {
    Metric metric;
    Summary summary;
    std::uint64_t censored = 0;               // valid times: trajectories still valid at the end
    std::optional<double> worst_member = {};  // the largest of any member of any trajectory (score_members.hpp)
};

// Trajectories with a value that is not finite. Such a state has the worst value; no trajectory is dropped.
struct Diverged {
    std::uint64_t trajectories = 0;
    std::vector<std::uint64_t> ids;  // the first 1000
    std::uint64_t values = 0;        // entries of x and v
};

// An earlier submission with the same predictions: number for number, or nearly (near_copies.hpp).
struct CopyOf {
    std::size_t submission = 0;
    bool exact = true;
    double distance = 0;  // in units of the error
    double share = 1;     // c of (3) of near_copies.hpp; below 1 if they are copies by (3) alone
};

// How long a submission says that a trajectory took, on one core, and of what machine.
struct StatedTime {
    double seconds = 0;
    std::string hardware;
};

// One submission, made by score_submission(). What is computed on request, and what depends on other submissions, is
// added by stories/evaluate/.
struct SubmissionScores {
    std::string label;                 // model name, or the file's name
    std::string path, model, notes;    // as the file says
    std::vector<std::string> remarks;  // what a reader has to know
    std::vector<MetricScore> metrics;
    bool reference = false;                  // a rollout of the true system (cchnn-gen rollout), no model
    std::vector<double> values;              // (N, metrics)
    std::vector<double> relative_error;      // (N) geometric mean over time of each trajectory
    std::vector<double> judged_error;        // (N) judged_errors.hpp (1): what ratios, ranks and p-values go by
    std::vector<float> judged_parts;         // (N, parts) judged_errors.hpp (3)
    std::vector<double> bounded_error;       // (N) of max(Err, error_bound), for a solver beside it
    std::vector<double> kinetic_error = {};  // (N) kinetic_error.hpp (4), where ranks go by it
    bool at_floor = false;                   // every trajectory: judged_error is that of the bounds
    Diverged diverged;
    std::uint64_t truths_at_rest = 0;  // trajectories
    MotionSigns motion;
    std::string exact_samples = {};  // what is said of them (judged_errors.hpp), or ""
    double persistence_error = 0;    // the mean of persistence_errors, a geometric one but of scores of ensembles
    double climatology_crps = 0;     // as in TruthInfo
    std::optional<TruthFloor>
        truth_floor;  // when the test set has error bounds and Err is as they are: of (x, v), divided by a sum
    ErrorOverTime error_over_time;
    ErrorOverTime energy_over_time;                // energy error / max kinetic energy of the truth
    ErrorOverTime nrmse_over_time;                 // forecast_error.hpp (1)
    ErrorOverTime violation_over_time;             // RMS over rows of Phi, m^2; empty without constraints
    ErrorOverTime crps_over_time = {};             // ensemble_scores.hpp (1); empty without any ensemble
    std::optional<double> rtol;                    // of a reference rollout
    std::optional<StartError> start_error = {};    // when asked for
    std::vector<CopyOf> copies_of = {};            // all of them, exact ones first
    std::vector<ParameterScore> parameters = {};   // of what it estimates
    std::optional<StatedTime> stated_time = {};    // as the file says
    std::string naive = {};                        // of a naive forecast, which is no model: its name; "" of others
    std::vector<double> persistence_errors = {};   // (N) of the last given state kept, in what ranks go by
    std::optional<EnsembleSummary> ensemble = {};  // of one with an axis of members
};

// One model: a submission, or several of them that are training seeds of it.
struct ModelScores {
    std::string label;
    std::vector<std::size_t> members;  // submissions
    bool reference = false;
    std::vector<MetricScore> metrics;  // over all (seed, trajectory) pairs
    double judged = 0;                 // geometric mean of judged_error over them, or the score that ranks go by
    bool at_floor = false;             // every seed of it
    bool persistence = false;          // it stands still in every trajectory of every seed, with an error below 1
    bool no_better_than_persistence = false;      // it moves, and its error is not below that of persistence
    bool no_better_than_climatology = false;      // of CRPS
    FailedShare failed = {};                      // of kinetic_error, or where there is none of relative_error
    std::vector<std::size_t> same_as = {};        // earlier models with the same predictions, which mark it alone
    std::optional<StartError> start_error = {};   // when asked for
    std::vector<ParameterScore> parameters = {};  // over all seeds, of what each of them estimates
    std::optional<SolverComparison> solver = {};  // when asked for
    std::string naive = {};                       // as of its submissions

    // Reference rollouts and naive forecasts are listed with the models, without a rank.
    bool ranked() const { return !reference && naive.empty(); }
};

// Two models, compared on the same trajectories (compare_models()).
struct ModelComparison {
    std::string a, b;              // labels
    PairedTest test;               // of judged_error
    std::optional<double> p_holm;  // corrected for the number of pairs
    bool at_floor = false;         // both are: tied
};

// One trajectory to draw: truth first, then every submission; x of (T, n, d), m.
struct ShownTrajectory {
    std::uint64_t id = 0;
    std::vector<std::vector<double>> x;
};

// One to animate: some of the samples, every `stride`-th.
struct AnimatedTrajectory {
    std::uint64_t id = 0;
    std::string name;  // why this one
    int stride = 1;
    std::vector<std::vector<double>> x;    // truth, then every submission, (kept, n, d) of the drawing, m
    std::vector<std::vector<double>> err;  // of every submission, (kept)
    std::vector<DrawnImpact> impacts = {};
};

// Everything about one test set. Models refer to submissions by index.
struct Scores {
    TruthInfo truth;
    MetricChoices choices;
    std::string signature;
    std::vector<SubmissionScores> submissions;
    bool grouped = false;  // models may have several submissions
    std::vector<ModelScores> models;
    std::vector<ModelComparison> comparisons;
    std::vector<PublishedScore> published;    // of such data, when asked for
    std::string published_elsewhere = {};     // or why they are left out
    std::optional<SolverLadder> solver = {};  // when asked for
    std::string observed;  // what bounds of parameters are of: "view 0123456789ab", "noise 0.01"; or ""
    ShownTrajectory shown;
    std::vector<AnimatedTrajectory> animated;  // when asked for
    Drawing drawing;                           // with them
};

}  // namespace cchnn
