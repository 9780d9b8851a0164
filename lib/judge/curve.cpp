#include "judge/curve.hpp"

#include "judge/numbers/interval.hpp"

namespace cchnn::judge {
namespace {

constexpr int cells_in_a_step = 16, deepest = 40;
constexpr double smallest_bend = 1e-9;  // of a direction, over a cell: rounding in C''

// C'' of one coordinate of the curve.
template <class T>
T second(const Formula& formula, const T& s) {
    using D2 = Dual<Dual<T>>;
    return formula(D2(Dual<T>(s, T(1.0)), Dual<T>(T(1.0), T(0.0)))).slope.slope;
}

}  // namespace

// The width of the smallest cell into which from .. to must be cut by (4). A cell is halved until its enclosure
// is narrow enough; the second half is not searched if the first already needs too small cells.
double Curve::smallest_cell(double from, double to, int depth) const {
    const double width = to - from, middle = from + width / 2;
    double speed = 0, bend = 0, enclosed = 0;
    for (const Formula& formula : formulas_) {
        speed = std::max(speed, std::fabs(formula(Dual<double>(middle, 1.0)).slope));
        for (double s : {from, middle, to}) bend = std::max(bend, std::fabs(second(formula, s)));
        enclosed = std::max(enclosed, second(formula, Interval(from, to)).width());
    }
    if (enclosed <= 2 * bend + smallest_bend * speed / width || depth == deepest) return width;
    const double first = smallest_cell(from, middle, depth + 1);
    return first * cells_in_a_step < width / 2 ? first : std::min(first, smallest_cell(middle, to, depth + 1));
}

double Curve::seen_reach(double s, double reach) const {
    for (int halving = 0; halving < deepest; ++halving, reach /= 2) {
        const double from = std::min(s, s + reach), to = std::max(s, s + reach);
        if (!(to > from) || smallest_cell(from, to, 0) * cells_in_a_step >= to - from) return std::fabs(reach);
    }
    return std::fabs(reach);
}

}  // namespace cchnn::judge
