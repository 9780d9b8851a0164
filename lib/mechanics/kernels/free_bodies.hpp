#pragma once
// The vector field of rigid bodies that are free or held at one point (plan/free_bodies.hpp), with an orientation and
// an angular velocity as the state of each body. The unit quaternion q = (q_0, u) turns its principal axes into space,
// R(q); w is its angular velocity along these axes. Euler's equations about the point r, or the centre of mass:
//
//   (1)  dq/dt = q (0, w) / 2
//   (2)  I dw/dt = (I w) x w + t,   t = (R^T F) x r + sum_i e_i x (R^T f_i)     F all forces, f_i those on the tips e_i
//   (3)  dc/dt = v,  dv/dt = F / m                                               of a free body
//   (4)  q <- q / |q|                                                            the projection
//
// Nodes are x_0 = c, or x_0 = place - R r, and x_i = x_0 + R e_i. The other way round, q and w are those of the nearest
// point of the manifold in the mass metric, where w has the angular momentum of the nodes about the point. A body of
// two tips has their cross product as its third axis. Tips that are a mirror image of principal axes have -e_3 as their
// third one.
//
//   y = (c, q) or (q),   w = (v, w) or (w), body after body

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/rows/rolling_terms.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// out = M a
template <class Real, class C>
[[gnu::always_inline]] inline void product(const C (&matrix)[3][3], const Real (&a)[3], Real (&out)[3]) {
    for (int i = 0; i < 3; ++i) out[i] = matrix[i][0] * a[0] + matrix[i][1] * a[1] + matrix[i][2] * a[2];
}
// R^T a = a + u x (2 u x a) - q_0 (2 u x a), of a vector a in space.
template <class Real, class C>
[[gnu::always_inline]] inline void into_body(const Real* q, const C* a, Real (&out)[3]) {
    const Real u[3] = {q[1], q[2], q[3]}, given[3] = {Real(a[0]), Real(a[1]), Real(a[2])};
    Real twice[3], again[3];
    cross_product(u, given, twice);
    for (Real& c : twice) c += c;
    cross_product(u, twice, again);
    for (int i = 0; i < 3; ++i) out[i] = given[i] + (again[i] - q[0] * twice[i]);
}
// The columns of R.
template <class Real>
[[gnu::always_inline]] inline void axes_of(const Real* q, Real (&e)[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        e[i][i] = 1.0 - 2.0 * (q[j + 1] * q[j + 1] + q[k + 1] * q[k + 1]);
        e[i][j] = 2.0 * (q[i + 1] * q[j + 1] + q[0] * q[k + 1]);
        e[i][k] = 2.0 * (q[k + 1] * q[i + 1] - q[0] * q[j + 1]);
    }
}
// q (0, a)
template <class Real>
[[gnu::always_inline]] inline void quaternion_product(const Real* q, const Real (&a)[3], Real* out) {
    out[0] = -(q[1] * a[0] + q[2] * a[1] + q[3] * a[2]);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i + 1] = q[0] * a[i] + (q[j + 1] * a[k] - q[k + 1] * a[j]);
    }
}
inline void normalise(double (&q)[4]) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& c : q) c /= length;
}
// The quaternion of the rotation with columns e_i, from its largest component (Shepperd).
inline void quaternion_of(const double (&e)[3][3], double (&q)[4]) {
    const double size[4] = {e[0][0] + e[1][1] + e[2][2], e[0][0], e[1][1], e[2][2]};
    const auto largest = std::max_element(size, size + 4) - size;
    const auto i = largest == 0 ? 0 : largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    if (largest == 0) {
        q[0] = 1 + size[0];
        for (int a = 0; a < 3; ++a) q[a + 1] = e[(a + 1) % 3][(a + 2) % 3] - e[(a + 2) % 3][(a + 1) % 3];
    } else {
        q[0] = e[j][k] - e[k][j];
        q[i + 1] = 1 + e[i][i] - e[j][j] - e[k][k];
        q[j + 1] = e[i][j] + e[j][i];
        q[k + 1] = e[i][k] + e[k][i];
    }
    normalise(q);
}

// Constants are shared by all lanes, or one for each (lane_constants.hpp). Owns the handedness of the bodies of each
// lane; a stepper evaluates it, and LaneRecords asks it for nodes at samples.
template <class Real, class Constants>
class FreeBodies final : public MinimalField<Real> {
  public:
    using C = typename Constants::Number;
    using Body = FreeBodyOf<C>;

    explicit FreeBodies(const ConstrainedSystem& system) : constants_(system), handedness_(bodies().size(), Real(1.0)) {
        for (const Body& body : bodies()) floating_ += !body.held;
    }

    std::size_t positions() const override { return 4 * bodies().size() + 3 * floating_; }
    std::size_t velocities() const override { return 3 * bodies().size() + 3 * floating_; }

    Real evaluate_on_manifold(const Real* y, const Real* w, const Real*, Real* dy, Real* dw, Real*) override {
        const C* const forces = constants_.all().forces.constant.data();
        const Real* handedness = handedness_.data();
        for (const Body& body : bodies()) {
            if (!body.held) {
                for (int i = 0; i < 3; ++i) {
                    *dy++ = *w++;
                    *dw++ = Real(body.acceleration[i]);
                }
                y += 3;
            }
            set_euler_rates(body, *handedness++, forces, y, w, dy, dw);
            y += 4;
            dy += 4;
            w += 3;
            dw += 3;
        }
        return Real(0.0);
    }
    Real evaluate_projected(const Real* y, const Real* w, const Real* s, Real* dy, Real* dw, Real* ds) override {
        return evaluate_on_manifold(y, w, s, dy, dw, ds);
    }
    Real evaluate(const Real* y, const Real* w, const Real* s, Real* dy, Real* dw, Real* ds) override {
        return evaluate_on_manifold(y, w, s, dy, dw, ds);
    }
    void project(Real* y, Real*, Real*, const Mask<Real>& active) override {
        for (const Body& body : bodies()) {
            Real* const q = body.held ? y : y + 3;
            const Real scale = 1.0 / square_root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
            for (int i = 0; i < 4; ++i) q[i] = select(active, scale * q[i], q[i]);
            y = q + 4;
        }
    }

    void place(int l, const double* x, const double* v, Real* y, Real* w) override {
        for (std::size_t b = 0; b < bodies().size(); ++b) {
            const Body& body = bodies()[b];
            for (int i = 0; i < 3 && !body.held; ++i) {
                set_lane(*y++, l, x[body.first * 3 + i]);
                set_lane(*w++, l, v[body.first * 3 + i]);
            }
            const ObservedOrientation observed(body, l, x + body.first * 3, v + body.first * 3);
            set_lane(handedness_[b], l, observed.handedness);
            for (const double c : observed.q) set_lane(*y++, l, c);
            for (const double c : observed.rate) set_lane(*w++, l, c);
        }
    }
    void nodes(const Real* y, const Real* w, Real* x, Real* v) const override {
        const Real* handedness = handedness_.data();
        for (const Body& body : bodies()) {
            Real *const at = x + body.first * 3, *const speed = v + body.first * 3;
            if (!body.held) {
                std::copy_n(y, 3, at);
                std::copy_n(w, 3, speed);
                y += 3;
                w += 3;
            }
            add_nodes(body, *handedness++, y, w, at, speed);
            y += 4;
            w += 3;
        }
    }

    void velocity(const Real*, Real*) const override { std::terminate(); }  // unreachable: nodes() has them
    Real energy(const Real* x, const Real* v, const Real* s) const override { return constants_.all().energy(x, v, s); }
    Leading<Real> square_passage(const Real*, const Real*) const override { return Leading<Real>(0.0); }
    void seat(int lane, const ConstrainedSystem& member) override { constants_.seat(lane, member); }

  private:
    const std::vector<Body>& bodies() const { return constants_.all().free_bodies; }

    // Sets dq and dw of one body by (1) and (2). A mirrored third axis changes the signs of components along it.
    [[gnu::always_inline]] static void set_euler_rates(const Body& body, const Real& handedness, const C* forces,
                                                       const Real* q, const Real* w, Real* dq, Real* dw) {
        const Real rate[3] = {w[0], w[1], w[2]}, mirrored_rate[3] = {w[0], w[1], handedness * w[2]};
        Real momentum[3], torque[3];
        product(body.inertia, mirrored_rate, momentum);
        momentum[2] = handedness * momentum[2];
        cross_product(momentum, rate, torque);
        if (body.held) {
            const Real point[3] = {Real(body.point[0]), Real(body.point[1]), handedness * body.point[2]};
            Real force[3], about[3];
            into_body(q, body.force, force);
            cross_product(force, point, about);
            for (int i = 0; i < 3; ++i) torque[i] += about[i];
        }
        for (int i = 0; i < body.tips && body.pushed_tips; ++i) {
            Real force[3];
            into_body(q, forces + (body.first + 1 + i) * 3, force);
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const Real side = i == 2 ? handedness : Real(1.0);
            torque[j] -= side * force[k];
            torque[k] += side * force[j];
        }
        torque[2] = handedness * torque[2];
        Real change[3];
        product(body.inverse, torque, change);
        dw[0] = change[0];
        dw[1] = change[1];
        dw[2] = handedness * change[2];
        const Real half[3] = {0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
        quaternion_product(q, half, dq);
    }

    // Writes the nodes of one body and their velocities. The caller has written its centre if the body is free.
    static void add_nodes(const Body& body, const Real& handedness, const Real* q, const Real* w, Real* x, Real* v) {
        Real e[3][3];
        axes_of(q, e);
        const auto into_space = [&](const Real& a, const Real& b, const Real& c, int i) {
            return e[0][i] * a + e[1][i] * b + e[2][i] * c;
        };
        const Real rate[3] = {w[0], w[1], w[2]};
        if (body.held) {
            const Real point[3] = {Real(body.point[0]), Real(body.point[1]), handedness * body.point[2]};
            Real speed[3];
            cross_product(rate, point, speed);
            for (int i = 0; i < 3; ++i) {
                x[i] = body.place[i] - into_space(point[0], point[1], point[2], i);
                v[i] = -into_space(speed[0], speed[1], speed[2], i);
            }
        }
        for (int tip = 0; tip < body.tips; ++tip) {
            const int j = (tip + 1) % 3, k = (tip + 2) % 3;
            const Real side = tip == 2 ? handedness : Real(1.0);
            for (int i = 0; i < 3; ++i) {
                x[(tip + 1) * 3 + i] = x[i] + side * e[tip][i];
                v[(tip + 1) * 3 + i] = v[i] + side * (e[j][i] * w[k] - e[k][i] * w[j]);
            }
        }
    }

    // Orientation and angular velocity of one body in one lane, from its nodes, in double.
    class ObservedOrientation {
      public:
        ObservedOrientation(const Body& body, int l, const double* x, const double* v) : body_(body), lane_(l) {
            double raw[3][3] = {}, third[3];
            for (int tip = 0; tip < body.tips; ++tip)
                for (int i = 0; i < 3; ++i) raw[tip][i] = x[(tip + 1) * 3 + i] - x[i];
            cross_product(raw[0], raw[1], third);
            if (body.tips == 2) std::copy_n(third, 3, raw[2]);
            handedness = dot(third, raw[2]) < 0 ? -1 : 1;
            for (double& c : raw[2]) c *= handedness;
            quaternion_of(raw, q);
            axes_of(q, axes_);
            double place[3], off[3];
            for (int i = 0; i < 3; ++i) place[i] = lane(body.place[i], l);
            nearest_rotation(x, place, off);
            const double before[4] = {q[0], q[1], q[2], q[3]}, half[3] = {0.5 * off[0], 0.5 * off[1], 0.5 * off[2]};
            double more[4];
            quaternion_product(before, half, more);
            for (int i = 0; i < 4; ++i) q[i] += more[i];
            normalise(q);
            axes_of(q, axes_);
            const double still[3] = {};
            nearest_rotation(v, still, rate);
        }
        double q[4], rate[3], handedness;

      private:
        // The rotation vector, along the axes, that has the same moment about the point at `place` as the displacements
        // or velocities `of` of all nodes. It is the nearest one in the mass metric.
        void nearest_rotation(const double* of, const double* place, double (&rotation)[3]) const {
            double moment[3] = {};
            for (int tip = 0; tip < body_.tips; ++tip) {
                const int j = (tip + 1) % 3, k = (tip + 2) % 3;
                double arm[3];
                for (int i = 0; i < 3; ++i) arm[i] = side(tip) * (of[(tip + 1) * 3 + i] - of[i]);
                const double weight = lane(body_.moment[tip], lane_);
                moment[j] -= weight * dot(axes_[k], arm);
                moment[k] += weight * dot(axes_[j], arm);
            }
            if (body_.held) {
                double centre[3], along[3], point[3], about[3];
                for (int i = 0; i < 3; ++i) centre[i] = of[i] - place[i];
                for (int i = 0; i < 3; ++i) {
                    along[i] = lane(body_.mass, lane_) * dot(axes_[i], centre);
                    point[i] = side(i) * lane(body_.point[i], lane_);
                }
                cross_product(along, point, about);
                for (int i = 0; i < 3; ++i) moment[i] += about[i];
            }
            for (int i = 0; i < 3; ++i) {
                rotation[i] = 0;
                for (int j = 0; j < 3; ++j)
                    rotation[i] += side(i) * side(j) * lane(body_.inverse[i][j], lane_) * moment[j];
            }
        }
        double side(int i) const { return i == 2 ? handedness : 1; }
        static double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

        const Body& body_;
        const int lane_;
        double axes_[3][3];
    };

    Constants constants_;
    std::size_t floating_ = 0;      // bodies that are not held
    std::vector<Real> handedness_;  // of each body: -1 in lanes whose tips are a mirror image, else 1
};

}  // namespace cchnn
