#pragma once
// The list of all kinds. Only items.cpp and terms.cpp loop over it, and tables/tables.hpp and mechanics/ over the kinds
// of forces; everything else asks these, and is not compiled again when a kind changes.

#include "elements/constraint_kinds.hpp"
#include "elements/force_kinds.hpp"

namespace cchnn {

using AllKinds = Joined<ConstraintKinds, ForceKinds>::Type;

}  // namespace cchnn
