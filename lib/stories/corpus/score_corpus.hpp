#pragma once
// Zero-shot scores of submissions over a corpus: each system is a test set of its own, and statements are about systems.
//
//   (1)  error of a system   geometric mean over its trajectories of that over time of max(K(t), 1e-6), K of
//                            kinetic_error.hpp (1)-(3), given samples not counted
//   (2)  error of a group    geometric mean over its systems, with the interval (1) of intervals.hpp
//
// Groups are the sides of the split by graph, and those of the test side by dimension, degrees of freedom, independent
// parts and kinds. A system that a submission leaves out has the worst error, 1. Naive forecasts are scored as well:
// persistence, constant velocity and, from a context of two samples on, the parrot of naive_forecast.hpp (10). Memory
// holds one shard.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

struct CorpusGroup {
    std::string by, value;  // "side", "test"; "kind", "Spring"
    double error = 0;       // (2)
    std::optional<Interval> ci95{};
    FailedShare failed{};  // systems whose error is above 0.5
};

// A submission, or a naive forecast, which has no file.
struct CorpusEntry {
    std::string model, notes, file;
    std::uint64_t missing = 0, not_finite = 0;  // systems without an answer; trajectories with a value not finite
    std::vector<double> errors{};               // (1)
    std::vector<CorpusGroup> groups{};
};

inline constexpr const char* side_names[] = {"train", "valid", "test"};

struct CorpusScores {
    std::string directory, recipe, digest;
    std::uint64_t seed = 0;
    int context = 1;                       // K: samples 0 .. K-1 of each trajectory are given
    std::vector<std::uint64_t> systems{};  // their numbers, in order
    std::vector<int> sides{};              // 0 train, 1 valid, 2 test
    std::vector<CorpusEntry> entries{};    // naive ones last
};

struct CorpusScoring {
    std::filesystem::path directory;
    std::vector<std::filesystem::path> submissions;
    int threads = 1;
    int context = 1;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;
};

// Scores the systems of the test side, and of each other side with a system that a submission has. Throws IoError, SpecError,
// UsageError for a context that leaves no sample, and DataError for files that are no corpus, or no submission to it.
CorpusScores score_corpus(const CorpusScoring& scoring);

// Writes a submission to the systems of one side (0 .. 2), with the given samples of each trajectory and NaN after them.
// Returns how many trajectories and samples it has.
struct CorpusTemplate {
    std::filesystem::path directory, output;
    int side = 2;
    std::string model, notes;
    bool overwrite = false;
    int context = 1;
};
std::pair<std::uint64_t, int> write_corpus_template(const CorpusTemplate& options);

}  // namespace cchnn
