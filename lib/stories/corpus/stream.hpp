#pragma once
// Training data without files: blocks of trajectories as frames (stories/serve/frame.hpp), one after the other, to the
// program that reads them (schemas/corpus.md). Of a recipe a frame is a system, with the numbers that a corpus has; of a system a block
// of trajectories, with those of the training set of generate.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/errors.hpp"

namespace cchnn {

struct StreamOptions {
    std::string source;  // a recipe or a system: built-in name or path
    std::uint64_t seed = 0, first = 0;
    std::optional<std::uint64_t> frames;  // nothing: without end
    std::uint64_t block = 64;             // trajectories of a frame, of a system
    bool float32 = false;                 // else float64
    int threads = 1;

    std::vector<Problem> check() const;  // all violated rules
    // The frames of a stream have numbers below this one, and its trajectories below 2^63.
    std::uint64_t end_of_numbers() const { return (1ULL << 63) / block; }
};

// Passes each frame to `write`, which returns false once the reader has closed. Throws UsageError, SpecError,
// NumericalError.
void stream(const StreamOptions& options, const std::function<bool(const std::string& frame)>& write);

// What was written until now, as JSON (schemas/commands.md).
std::string streamed_json(const StreamOptions& options, std::uint64_t frames, std::uint64_t bytes);

}  // namespace cchnn
