#pragma once
// How the mass of a rigid body is spread, and the bodies that model files know by name.
//
//   (1)  m = sum dm    c = sum x dm / m    S = sum (x - c)(x - c)^T dm        [kg, m, kg m^2]
//   (2)  S = tr(I)/2 - I,  I = tr(S) - S   I the moments of inertia about c
//   (3)  of two: m = m_a + m_b,  S = S_a + S_b + m_a m_b/m (c_a - c_b)(c_a - c_b)^T
//
// S and not I, because it adds up without conditions and its principal values are what a system file calls
// second_moments, times the mass.

#include "convert/rigid_frame.hpp"

namespace cchnn {

struct MassDistribution {
    double mass = 0;
    Vector3 centre{};
    Matrix3 spread{};  // S
};

Matrix3 spread_of_inertia(const Matrix3& inertia);  // (2)
MassDistribution together(const MassDistribution& a, const MassDistribution& b);
MassDistribution seen_from(const RigidFrame& frame, const MassDistribution& inside);

// Uniform solids about their centre, long axis z: full mass 1; multiplied by their mass afterwards.
struct UniformSolid {
    double volume;
    Vector3 spread;  // diagonal of S of mass 1, m^2
};
UniformSolid ellipsoid(const Vector3& radii);
UniformSolid box(const Vector3& half_sides);
UniformSolid cylinder(double radius, double half_length);
UniformSolid capsule(double radius, double half_length);  // of the cylinder between the two caps

}  // namespace cchnn
