#pragma once
// Q R of a few vectors by Gram-Schmidt, each vector's sweep done twice, which leaves Q orthonormal to rounding (Giraud,
// Langou, Rozloznik 2005). Written out in a fixed order, so that stored exponents have the same bits everywhere.

#include <vector>

namespace cchnn {

// Replaces the vectors by orthonormal ones; returns the diagonal of R, how much each had grown beyond those before it.
std::vector<double> orthonormalise(std::vector<std::vector<double>>& vectors);

}  // namespace cchnn
