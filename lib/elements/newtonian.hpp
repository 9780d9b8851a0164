#pragma once
// Masses that attract each other by Newton's law of gravitation (schemas/system/potentials.md, "Newtonian").
//   (1)  V = -sum_{i<j} G m_i m_j / |r_ij|       [J], over the listed bodies; Origins among them are fixed sources
//   (2)  f = -G m_i m_j r_ij / |r_ij|^3          [N]

#include "elements/kind_bases.hpp"

namespace cchnn {

struct NewtonianSpec {
    double gravitational_constant = 0;
    std::vector<std::string> bodies;
};
// The term, one for each pair of which at least one body moves: V = -strength / |x_a - x_b|.
struct Attraction {
    Point a, b;
    Exact strength;  // G m_a m_b
};

// Computes energy and force (elements/tables/newtonian_table.hpp).
template <class C>
class NewtonianForces;

struct NewtonianKind : BetweenPoints<PotentialOf<NewtonianSpec, Attraction>> {
    template <class C>
    using Forces = NewtonianForces<C>;
    static constexpr const char* type = "Newtonian";
    static constexpr auto fields =
        std::tuple(field("gravitational_constant", "Constant of gravitation, in the units of the file.",
                         &Spec::gravitational_constant)
                       .in("m^3/(kg s^2)")
                       .positive()
                       .drawn(),
                   field("bodies",
                         "Bodies that attract one another, from centre of mass to centre of mass. An Origin among them "
                         "has a 'mass'.",
                         &Spec::bodies));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
