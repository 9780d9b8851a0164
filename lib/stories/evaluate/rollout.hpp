#pragma once
// Integrates the true system from given initial states into a submission file. This makes reference rollouts
// (paper fig. 6 with epsilon, fig. 10a with dropped constraints, fig. 10c with tolerances), and trajectories
// from a user's own states. With `naive` nothing is integrated (naive_rollout.hpp).
//
//   ConstrainedSystem + (test set | states) -> InitialState -> TrajectoryBatch -> submission.h5
//
// Blocks are integrated on threads and written in order to a temporary file, which gets its name when it is
// complete. A signal removes it: a rollout is short, so nothing is kept for resuming.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "dataset/reader/states_file.hpp"
#include "integrate/protocol/protocol.hpp"
#include "score/naive/naive_features.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

struct RolloutOptions {
    std::filesystem::path output;
    std::filesystem::path test_set;  // initial states, times and the digest to answer; or
    std::filesystem::path
        states;  // arrays x, v (N, n, d) or q, qdot (N, m) in .npz or HDF5; or neither: the JSON's own given states
    StartsAt starts = StartsAt::first;  // of `states`: start_states.hpp
    bool project_states = false;        // these may violate the constraints, as observations with noise do
    std::filesystem::path inputs;       // values of held inputs, where there is no test set: inputs_file.hpp
    double epsilon = 0;                 // N(0, epsilon) is added to every entry of x and v, then projected; or
    double epsilon_length = 0;          // each start is moved this far in (x, v), then projected
    // An ensemble: members about an observed start, which is the state off by as much (honest_ensemble() of
    // rollout_source.hpp).
    std::optional<double> start_spread;  // N(0, this) in every entry of x and v, then projected
    std::optional<int> members;          // M
    std::uint64_t seed = 0;              // of these moves
    std::optional<double> dt;            // s
    std::optional<int> samples;
    int context = 1;              // starts are sample K-1 of the test set; naive forecasts are made of samples 0 .. K-1
    std::optional<Naive> naive;   // a naive forecast of the test set in place of an integration
    std::filesystem::path train;  // its training set; "": train.h5 beside the test set
    std::filesystem::path view;   // whose samples are given; "": those of the test set
    std::vector<std::string> drop;  // constraints that do not act, by name; starts satisfy them all the same
    std::string model;              // "": says how it was made
    Protocol protocol = default_protocol();
    bool bound = false;                           // as of GenerateOptions: /error_bound, /valid_until and /refined,
    std::optional<double> refine = std::nullopt;  // beside x and v in HDF5
    bool timed = false;                           // also how long the integration took, on one core: threads must be 1
    int threads = 1;
    bool overwrite = false;
    bool in_coordinates = false;  // write q, qdot in place of x, v
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    int member_count() const { return members.value_or(0); }  // 0: no ensemble
    std::vector<Problem> check() const;
};

struct RolloutReport {
    std::uint64_t count = 0;
    int samples = 0;
    double dt = 0;
    std::map<std::string, std::uint64_t> ended_early;  // why -> how many; their remaining samples are NaN
    std::string content_digest;
    std::string passed_centres = "";  // what steps of fixed length passed unseen; mostly ""
    std::string raised_bounds = "";   // what energies showed of error bounds; mostly ""
};

// Throws UsageError, SpecError, DataError (shapes that do not fit the system, states off its constraints), IoError,
// NumericalError (a perturbed state that cannot be projected).
RolloutReport rollout(const SystemSpec& spec, const RolloutOptions& options);

}  // namespace cchnn
