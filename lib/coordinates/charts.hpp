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

#include "numbers/square_root.hpp"
#include "numbers/vector3.hpp"

namespace cchnn::charts {

using Vector = Vector3;  // in the plane the third is 0

// A vector and its rate of change, per second; of dual numbers also how both change along a direction.
template <class C>
struct MovingOf {
    Vector3Of<C> value, rate;
};
template <class C>
using MovingFrameOf = std::array<MovingOf<C>, 3>;  // three axes
using Moving = MovingOf<double>;
using MovingFrame = MovingFrameOf<double>;

inline constexpr double pole_rounding = 0x1p-50;  // of a unit length

template <class A, class B, class C>
Vector3Of<C> combine(const A& a, const Vector3Of<C>& x, const B& b, const Vector3Of<C>& y) {
    return {a * x[0] + b * y[0], a * x[1] + b * y[1], a * x[2] + b * y[2]};
}

// w of (3), for orthonormal axes whose rates keep them so.
template <class C>
Vector3Of<C> angular_velocity(const MovingFrameOf<C>& e) {
    Vector3Of<C> w{};
    for (const MovingOf<C>& axis : e) w = combine(1.0, w, 0.5, cross(axis.value, axis.rate));
    return w;
}

// The four charts up to the last step: angle i is atan2(sine[i] + 0, cosine[i]), in (-pi, pi]. A caller with many
// angles computes all of these in lanes. The rates are final. False at a pole, where the sample before matters and the
// functions further below have to be called.
template <class C>
void plane_sine_cosine(const MovingOf<C>& r, C* sine, C* cosine, C* qdot) {
    sine[0] = r.value[0];
    cosine[0] = -r.value[1];
    qdot[0] = (r.value[0] * r.rate[1] - r.value[1] * r.rate[0]) / (r.value[0] * r.value[0] + r.value[1] * r.value[1]);
}
template <class C>
bool sphere_sine_cosine(const MovingOf<C>& r, C* sine, C* cosine, C* qdot) {
    const Vector3Of<C>&x = r.value, &s = r.rate;
    const C square = dot(x, x), off_axis = x[1] * x[1] + x[2] * x[2], h = square_root(off_axis);
    if (off_axis <= pole_rounding * pole_rounding * square) return false;
    sine[0] = x[1];
    cosine[0] = x[2];
    sine[1] = h;
    cosine[1] = -x[0];
    qdot[0] = (x[2] * s[1] - x[1] * s[2]) / off_axis;
    qdot[1] = (s[0] * h - x[0] * ((x[1] * s[1] + x[2] * s[2]) / h)) / square;
    return true;
}
template <class C>
bool euler_sine_cosine(const MovingFrameOf<C>& e, C* sine, C* cosine, C* qdot) {
    const Vector3Of<C> w = angular_velocity(e), &third = e[2].value;
    const C across = square_root(third[0] * third[0] + third[1] * third[1]);
    if (across <= C(pole_rounding)) return false;
    const Vector3Of<C> nodes{-third[1] / across, third[0] / across, C(0.0)};
    sine[0] = third[0];
    cosine[0] = -third[1];
    sine[1] = across;
    cosine[1] = third[2];
    sine[2] = -dot(e[1].value, nodes);
    cosine[2] = dot(e[0].value, nodes);
    qdot[0] = dot(w, cross(third, nodes)) / across;
    qdot[1] = dot(w, nodes);
    qdot[2] = dot(w, third) - qdot[0] * third[2];
    return true;
}
template <class C>
void hinge_sine_cosine(const MovingFrameOf<C>& a, const MovingFrameOf<C>& f, C* sine, C* cosine, C* qdot) {
    const C s = dot(f[0].value, a[1].value) - dot(f[1].value, a[0].value),
            c = dot(f[0].value, a[0].value) + dot(f[1].value, a[1].value);
    const C sine_rate = dot(f[0].rate, a[1].value) + dot(f[0].value, a[1].rate) - dot(f[1].rate, a[0].value) -
                        dot(f[1].value, a[0].rate);
    const C cosine_rate = dot(f[0].rate, a[0].value) + dot(f[0].value, a[0].rate) + dot(f[1].rate, a[1].value) +
                          dot(f[1].value, a[1].rate);
    sine[0] = s;
    cosine[0] = c;
    qdot[0] = (c * sine_rate - s * cosine_rate) / (s * s + c * c);
}

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
