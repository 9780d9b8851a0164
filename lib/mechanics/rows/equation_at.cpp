#include "mechanics/rows/equation_at.hpp"

#include <numeric>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/rows/formula_terms.hpp"

namespace cchnn {

double equation_at(const RowReader& at, const ConstraintRow& row, double t, const double* v) {
    std::vector<double> r, rates;
    const auto put = [&](const Separation& point) {
        const Vector3 place = at.value(point), moves = v ? at.rate(point, v) : Vector3{};
        r.insert(r.end(), place.begin(), place.begin() + at.dimension);
        rates.insert(rates.end(), moves.begin(), moves.begin() + at.dimension);
    };
    put(row.separation);
    for (const Separation& point : row.axes) put(point);
    std::vector<double> g(r.size());
    EquationWork<double> work;
    work.make_room(*row.equation);
    const auto row_of = [&]<int D>() {
        return equation_row<D>(*row.equation, count_of(r) / D, r.data(), t, g.data(), work.values.data(),
                               work.back.data());
    };
    const FormulaState<double> state = at.dimension == 1   ? row_of.operator()<1>()
                                       : at.dimension == 2 ? row_of.operator()<2>()
                                                           : row_of.operator()<3>();
    return v ? std::inner_product(g.begin(), g.end(), rates.begin(), state.drift) : state.psi;
}

}  // namespace cchnn
