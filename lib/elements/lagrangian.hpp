#pragma once
// A system by its Lagrangian in coordinates of the user's choice (schemas/system/lagrangians.md):
//   (1)  L = T(q, w, t) - V(q, t),  w = dq/dt,   d/dt dL/dw - dL/dq = -dR/dw + Q - G^T lambda,   Q(q, w, u) with inputs u
//   (2)  G w + g = 0 of the Constraints and VelocityConstraints of the file, by formulas of the same coordinates
//
// The coordinates are the bodies of a system in one dimension, each an Obj0D of mass 1: x = q and v = w, and the acceleration
// that follows from (1) and (2) is a force on that mass, which leaves nothing for the rows of (2) to do. Kinetic and potential
// energy are those of L (parts/formula/lagrangian_program.hpp). The rate of a coordinate `r` is called `rd` in the formulas, the
// time is the input `t` with the formula "t".

#include <map>
#include <memory>

#include "elements/kind_bases.hpp"
#include "elements/parts/formula/lagrangian_program.hpp"

namespace cchnn {

struct LagrangianSpec {
    std::vector<std::string> coordinates, angles;
    std::map<std::string, double> constants;
    std::string kinetic, potential, dissipation;
    std::vector<std::string> forces, inputs;  // Q of each coordinate, or none, and the u in them
    // A point that pictures show, at formulas of the coordinates along the axes of space.
    struct Place {
        std::string name;
        std::vector<std::string> at;
        static constexpr auto fields =
            std::tuple(field("name", "Its name.", &Place::name),
                       field("at", "Its coordinates in space, formulas of q and the constants.", &Place::at).in("m"));
    };
    std::vector<Place> positions;
    std::vector<std::vector<std::string>> rods;  // pairs of names of positions
};
struct Lagrangian {
    std::string name;
    std::vector<Point> coordinates;
    std::vector<std::string> names;
    std::vector<bool> is_angle;
    std::string kinetic, potential, dissipation;
    std::vector<std::string> forces, inputs;
    std::vector<LagrangianSpec::Place> positions;
    std::vector<std::vector<std::string>> rods;
    std::map<std::string, double> constants;
    std::shared_ptr<const LagrangianProgram> program;
};

// Whether T, and with it M(q, t), names the time.
bool inertia_moves(const LagrangianSpec& spec);

// Computes accelerations and energies (elements/tables/lagrangian_table.hpp).
template <class C>
class LagrangianInertia;

struct LagrangianKind : KindOf<LagrangianSpec, Lagrangian, FileList::potentials, Energy::by_lagrangian> {
    template <class C>
    using Inertia = LagrangianInertia<C>;
    using NothingNarrow = void;
    static constexpr const char* type = "Lagrangian";
    static constexpr auto fields = std::tuple(
        field("coordinates", "The coordinates q: all bodies of the system, in order.", &Spec::coordinates),
        field("angles", "Those of them that are angles: equal modulo full turns.", &Spec::angles).optional(),
        field("constants", "Names for numbers in the formulas.", &Spec::constants).optional().drawn(),
        field("kinetic",
              "Formula of the coordinates, their rates (the name and a 'd' behind it) and the constants, of degree 2 "
              "or less "
              "in the rates.",
              &Spec::kinetic)
            .in("J"),
        field("potential", "Formula of the coordinates and constants. Default: 0.", &Spec::potential)
            .in("J")
            .optional(),
        field("dissipation", "Rayleigh's function, a formula of the same, quadratic in the rates. Default: 0.",
              &Spec::dissipation)
            .in("W")
            .optional(),
        field("forces",
              "Generalised forces Q, a formula for each coordinate of all of these and of inputs. Default: 0.",
              &Spec::forces)
            .optional(),
        field("inputs", "Ids of the inputs in the forces; t, the time, may be in all formulas.", &Spec::inputs)
            .optional(),
        field("positions", "Points that pictures show, in a plane or in space.", &Spec::positions).optional(),
        field("rods", "Pairs of positions between which pictures show a rod.", &Spec::rods).optional());
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term& term);
    static void breaks(const Term& term, Symmetry& symmetry);
    static void draw(const Term& term, Sketch& sketch);
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
