#pragma once
// The distribution of mass in a rigid body, and the solids that model files know by name.
//
//   (1)  m = sum dm    c = sum x dm / m    S = sum (x - c)(x - c)^T dm        [kg, m, kg m^2]
//   (2)  S = tr(I)/2 - I,  I = tr(S) - S   I the moments of inertia about c
//   (3)  of two: m = m_a + m_b,  S = S_a + S_b + m_a m_b/m (c_a - c_b)(c_a - c_b)^T
//
// S is used and not I, because it is additive for any distribution, and its principal values divided by the
// mass are the second_moments of a system file.

#include "convert/rigid_frame.hpp"

namespace cchnn {

struct MassDistribution {
    double mass = 0;
    Vector3 centre{};
    Matrix3 spread{};  // S
};

Matrix3 spread_of_inertia(const Matrix3& inertia);  // (2)
// The distribution of two bodies that are rigidly connected, by (3).
MassDistribution together(const MassDistribution& a, const MassDistribution& b);
// The distribution `inside`, given in `frame`, in the coordinates that `frame` is given in.
MassDistribution seen_from(const RigidFrame& frame, const MassDistribution& inside);

// A uniform solid of mass 1 about its centre, with its long axis along z; callers multiply by the mass.
struct UniformSolid {
    double volume;
    Vector3 spread;  // diagonal of S of mass 1, m^2
};
UniformSolid ellipsoid(const Vector3& radii);
UniformSolid box(const Vector3& half_sides);
UniformSolid cylinder(double radius, double half_length);
// A cylinder with two half-balls; `half_length` is that of the cylinder alone.
UniformSolid capsule(double radius, double half_length);

}  // namespace cchnn
