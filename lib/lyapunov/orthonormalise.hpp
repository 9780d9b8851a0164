#pragma once
// QR decomposition of a few vectors by Gram-Schmidt with reorthogonalisation: each sweep is done twice, which leaves Q
// orthonormal to rounding (Giraud, Langou, Rozloznik 2005). Implemented here in a fixed order, so that stored exponents
// have the same bits everywhere.

#include <vector>

namespace cchnn {

// Replaces the vectors by orthonormal ones and returns the diagonal of R: how much each has grown orthogonally to those
// before it. A vector of which exactly 0 is left becomes NaN, and so does its entry of R.
std::vector<double> orthonormalise(std::vector<std::vector<double>>& vectors);

}  // namespace cchnn
