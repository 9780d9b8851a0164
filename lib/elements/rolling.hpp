#pragma once
// A body rolls on the plane up . x = height without slipping; d = 3 (schemas/system/constraints.md, "Rolling").
// There are three cases:
//   Obj2D                 a disk in its own plane, which stays upright
//   Obj3D with an axle    a wheel, whose axle stays level
//   Obj3D                 a ball
//
//   (1)  height      Phi = up . x_c - (height + radius)                                  [m]
//   (2)  upright     Phi = up . (r_1 x r_2)                     a disk
//        axle        Phi = up . axle                            a wheel
//   (3)  contact     across_j . (v_c - radius sum_i (up . r_i) dr_i/dt) = 0, r_i its principal axes   [m/s]
// (3) constrains velocities alone and is not integrable (nonholonomic): energy is conserved, but the flow is
// not Hamiltonian.

#include <array>
#include <optional>

#include "elements/kind_bases.hpp"

namespace cchnn {

struct RollingSpec {
    std::string body;
    double radius = 0;         // m
    std::vector<double> up;    // (3)
    double height = 0;         // m
    std::vector<double> axle;  // (3), or empty
};
struct Rolling {
    std::string name;  // "Rolling disk"
    BodyIndex body;
    Point centre;
    std::vector<Point> axes;    // directions r_i, 2 or 3
    std::optional<Point> axle;  // direction that stays level, of a wheel
    double radius, height;      // m
    std::array<double, 3> up;
    std::array<Exact, 3> across_1, across_2;  // unit vectors of the plane
    bool is_disk() const { return axes.size() == 2; }
};

struct RollingKind : ConstraintOf<RollingSpec, Rolling> {
    using TakesPaperRows = void;
    static constexpr const char* type = "Rolling";
    static constexpr auto fields = std::tuple(
        field("body", "Id of the Obj2D or Obj3D that rolls.", &Spec::body),
        field("radius", "Distance of its centre of mass from the plane.", &Spec::radius).in("m").positive(),
        field("height", "Height of the plane: up . x of its points.", &Spec::height).in("m").optional(),
        field("up", "Unit vector across the plane, to the side of the body. Default: the last axis.", &Spec::up)
            .or_last_axis(),
        field("axle",
              "Unit vector along the axle of a wheel, in its principal axes. Default: none, an Obj3D is a ball.",
              &Spec::axle)
            .optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    // The plane pushes sideways at the contact, off the centre of mass: no momentum is left.
    static void breaks(const Term&, Symmetry& symmetry) { symmetry.space = false; }
    static void draw(const Term& term, Sketch& sketch);
    static constexpr const char* formula =
        "the point that touches the plane does not slip: v - radius sum (up . r_i) dr_i/dt = 0 along the plane, a "
        "condition on velocities alone; height and axle are held";
    static std::string ends(const Term& term, const Bodies& bodies);
    static void add_lengths(const Term& term, MeanLength& lengths) { lengths.add(term.radius); }
};

}  // namespace cchnn
