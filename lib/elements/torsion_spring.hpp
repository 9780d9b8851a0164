#pragma once
// A spring against the turning of one body against another, about a hinge or in the plane
// (schemas/system/potentials.md, "TorsionSpring").
//   (1)  V   = k/2 (theta - theta_0)^2        theta counted over turns (elements/parts/counted_angle.hpp)   [J]
//   (2)  tau = -k (theta - theta_0)           on b about the axis, -tau on a                                [N m]
//   (3)  tau += k u                           with an input u, which adds to the rest angle and has no part in V

#include "elements/kind_bases.hpp"
#include "elements/parts/angle_spec.hpp"

namespace cchnn {

struct TorsionSpringSpec {
    AngleSpec angle;
    double stiffness = 0;   // N m, of a radian
    double rest_angle = 0;  // rad
    std::string input{};    // u of (3), rad; empty without one
};
struct TorsionSpring {
    std::string name;  // "TorsionSpring wall-door"
    CountedAngle angle;
    double stiffness, rest_angle;
    std::string input{};
};

// Computes energy and torque (elements/tables/torsion_spring_table.hpp).
template <class C>
class TorsionSpringTorques;

struct TorsionSpringKind : AboutAngle<PotentialOf<TorsionSpringSpec, TorsionSpring>> {
    template <class C>
    using Torques = TorsionSpringTorques<C>;
    static constexpr const char* type = "TorsionSpring";
    static constexpr auto fields =
        std::tuple(angle_itself(&Spec::angle),
                   field("stiffness", "Torque per angle.", &Spec::stiffness).in("N m").positive().drawn(),
                   field("rest_angle", "Angle without torque, of any number of turns.", &Spec::rest_angle)
                       .in("rad")
                       .drawn()
                       .optional(),
                   field("input", "Id of the input that is added to the rest angle.", &Spec::input).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static constexpr const char* formula = "TorsionSpring, V = k/2 (theta - theta_0)^2, theta counted over turns";
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
