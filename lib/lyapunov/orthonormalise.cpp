#include "lyapunov/orthonormalise.hpp"

#include <cmath>

namespace cchnn {
namespace {

double product(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// Subtracts from `vector` its components along the first `count` of `others` and normalises it; returns its length
// before that.
double sweep(std::vector<double>& vector, const std::vector<std::vector<double>>& others, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
        const double share = product(vector, others[j]);
        for (std::size_t i = 0; i < vector.size(); ++i) vector[i] -= share * others[j][i];
    }
    const double length = std::sqrt(product(vector, vector));
    for (double& c : vector) c /= length;
    return length;
}

}  // namespace

std::vector<double> orthonormalise(std::vector<std::vector<double>>& vectors) {
    std::vector<double> diagonal;
    for (std::size_t k = 0; k < vectors.size(); ++k) {
        const double length = sweep(vectors[k], vectors, k);
        diagonal.push_back(length * sweep(vectors[k], vectors, k));
    }
    return diagonal;
}

}  // namespace cchnn
