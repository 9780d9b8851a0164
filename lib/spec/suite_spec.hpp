#pragma once
// Reads a suite: systems, splits and tasks of a benchmark, in one JSON file (schemas/suite.md). The result
// lists the parts with their names, systems and sizes; stories/benchmark/make_suite.hpp makes the data.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

// One distribution of a task: "in", which models are trained on, or one that differs from it.
struct SuiteSplit {
    std::string name, why;
    std::string system_json;   // of SystemSpec
    std::optional<int> steps;  // samples of a trajectory; default: the system's
    int own_steps;             // the system's
};

// A system with its splits, and the studies of less or noisier training data.
struct SuiteTask {
    std::string name;
    std::vector<SuiteSplit> splits;                  // "in" first
    std::vector<std::uint64_t> training_sizes = {};  // below that of the suite, increasing
    std::vector<double> noise = {};                  // levels of views of the training set, increasing
    int context = 1;                                 // given samples of each test trajectory
    std::optional<double> context_noise = {};        // level of the views of test sets whose samples are given
};

struct SuiteSpec {
    std::string name, title, description;
    std::string rank_by = "kinetic";  // what models are ranked by
    int members = 50;                 // of every ensemble, where that is a score of ensembles
    std::uint64_t seed = 0, train = 800, valid = 100, test = 100;
    std::vector<SuiteTask> tasks;
    std::string json;  // the text
};

inline constexpr const char* in_distribution = "in";
// The name of the directory with the noisy context of a split: "context_in".
std::string context_directory(const std::string& split);

// The names of the suites that are compiled into the library.
std::vector<std::string> builtin_suite_names();
// Reads a built-in suite or a file (a name with a '/' or ending in ".json"). Throws UsageError, IoError,
// SpecError with every problem.
SuiteSpec load_suite(const std::string& name_or_path);
// Reads a text; `source` is its name in messages.
SuiteSpec parse_suite(const std::string& text, const std::string& source);
// The suite for ensembles of another number of members. Throws UsageError for a number that no suite may have.
SuiteSpec with_members(const SuiteSpec& suite, int members);

}  // namespace cchnn
