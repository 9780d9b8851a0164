#pragma once
// What users of other programs look for and a system file cannot say, each with what to write instead: the table of
// schemas/system.md, "What can be described, and what cannot", as messages.

#include <string>
#include <string_view>

namespace cchnn {

// "; limits of joints cannot be described: ... (schemas/system.md, ...)" for a type or key that names such a thing in
// any spelling, `JointLimit` or `joint_limit`; empty for any other.
std::string not_described(std::string_view name);

}  // namespace cchnn
