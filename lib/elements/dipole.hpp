#pragma once
// A magnetic dipole that points along or against (x - pivot), in the field of fixed dipoles; d = 3 (paper, eq.
// (24), (25); schemas/system/potentials.md, "Dipole"). It is the magnet at the end of a pendulum over magnets
// on a table.
//   V = -m_0(x) . B(x),  m_0 = moment (x - pivot)/|x - pivot|,  B = sum_i mu0/(4 pi |r|^5) (3 r r^T - |r|^2 1) m_i,
//   r = x - position_i; energy and force are written out in elements/tables/dipole_table.hpp

#include <array>

#include "elements/kind_bases.hpp"

namespace cchnn {

struct DipoleSpec {
    std::string body, pivot;
    double moment = 0;  // A m^2
    double mu0 = 1;     // N/A^2
    struct Magnet {
        std::vector<double> position, moment;  // (3) m, A m^2
        static constexpr auto fields = std::tuple(field("position", "Where it is.", &Magnet::position).in("m"),
                                                  field("moment", "Its magnetic moment.", &Magnet::moment).in("A m^2"));
    };
    std::vector<Magnet> magnets;
};
struct Dipole {
    NodeIndex node;
    std::vector<double> pivot;  // (3)
    double moment, mu0;
    std::vector<DipoleSpec::Magnet> magnets;
};

// Computes energy and force (elements/tables/dipole_table.hpp).
template <class C>
class DipoleForces;

struct DipoleKind : PotentialOf<DipoleSpec, Dipole> {
    template <class C>
    using Forces = DipoleForces<C>;
    static constexpr const char* type = "Dipole";
    static constexpr auto fields =
        std::tuple(field("body", "Id of the Obj0D that moves.", &Spec::body),
                   field("pivot", "Id of the Origin that its moment points away from.", &Spec::pivot),
                   field("moment", "Magnetic moment; negative: towards the pivot.", &Spec::moment).in("A m^2").drawn(),
                   field("mu0", "Vacuum permeability, in the units of the file.", &Spec::mu0).in("N/A^2").positive(),
                   field("magnets", "The fixed magnets.", &Spec::magnets));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term&) { return {}; }
    static void breaks(const Term&, Symmetry& symmetry) {
        symmetry.space = false;
    }  // the field has no symmetry in general
    static void draw(const Term& term, Sketch& sketch) {
        for (const DipoleSpec::Magnet& magnet : term.magnets)
            sketch.spot(Drawing::Spot::Kind::magnet, fixed_point(magnet.position), "magnet");
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
