#include "dataset/reader/momenta.hpp"

#include <numeric>

#include "core/to_size.hpp"
#include "mechanics/rank/pivoted_ldlt.hpp"
#include "mechanics/rank/rank_tolerances.hpp"

namespace cchnn {

void to_velocities(const ConstrainedSystem& system, std::vector<double>& p) {
    const std::size_t width = system.state_size();
    std::vector<double> v(width);
    for (std::size_t i = 0; i < p.size(); i += width) {
        system.velocity(&p[i], v.data());
        std::ranges::copy(v, &p[i]);
    }
}

// Column j of J is the velocity at which coordinate j alone has the rate 1.
void to_rates(const ConstrainedSystem& system, const GeneralisedCoordinates& coordinates, const double* q, double* p) {
    const std::size_t m = coordinates.count(), width = system.state_size();
    std::vector<double> x(width), rates(m), columns(m * width), weighted(m * width), matrix(m * m);
    for (std::size_t j = 0; j < m; ++j) {
        rates[j] = 1;
        coordinates.to_cartesian(q, rates.data(), x.data(), &columns[j * width]);
        rates[j] = 0;
        system.momentum(&columns[j * width], &weighted[j * width]);
    }
    for (std::size_t j = 0; j < m; ++j)
        for (std::size_t k = 0; k < m; ++k) {
            const double *own = &columns[std::max(j, k) * width], *other = &weighted[std::min(j, k) * width];
            matrix[j * m + k] = std::inner_product(own, own + width, other, 0.0);
        }
    PivotedLdlt solver;
    solver.factor(std::move(matrix), m, rank_tolerances::of_multipliers);
    solver.solve(p);
}

}  // namespace cchnn
