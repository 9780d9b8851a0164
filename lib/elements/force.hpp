#pragma once
// A force on a point that is the same at all times, or a vector times an input (mechanics/driven_forces.hpp;
// schemas/system/potentials.md, "Force").
//   (1)  V = -F . x_point                                     [J]
//   (2)  f = weight_i F  on node i of the point's body        [N]
//   (3)  f = weight_i F u with an input u, and no V
//   (4)  F = sum_k F_k e_k with `frame` "body", e_k the principal axes of the body of the point: a thruster

#include "elements/kind_bases.hpp"

namespace cchnn {

struct ForceSpec {
    PointSpec on;
    std::vector<double> force;  // (d) N
    std::string input{};        // u of (3); empty without one
    std::string frame = "space";
};
struct Force {
    std::string name;  // "Force bob"
    Point on;
    std::vector<double> force;
    std::string input, frame;
    std::vector<Point> axes{};  // directions e_k of (4); none in space
};

struct ForceKind : OnPoint<PotentialOf<ForceSpec, Force>> {
    using NothingNarrow = void;
    static constexpr const char* type = "Force";
    static constexpr auto fields = std::tuple(
        on(&Spec::on),
        field("force", "The force, along the axes of its frame; with `input`, that of an input of 1.", &Spec::force)
            .in("N")
            .in_space()
            .not_zero("is zero, so the Force does nothing: remove it")
            .drawn(),
        field("input", "Id of the input that the force is multiplied by.", &Spec::input).optional(),
        in_frame(&Spec::frame));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static void add_constant_force(const Term& term, const Bodies& bodies, std::vector<Exact>& force);  // (n, d), (2)
    static void breaks(const Term& term, Symmetry& symmetry);
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
