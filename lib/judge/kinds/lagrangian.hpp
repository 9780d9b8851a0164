#pragma once
// A system that its file describes by L = T(q, w, t) - V(q, t), a Rayleigh function R and forces Q(q, w, u) of inputs u, of which
// the time t may be one (schemas/system/lagrangians.md). The coordinates q are places on a line, of one body whose mass matrix depends on
// them: rows and contacts are those of any body.
//
//   (1)  sum_j T_(w_i w_j) a_j = L_(q_i) - sum_j T_(w_i q_j) w_j - T_(w_i t) - R_(w_i) + Q_i
//   (2)  K = sum_ij T_(w_i w_j) w_i w_j/2,   U = V - T(q, 0),   H = w . L_w - L = K + U,   all at t = 0
//   (3)  the work has the power dH/dt + w . R_w, dH/dt the derivative of H = w . L_w - L at t = 0 along (w, a)
//
// Second derivatives are those of duals of duals, of the formulas as they are written.

#include <memory>
#include <utility>
#include <vector>

#include "judge/formula.hpp"
#include "judge/numbers/dual.hpp"

namespace cchnn::judge {

template <class S>
class LagrangianOf {
  public:
    LagrangianOf(std::size_t count, Formula kinetic, Formula potential, Formula dissipation, bool dissipates)
        : n_(count),
          kinetic_(std::move(kinetic)),
          potential_(std::move(potential)),
          dissipation_(std::move(dissipation)),
          dissipates_(dissipates) {}

    void add_force(Formula force) { forces_.push_back(std::move(force)); }
    // `time` is the place of t among them, their number without it.
    void take_inputs(std::vector<std::size_t> inputs, std::size_t time) {
        inputs_ = std::move(inputs);
        time_ = time;
    }
    const std::vector<std::size_t>& inputs() const { return inputs_; }
    bool dissipates() const { return dissipates_; }
    // The right side of (1) without rows; u: the inputs of the formulas.
    std::vector<S> forces(const S* q, const S* w, const std::vector<S>& u) const {
        std::vector<S> f(n_);
        for (std::size_t i = 0; i < n_; ++i) {
            const std::vector<Dual<S>> by_rate = along(q, w, u, n_ + i);
            f[i] = force(i, q, w, u) + push(i, q, w, u) - dissipation_.at(by_rate.data()).slope;
        }
        return f;
    }
    std::vector<S> inertia(const S* q, const S* w, const std::vector<S>& u) const {
        std::vector<S> m(n_ * n_);
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                Twice z = lifted(q, w, u);
                z[n_ + i].slope = Dual<S>(S(1));
                z[n_ + j].value.slope = S(1);
                m[i * n_ + j] = m[j * n_ + i] = kinetic_.at(z.data()).slope.slope;
            }
        return m;
    }
    // dH/dt of (3), by one dual along the motion and one that makes w . L_w.
    S energy_rate(const S* q, const S* w, const std::vector<S>& a) const {
        Twice z(2 * n_ + inputs_.size(), S(0));
        std::vector<Dual<S>> along_motion(z.size(), S(0));
        for (std::size_t i = 0; i < n_; ++i) {
            z[i].value = along_motion[i] = Dual<S>(q[i], w[i]);
            z[n_ + i].value = z[n_ + i].slope = along_motion[n_ + i] = Dual<S>(w[i], a[i]);
        }
        return kinetic_.at(z.data()).slope.slope - kinetic_.at(along_motion.data()).slope +
               potential_.at(along_motion.data()).slope;
    }
    S kinetic(const S* q, const S* w) const {
        const std::vector<S> m = inertia(q, w, at_start());
        S twice = 0;
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) twice += m[i * n_ + j] * w[i] * w[j];
        return twice / 2;
    }
    S potential(const S* q) const {
        std::vector<S> z(q, q + n_);
        z.resize(2 * n_ + inputs_.size(), S(0));
        return potential_.at(z.data()) - kinetic_.at(z.data());
    }
    // The rate at which energy is lost, w . R_w.
    S loss(const S* q, const S* w, const std::vector<S>& u) const {
        S sum = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            const std::vector<Dual<S>> z = along(q, w, u, n_ + i);
            sum += w[i] * dissipation_.at(z.data()).slope;
        }
        return sum;
    }

  private:
    using Twice = std::vector<Dual<Dual<S>>>;
    S force(std::size_t i, const S* q, const S* w, const std::vector<S>& u) const {
        if (forces_.empty()) return S(0);
        std::vector<S> z(q, q + n_);
        z.insert(z.end(), w, w + n_);
        z.insert(z.end(), u.begin(), u.end());
        return forces_[i].at(z.data());
    }
    std::vector<S> at_start() const { return std::vector<S>(inputs_.size(), S(0)); }
    // What is in (1) without R and Q.
    S push(std::size_t i, const S* q, const S* w, const std::vector<S>& u) const {
        Twice z = lifted(q, w, u);
        z[n_ + i].slope = Dual<S>(S(1));
        for (std::size_t j = 0; j < n_; ++j) z[j].value.slope = w[j];
        if (time_ < u.size()) z[2 * n_ + time_].value.slope = S(1);
        const std::vector<Dual<S>> by_place = along(q, w, u, i);
        return kinetic_.at(by_place.data()).slope - potential_.at(by_place.data()).slope -
               kinetic_.at(z.data()).slope.slope;
    }
    Twice lifted(const S* q, const S* w, const std::vector<S>& u) const {
        Twice z(q, q + n_);
        z.insert(z.end(), w, w + n_);
        z.insert(z.end(), u.begin(), u.end());
        return z;
    }
    std::vector<Dual<S>> along(const S* q, const S* w, const std::vector<S>& u, std::size_t i) const {
        std::vector<Dual<S>> z(q, q + n_);
        z.insert(z.end(), w, w + n_);
        z.insert(z.end(), u.begin(), u.end());
        z[i].slope = S(1);
        return z;
    }

    std::size_t n_;
    Formula kinetic_, potential_, dissipation_;
    bool dissipates_;
    std::vector<Formula> forces_{};
    std::vector<std::size_t> inputs_{};
    std::size_t time_ = 0;
};

}  // namespace cchnn::judge
