#pragma once
// A massless rope that is always taut and slides without friction through points, which are its pulleys
// (schemas/system/constraints.md, "Rope").
//   (1)  Phi = sum_i |x_i - x_{i+1}| - length          [m]
// The row is singular where two neighbouring points meet. As an equation it pulls and pushes: tension may
// become negative, which a real rope cannot have.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct RopeSpec {
    std::vector<PointSpec> points;  // 3 or more
    double length = 0;              // m
};
struct Rope {
    std::string name;           // "Rope left-right", its ends
    std::vector<Point> points;  // from end to end
    double length;              // m
};

struct RopeKind : ConstraintOf<RopeSpec, Rope> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Rope";
    static constexpr auto fields = std::tuple(
        field("points", "From end to end: bodies, or points of bodies; an Origin is a pulley.", &Spec::points),
        field("length", "Sum of the distances of neighbouring points.", &Spec::length).in("m").positive().drawn());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void breaks(const Term& term, Symmetry& symmetry) {
        for (const Point& point : term.points) symmetry.hold(point);
    }
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula = "a taut rope over pulleys that are points: sum |x_i - x_(i+1)| - length = 0";
    static std::string ends(const Term& term, const Bodies& bodies);
    static void add_lengths(const Term& term, MeanLength& lengths) {
        lengths.add(term.length / static_cast<double>(term.points.size() - 1));
    }
};

}  // namespace cchnn
