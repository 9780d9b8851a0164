#pragma once
// A magnetic dipole that points along or against (x - pivot), in the field of fixed ones: paper eq. (24), (25).
//   V = -m_0(x) . B(x),  m_0 = moment (x - pivot)/|x - pivot|,  B = sum_i mu0/(4 pi |r|^5) (3 r r^T - |r|^2 1) m_i,
//   r = x - position_i; written out in (1) to (3) below.  d = 3.

#include <array>

#include "elements/element.hpp"

namespace cchnn {

struct DipoleSpec {
    std::string body, pivot;  // an Obj0D, and the Origin that its moment points away from
    double moment = 0;        // A m^2; negative: towards the pivot
    double mu0 = 1;           // N/A^2, or in the file's units
    struct Magnet {
        std::vector<double> position, moment;  // (3) m, A m^2
    };
    std::vector<Magnet> magnets;
};
struct Dipole {
    NodeIndex node;
    std::vector<double> pivot;  // (3)
    double moment, mu0;
    std::vector<DipoleSpec::Magnet> magnets;
};

// elements/tables/dipole_table.hpp
template <class C>
class DipoleForces;

struct DipoleKind {
    using Spec = DipoleSpec;
    using Term = Dipole;
    template <class C>
    using Forces = DipoleForces<C>;
    static constexpr const char* type = "Dipole";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term&) { return {}; }
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.space = false; }  // magnets stand anywhere
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"moment", "A m^2", VariedProperty::Range::any, &Spec::moment}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        for (const DipoleSpec::Magnet& magnet : term.magnets)
            sketch.spot(Drawing::Spot::Kind::magnet, fixed_point(magnet.position), "magnet");
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
