#pragma once
// A torque between two bodies that is the same at all times, or a number times an input
// (mechanics/driven_forces.hpp; schemas/system/potentials.md, "Torque"): a motor about a hinge, or in the
// plane.
//   (1)  V   = -M theta        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = M               on b about the axis, -M on a                                  [N m]
//   (3)  tau = M u             with an input u, and no V
//   (4)  tau = M u e on b with `frame` "body", e an axis of b, which needs no hinge; nothing acts back: the propeller of
//        an aircraft. A pair of forces on each pair of axes: e_k . tau/2 along e_j on e_i, less it along e_i on e_j.

#include "elements/kind_bases.hpp"
#include "elements/parts/angle_spec.hpp"

namespace cchnn {

struct TorqueSpec {
    AngleSpec angle;
    double torque = 0;    // N m
    std::string input{};  // u of (3); empty without one
    std::string frame = "space";
};
struct Torque {
    std::string name;  // "Torque wall-door"
    CountedAngle angle;
    double torque;
    std::string input, frame;
    std::vector<Point> axes{};     // directions e_1, e_2, e_3 of b of (4); none in space
    std::array<Exact, 3> along{};  // e of (4)
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
        field("input", "Id of the input that the torque is multiplied by.", &Spec::input).optional(),
        in_frame(&Spec::frame));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static std::vector<const CountedAngle*> angles(const Term& term) {
        return term.axes.empty() ? std::vector{&term.angle} : std::vector<const CountedAngle*>{};
    }
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (!term.input.empty()) symmetry.energy = false;
        if (term.axes.empty()) symmetry.turn(term.angle);
        else symmetry.space = false;
    }
    static constexpr const char* formula = "Torque, V = -M theta without an input, theta counted over turns";
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
