#pragma once
// A frame that turns about an axis through the origin of space: positions and velocities are those seen in it
// (schemas/system/potentials.md, "RotatingFrame").
//   (1)  V = -sum_s c_s |Omega x r_s|^2/2           the centrifugal potential                              [J]
//   (2)  f = c_s (|Omega|^2 r_s - (Omega . r_s) Omega)  and  2 c_s w_s x Omega, the Coriolis force         [N]
// The kinetic energy of a body is sum_s c_s |w_s|^2/2: s = 0 is its centre of mass with c = m, s = i the direction of
// its axis i with c = m lambda_i (paper, eq. 8); r_s and w_s are that vector and its rate. So (1) and (2) are exact for
// extended bodies. H = T + V is conserved: it is Jacobi's integral.

#include "elements/kind_bases.hpp"

namespace cchnn {

struct RotatingFrameSpec {
    std::vector<double> rate;  // (3) rad/s
};
struct RotatingFrame {
    struct Part {
        Separation r;
        Exact mass;  // c_s, kg
    };
    std::vector<double> rate;
    std::vector<Part> parts{};
};

// Computes energy and both forces (elements/tables/rotating_frame_table.hpp).
template <class C>
class FrameForces;

struct RotatingFrameKind : PotentialOf<RotatingFrameSpec, RotatingFrame> {
    template <class C>
    using Forces = FrameForces<C>;
    template <class C>
    using GyroscopicForces = FrameForces<C>;
    using NothingNarrow = void;
    static constexpr const char* type = "RotatingFrame";
    static constexpr auto fields = std::tuple(
        field("rate", "Angular velocity of the frame, along the axes of space; in a plane at right angles to it.",
              &Spec::rate)
            .in("rad/s")
            .of_three()
            .not_zero("is zero, so the RotatingFrame does nothing: remove it"));
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Coupling coupling(const Term&) { return {}; }
    static constexpr Energy energy = Energy::does_no_work;
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.magnetic.push_back(term.rate); }
    static std::string line(const Term& term, const Bodies& bodies, const Units& units);
};

}  // namespace cchnn
