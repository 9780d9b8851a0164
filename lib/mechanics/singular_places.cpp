#include "mechanics/singular_places.hpp"

#include <cmath>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"
#include "mechanics/inertia_root.hpp"

namespace cchnn {
namespace {

// Steps end where a square such as that of the sine of a small angle is this small against that at the start: they are then
// shorter than any that resolves a motion.
constexpr double vanishing = 1e-8;

bool is_leaning_rim(const ConstraintRow& row) { return row.kind == ConstraintRow::Kind::formula && !row.up.empty(); }

// The squares of the heights of two radii of a rim over its centre, which are both 0 where it lies flat, over that of a radius.
double lean_of(const ConstraintRow& rim, const std::vector<double>& x) {
    double heights = 0, radius = 0;
    for (const Separation& along : rim.axes) {
        double height = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            double entry = static_cast<double>(along.offset[k]);
            for (const NodeWeight& w : along.weights)
                entry += static_cast<double>(w.weight) * x[3 * to_size(index(w.node)) + k];
            height += entry * static_cast<double>(rim.up[k]);
            radius += entry * entry / 2;
        }
        heights += height * height;
    }
    return heights / radius;
}

}  // namespace

bool has_singular_places(const ConstrainedSystem& system) { return !describe_singular_place(system).empty(); }

bool is_singular_at(const ConstrainedSystem& system, const std::vector<double>& start, const std::vector<double>& x) {
    for (const ConstraintRow& row : system.rows())
        if (is_leaning_rim(row) && lean_of(row, x) < vanishing) return true;
    if (!system.lagrangian()) return false;
    const std::vector<double> before = inertia_root(system, start), now = inertia_root(system, x);
    for (std::size_t i = 0; i < now.size(); i += x.size() + 1)
        if (!(now[i] * now[i] > vanishing * before[i] * before[i])) return true;
    return false;
}

std::string describe_singular_place(const ConstrainedSystem& system) {
    if (system.lagrangian()) return "M(q) loses rank";
    for (const ConstraintRow& row : system.rows())
        if (is_leaning_rim(row)) return "the rim of " + row.name.substr(0, row.name.find(',')) + " lies flat";
    return "";
}

}  // namespace cchnn
