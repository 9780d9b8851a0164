#pragma once
// Two wheels in mesh (schemas/system/constraints.md, "Gear"): their angles against the bodies that carry them
// turn in the ratio of their teeth. With p/q the numbers of teeth without common divisor, p > 0 > q for a ring
// with inner teeth or a belt:
//
//   (1)  Phi = theta_1 + (q/p) theta_2 - phase        modulo 2 pi/p, in (-pi/p, pi/p]        [rad]
//   (2)  Phi' = theta_1' + (q/p) theta_2'             of rates (2) of elements/parts/counted_angle.hpp
//
// Teeth fit wherever (1) is 0 up to 2 pi/p: whole turns of either wheel change nothing, so that no angle needs
// to be counted. A motion stays in the mesh in which it begins, and so keeps the ratio over all turns.

#include <array>
#include <optional>

#include "elements/kind_bases.hpp"
#include "elements/parts/angle_spec.hpp"

namespace cchnn {

struct GearSpec {
    AngleSpec first, second;
    std::array<int, 2> teeth{};
    std::optional<double> phase{};  // rad; none: the one that the start meets (sample/start_phases.hpp)
};
struct Gear {
    std::string name;  // "Gear small-large"
    CountedAngle first, second;
    std::array<int, 2> teeth;  // p > 0, q, without common divisor
    double phase;
};

struct GearKind : ConstraintOf<GearSpec, Gear> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Gear";
    static constexpr auto fields = std::tuple(
        wheel("first", &Spec::first), wheel("second", &Spec::second),
        field("teeth", "Numbers of teeth of the two wheels; below 0 for inner teeth of a ring, or a belt.",
              &Spec::teeth),
        phase("Angle of the first wheel where that of the second is 0, up to teeth. Default: as motions start.",
              &Spec::phase));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static std::vector<const CountedAngle*> hinges(const Term& term) { return {&term.first, &term.second}; }
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void breaks(const Term& term, Symmetry& symmetry) {
        for (const CountedAngle* angle : hinges(term)) symmetry.turn(*angle);
    }
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula =
        "wheels in mesh: theta_1 + (q/p) theta_2 - phase = 0, up to teeth; angles against the bodies that carry them";
    static std::string ends(const Term& term, const Bodies& bodies);
};

}  // namespace cchnn
