#pragma once
// A body rolls on the plane up . x = height without slipping; d = 3 (schemas/system/constraints.md, "Rolling").
// There are four cases:
//   Obj2D                 a disk in its own plane, which stays upright
//   Obj3D with an axle    a wheel, whose axle stays level
//   Obj3D                 a ball
//   upright: false        a disk or a wheel with a thin rim, which leans as it likes and touches with its lowest point
//
//   (1)  height      Phi = up . x_c - (height + radius)                                  [m]
//   (2)  upright     Phi = up . (r_1 x r_2)                     a disk
//        axle        Phi = up . axle                            a wheel
//   (3)  contact     across_j . (v_c - radius sum_i (up . r_i) dr_i/dt) = 0, r_i its principal axes   [m/s]
//   (4)  leaning     Phi = (up . x_c - height - radius s)/sqrt 2,   s^2 = a_1^2 + a_2^2,   a_i = up . d_i         [m]
//                    across_j . (v_c - radius sum_i (a_i/s) dd_i/dt)/sqrt 2 = 0                                  [m/s]
//                    in place of (1) to (3), with two unit vectors d_i of the plane of the rim; s is the cosine of the
//                    lean, and where it is 0 the rim lies flat and has no lowest point. Both are equations of x_c and
//                    radius d_i (parts/formula), divided by the length of their gradient.
// (3) constrains velocities alone and is not integrable (nonholonomic): energy is conserved, but the flow is
// not Hamiltonian.

#include <array>
#include <memory>
#include <optional>

#include "elements/kind_bases.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

struct RollingSpec {
    std::string body;
    double radius = 0;         // m
    std::vector<double> up;    // (3)
    double height = 0;         // m
    std::vector<double> axle;  // (3), or empty
    bool upright = true;
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
    // (4), or none: the two vectors radius d_i, and equations of the height and of both directions of the plane.
    std::vector<Point> rim{};
    std::array<std::shared_ptr<const Equation>, 3> leaning{};
    bool is_disk() const { return axes.size() == 2; }
    bool leans() const { return !rim.empty(); }
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
            .optional(),
        field("upright", "Whether a disk or a wheel is kept upright; else it leans and touches with its lowest point.",
              &Spec::upright)
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
