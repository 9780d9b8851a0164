#pragma once
// Flags of `rollout` for naive forecasts.

#include "stories/evaluate/rollout.hpp"

namespace CLI {
class App;
}

namespace cchnn {

void add_baseline(CLI::App* command, RolloutOptions& options);

}  // namespace cchnn
