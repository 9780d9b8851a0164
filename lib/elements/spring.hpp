#pragma once
// A linear spring between two points (schemas/system/potentials.md, "Spring").
//   (1)  V = k/2 (|r| - l0)^2,  r the separation of the two points    [J]
//   (2)  f = -k (1 - l0/|r|) r  on the first of them                  [N]
//   (3)  f += k u r/|r|  with an input u, which adds to the rest length and has no part in V
// With l0 = 0 and no input the force is linear in r, and smooth where the points meet.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct SpringSpec {
    PointSpec a, b;
    double stiffness = 0;    // N/m
    double rest_length = 0;  // m
    std::string input{};     // u of (3), m; empty without one
};
struct Spring {
    std::string name;  // "Spring hook1-bob1"
    Point a, b;
    double stiffness, rest_length;
    std::string input{};
};

// Computes energy and force (elements/tables/spring_table.hpp).
template <class C>
class SpringForces;

struct SpringKind : BetweenPoints<PotentialOf<SpringSpec, Spring>> {
    template <class C>
    using Forces = SpringForces<C>;
    static constexpr const char* type = "Spring";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("stiffness", "Force per length.", &Spec::stiffness).in("N/m").positive().drawn(),
        field("rest_length", "Length without force.", &Spec::rest_length).in("m").not_negative().drawn().optional(),
        field("input", "Id of the input that is added to the rest length.", &Spec::input).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::spring, term.a, term.b, term.name);
    }
    static constexpr const char* formula = "Spring, V = k/2 (|x_a - x_b| - l0)^2";
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
    static void add_lengths(const Term& term, MeanLength& lengths) {
        if (term.rest_length > 0) lengths.add(term.rest_length);
    }
};

}  // namespace cchnn
