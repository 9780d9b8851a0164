#pragma once
// Selects the arrays of derived_arrays.hpp that a dataset also holds: what --with of the command line names.

#include <string>
#include <vector>

namespace cchnn {

struct DerivedChoice {
    bool acceleration = false, momentum = false, multipliers = false;
    bool any() const { return acceleration || momentum || multipliers; }
    bool operator==(const DerivedChoice&) const = default;
};
// "acceleration,multipliers" and back; "" for none. Throws UsageError of `flag` for a name that is none of the three.
std::string to_text(const DerivedChoice& choice);
std::vector<std::string> names_of(const DerivedChoice& choice);
DerivedChoice read_derived_choice(const std::string& text, const std::string& flag);

}  // namespace cchnn
