#include "mechanics/plan/rows_at_state.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

namespace {

// G G^T
std::vector<double> product_of(const std::vector<std::vector<double>>& g) {
    std::vector<double> a;
    for (const auto& i : g)
        for (const auto& j : g) {
            double sum = 0;
            for (std::size_t k = 0; k < i.size(); ++k) sum += i[k] * j[k];
            a.push_back(sum);
        }
    return a;
}

}  // namespace

TEST_CASE("rows at a state: what the combinations that vanish determine best is left out") {
    // The first is all but the last and a little longer, and the second says nothing of them.
    const auto a = product_of({{1, 1e-3}, {0, 1}, {1, 0}});
    CHECK(rows_at_state(a, {1, 1, 1}, 2) == std::vector<int>{1, 2});
    CHECK(rows_at_state(a, {1, 1, 1}, 2, 1) == std::vector<int>{0, 1});
    CHECK(rows_at_state(a, {1, 1, 1}, 3).empty());
}

TEST_CASE("rows at a state: what is on velocities is left out where it follows from positions, never the other way") {
    const auto a = product_of({{1, 1, 0}, {1, 0, 0}, {0, 1e-3, 0}, {0, 0, 1}});
    CHECK(rows_at_state(a, {0, 1, 1, 1}, 3) == std::vector<int>{1, 2, 3});
    CHECK(rows_at_state(a, {1, 0, 1, 0}, 3) == std::vector<int>{0, 2, 3});
    // A row of each kind too many.
    const auto both = product_of({{1, 0}, {1, 0.1}, {1, 0}, {1, 0}});
    CHECK(rows_at_state(both, {0, 0, 1, 1}, 2) == std::vector<int>{1, 3});
}
