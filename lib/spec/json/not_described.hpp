#pragma once
// What users of other programs look for and a system file cannot describe, each with what to write instead: the table of
// schemas/system/limits.md as messages.

#include <string>
#include <string_view>

namespace cchnn {

// "; limits of joints cannot be described; use ... (schemas/system/limits.md)" for a type or key that names such a thing in
// any spelling, `JointLimit` or `joint_limit`; empty for any other.
std::string not_described(std::string_view name);

}  // namespace cchnn
