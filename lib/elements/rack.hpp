#pragma once
// A wheel in mesh with a rack (schemas/system/constraints.md, "Rack"): the angle theta of the wheel against the
// body that carries it is coupled to the way s of a point of one body along a direction u of another. A Screw
// (screw.hpp) has this row too.
//
//   (1)  s   = u_a . (x_b - x_a)                                                   [m]
//   (2)  Phi = s - radius (theta - phase)     modulo 2 pi radius, next to 0        [m]
//   (3)  Phi' = s' - radius theta'            theta' of elements/parts/counted_angle.hpp
//
// The radius is negative if the wheel turns the other way. As with a Gear, whole turns of the wheel change
// nothing, so that no angle is counted, and a motion stays in the mesh in which it begins.

#include <optional>

#include "elements/kind_bases.hpp"
#include "elements/parts/angle_spec.hpp"
#include "elements/parts/slide_spec.hpp"

namespace cchnn {

struct RackSpec {
    AngleSpec wheel;
    SlideSpec slide;
    double radius = 0;              // m, not 0
    std::optional<double> phase{};  // rad; none: the one that the start meets (sample/start_phases.hpp)
};
struct Rack {
    std::string name;  // "Rack pinion-bar"
    CountedAngle wheel;
    Slide slide;
    Exact radius;
    double phase;
};

struct RackKind : ConstraintOf<RackSpec, Rack> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Rack";
    static constexpr auto fields = std::tuple(
        wheel("wheel", &Spec::wheel), slide("slide", &Spec::slide),
        field("radius", "Way per angle of the wheel. Below 0 where the way shrinks as the angle grows.", &Spec::radius)
            .in("m")
            .not_zero("must not be 0: the wheel would turn without moving the rack"),
        phase("Angle of the wheel where the way is 0, up to turns. Default: as motions start.", &Spec::phase));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static std::vector<const CountedAngle*> hinges(const Term& term) { return {&term.wheel}; }
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.turn(term.wheel);
        term.slide.breaks(symmetry);
    }
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula =
        "a wheel on a rack: u . (x_b - x_a) - radius (theta - phase) = 0, up to turns; theta against its carrier";
    static std::string ends(const Term& term, const Bodies& bodies);
};

}  // namespace cchnn
