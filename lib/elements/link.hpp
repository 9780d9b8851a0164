#pragma once
// Two points stay a fixed distance apart, as by a massless rod (paper, section 6, "Simple Links";
// schemas/system/constraints.md, "Link").
//   (1)  Phi = |x_a - x_b|^2 - length^2          [m^2]
// Squared, as in the paper: it is a polynomial, and its gradient does not vanish for a length > 0. To tell a
// reader how far a link is off, use position_error(), which is in metres.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct LinkSpec {
    PointSpec a, b;
    double length = 0;  // m
};
struct Link {
    std::string name;  // "Link pivot-bob1", for messages and tables
    Point a, b;
    double length;  // m
};

struct LinkKind : BetweenPoints<ConstraintOf<LinkSpec, Link>> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Link";
    static constexpr auto fields =
        std::tuple(between(&Spec::a, &Spec::b),
                   field("length", "Distance of the two ends.", &Spec::length).in("m").positive().drawn());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::rod, term.a, term.b, term.name);
    }
    static constexpr const char* formula = "a massless rod: |x_a - x_b|^2 - length^2 = 0";
    static std::string ends(const Term& term, const Bodies& bodies);
    static void add_lengths(const Term& term, MeanLength& lengths) { lengths.add(term.length); }
};

}  // namespace cchnn
