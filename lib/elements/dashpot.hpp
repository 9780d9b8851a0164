#pragma once
// Two points whose distance changes against a resistance: a Rayleigh function of its rate (damping.hpp).
//   (1)  R = c/2 (d|r|/dt)^2 = c/2 (r . w)^2 / |r|^2,  r the separation of the two points, w = dr/dt; c in N s/m
//   (2)  dR/dw = c (r . w) r / |r|^2  on the first of them, its opposite on the second

#include "elements/element.hpp"

namespace cchnn {

struct DashpotSpec {
    PointSpec a, b;
    double coefficient = 0;  // N s/m, >= 0
};
struct Dashpot {
    std::string name;  // "Dashpot hook1-bob1"
    Point a, b;
    double coefficient;
};

// elements/tables/dashpot_table.hpp
template <class C>
class DashpotForces;

struct DashpotKind {
    using Spec = DashpotSpec;
    using Term = Dashpot;
    template <class C>
    using Dissipation = DashpotForces<C>;
    static constexpr const char* type = "Dashpot";
    static constexpr FileList list = FileList::damping;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.energy = false;
        symmetry.hold(term.a), symmetry.hold(term.b);
    }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"coefficient", "N s/m", VariedProperty::Range::not_negative, &Spec::coefficient}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::dashpot, term.a, term.b, term.name);
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
