#include "spec/reading/hinge_axes.hpp"

#include <cmath>

#include "elements/items.hpp"

namespace cchnn {
namespace {

// Whether two unit vectors are the same direction up to rounding: entries differ by at most 1e-9.
bool alike(const std::vector<double>& u, const std::vector<double>& w) {
    constexpr double last_digits = 1e-9;
    if (u.size() != w.size()) return false;
    for (std::size_t i = 0; i < u.size(); ++i)
        if (!(std::fabs(u[i] - w[i]) <= last_digits)) return false;
    return true;
}

void take_axis(AngleSpec& angle, const std::vector<HingeSpec>& hinges) {
    if (angle.axis.size() != 2) return;
    for (const HingeSpec& hinge : hinges) {
        const bool reversed = angle.a == hinge.b && angle.b == hinge.a;
        if (!reversed && (angle.a != hinge.a || angle.b != hinge.b)) continue;
        const std::vector<double>&first = reversed ? hinge.axis_b : hinge.axis_a,
              &second = reversed ? hinge.axis_a : hinge.axis_b;
        if (!alike(angle.axis[0], first) || !alike(angle.axis[1], second)) continue;
        angle.axis = {first, second};
        return;
    }
}

}  // namespace

void take_hinge_axes(SystemSpec& spec) {
    std::vector<HingeSpec> hinges;
    for (const ItemSpec& constraint : spec.constraints)
        if (const std::optional<HingeSpec> hinge = hinge_of(constraint)) hinges.push_back(*hinge);
    for (std::vector<ItemSpec>* list : {&spec.constraints, &spec.potentials})
        for (ItemSpec& item : *list)
            for (AngleSpec* angle : angles_of(item)) take_axis(*angle, hinges);
}

}  // namespace cchnn
