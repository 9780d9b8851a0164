#pragma once
// The row of Phi of a contact that stays closed (closed_contacts.hpp): g = 0, g of elements/contact.hpp.

#include "elements/parts/constraint_row.hpp"

namespace cchnn {

struct Contact;

// With this limit, if it is a Stop.
ConstraintRow closed_row(const Contact& contact, double limit);

}  // namespace cchnn
