#pragma once
// Constraints and invariants that somebody has found, in the language of system files:
//
//   {"constraints": [{"type": "Link", "between": ["pivot", "bob1"], "length": 1}, ...],
//    "invariants": [{"points": ["bob1"], "equation": "x*vy - y*vx", "constants": {}, "names": []}, ...]}
//
// A constraint is any that a system file may have, for the bodies of the test set's system. An invariant has the points,
// names and constants of a VelocityConstraint and a formula of any degree in the velocities. Both are read as constraints of
// that system in place of its own, so that they are checked as those of any file, with places in the text as it was given.

#include <string>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

struct FoundItems {
    SystemSpec constraints;  // the bodies with these constraints and no forces
    SystemSpec invariants;   // likewise, each invariant as a VelocityConstraint with its points and constants
    std::vector<std::string> equations;  // the formula of each invariant
};

// Throws SpecError with every problem of the text, whose name in messages is `source`.
FoundItems found_items(const SystemSpec& system, const std::string& text, const std::string& source);

}  // namespace cchnn
