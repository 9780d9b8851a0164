#pragma once
// Prints what was made when a dataset, or a shard of one, is complete: a line for each split.

#include "stories/generate/generate.hpp"

namespace cchnn {

void print(const GenerateReport& report, double seconds);

}  // namespace cchnn
