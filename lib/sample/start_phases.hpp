#pragma once
// Fills in the phases of Gears, Racks and Screws that the file omits, so that wheels mesh in the initial state at the
// midpoint of each distribution. Its text, which datasets store, has them too: computed again from a start they would
// have other last digits, and be those of another start where the file is changed.

#include "spec/system_spec.hpp"

namespace cchnn {

// The system with every phase set; unchanged if no phase is missing, or if no initial pose can be computed. Throws
// SpecError if names do not resolve. The constructor of CompiledSystem that takes a file's system calls it first.
SystemSpec with_start_phases(SystemSpec spec);

}  // namespace cchnn
