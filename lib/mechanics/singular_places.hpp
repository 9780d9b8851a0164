#pragma once
// Places where a description of a system has no accelerations, although the system may: coordinates of a Lagrangian in which
// M(q) loses rank, as spherical ones at a pole, and a wheel or disk that lies flat, whose rim has no lowest point.

#include <string>
#include <vector>

namespace cchnn {

class ConstrainedSystem;

// Whether a system has such places at all.
bool has_singular_places(const ConstrainedSystem& system);
// Whether a state with node positions x is one, in comparison with those of the start. Both are (n, d).
bool is_singular_at(const ConstrainedSystem& system, const std::vector<double>& start, const std::vector<double>& x);
// What happens there: "M(q) loses rank", "the rim of Rolling coin lies flat".
std::string describe_singular_place(const ConstrainedSystem& system);

}  // namespace cchnn
