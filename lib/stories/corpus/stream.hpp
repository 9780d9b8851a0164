#pragma once
// Training data without files: blocks of trajectories as frames, one after the other, to the program that reads them
// (schemas/corpus.md):
//
//   frame = length of the header (8 bytes), header (JSON), the arrays that it lists, one after the other
//
// Numbers are little-endian. Of a recipe a frame is a system, with the numbers that a corpus has; of a system a block
// of trajectories, with those of the training set of generate.

#include <cstdint>
#include <functional>
#include <string>

#include "core/errors.hpp"

namespace cchnn {

struct StreamOptions {
    std::string source;  // a recipe or a system: built-in name or path
    std::uint64_t seed = 0, first = 0;
    std::uint64_t frames = 0;  // 0: without end
    std::uint64_t block = 64;  // trajectories of a frame, of a system
    bool float32 = false;      // else float64
    int threads = 1;

    std::vector<Problem> check() const;  // all violated rules
};

// Passes each frame to `write`, which returns false once the reader has closed. Throws UsageError, SpecError,
// NumericalError.
void stream(const StreamOptions& options, const std::function<bool(const std::string& frame)>& write);

}  // namespace cchnn
