#pragma once
// Angles of moving vectors and frames, and back; the conventions of initial states (system_spec.hpp AngularPlacement
// and RigidPlacement). r is a vector of any length, s its rate; u = r/|r|.
//
//   plane    (1)  u = (sin a, -cos a)                          a from straight down, counter-clockwise
//                 a' = (r_x s_y - r_y s_x)/|r|^2
//   sphere   (2)  u = (-cos p, sin z sin p, cos z sin p)       z azimuth, p in [0, pi] polar angle
//                 z' = (r_z s_y - r_y s_z)/h^2,  p' = (s_x h - r_x h')/|r|^2,  h = hypot(r_y, r_z)
//   Euler    (3)  axes = columns of R_z(phi) R_x(theta) R_z(psi),  theta in [0, pi]
//                 theta' = w.n,  phi' = w.(e_3 x n)/sin theta,  psi' = w.e_3 - phi' cos theta,
//                 w = sum e_i x e_i'/2 the angular velocity, n = (cos phi, sin phi, 0) the line of nodes
//                 psi is counted from n, so that digits which phi loses near theta = 0, pi come back in psi
//   hinge    (4)  f_1 = cos h a_1 + sin h a_2, f_2 = cos h a_2 - sin h a_1: by h about f_3 = a_3 from where frames
//            agree
//
// Where (2) and (3) are singular (h or sin theta at most 2^-50 of the length: rounding), the azimuth or phi is the
// direction in which the tip leaves, or that plus half a turn if the previous one is nearer, so that p' or theta'
// carries all of the velocity across the pole; z' = phi' = 0 and psi' the rest. Without such a velocity the previous z
// or phi stays (0 where there is none). Positions and velocities come back exactly there too; z', phi' themselves have
// no limit.
//
// Rates follow from r and s by these formulas and are no differences of samples; sin, cos and atan2 are correctly
// rounded. `previous` is the angles of the sample before, or null. NaN gives NaN.

#include <array>

#include "numbers/vector3.hpp"

namespace cchnn::charts {

using Vector = Vector3;  // in the plane the third is 0

// A vector and its rate of change, per second.
struct Moving {
    Vector value, rate;
};
using MovingFrame = std::array<Moving, 3>;  // three axes

// The four charts up to the last step: angle i is atan2(sine[i] + 0, cosine[i]), in (-pi, pi]. A caller with many
// angles computes all of these in lanes. The rates are final. False at a pole, where the sample before matters and the
// functions further below have to be called.
void plane_sine_cosine(const Moving& r, double* sine, double* cosine, double* qdot);
bool sphere_sine_cosine(const Moving& r, double* sine, double* cosine, double* qdot);
bool euler_sine_cosine(const MovingFrame& e, double* sine, double* cosine, double* qdot);
void hinge_sine_cosine(const MovingFrame& a, const MovingFrame& f, double* sine, double* cosine, double* qdot);

// From vectors and frames to angles, rad, and rates, rad/s.
void plane_angle(const Moving& r, double* q, double* qdot);                                // (1)
void sphere_angles(const Moving& r, const double* previous, double* q, double* qdot);      // (2)
void euler_angles(const MovingFrame& e, const double* previous, double* q, double* qdot);  // (3)
void hinge_angle(const MovingFrame& a, const MovingFrame& f, double* q, double* qdot);     // (4)

// The inverses: unit vectors and frames from angles and rates, in the order of the charts (1) to (4).
Moving plane_direction(double angle, double rate);
Moving sphere_direction(const double* q, const double* qdot);
MovingFrame euler_frame(const double* q, const double* qdot);
MovingFrame hinged_frame(const MovingFrame& a, double angle, double rate);

// Of the angles that differ from `angle` by whole turns, the one nearest to `near`.
double nearest_turn(double angle, double near);

}  // namespace cchnn::charts
