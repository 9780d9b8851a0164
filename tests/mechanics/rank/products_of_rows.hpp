#pragma once
// G G^T, (n, n) row-major, of the rows of G.

#include <vector>

namespace cchnn_test {
using namespace cchnn;

inline std::vector<double> products_of_rows(const std::vector<std::vector<double>>& g) {
    std::vector<double> a;
    for (const auto& i : g)
        for (const auto& j : g) {
            double sum = 0;
            for (std::size_t k = 0; k < i.size(); ++k) sum += i[k] * j[k];
            a.push_back(sum);
        }
    return a;
}

}  // namespace cchnn_test
