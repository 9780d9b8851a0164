#pragma once
// The forces of elements/torsion_damper.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/parts/separation_table.hpp"
#include "elements/torsion_damper.hpp"

namespace cchnn {

template <class Real>
inline void add_cross(const Real* a, const Real* b, const Real& factor, Real* sum) {
    for (int k = 0; k < 3; ++k) sum[k] += factor * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

// The angular velocity (2) of one body at a state, and the force that follows from a torque. In the plane only
// entry 2 counts.
template <int D, class Real>
class Turning {
  public:
    Turning(int node, int axes, const Real* x, const Real* v) : node_(node), axes_(axes) {
        for (Real& entry : omega_) entry = Real(0.0);
        for (int i = 0; i < axes; ++i)
            for (int k = 0; k < D; ++k) {
                e_[i][k] = x[(node + i + 1) * D + k] - x[node * D + k];
                rate_[i][k] = v[(node + i + 1) * D + k] - v[node * D + k];
            }
        if (axes > 0) turn();
    }
    const Real* omega() const { return omega_; }

    // f -= d(torque . omega)/dv
    void subtract_gradient(const Real* torque, Real* f) const {
        for (int i = 0; i < axes_; ++i) {
            Real force[3] = {Real(0.0), Real(0.0), Real(0.0)};
            if constexpr (D == 2) {
                force[0] = -(torque[2] * e_[i][1]);
                force[1] = torque[2] * e_[i][0];
            } else if constexpr (D == 3) {
                add_cross(torque, e_[i], Real(axes_ == 3 ? 0.5 : 1.0), force);
                if (axes_ == 2 && i == 0) {
                    const Real across = dot<3>(torque, normal_);
                    for (int k = 0; k < 3; ++k) force[k] -= across * e_[1][k];
                }
            }
            for (int k = 0; k < D; ++k) {
                f[(node_ + i + 1) * D + k] -= force[k];
                f[node_ * D + k] += force[k];
            }
        }
    }

  private:
    void turn() {
        if constexpr (D == 2) {
            omega_[2] = e_[0][0] * rate_[0][1] - e_[0][1] * rate_[0][0];
        } else if constexpr (D == 3) {
            for (int i = 0; i < axes_; ++i) add_cross(e_[i], rate_[i], Real(axes_ == 3 ? 0.5 : 1.0), omega_);
            if (axes_ != 2) return;
            for (Real& entry : normal_) entry = Real(0.0);
            add_cross(e_[0], e_[1], Real(1.0), normal_);
            const Real about_normal = dot<3>(e_[1], rate_[0]);
            for (int k = 0; k < 3; ++k) omega_[k] -= about_normal * normal_[k];
        }
    }

    int node_, axes_;
    Real e_[3][3], rate_[3][3], normal_[3], omega_[3];
};

template <class C>
class TorsionDamperForces {
  public:
    void add(const TorsionDamper& damper, int) {
        dampers_.push_back({damper.node_a, damper.axes_a, damper.node_b, damper.axes_b, damper.coefficient});
    }
    bool empty() const { return dampers_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real lost = Real(0.0);
        for (const Constants& damper : dampers_) lost += subtract_one<D>(damper, x, v, f);
        return lost;
    }

  private:
    struct Constants {
        int node_a, axes_a, node_b, axes_b;
        C coefficient;

        static constexpr auto members = std::tuple(&Constants::node_a, &Constants::axes_a, &Constants::node_b,
                                                   &Constants::axes_b, &Constants::coefficient);
    };

    // Not inlined, so that kernels of systems without dampers keep their size and speed.
    template <int D, class Real>
    [[gnu::noinline]] Real subtract_one(const Constants& damper, const Real* x, const Real* v, Real* f) const {
        const Turning<D, Real> a(damper.node_a, damper.axes_a, x, v), b(damper.node_b, damper.axes_b, x, v);
        Real torque[3], back[3], square = Real(0.0);
        for (int k = 0; k < 3; ++k) {
            const Real relative = a.omega()[k] - b.omega()[k];
            torque[k] = damper.coefficient * relative;
            back[k] = -torque[k];
            square += torque[k] * relative;
        }
        a.subtract_gradient(torque, f);
        b.subtract_gradient(back, f);
        return square;
    }

    std::vector<Constants> dampers_;

  public:
    static constexpr auto members = std::tuple(&TorsionDamperForces::dampers_);
};

}  // namespace cchnn
