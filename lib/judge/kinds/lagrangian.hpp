#pragma once
// A system that its file describes by L = T(q, w, t) - V(q, t), a Rayleigh function R and forces Q(q, w, u) of inputs u, of which
// the time t may be one (schemas/system/lagrangians.md). The coordinates q are the places of unit masses on a line, so that an acceleration is a
// force on them.
//
//   (1)  sum_j T_(w_i w_j) a_j + sum_r G_ri lambda_r = L_(q_i) - sum_j T_(w_i q_j) w_j - T_(w_i t) - R_(w_i) + Q_i
//   (2)  sum_i G_ri a_i = -c_r     of the rows of Constraints phi(q, t) (G = phi_q, c the second derivative along (w, 1)) and of
//                                  VelocityConstraints (G = the derivative by w, c that by (q, t) along (w, 1))
//   (3)  K = sum_ij T_(w_i w_j) w_i w_j/2,   U = V - T(q, 0),   H = w . L_w - L = K + U,   all at t = 0
//   (4)  the work has the power dH/dt + w . R_w, dH/dt the derivative of H = w . L_w - L at t = 0 along (w, a)
//
// (1) and (2) are one linear system, solved by elimination with the largest pivot of a column. Second derivatives are those of
// duals of duals, of the formulas as they are written.

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
    void hold(Formula row, std::vector<std::size_t> coordinates, bool with_rates) {
        rows_.push_back({std::move(row), std::move(coordinates), with_rates});
    }
    const std::vector<std::size_t>& inputs() const { return inputs_; }
    bool dissipates() const { return dissipates_; }
    // (1) and (2); u: the inputs of the formulas.
    std::vector<S> acceleration(const S* q, const S* w, const std::vector<S>& u, const S& t) const {
        const std::size_t all = n_ + rows_.size();
        const std::vector<S> mass = inertia(q, w, u);
        std::vector<S> m(all * all, S(0)), a(all, S(0));
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = 0; j < n_; ++j) m[i * all + j] = mass[i * n_ + j];
            const std::vector<Dual<S>> by_rate = along(q, w, u, n_ + i);
            a[i] = force(i, q, w, u) + push(i, q, w, u) - dissipation_.at(by_rate.data()).slope;
        }
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const auto& [row, at, with_rates] = rows_[r];
            const std::size_t count = at.size();
            for (std::size_t k = 0; k < count; ++k) {
                Twice z = of_row(rows_[r], q, w, t);
                z[(with_rates ? count : 0) + k].slope = Dual<S>(S(1));
                const S slope = row.at(z.data()).slope.value;
                m[(n_ + r) * all + at[k]] += slope;
                m[at[k] * all + n_ + r] += slope;
            }
            Twice z = of_row(rows_[r], q, w, t);
            z.back().slope = Dual<S>(S(1));
            if (!with_rates) z.back().value.slope = S(1);
            for (std::size_t k = 0; k < count; ++k) {
                z[k].slope = Dual<S>(w[at[k]]);
                if (!with_rates) z[k].value.slope = w[at[k]];
            }
            const Dual<Dual<S>> out = row.at(z.data());
            a[n_ + r] = with_rates ? -out.slope.value : -out.slope.slope;
        }
        eliminate(m, a);
        a.resize(n_);
        return a;
    }
    // dH/dt of (4), by one dual along the motion and one that makes w . L_w.
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
    struct Row {
        Formula formula;  // of these coordinates, of their rates, then of the time
        std::vector<std::size_t> at;
        bool with_rates;
    };
    Twice of_row(const Row& row, const S* q, const S* w, const S& t) const {
        Twice z;
        for (const std::size_t i : row.at) z.emplace_back(q[i]);
        for (const std::size_t i : row.at)
            if (row.with_rates) z.emplace_back(w[i]);
        z.emplace_back(t);
        return z;
    }
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
    std::vector<S> inertia(const S* q, const S* w, const std::vector<S>& u) const {
        std::vector<S> m(n_ * n_);
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                Twice z = lifted(q, w, u);
                z[n_ + i].slope = Dual<S>(S(1));
                z[n_ + j].value.slope = S(1);
                m[i * n_ + j] = kinetic_.at(z.data()).slope.slope;
            }
        return m;
    }
    static void eliminate(std::vector<S>& m, std::vector<S>& b) {
        const std::size_t n = b.size();
        for (std::size_t k = 0; k < n; ++k) {
            std::size_t best = k;
            for (std::size_t i = k + 1; i < n; ++i)
                if (magnitude(m[i * n + k]) > magnitude(m[best * n + k])) best = i;
            for (std::size_t j = 0; j < n; ++j) std::swap(m[k * n + j], m[best * n + j]);
            std::swap(b[k], b[best]);
            for (std::size_t i = k + 1; i < n; ++i) {
                const S factor = m[i * n + k] / m[k * n + k];
                for (std::size_t j = k; j < n; ++j) m[i * n + j] -= factor * m[k * n + j];
                b[i] -= factor * b[k];
            }
        }
        for (std::size_t k = n; k-- > 0;) {
            for (std::size_t j = k + 1; j < n; ++j) b[k] -= m[k * n + j] * b[j];
            b[k] /= m[k * n + k];
        }
    }

    std::size_t n_;
    Formula kinetic_, potential_, dissipation_;
    bool dissipates_;
    std::vector<Formula> forces_{};
    std::vector<std::size_t> inputs_{};
    std::size_t time_ = 0;
    std::vector<Row> rows_{};
};

}  // namespace cchnn::judge
