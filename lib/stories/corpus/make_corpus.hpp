#pragma once
// Makes a corpus: many systems from one recipe and seed, with trajectories of each.
//
//   Recipe -> DrawnSystem (corpus/drawn_system.hpp) -> DIR/shards/shard-00000.h5, ..., index.h5, corpus.json
//
// Finished shards are kept: the same command resumes an interrupted run, and a larger number of systems extends a
// corpus. Memory holds two shards and the rows of all tables. Threads change no byte.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "corpus/recipe.hpp"
#include "stories/corpus/corpus_file.hpp"

namespace cchnn {

struct CorpusOptions {
    std::filesystem::path directory;
    std::uint64_t seed = 0, systems = 1000;
    std::optional<std::uint64_t> only;    // this system alone, as a file of its own
    std::optional<std::uint64_t> select;  // systems of one graph that the index selects at most
    std::uint64_t part = 1, of = 1;       // shards whose number is part - 1 modulo `of`
    int threads = 1;
    bool overwrite = false;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;  // from any thread

    std::vector<Problem> check() const;  // all violated rules
};

struct CorpusReport {
    std::uint64_t systems = 0, made = 0;                                     // in all, and by this run
    bool complete = false;                                                   // index.h5 and corpus.json are written
    std::uint64_t graphs = 0;                                                // distinct
    std::array<std::uint64_t, 3> sides{}, sides_by_numbers{};                // systems in train, valid, test
    std::uint64_t connected = 0, free_falls = 0;                             // of one part; with one that falls freely
    std::uint64_t in_a_plane = 0;                                            // of dimension 2
    std::uint64_t selected = 0, loops = 0, joints = 0, loops_or_joints = 0;  // systems with these
    std::map<std::string, std::uint64_t> kinds;                              // systems with this type
    std::map<std::string, std::uint64_t> redrawn;                            // attempts
    std::optional<std::uint64_t> chaotic;       // systems whose exponent has an interval above 0, where it is estimated
    double evaluations = 0, largest_bound = 0;  // mean of a trajectory; of all trajectories
    std::string digest;                         // of the corpus
};

// Counts the rows, and fills in which of them are copies and which are selected.
CorpusReport counted_rows(CorpusIndex& index, const std::optional<std::uint64_t>& select);

// Throws UsageError, NumericalError (a recipe that gives no system), DataError (files of another job), IoError.
CorpusReport make_corpus(const Recipe& recipe, const CorpusOptions& options);
// As an item of a command's JSON (schemas/commands.md).
std::string corpus_json(const Recipe& recipe, const CorpusOptions& options, const CorpusReport& report);

}  // namespace cchnn
