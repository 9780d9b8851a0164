#pragma once
// The warning for a system without degrees of freedom. It is no error, because a system may be meant to stand still.

#include <string>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// "warning: 4 scalar constraints of rank 4 leave 0 of 4 coordinates of its nodes free"; "" for a system that can move.
std::string freedom_warning(const ConstrainedSystem& system);

}  // namespace cchnn
