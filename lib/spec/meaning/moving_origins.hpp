#pragma once
// Origins that move (mechanics/base_motion.hpp): all in the same way, by formulas of t, and without kinds that
// are fixed in space.

#include "elements/parts/reading/checking.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

void check_moves(const SystemSpec& spec, Checking& checking);

}  // namespace cchnn
