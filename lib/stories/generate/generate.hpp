#pragma once
// Makes a dataset: from a system's JSON to train, valid and test sets.
//
//   SystemSpec -> BodyGraph -> ConstrainedSystem -> InitialState -> TrajectoryBatch
//     -> DIR/<system>/{train,valid,test}.h5
//
// It also writes manifest.json, croissant.json, SHA256SUMS and a dataset card README.md (schemas/dataset.md). With
// drawn states, trajectory i of a split depends on (system, protocol, times, seed, split, i) alone, whatever the
// counts, threads and lanes.
//
// A run proceeds in this order, and this is what the disk holds at each moment:
//
//   1. plan        options are resolved and checked, the system is compiled; nothing is written (dataset_plan.hpp)
//   2. begin       DIR/.<system>.unfinished/ is created and locked, and gets job.json (dataset/resume/)
//   3. exponent    lyapunov.json is added there, if it was asked for
//   4. blocks      each finished block of trajectories is appended to <split>.journal there, and then written
//                  into files/<split>.h5 below the same directory (resumable_job.hpp, split_writing.hpp)
//   5. documents   manifest.json, croissant.json, SHA256SUMS and README.md are written to files/
//   6. commit      files/ is synced and renamed to DIR/<system>, or file by file into a directory that exists already
//   7. clean up    DIR/.<system>.unfinished/ is removed
//
// The journal comes before the HDF5 file, because HDF5 files that a killed process leaves cannot be trusted: a
// resumed run writes them again from the journals. Therefore a kill between 2 and 6 costs only the blocks that
// are not in a journal: those being made or refined, and those that wait for an earlier one. A kill between 6 and 7
// leaves a complete dataset together with journals, which the same command with --resume recognises and removes.
//
// SIGTERM, SIGINT and SIGHUP set a flag (core/stop.hpp). The calling thread reads it between blocks, at each write of
// HDF5 and while files are hashed, and tasks read it between integration steps; all then throw Stopped. While the
// exception passes, unfinished HDF5 files and files/ are removed, and the unfinished directory stays if it holds a
// block or an exponent, or says that an older dataset may be replaced.
// ResumableJob::run() adds to the exception what is kept and which command resumes, and the program prints this and
// exits with 128 + the signal. During 6 and 7 the flag is not read: if they take less than two seconds, the dataset is
// completed, and the exit code is 0 unless another system was to follow. After two seconds the process ends wherever it
// is (core/stop.hpp), and a run with --resume mends a directory whose files were replaced in part.
//
// Shards stop after step 4: they consist of journals alone, and stories/generate/merge.hpp makes a dataset from
// them.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"
#include "dataset/reader/states_file.hpp"
#include "integrate/derived_choice.hpp"
#include "integrate/energy_guard.hpp"
#include "integrate/passed_centres.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// What to do with a trajectory that cannot be integrated.
enum class OnFailure { resample, fail };

// How an interrupted run resumes; its messages say so.
enum class GoOn {
    by_option,  // by the same command with --resume
    unasked,    // by the same command; it has neither --resume nor --force
    never       // not at all, as in a temporary directory
};

// Part k of n: from every split the trajectories floor(N (k-1)/n) .. floor(N k/n) - 1.
struct Shard {
    std::uint64_t number = 1, of = 1;
};
inline constexpr std::uint64_t most_shards = 1'000'000;

// The options of generate; defaults are those of the command line.
// generate() does not change them; DatasetPlan keeps a copy in which every value that depends on another one is
// resolved.
struct GenerateOptions {
    std::filesystem::path directory;                    // DIR; must be given
    std::array<std::optional<std::uint64_t>, 3> count;  // per Split; default 800, 100, 100 (paper D.1), and for systems
                                                        // whose JSON gives states one by one 0, 0 and all of them
    bool at_most_given = false;  // accept fewer than `count` if the JSON gives fewer states; else an error
    std::optional<double> dt;    // s; default: the system's own
    std::optional<int> samples;
    std::uint64_t seed = 0;
    Protocol protocol = default_protocol();
    bool bound = true;                            // error bounds of every trajectory: a second integration
    std::optional<double> refine = std::nullopt;  // bound beyond which a trajectory is integrated again in 106 bits;
        // 0: none; default: 1e-9 where the protocol is as tight as the default
    OnFailure on_failure = OnFailure::resample;
    int chunk_length = 5;  // length of the training windows
    std::optional<int> compress =
        std::nullopt;              // level of deflate, 1 .. 9, of what grows by trajectory; changes no digest
    Publication publication = {};  // for card, croissant.json and manifest
    bool lyapunov = false;         // also find and store the largest Lyapunov exponent
    DerivedChoice with = {};       // arrays that are also stored
    int threads = 1;
    bool overwrite = false;  // also discards unfinished work
    bool resume = false;     // resumes unfinished work; accepts a finished dataset of this job
    GoOn go_on = GoOn::by_option;
    // Initial states from this file (stories/generate/start_states.hpp) instead of drawn ones: train takes the first of
    // them, valid the next, test the rest. Default counts are then 0, 0 and all that remain.
    std::filesystem::path states = {};
    StartsAt starts = StartsAt::first;  // which states of its trajectories
    // Values of held inputs from this file (dataset/reader/inputs_file.hpp) instead of drawn ones, in the same order. A
    // file with other values for each trajectory sets the default counts in the same way.
    std::filesystem::path inputs = {};
    // The digests that these files must have; merge(), which has no file, takes them from the job.
    std::optional<GivenFile> states_source = std::nullopt, inputs_source = std::nullopt;
    std::optional<Shard> shard = std::nullopt;  // make this part only, as journals in DIR/<system>.shards/
    // Called on the calling thread after each block with the trajectories done and to do, over all splits.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    // All violated rules, in terms of the command line; empty if there are none.
    std::vector<Problem> check() const;
};

// What a run reports about one split; add_to_report() sums it block by block.
// Maxima (worst_bound, worst_energy_drift) and counts do not depend on the division into blocks, so that a resumed or
// merged dataset reports the same as one that was made in a single run.
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
    std::uint64_t beyond_level = 0;                 // trajectories whose bound exceeds the level before their end
    std::uint64_t refined = 0;                      // trajectories integrated again in double-double numbers
    double refine_level = 0;                        // of that; 0: off
    std::uint64_t beyond_refinement = 0;            // trajectories whose bound still exceeds that level
    PassedCentres passed;                           // by fixed steps
    std::string passed_centres;                     // its warning; mostly ""
    RaisedBounds raised;                            // by the energy balance
    std::string raised_bounds;                      // its warning; mostly ""
    double worst_energy_drift = 0;                  // max |H(t) - H(0)| / K (motion_scales.hpp)
};

// What a run reports about a dataset or shard.
struct GenerateReport {
    std::string system;
    std::filesystem::path directory;  // DIR/<system>, or the shard's
    std::vector<SplitReport> splits;
    std::uint64_t resumed = 0;         // trajectories taken from an earlier run
    bool finished_before = false;      // nothing was left to do; generate() then gives no splits
    std::vector<std::string> remarks;  // about the states that the system gives, a line each
};

// Throws UsageError (options, unfinished work of another job), SpecError, IoError (existing files or unfinished work
// without an option that says what to do, disk), DataError (a finished dataset whose files differ from its SHA256SUMS),
// NumericalError (a trajectory that cannot be integrated, if on_failure says so or after 100 draws). Finished blocks
// stay for --resume after Stopped and IoError; after any other Error, which would occur again, they are removed.
GenerateReport generate(const SystemSpec& spec, const GenerateOptions& options);
// Throws what generate() would throw before it integrates: options, the system, its states, existing files. Commands
// for several systems call it for all of them before they make the first.
void require_makeable(const SystemSpec& spec, const GenerateOptions& options);

}  // namespace cchnn
