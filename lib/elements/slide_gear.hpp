#pragma once
// Two ways in a fixed ratio (schemas/system/constraints.md, "SlideGear"), as of the jaws of a gripper or the stages of
// a telescope:
//
//   (1)  Phi = s_2 - ratio s_1 - offset        s of elements/parts/slide_spec.hpp        [m]
//
// A sum of two products, so that no angle is counted. The directions may belong to different bodies, and need not be
// parallel.

#include "elements/kind_bases.hpp"
#include "elements/parts/slide_spec.hpp"

namespace cchnn {

struct SlideGearSpec {
    SlideSpec first, second;
    double ratio = 0;   // not 0
    double offset = 0;  // m
};
struct SlideGear {
    std::string name;  // "SlideGear left-right"
    Slide first, second;
    double ratio, offset;
};

struct SlideGearKind : ConstraintOf<SlideGearSpec, SlideGear> {
    using TakesPaperRows = void;
    static constexpr const char* type = "SlideGear";
    static constexpr auto fields = std::tuple(
        slide("first", &Spec::first), slide("second", &Spec::second),
        field("ratio", "Way of the second slide for each metre of the first. Below 0 where they oppose.", &Spec::ratio)
            .not_zero("must not be 0: the second slide would stand still, which a Weld does"),
        field("offset", "Way of the second slide where that of the first is 0.", &Spec::offset).in("m").optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void breaks(const Term& term, Symmetry& symmetry) {
        term.first.breaks(symmetry);
        term.second.breaks(symmetry);
    }
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula =
        "two slides in a ratio: u_2 . (x_b2 - x_a2) - ratio u_1 . (x_b1 - x_a1) - offset = 0";
    static std::string ends(const Term& term, const Bodies& bodies);
};

}  // namespace cchnn
