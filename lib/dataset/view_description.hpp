#pragma once
// A view: what an instrument records of a dataset (sample/observation.hpp), as a file of its own
// (schemas/view.md).

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/split.hpp"
#include "sample/observation.hpp"

namespace cchnn {

// The description in the file of a view.
struct ViewDescription {
    std::string system, split;  // names
    std::string truth_digest;   // of what is seen
    ObservationRecipe recipe;
    std::uint64_t count = 0;               // N
    int truth_samples = 0;                 // T of the truth
    int inputs = 0;                        // of a driven system
    int samples = 0, nodes = 0, axes = 0;  // K, n', d'
    double spread_x = 0, spread_v = 0;     // of the truth, as seen
    std::vector<int> seen = {};            // (n') nodes of the truth
    std::vector<std::string> bodies = {};  // (n') whose they are
    std::string length_unit = "m", time_unit = "s";
    std::string content_digest = {};  // read back
};

// The entry of one file in view.json.
struct ViewSplit {
    std::string split, file;
    std::string truth_digest, content_digest;
    std::uint64_t count = 0;
    int samples = 0;
};

// view.json: the recipe of a view, and the digests of its files.
struct ViewLock {
    std::string tool_version, command, system;
    ObservationRecipe recipe;
    std::vector<ViewSplit> splits;
};

}  // namespace cchnn
