#pragma once
// Sets the varied properties of a system (varied_properties.hpp) to given values.

#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

// The system with its varied properties at these values, one for each. `varied` stays, so that the values can
// be named.
SystemSpec with_values(const SystemSpec& spec, const std::vector<double>& values);
// The same in place.
void set_values(SystemSpec& spec, const std::vector<double>& values);

// Whether it is the restitution of a contact, the one number of contacts that is drawn and the only one with a largest
// value, 1.
bool is_restitution(const VariedProperty& property);

// Whether every value is one that the file could have given as a number: finite, and in its range.
bool in_range(const std::vector<VariedProperty>& varied, const std::vector<double>& values);

// Whether a system without problems (spec/meaning/) has none at these values either: they are in range, and
// none of them is of a place, since two points may coincide at some values.
bool leaves_no_problems(const std::vector<VariedProperty>& varied, const std::vector<double>& values);

// The first property that differs from trajectory to trajectory; null if there is none. A formula of draws that are
// numbers does not differ.
const VariedProperty* drawn_property(const SystemSpec& spec);

// The formula of a distribution that is computed from other draws; null for the others.
const NumberFormula* formula_of(const Distribution& distribution);

// Whether a point of a body or the position of an Origin is drawn, on which angles depend.
bool draws_places(const std::vector<VariedProperty>& varied);

}  // namespace cchnn
