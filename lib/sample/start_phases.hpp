#pragma once
// Phases of Gears and Racks that the file leaves out: wheels mesh where motions start, in the mean of the drawn states.

#include "spec/system_spec.hpp"

namespace cchnn {

// The system with every phase present. Throws SpecError where names do not resolve.
SystemSpec with_start_phases(SystemSpec spec);

}  // namespace cchnn
