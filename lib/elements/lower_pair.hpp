#pragma once
// The joints that leave two bodies some of their relative motion, beside revolute and spherical joint (joint.hpp): the
// other lower pairs of the theory of mechanisms, the universal joint, directions that stay parallel, and the weld, which
// leaves none (schemas/system/constraints.md). With points x_a, x_b and directions u (`axis`), w (`across`) of bodies a and b:
//
//   (1)  Weld        Phi = x_a - x_b, u_a - u_b, w_a - w_b                        nothing moves
//   (2)  Slider      Phi = across_j(a) . (x_b - x_a), u_a - u_b, w_a - w_b         x_b moves along u_a
//        with turn   Phi = across_j(a) . (x_b - x_a), u_a - u_b                    and b turns about it: a cylinder
//   (3)  Universal   Phi = x_a - x_b, u_a . u_b                                    a cross of two axes
//   (4)  Planar      Phi = u_a . (x_b - x_a), u_a - u_b                            x_b moves across u_a, b about it
//   (5)  Parallel    Phi = u_a - u_b                                               any place, and b turns about u_a
//        with across Phi = u_a - u_b, w_a - w_b                                    any place, and b does not turn
//
// In two dimensions u_a x (x_b - x_a) takes the place of across . (...), and there is no w. In place of u_a -
// u_b and w_a - w_b the solver takes as many products as are independent: w_a . u_b, (u_a x w_a) . u_b, (u_a x
// w_a) . w_b; in two dimensions u_a x u_b. These vanish after half a turn as well; Phi, by which a start is
// checked, tells the two apart.

#include <optional>
#include <utility>

#include "elements/kind_bases.hpp"

namespace cchnn {

// The item of all five kinds; each has a type of its own, since the type of a Spec tells its kind.
struct LowerPairSpec {
    PointSpec a, b;
    std::vector<std::vector<double>> axis, across;  // of a and of b
    bool turn = false;
};
struct WeldSpec : LowerPairSpec {};
struct SliderSpec : LowerPairSpec {};
struct UniversalSpec : LowerPairSpec {};
struct PlanarSpec : LowerPairSpec {};
struct ParallelSpec : LowerPairSpec {};

// The relative rotation that is left to b: placements of bodies need an angle for a hinge and none for a fixed one.
enum class RemainingRotation { free, hinge, fixed };
// Spec: WeldSpec or SliderSpec.
template <class Spec>
RemainingRotation remaining_rotation(const Spec& spec, BodyType a, BodyType b, int dimension);

// The checks of a Slider, also for kinds made of one. `article_kind` is how messages call it, "a Screw"; it
// needs `least` dimensions or more. Returns whether both bodies exist and differ.
bool check_slider(const SliderSpec& slider, const std::string& article_kind, int least, const std::string& pointer,
                  Checking& checking);

// The term of all five kinds: which points meet, which products vanish, and what symmetries remain.
struct LowerPair {
    // first . second = 0; in two dimensions `crossed`: first x second = 0.
    struct Product {
        Separation first, second;
        bool crossed;
    };
    std::string name;  // "Slider rail-cart"
    Point a, b;
    bool meet = false;                        // x_a = x_b
    bool apart = false;                       // x_a and x_b are anywhere
    std::vector<Product> position_products;   // of points and directions: rows of Phi and of the solver
    std::vector<Product> direction_products;  // of two directions: rows of the solver alone
    std::vector<std::pair<Point, Point>> coincident_directions;  // rows of Phi alone
    std::vector<std::vector<double>> rails, normals;  // fixed in space: left are translations along, or normal to them
    std::vector<std::vector<double>> axes;            // fixed in space: left are turns about them
    std::vector<std::vector<double>> held;            // fixed points
    bool orientation_fixed = false;                   // b cannot turn in space
    std::optional<Point> slide_axis = std::nullopt;   // u_a, along which x_b moves
    std::optional<std::pair<Point, Point>> perpendicular_axes =
        std::nullopt;              // u_a and u_b, which stay at right angles
    std::string no_coordinates{};  // of a Coupling
};

// The answers that the five kinds share, by their common term.
struct LowerPairAnswers : ConstraintOf<LowerPairSpec, LowerPair> {
    static constexpr const char* across_text =
        "Unit vectors at right angles to the axis, of each of the two bodies, that stay together. Default: those that "
        "the axis has by itself.";
    static Coupling coupling(const Term& term);
    static void paper_rows(const Term& term, PaperRows& rows);
    static void solver_rows(const Term& term, int dimension, std::vector<SolverRow>& rows);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static std::string ends(const Term& term, const Bodies& bodies);
};

// The answers in which the kinds differ: their words, their checks, and how they are resolved.
template <class Spec_>
struct LowerPairOf : LowerPairAnswers {
    using Spec = Spec_;
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
};
struct WeldKind : LowerPairOf<WeldSpec> {
    static constexpr const char* type = "Weld";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("axis",
              "Unit vectors that coincide, in the principal axes of each of the two bodies; in space for an Origin. "
              "Default: the first principal axes.",
              &Spec::axis)
            .optional(),
        field("across", across_text, &Spec::across).optional());
    static constexpr const char* formula =
        "two bodies are one: x_a - x_b = 0, u_a - u_b = 0 and in space w_a - w_b = 0 (directions have rows of rank "
        "three, "
        "in a plane one)";
};
struct SliderKind : LowerPairOf<SliderSpec> {
    static constexpr const char* type = "Slider";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field("axis",
              "Unit vector of the first body along which the point moves, and the one of the second body that stays "
              "along it; the first alone for an Obj0D, and for a body that may turn in the plane.",
              &Spec::axis),
        field("across", across_text, &Spec::across).optional(),
        field("turn",
              "Whether the second body may turn: about the axis in space (a cylindrical joint), about the point in the "
              "plane.",
              &Spec::turn)
            .optional());
    static constexpr const char* formula =
        "a point of b moves along an axis of a: (x_b - x_a) across u_a = 0, and u_a - u_b = 0, w_a - w_b = 0 unless it "
        "may "
        "turn about it";
};
struct UniversalKind : LowerPairOf<UniversalSpec> {
    static constexpr const char* type = "Universal";
    static constexpr auto fields =
        std::tuple(between(&Spec::a, &Spec::b), field("axis",
                                                      "Unit vectors that stay at right angles, in the principal axes "
                                                      "of each of the two bodies; in space for an Origin.",
                                                      &Spec::axis));
    static constexpr const char* formula =
        "two points coincide, two axes stay at right angles: x_a - x_b = 0, u_a . u_b = 0";
};
struct PlanarKind : LowerPairOf<PlanarSpec> {
    static constexpr const char* type = "Planar";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b), field("axis",
                                           "Unit vector of the first body across the plane, and the one of the second "
                                           "body that stays along it; the first alone for an Obj0D.",
                                           &Spec::axis));
    static constexpr const char* formula =
        "a point of b moves in a plane of a and b turns in it: u_a . (x_b - x_a) = 0, u_a - u_b = 0";
};
struct ParallelKind : LowerPairOf<ParallelSpec> {
    static constexpr const char* type = "Parallel";
    static constexpr auto fields = std::tuple(
        between(&Spec::a, &Spec::b),
        field(
            "axis",
            "Unit vectors that stay parallel, in the principal axes of each of the two bodies; in space for an Origin.",
            &Spec::axis),
        field(
            "across",
            "Unit vectors at right angles to the axis, of each of the two bodies, that stay parallel as well: neither "
            "body then turns relative to the other. Default: they turn about the axis.",
            &Spec::across)
            .optional());
    static constexpr const char* formula =
        "directions of two bodies stay parallel, at any places: u_a - u_b = 0, and w_a - w_b = 0 where given";
};

}  // namespace cchnn
