#pragma once
// The first story of the library: a system's JSON becomes train, valid and test sets.
//
//   SystemSpec -> BodyGraph -> ConstrainedSystem -> InitialState -> TrajectoryBatch -> DIR/<system>/{train,valid,test}.h5
//
// With them: manifest.json, SHA256SUMS and a dataset card README.md (schemas/dataset.md). Trajectory i of a split
// depends on (system, protocol, seed, split, i) alone, whatever the counts, threads and lanes. Finished blocks are kept
// in journals beside the result until it is there, so that a killed run can be gone on with; shards are journals alone,
// and stories/generate/merge.hpp makes the dataset from them.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/publication.hpp"
#include "dataset/documents/states_source.hpp"
#include "dataset/reader/states_file.hpp"
#include "integrate/derived_choice.hpp"
#include "integrate/energy_guard.hpp"
#include "integrate/passed_centres.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

enum class OnFailure { resample, fail };

// How a run that was ended goes on, as its messages tell.
enum class GoOn {
    by_option,  // the same command and --resume
    unasked,    // the same command; one that has neither --resume nor --force
    never       // what was made goes with the run, as in a temporary directory
};

// Part k of n: of every split, the trajectories floor(N (k-1)/n) .. floor(N k/n) - 1.
struct Shard {
    std::uint64_t number = 1, of = 1;
};
inline constexpr std::uint64_t most_shards = 1'000'000;

struct GenerateOptions {
    std::filesystem::path directory;                    // DIR; must be given
    std::array<std::optional<std::uint64_t>, 3> count;  // per Split; default 800, 100, 100 (paper D.1), and for systems
                                                        // whose JSON gives states one by one 0, 0 and all of them
    bool at_most_given = false;  // fewer than `count` where the JSON gives fewer states; else that is an error
    std::optional<double> dt;    // s; default: the system's own
    std::optional<int> samples;
    std::uint64_t seed = 0;
    Protocol protocol = default_protocol();
    bool bound = true;                            // error bounds of every trajectory: a second integration
    std::optional<double> refine = std::nullopt;  // bound beyond which a trajectory is integrated again in 106 bits;
        // 0: none; default: 1e-9 where the protocol is as tight as the default
    OnFailure on_failure = OnFailure::resample;
    int chunk_length = 5;  // of the training chunks
    std::optional<int> compress =
        std::nullopt;              // level of deflate, 1 .. 9, of what grows by trajectory; changes no digest
    Publication publication = {};  // for card, croissant.json and manifest
    bool lyapunov = false;         // also find and store the largest Lyapunov exponent
    DerivedChoice with = {};       // also store these
    int threads = 1;
    bool overwrite = false;  // also throws unfinished work away
    bool resume = false;     // goes on with unfinished work; a finished dataset of this job is fine
    GoOn go_on = GoOn::by_option;
    // Initial states from this file (stories/generate/start_states.hpp) instead of drawn ones: train takes the first of them,
    // valid the next, test those after. Default counts are then 0, 0 and all that are left.
    std::filesystem::path states = {};
    StartsAt starts = StartsAt::first;  // of each of its trajectories
    // What that file has to hold; without the file, in merge(), what it held.
    std::optional<StatesSource> states_source = std::nullopt;
    std::optional<Shard> shard = std::nullopt;  // this part alone, as journals in DIR/<system>.shards/
    // Called on the calling thread after each block: trajectories done and to do, of the whole system.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    // Every violated rule, as the command line would say it; empty when fine.
    std::vector<Problem> check() const;
};

struct SplitReport {
    Split split;
    std::filesystem::path file;
    std::uint64_t count = 0;
    std::string truth_digest, content_digest;
    std::map<std::string, std::uint64_t> failures;  // why attempts failed before a state was drawn again: how often
    std::uint64_t redrawn = 0;                      // trajectories drawn more than once
    long accepted = 0, rejected = 0;                // steps
    double bound_level = 0;                         // of valid_until; 0 without error bounds
    double worst_bound = 0;                         // of the relative error
    std::uint64_t beyond_level = 0;                 // trajectories whose bound passes the level before their end
    std::uint64_t refined = 0;                      // trajectories integrated again in double-double numbers
    double refine_level = 0;                        // of that; 0: off
    std::uint64_t beyond_refinement = 0;            // trajectories whose bound passes that level all the same
    PassedCentres passed;                           // by steps of fixed length
    std::string passed_centres;                     // what to say of them; mostly ""
    RaisedBounds raised;                            // by what the energy shows
    std::string raised_bounds;                      // what to say of them; mostly ""
    double worst_energy_drift = 0;                  // max |H(t) - H(0)| / K (motion_scales.hpp)
};

struct GenerateReport {
    std::string system;
    std::filesystem::path directory;  // DIR/<system>, or the shard's
    std::vector<SplitReport> splits;
    std::uint64_t resumed = 0;         // trajectories that an earlier run had finished
    bool finished_before = false;      // nothing was left to do; no splits then
    std::vector<std::string> remarks;  // about the states that the system gives, a line each
};

// Throws UsageError (options, unfinished work of another job), SpecError, IoError (existing files or unfinished work
// without a word what to do with them, disk), DataError (a finished dataset whose files are not those of its
// SHA256SUMS), NumericalError (a trajectory that cannot be integrated, when on_failure
// says so or after 100 draws). Finished blocks stay for --resume, except after a NumericalError, which would come
// again.
GenerateReport generate(const SystemSpec& spec, const GenerateOptions& options);
// What generate() would refuse before it integrates: options, the system, its states, files in its place. For commands
// of several systems, which make none where one is refused.
void require_makeable(const SystemSpec& spec, const GenerateOptions& options);

}  // namespace cchnn
