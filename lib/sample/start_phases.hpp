#pragma once
// Fills in the phases of Gears and Racks that the file omits, so that wheels mesh in the initial state at the midpoint
// of each distribution.

#include "spec/system_spec.hpp"

namespace cchnn {

// The system with every phase set; unchanged if no phase is missing, or if no initial pose can be computed. Throws
// SpecError if names do not resolve. The constructor of CompiledSystem that takes a file's system calls it first.
SystemSpec with_start_phases(SystemSpec spec);

}  // namespace cchnn
