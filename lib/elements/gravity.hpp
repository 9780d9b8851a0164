#pragma once
// A uniform field that pulls on every mass (schemas/system/potentials.md, "Gravity").
//   (1)  V = sum_bodies m g (up . x_cm)          [J]
//   (2)  f = -m g up  on each centre of mass     [N], the same everywhere

#include "elements/kind_bases.hpp"

namespace cchnn {

struct GravitySpec {
    double g = 9.81;         // m/s^2
    std::vector<double> up;  // (d)
};
struct Gravity {
    double g;
    std::vector<double> up;
};

struct GravityKind : PotentialOf<GravitySpec, Gravity> {
    using NothingNarrow = void;
    static constexpr const char* type = "Gravity";
    static constexpr auto fields =
        std::tuple(field("g", "Acceleration of gravity.", &Spec::g).in("m/s^2").not_negative().drawn().optional(),
                   field("up", "Unit vector that points up. Default: the last axis.", &Spec::up)
                       .in_space()
                       .direction()
                       .or_last_axis());
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term&) { return {}; }
    static void add_constant_force(const Term& term, const Bodies& bodies, std::vector<Exact>& force);  // (n, d), (2)
    static void breaks(const Term& term, Symmetry& symmetry);
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
