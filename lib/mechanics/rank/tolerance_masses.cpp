#include "mechanics/rank/tolerance_masses.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "mechanics/rank/onto_manifold.hpp"

namespace cchnn {
namespace {

constexpr double worth_looking = 1000, far_smaller = 100;  // ratios of masses
constexpr double all_rounding = 1e-15;                     // of a diagonal entry of M^-1
constexpr int most_numbers = 1000;                         // of positions: every row is compared with every other

using Numbers = std::vector<double>;

double inner_product(const Numbers& a, const Numbers& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// M^-1 times each row of G, after the rows were made orthonormal in the metric of M^-1 (Gram-Schmidt, twice for
// rounding): the sum of their squares is what constraints take off M^-1.
template <int D>
std::vector<Numbers> taken_off(const ConstraintManifold& manifold, const SolvePlan& plan, const Numbers& x) {
    Approach<D> at(manifold, plan, x.size());
    at.read(x);
    std::vector<Numbers> rows, moves;
    Numbers unit(plan.row.size(), 0.0);
    for (double& entry : unit) {
        Numbers row(x.size(), 0.0), move(x.size());
        entry = 1;
        at.rows.add_gradient(unit.data(), row.data());
        entry = 0;
        for (int round = 0; round < 2; ++round)
            for (std::size_t l = 0; l < rows.size(); ++l) {
                const double share = inner_product(row, moves[l]);
                for (std::size_t i = 0; i < row.size(); ++i) row[i] -= share * rows[l][i];
            }
        manifold.masses.multiply_inverse<D>(row.data(), move.data());
        const double size = std::sqrt(inner_product(row, move));
        if (!(size > 0)) continue;
        for (Numbers* numbers : {&row, &move})
            for (double& number : *numbers) number /= size;
        rows.push_back(std::move(row));
        moves.push_back(std::move(move));
    }
    return moves;
}

// (1) of each node.
template <int D>
Numbers effective_masses(const ConstraintManifold& manifold, const SolvePlan& plan, const Numbers& x) {
    const std::vector<Numbers> moves = taken_off<D>(manifold, plan, x);
    Numbers masses;
    for (std::size_t i = 0; i < manifold.masses.inverse().size(); ++i) {
        double diagonal = 0, trace = 0;
        for (const NodeWeight& entry : manifold.masses.inverse()[i])
            if (to_size(index(entry.node)) == i) diagonal = double(entry.weight);
        for (std::size_t j = i * D; j < i * D + D; ++j) {
            trace += diagonal;
            for (const Numbers& move : moves) trace -= move[j] * move[j];
        }
        masses.push_back(1 / std::max(trace, all_rounding * diagonal));
    }
    return masses;
}

}  // namespace

std::vector<double> tolerance_mass_factors(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows,
                                           const std::vector<int>& chosen, const std::vector<double>& x) {
    const std::vector<double>& own = manifold.masses.body_mass();
    if (chosen.empty() || x.empty() || std::ssize(x) > most_numbers) return {};
    const auto [least, most] = std::minmax_element(own.begin(), own.end());
    if (!(*most > worth_looking * *least)) return {};
    const int d = manifold.dimension;
    const auto plan = converted<SolvePlan>(solve_plan(rows, chosen, manifold.masses.inverse(), d, false));
    const std::vector<double> masses = d == 1   ? effective_masses<1>(manifold, plan, x)
                                       : d == 2 ? effective_masses<2>(manifold, plan, x)
                                                : effective_masses<3>(manifold, plan, x);
    std::vector<double> factors(own.size(), 1.0);
    for (std::size_t i = 0; i < own.size(); ++i)
        if (masses[i] > far_smaller * own[i]) factors[i] = masses[i] / own[i];
    return factors;
}

}  // namespace cchnn
