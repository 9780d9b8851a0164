#pragma once
// A torque between two bodies that is the same at all times, or a number times an input (mechanics/driven_forces.hpp):
// a motor about a hinge, or in a plane.
//   (1)  V   = -M theta        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = M               on b about the axis, -M on a                                  [N m]
//   (3)  tau = M u             with an input u, and no V

#include "elements/element.hpp"
#include "elements/parts/counted_angle.hpp"

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

// elements/tables/torque_table.hpp
template <class C>
class ConstantTorques;

struct TorqueKind {
    using Spec = TorqueSpec;
    using Term = Torque;
    using NothingNarrow = void;
    using EdgeByFields = void;
    template <class C>
    using Torques = ConstantTorques<C>;
    static constexpr const char* type = "Torque";
    static constexpr FileList list = FileList::potentials;
    static constexpr auto fields = std::tuple(
        angle_itself(&Spec::angle),
        field("torque",
              "The torque on the second body about the axis, its reverse acts on the first; with `input`, that of an "
              "input of 1.",
              &Spec::torque)
            .in("N m")
            .drawn(),
        field("input", "Id of the input that the torque is multiplied by.", &Spec::input).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static std::vector<const CountedAngle*> angles(const Term& term) { return {&term.angle}; }
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.angle.a, .b = &term.angle.b}; }
    static constexpr Energy energy = Energy::conserves;
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (!term.input.empty()) symmetry.energy = false;
        if (term.angle.across_a.weights.empty() || term.angle.across_b.weights.empty()) symmetry.turns = false;
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
