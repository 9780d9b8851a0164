#pragma once
// All kinds: a new one is added to one of the two lists. What folds over them is items.cpp, terms.cpp and the tables of forces
// (tables/tables.hpp); everything else asks these, and is not compiled anew where a kind changes.

#include "elements/constraint_kinds.hpp"
#include "elements/force_kinds.hpp"

namespace cchnn {

using AllKinds = Joined<ConstraintKinds, ForceKinds>::Type;

}  // namespace cchnn
