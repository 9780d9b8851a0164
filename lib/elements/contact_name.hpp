#pragma once
// The name of a contact in messages and of its drawn numbers.

#include <string>

namespace cchnn {

struct ContactSpec;

// The given one, or one made from its bodies.
std::string owner_of(const ContactSpec& contact);

}  // namespace cchnn
