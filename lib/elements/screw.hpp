#pragma once
// A screw, or helical pair (schemas/system/constraints.md, "Screw"): a point x_b of b, the nut, moves along an
// axis of a, and b turns about that axis as it moves. It has the rows of a Slider that turns (lower_pair.hpp)
// and that of a Rack (rack.hpp) with radius lead/(2 pi):
//   (1)  Phi = s - lead (theta - phase)/(2 pi)    s = u_a . (x_b - x_a), modulo the lead, next to 0               [m]
// with theta the angle of b against a about u (parts/counted_angle.hpp). A right-handed thread has a positive
// lead.

#include "elements/lower_pair.hpp"
#include "elements/rack.hpp"

namespace cchnn {

struct ScrewSpec : SliderSpec {
    ScrewSpec() { turn = true; }
    double lead = 0;                // m a turn, not 0
    std::optional<double> phase{};  // rad; none: the one that the start meets (sample/start_phases.hpp)
};
struct Screw : LowerPair {
    Rack thread;
};

struct ScrewKind : LowerPairAnswers {
    using Spec = ScrewSpec;
    using Term = Screw;
    static constexpr const char* type = "Screw";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("axis",
              "Unit vector of the first body along which the point moves, and the one of the second body that stays "
              "along it.",
              &Spec::axis),
        field(
            "lead",
            "Displacement along the axis for each turn of the second body about it; below 0 for a left-handed thread.",
            &Spec::lead)
            .in("m")
            .not_zero("must not be 0: for a hinge use a Joint+Axis"),
        phase("Angle of the second body where the displacement is 0, up to turns. Default: as motions start.",
              &Spec::phase));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static void paper_rows(const Term& term, PaperRows& rows);  // (1) first
    static void solver_rows(const Term& term, int dimension, std::vector<SolverRow>& rows);
    static void breaks(const Term& term, Symmetry& symmetry);
    static constexpr const char* formula =
        "a nut on a screw: the rows of a Slider that turns, and u_a . (x_b - x_a) - lead (theta - phase)/(2 pi) = 0, "
        "up to turns";
    static std::string ends(const Term& term, const Bodies& bodies);
};

}  // namespace cchnn
