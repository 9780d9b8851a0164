#pragma once
// Selects the arrays of derived_arrays.hpp that a dataset also holds: what --with of the command line names.

#include <string>
#include <vector>

namespace cchnn {

struct DerivedChoice {
    bool acceleration = false, momentum = false, multipliers = false, sensitivities = false;
    // JSON pointers of the numbers that sensitivities are by; if empty, those that are drawn.
    std::vector<std::string> sensitive = {};
    bool any() const { return acceleration || momentum || multipliers || sensitivities; }
    bool operator==(const DerivedChoice&) const = default;
};
// "acceleration,multipliers" and back; "" for none. Pointers follow the names: "sensitivities,/bodies/0/mass". Throws
// UsageError of `flag` for a name that is none of these.
std::string to_text(const DerivedChoice& choice);
std::vector<std::string> names_of(const DerivedChoice& choice);
DerivedChoice read_derived_choice(const std::string& text, const std::string& flag);

}  // namespace cchnn
