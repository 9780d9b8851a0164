#pragma once
// A compiled system with further rows of Phi, as of a contact that stays closed (integrate/impacts/closed_contacts.hpp).
// Masses, forces and parameters of states are the same, so that states of one are states of the other.

#include <memory>
#include <vector>

#include "elements/parts/constraint_row.hpp"

namespace cchnn {

class ConstrainedSystem;

// The further rows, on positions, are independent of those of the system and of each other. The system has its rows in the
// paper's form: where some of these depend on others, the choice is watched as that of a closed loop is
// (row_selection_monitor.hpp). The constructor of ConstrainedSystem that takes rows makes it.
std::shared_ptr<const ConstrainedSystem> with_further_rows(const ConstrainedSystem& system,
                                                           const std::vector<ConstraintRow>& further);

}  // namespace cchnn
