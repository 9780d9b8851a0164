#include "coordinates/charts.hpp"

#include <cmath>
#include <numbers>

#include "numbers/exact_functions.hpp"

namespace cchnn::charts {
namespace {

constexpr double pi = std::numbers::pi;

// In (-pi, pi]: a zero that lost its sign does not decide between the two ends.
double angle_of(double y, double x) { return exact_atan2(y + 0.0, x); }

double opposite(double angle) { return angle > 0 ? angle - pi : angle + pi; }
// Whether two directions are more than a right angle apart.
bool further_than_a_quarter(double angle, double previous) {
    return std::fabs(nearest_turn(angle, previous) - previous) > pi / 2;
}

// The passage through a pole, where the azimuth is undefined. It becomes the direction (sideways, along) of the
// velocity, or the opposite direction if that is nearer to the previous azimuth. The rate of the polar angle then has
// the whole speed, with a sign. `outwards` is +1 at the pole where the polar angle grows along the velocity, -1 at the
// other.
struct Crossing {
    double angle, rate;
};
Crossing cross_pole(double sideways, double along, double outwards, const double* previous) {
    Crossing c{angle_of(sideways, along), outwards * std::sqrt(sideways * sideways + along * along)};
    if (previous && further_than_a_quarter(c.angle, *previous)) c = {opposite(c.angle), -c.rate};
    return c;
}

// psi of (3): the angle about axis 3 from the line of nodes to axis 1.
double spin_angle(const MovingFrame& e, const Vector& nodes) {
    return angle_of(-dot(e[1].value, nodes), dot(e[0].value, nodes));
}

void sphere_at_pole(const Moving& r, const double* previous, double* q, double* qdot) {
    const bool start = r.value[0] < 0;  // p = 0
    Crossing c{previous ? *previous : 0, 0};
    if (r.rate[1] != 0 || r.rate[2] != 0) c = cross_pole(r.rate[1], r.rate[2], start ? 1 : -1, previous);
    q[0] = c.angle;
    q[1] = start ? 0 : pi;
    qdot[0] = 0;
    qdot[1] = c.rate / std::sqrt(dot(r.value, r.value));
}

void euler_at_pole(const MovingFrame& e, const Vector& w, const double* previous, double* q, double* qdot) {
    const double up = e[2].value[2] > 0 ? 1.0 : -1.0;
    Crossing c{previous ? *previous : 0, 0};
    const double across = std::sqrt(w[0] * w[0] + w[1] * w[1]);
    if (across > pole_rounding * std::sqrt(dot(w, w))) {
        // n = w/|w| turns the tip to rising theta; at theta = pi the opposite one leads back.
        c = {angle_of(w[1], w[0]), across};
        if (previous ? further_than_a_quarter(c.angle, *previous) : up < 0) c = {opposite(c.angle), -across};
    }
    const SinCos phi = exact_sin_cos(c.angle);
    q[0] = c.angle;
    q[1] = up > 0 ? 0 : pi;
    q[2] = spin_angle(e, {phi.cos, phi.sin, 0});
    qdot[0] = 0;
    qdot[1] = c.rate;
    qdot[2] = dot(w, e[2].value);
}

}  // namespace

double nearest_turn(double angle, double near) { return angle + 2 * pi * std::nearbyint((near - angle) / (2 * pi)); }

void plane_angle(const Moving& r, double* q, double* qdot) {
    double sine, cosine;
    plane_sine_cosine(r, &sine, &cosine, qdot);
    q[0] = angle_of(sine, cosine);
}

void sphere_angles(const Moving& r, const double* previous, double* q, double* qdot) {
    double sine[2], cosine[2];
    if (!sphere_sine_cosine(r, sine, cosine, qdot)) return sphere_at_pole(r, previous, q, qdot);
    for (int i = 0; i < 2; ++i) q[i] = angle_of(sine[i], cosine[i]);
}

void euler_angles(const MovingFrame& e, const double* previous, double* q, double* qdot) {
    double sine[3], cosine[3];
    if (!euler_sine_cosine(e, sine, cosine, qdot)) return euler_at_pole(e, angular_velocity(e), previous, q, qdot);
    for (int i = 0; i < 3; ++i) q[i] = angle_of(sine[i], cosine[i]);
}

void hinge_angle(const MovingFrame& a, const MovingFrame& f, double* q, double* qdot) {
    double sine, cosine;
    hinge_sine_cosine(a, f, &sine, &cosine, qdot);
    q[0] = angle_of(sine, cosine);
}

Moving plane_direction(double angle, double rate) {
    const SinCos a = exact_sin_cos(angle);
    return {{a.sin, -a.cos, 0}, {a.cos * rate, a.sin * rate, 0}};
}

Moving sphere_direction(const double* q, const double* qdot) {
    const SinCos z = exact_sin_cos(q[0]), p = exact_sin_cos(q[1]);
    const double across = p.sin * qdot[0], along = p.cos * qdot[1];
    return {{-p.cos, z.sin * p.sin, z.cos * p.sin},
            {p.sin * qdot[1], z.cos * across + z.sin * along, z.cos * along - z.sin * across}};
}

// With n and m = e_3 x n: e_1 = cos psi n + sin psi m, e_2 = cos psi m - sin psi n; rates w x e_i.
MovingFrame euler_frame(const double* q, const double* qdot) {
    const SinCos phi = exact_sin_cos(q[0]), theta = exact_sin_cos(q[1]), psi = exact_sin_cos(q[2]);
    const Vector n{phi.cos, phi.sin, 0}, m{-theta.cos * phi.sin, theta.cos * phi.cos, theta.sin};
    const Vector third{phi.sin * theta.sin, -phi.cos * theta.sin, theta.cos};
    MovingFrame e{};
    e[0].value = combine(psi.cos, n, psi.sin, m);
    e[1].value = combine(psi.cos, m, -psi.sin, n);
    e[2].value = third;
    // phi' and psi' nearly cancel at small theta: their sum along e_3 first.
    const double about_third = qdot[2] + qdot[0] * theta.cos;
    const Vector w = combine(1.0, combine(qdot[1], n, qdot[0] * theta.sin, m), about_third, third);
    for (Moving& axis : e) axis.rate = cross(w, axis.value);
    return e;
}

MovingFrame hinged_frame(const MovingFrame& a, double angle, double rate) {
    const SinCos h = exact_sin_cos(angle);
    MovingFrame f{};
    f[0].value = combine(h.cos, a[0].value, h.sin, a[1].value);
    f[1].value = combine(h.cos, a[1].value, -h.sin, a[0].value);
    f[0].rate = combine(1.0, combine(h.cos, a[0].rate, h.sin, a[1].rate), rate, f[1].value);
    f[1].rate = combine(1.0, combine(h.cos, a[1].rate, -h.sin, a[0].rate), -rate, f[0].value);
    f[2] = a[2];
    return f;
}

}  // namespace cchnn::charts
