#pragma once
// Linear damping by a Rayleigh function R (schemas/system/potentials.md, "Damping"): the force is -dR/dv, and
// energy is lost at the rate v . dR/dv = 2 R.
//   (1)  isotropic    R = c |v|^2 / 2                       of the centre of mass              c in N s/m
//   (2)  about pivot  R = c |r x v|^2 / |r|^4 / 2           of the angular velocity about an Origin, r = x - pivot;
//                                                           c in N m s

#include <optional>

#include "elements/kind_bases.hpp"

namespace cchnn {

// The item as the file has it; every Spec of this directory is read by its fields, or by hand where they do not
// suffice.
struct DampingSpec {
    std::string body;
    std::optional<std::string> pivot;
    double coefficient = 0;  // N s/m; about a pivot N m s
};
// The term: names resolved to a node and a place. Every Term of this directory is made when a system is compiled, by
// resolve() of its kind or from its fields (parts/reading/resolve_fields.hpp).
struct Damping {
    NodeIndex node;  // centre of mass
    std::optional<std::vector<double>> pivot;
    double coefficient;
};

// Computes the forces; defined in elements/tables/damping_table.hpp, for mechanics/force_tables.hpp.
template <class C>
class DampingForces;

struct DampingKind : DampingOf<DampingSpec, Damping> {
    template <class C>
    using Dissipation = DampingForces<C>;
    static constexpr const char* type = "Damping";
    static constexpr auto fields = std::tuple(
        field("body", "Id of the body that is damped; its centre of mass counts.", &Spec::body),
        field("coefficient", "Force per velocity; with 'about', torque per angular velocity.", &Spec::coefficient)
            .in("N s/m")
            .about_pivot_in("N m s")
            .not_negative()
            .drawn(),
        field("about", "Id of an Origin. Default: none, all motion is damped.", &Spec::pivot).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term&) { return {}; }
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.space = false; }  // air at rest
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
