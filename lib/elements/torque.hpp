#pragma once
// A torque between two bodies that is the same at all times, or a number times an input
// (mechanics/driven_forces.hpp; schemas/system/potentials.md, "Torque"): a motor about a hinge, or in the
// plane.
//   (1)  V   = -M theta        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = M               on b about the axis, -M on a                                  [N m]
//   (3)  tau = M u             with an input u, and no V

#include "elements/kind_bases.hpp"
#include "elements/parts/angle_spec.hpp"

namespace cchnn {

struct TorqueSpec {
    AngleSpec angle;
    double torque = 0;    // N m
    std::string input{};  // u of (3); empty without one
};
struct Torque {
    std::string name;  // "Torque wall-door"
    CountedAngle angle;
    double torque;
    std::string input;
};

// Computes energy and torque (elements/tables/torque_table.hpp).
template <class C>
class ConstantTorques;

struct TorqueKind : AboutAngle<PotentialOf<TorqueSpec, Torque>> {
    template <class C>
    using Torques = ConstantTorques<C>;
    static constexpr const char* type = "Torque";
    static constexpr auto fields = std::tuple(
        angle_itself(&Spec::angle),
        field("torque",
              "The torque on the second body about the axis, its reverse acts on the first; with `input`, that of an "
              "input of 1.",
              &Spec::torque)
            .in("N m")
            .not_zero("is zero, so the Torque does nothing: remove it")
            .drawn(),
        field("input", "Id of the input that the torque is multiplied by.", &Spec::input).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (!term.input.empty()) symmetry.energy = false;
        symmetry.turn(term.angle);
    }
    static constexpr const char* formula = "Torque, V = -M theta without an input, theta counted over turns";
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
