#pragma once
// A uniform field that pulls on every mass.
//   (1)  V = sum_bodies m g (up . x_cm)          [J]
//   (2)  f = -m g up  on each centre of mass     [N], the same everywhere

#include "elements/element.hpp"

namespace cchnn {

struct GravitySpec {
    double g = 9.81;         // m/s^2
    std::vector<double> up;  // (d) unit vector
};
struct Gravity {
    double g;
    std::vector<double> up;
};

struct GravityKind {
    using Spec = GravitySpec;
    using Term = Gravity;
    using NothingNarrow = void;
    static constexpr const char* type = "Gravity";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term&) { return {}; }
    static void add_constant_force(const Term& term, const Bodies& bodies, std::vector<Exact>& force);  // (n, d), (2)
    static void breaks(const Term& term, Symmetry& symmetry);
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"g", "m/s^2", VariedProperty::Range::not_negative, &Spec::g}};
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
