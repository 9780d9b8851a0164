#pragma once
// Features that users of other programs look for and that a system file cannot describe, each with what to
// write instead: the table of schemas/system/limits.md in the form of messages.

#include <string>
#include <string_view>

namespace cchnn {

// "; limits of joints cannot be described; use ... (schemas/system/limits.md)" for a type or key that names
// such a feature in any spelling, `JointLimit` or `joint_limit`; empty for any other name.
std::string not_described(std::string_view name);

// The same for a type by the name that its kind has in other programs: `Revolute`, `fixed_joint`.
std::string kind_elsewhere(std::string_view type);

}  // namespace cchnn
