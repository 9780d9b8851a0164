#pragma once
// A charge q at a point of a body in a uniform magnetic field B, in a plane at right angles to it.
//   (1)  F = q v x B           on the point, v its velocity; v . F = 0, so that energy stays without a share in V     [N]
//   (2)  U(x, v) = -q A . v,   A = B x r/2 with B = curl A: the generalised potential of (1), not computed here        [J]
// M v alone is then no canonical momentum, which by (2) is M v + q A at the point. Of M v the component along B stays.

#include "elements/element.hpp"

namespace cchnn {

struct MagneticFieldSpec {
    PointSpec on;
    double charge = 0;          // C
    std::vector<double> field;  // (3) T
};
struct ChargeInField {
    std::string name;  // "MagneticField bob"
    Point on;
    double charge;
    std::vector<double> field;  // (3) T
};

// elements/tables/magnetic_field_table.hpp
template <class C>
class MagneticForces;

struct MagneticFieldKind {
    using Spec = MagneticFieldSpec;
    using Term = ChargeInField;
    using NothingNarrow = void;
    template <class C>
    using GyroscopicForces = MagneticForces<C>;
    static constexpr const char* type = "MagneticField";
    static constexpr FileList list = FileList::potentials;
    static constexpr auto fields = std::tuple(
        field("on", "A body by its id: its centre of mass, or the Origin itself; or a point of an extended body.",
              &Spec::on),
        field("charge", "The charge at the point.", &Spec::charge).in("C").drawn(),
        field("field", "The field, along the axes of space; in a plane at right angles to it.", &Spec::field).in("T"));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term&) { return {}; }
    static constexpr Energy energy = Energy::does_no_work;
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.magnetic.push_back(term.field); }
    static void draw(const Term& term, Sketch& sketch) { sketch.attach(term.on); }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
