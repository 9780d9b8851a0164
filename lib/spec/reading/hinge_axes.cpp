#include "spec/reading/hinge_axes.hpp"

#include <cmath>

namespace cchnn {
namespace {

// Bodies a and b, and the axis in the coordinates of each.
struct Hinge {
    std::string a, b;
    std::vector<double> axis_a, axis_b;
};

std::vector<Hinge> hinges_of(const SystemSpec& spec) {
    std::vector<Hinge> hinges;
    for (const ConstraintSpec& constraint : spec.constraints)
        std::visit(
            [&]<class Spec>(const Spec& one) {
                if constexpr (requires { one.axis_a; })
                    hinges.push_back({one.a.body, one.b.body, one.axis_a, one.axis_b});
                else if constexpr (requires { one.a.body, one.axis; })
                    if (one.axis.size() == 2) hinges.push_back({one.a.body, one.b.body, one.axis[0], one.axis[1]});
            },
            constraint);
    return hinges;
}

// Units are checked to 1e-12 in length; this is what two ways to write one direction differ by at most.
bool alike(const std::vector<double>& u, const std::vector<double>& w) {
    constexpr double last_digits = 1e-9;
    if (u.size() != w.size()) return false;
    for (std::size_t i = 0; i < u.size(); ++i)
        if (!(std::fabs(u[i] - w[i]) <= last_digits)) return false;
    return true;
}

void take_axis(AngleSpec& angle, const std::vector<Hinge>& hinges) {
    if (angle.axis.size() != 2) return;
    for (const Hinge& hinge : hinges) {
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
    const std::vector<Hinge> hinges = hinges_of(spec);
    const auto take_axes = [&]<class Spec>(Spec& one) {
        if constexpr (requires { one.angle.axis; }) take_axis(one.angle, hinges);
        if constexpr (requires { one.wheel.axis; }) take_axis(one.wheel, hinges);
        if constexpr (requires { one.first.axis, one.second.axis; }) {
            take_axis(one.first, hinges);
            take_axis(one.second, hinges);
        }
    };
    for (ConstraintSpec& constraint : spec.constraints) std::visit(take_axes, constraint);
    for (PotentialSpec& potential : spec.potentials) std::visit(take_axes, potential);
}

}  // namespace cchnn
