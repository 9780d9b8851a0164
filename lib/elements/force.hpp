#pragma once
// A force on a point that is the same at all times.
//   (1)  V = -F . x_point                                     [J]
//   (2)  f = weight_i F  on node i of the point's body        [N]

#include "elements/kind_bases.hpp"

namespace cchnn {

struct ForceSpec {
    PointSpec on;
    std::vector<double> force;  // (d) N
};
struct Force {
    std::string name;  // "Force bob"
    Point on;
    std::vector<double> force;
};

struct ForceKind : OnPoint<PotentialOf<ForceSpec, Force>> {
    static constexpr const char* type = "Force";
    static constexpr auto fields =
        std::tuple(on(&Spec::on), field("force", "The force, along the axes of space.", &Spec::force)
                                      .in("N")
                                      .in_space()
                                      .not_zero("is zero, so the Force does nothing: remove it"));
    static void add_constant_force(const Term& term, const Bodies& bodies, std::vector<Exact>& force);  // (n, d), (2)
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.forces.push_back(term.force); }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
