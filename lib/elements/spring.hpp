#pragma once
// Two points that a spring pulls together or pushes apart.
//   (1)  V = k/2 (|r| - l0)^2,  r the separation of the two points    [J]
//   (2)  f = -k (1 - l0/|r|) r  on the first of them                  [N]

#include "elements/element.hpp"

namespace cchnn {

struct SpringSpec {
    PointSpec a, b;
    double stiffness = 0;    // N/m, > 0
    double rest_length = 0;  // m, >= 0
};
struct Spring {
    std::string name;  // "Spring hook1-bob1"
    Point a, b;
    double stiffness, rest_length;
};

// elements/tables/spring_table.hpp
template <class C>
class SpringForces;

struct SpringKind {
    using Spec = SpringSpec;
    using Term = Spring;
    template <class C>
    using Forces = SpringForces<C>;
    static constexpr const char* type = "Spring";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.hold(term.a), symmetry.hold(term.b); }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"stiffness", "N/m", VariedProperty::Range::positive, &Spec::stiffness},
                {"rest_length", "m", VariedProperty::Range::not_negative, &Spec::rest_length}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::spring, term.a, term.b, term.name);
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term& term, MeanLength& lengths) {
        if (term.rest_length > 0) lengths.add(term.rest_length);
    }
};

}  // namespace cchnn
