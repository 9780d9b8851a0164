#pragma once
// A spring against turning: of one body against another, about a hinge or in a plane.
//   (1)  V   = k/2 (theta - theta_0)^2        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = -k (theta - theta_0)           on b about the axis, -tau on a                                [N m]

#include "elements/element.hpp"
#include "elements/parts/angle_spec.hpp"

namespace cchnn {

struct TorsionSpringSpec {
    AngleSpec angle;
    double stiffness = 0;   // N m, of a radian
    double rest_angle = 0;  // rad
};
struct TorsionSpring {
    std::string name;  // "TorsionSpring wall-door"
    CountedAngle angle;
    double stiffness, rest_angle;
};

// elements/tables/torsion_spring_table.hpp
template <class C>
class TorsionSpringTorques;

struct TorsionSpringKind {
    using Spec = TorsionSpringSpec;
    using Term = TorsionSpring;
    using NothingNarrow = void;
    using CheckedByFields = void;
    using EdgeByFields = void;
    template <class C>
    using Torques = TorsionSpringTorques<C>;
    static constexpr const char* type = "TorsionSpring";
    static constexpr FileList list = FileList::potentials;
    static constexpr auto fields =
        std::tuple(angle_itself(&Spec::angle),
                   field("stiffness", "Torque per angle.", &Spec::stiffness).in("N m").positive().drawn(),
                   field("rest_angle", "Angle without torque, of any number of turns.", &Spec::rest_angle)
                       .in("rad")
                       .drawn()
                       .optional());
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static std::vector<const CountedAngle*> angles(const Term& term) { return {&term.angle}; }
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.angle.a, .b = &term.angle.b}; }
    static constexpr Energy energy = Energy::conserves;
    static void breaks(const Term& term, Symmetry& symmetry) {
        if (term.angle.across_a.weights.empty() || term.angle.across_b.weights.empty()) symmetry.turns = false;
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
