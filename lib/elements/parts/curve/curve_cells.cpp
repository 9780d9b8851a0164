#include "elements/parts/curve/curve_cells.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/curve/curve.hpp"
#include "numbers/degree.hpp"
#include "numbers/taylor.hpp"

namespace cchnn {
namespace {

constexpr std::size_t order = 16;
constexpr int deepest = 40;           // halvings of a stretch
constexpr double negligible = 1e-16;  // of the curve's size
constexpr double cells_in_a_step = 2;

using Series = Taylor<Ball, order>;

// Evaluates the curve's formulas in Taylor arithmetic of order 16 over balls, so that each coefficient encloses
// that of every point of the cell.
template <class Out>
void enclose(const Curve& curve, const Ball& cell, Out&& out) {
    std::vector<Series> work(curve.steps());
    curve.formulas().evaluate(Series::parameter(cell), work.data(), std::forward<Out>(out));
}

// (3), from 65 places of the range at which the curve is finite.
double size_of(const Curve& curve) {
    constexpr int samples = 64;
    double low[3]{INFINITY, INFINITY, INFINITY}, high[3]{-INFINITY, -INFINITY, -INFINITY}, size = 0;
    for (int i = 0; i <= samples; ++i) {
        const CurvePoint at(curve, curve.low() + (curve.high() - curve.low()) * i / samples);
        for (std::size_t k = 0; k < to_size(curve.dimension()); ++k) {
            low[k] = std::fmin(low[k], at.position[k]);
            high[k] = std::fmax(high[k], at.position[k]);
            if (high[k] - low[k] < INFINITY) size = std::fmax(size, high[k] - low[k]);
        }
    }
    return size;
}

// Whether all formulas are polynomials of low degree. This follows from their operations, not from derivatives:
// derivatives of exp and tanh underflow away from where they bend.
bool is_polynomial(const Curve& curve) {
    std::vector<Degree> work(curve.steps());
    bool all = true;
    curve.formulas().evaluate(Degree::variable(), work.data(),
                              [&](std::size_t, const Degree& f) { all = all && f.degree < order; });
    return all;
}

}  // namespace

CurveCells::CurveCells(const Curve& curve) : curve_(curve), size_(size_of(curve)), none_(is_polynomial(curve)) {}

// (2). The half-width is rounded up, so that the ball holds the cell.
bool CurveCells::resolved(double from, double to) const {
    const double middle = from + 0.5 * (to - from), half = std::fmax(to - middle, middle - from) * (1 + 0x1p-51);
    bool all = true;
    enclose(curve_, Ball(middle, half), [&](std::size_t, const Series& f) {
        double power = 1, least = INFINITY;
        for (std::size_t n = 1; n <= order; ++n) {
            power *= half;
            least = std::fmin(least, f.c[n].largest() * power);  // fmin passes over NaN
        }
        all = all && least <= negligible * size_;
    });
    return all;
}

// Halves cells from the left, so that borders come out in ascending order.
CurveCells::Stretch CurveCells::cut(long k) const {
    struct Cell {
        double from, to;
        int depth;
    };
    const double length = curve_.high() - curve_.low();
    const auto start = [&](long i) { return i == 1 ? curve_.high() : curve_.low() + length * static_cast<double>(i); };
    Stretch made{{start(k)}, true};
    std::vector<Cell> open{{start(k), start(k + 1), 0}};
    while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        const double middle = cell.from + 0.5 * (cell.to - cell.from);
        const bool may_halve = cell.depth < deepest && cell.from < middle && middle < cell.to;
        if (made.borders.size() + open.size() >= most_cells) made.all_resolved = false;
        if (may_halve && made.all_resolved && !resolved(cell.from, cell.to)) {
            open.push_back({middle, cell.to, cell.depth + 1});
            open.push_back({cell.from, middle, cell.depth + 1});
        } else {
            made.borders.push_back(cell.to);
        }
    }
    return made;
}

// Made at the first question and kept, under a lock: threads that follow the same curve share it.
const CurveCells::Stretch& CurveCells::stretch(long k) const {
    const std::lock_guard lock(guard_);
    std::unique_ptr<const Stretch>& made = made_[k];
    if (!made) made = std::make_unique<const Stretch>(cut(k));
    return *made;
}

// The number of the stretch in which s lies. Stretch 0 is the range of the curve; the others have its length and
// lie before and behind it, since a curve continues beyond its range. Nothing for a parameter that is too far
// away.
std::optional<long> CurveCells::stretch_of(double s) const {
    const double k = std::floor((s - curve_.low()) / (curve_.high() - curve_.low()));
    if (!(std::fabs(k) <= static_cast<double>(farthest))) return std::nullopt;
    return static_cast<long>(k);
}

const CurveCells::Stretch& CellReach::stretch(long k) {
    const CurveCells::Stretch*& known = seen_[k];
    if (!known) known = &cells_.stretch(k);
    return *known;
}

// NaN where there is no stretch.
CellReach::Cell CellReach::cell(double s) {
    const std::optional<long> k = cells_.stretch_of(s);
    if (!k) return {NAN, NAN};
    const std::vector<double>& borders = stretch(*k).borders;
    const auto next = std::upper_bound(borders.begin(), borders.end(), s) - borders.begin();
    const std::size_t i = std::clamp<std::size_t>(next, 1, borders.size() - 1);
    return {borders[i - 1], borders[i]};
}

// Goes from cell to cell until one is too short for the step. Rounding at the ends of stretches does not
// matter: a cell counts even if s is a little outside of it.
double CellReach::operator()(double from, double to) {
    const double way = std::fabs(to - from);
    std::optional<long> k = cells_.stretch_of(from);
    if (cells_.none() || !k || !(way > 0)) return way;
    const bool up = to > from;
    double reach = way;
    for (; std::abs(*k) <= CurveCells::farthest; *k += up ? 1 : -1) {
        const std::vector<double>& borders = stretch(*k).borders;
        const auto next = up ? std::upper_bound(borders.begin(), borders.end(), from)
                             : std::lower_bound(borders.begin(), borders.end(), from);
        auto i = static_cast<std::size_t>(next - borders.begin());
        for (i = std::clamp<std::size_t>(i, 1, borders.size() - 1); i >= 1 && i < borders.size(); up ? ++i : --i) {
            const double before = std::fmax(up ? borders[i - 1] - from : from - borders[i], 0.0),
                         most = cells_in_a_step * (borders[i] - borders[i - 1]);
            if (before >= reach) return reach;
            if (most < before) return before;
            reach = std::fmin(reach, most);
        }
    }
    return reach;
}

}  // namespace cchnn
