#include "elements/held_points.hpp"

#include <algorithm>
#include <iterator>

#include "elements/formula_constraint.hpp"

namespace cchnn {

const Point* only_moving_point(const FormulaConstraint& term) {
    const Point* found = nullptr;
    for (const Point& point : term.points) {
        if (point.weights.empty()) continue;
        if (found) return nullptr;
        found = &point;
    }
    return term.on_positions() && !term.moves_in_time() ? found : nullptr;
}

std::vector<HeldPoint> held_points(const TermLists& terms) {
    std::vector<HeldPoint> all, alone;
    for (const FormulaConstraint& term : terms.of<FormulaConstraint>())
        if (const Point* point = only_moving_point(term)) all.push_back({term.name, point, term.equation});
    std::copy_if(all.begin(), all.end(), std::back_inserter(alone), [&](const HeldPoint& one) {
        return std::count_if(all.begin(), all.end(),
                             [&](const HeldPoint& other) { return other.point->body == one.point->body; }) == 1;
    });
    return alone;
}

}  // namespace cchnn
