#pragma once
// The list of all kinds. Only items.cpp, terms.cpp and the tables of forces (tables/tables.hpp) loop over it;
// everything else asks these, and is not compiled anew when a kind changes.

#include "elements/constraint_kinds.hpp"
#include "elements/force_kinds.hpp"

namespace cchnn {

using AllKinds = Joined<ConstraintKinds, ForceKinds>::Type;

}  // namespace cchnn
