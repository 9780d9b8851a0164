#pragma once
// What a user reads when a dataset, or a shard of one, is there: a line a split.

#include "stories/generate/generate.hpp"

namespace cchnn {

void print(const GenerateReport& report, double seconds);

}  // namespace cchnn
