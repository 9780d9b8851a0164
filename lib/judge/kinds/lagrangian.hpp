#pragma once
// A system that its file describes by L = T(q, w) - V(q) and a Rayleigh function R (schemas/system/lagrangians.md). The
// coordinates q are the places of unit masses on a line, so that an acceleration is a force on them.
//
//   (1)  sum_j T_(w_i w_j) a_j = L_(q_i) - sum_j T_(w_i q_j) w_j - R_(w_i)      by elimination with the largest pivot
//   (2)  K = sum_ij T_(w_i w_j) w_i w_j/2,   U = V - T(q, 0),   H = w . L_w - L = K + U
//
// Second derivatives are those of duals of duals, of the formulas as they are written.

#include <memory>
#include <utility>
#include <vector>

#include "judge/formula.hpp"
#include "judge/piece.hpp"

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

    bool dissipates() const { return dissipates_; }
    // (1), into `a`.
    void acceleration(const S* q, const S* w, S* a) const {
        std::vector<S> m = inertia(q, w);
        for (std::size_t i = 0; i < n_; ++i) {
            Twice z = lifted(q, w);
            z[n_ + i].slope = Dual<S>(S(1));
            for (std::size_t j = 0; j < n_; ++j) z[j].value.slope = w[j];
            a[i] = -kinetic_.at(z.data()).slope.slope;
            const std::vector<Dual<S>> by_place = along(q, w, i), by_rate = along(q, w, n_ + i);
            a[i] += kinetic_.at(by_place.data()).slope - potential_.at(by_place.data()).slope;
            a[i] -= dissipation_.at(by_rate.data()).slope;
        }
        eliminate(m, a);
    }
    S kinetic(const S* q, const S* w) const {
        const std::vector<S> m = inertia(q, w);
        S twice = 0;
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) twice += m[i * n_ + j] * w[i] * w[j];
        return twice / 2;
    }
    S potential(const S* q) const {
        std::vector<S> z(q, q + n_);
        z.resize(2 * n_, S(0));
        return potential_.at(z.data()) - kinetic_.at(z.data());
    }
    // The rate at which energy is lost, w . R_w.
    S loss(const S* q, const S* w) const {
        S sum = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            const std::vector<Dual<S>> z = along(q, w, n_ + i);
            sum += w[i] * dissipation_.at(z.data()).slope;
        }
        return sum;
    }

  private:
    using Twice = std::vector<Dual<Dual<S>>>;
    Twice lifted(const S* q, const S* w) const {
        Twice z(q, q + n_);
        z.insert(z.end(), w, w + n_);
        return z;
    }
    std::vector<Dual<S>> along(const S* q, const S* w, std::size_t i) const {
        std::vector<Dual<S>> z(q, q + n_);
        z.insert(z.end(), w, w + n_);
        z[i].slope = S(1);
        return z;
    }
    std::vector<S> inertia(const S* q, const S* w) const {
        std::vector<S> m(n_ * n_);
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                Twice z = lifted(q, w);
                z[n_ + i].slope = Dual<S>(S(1));
                z[n_ + j].value.slope = S(1);
                m[i * n_ + j] = kinetic_.at(z.data()).slope.slope;
            }
        return m;
    }
    void eliminate(std::vector<S>& m, S* b) const {
        for (std::size_t k = 0; k < n_; ++k) {
            std::size_t best = k;
            for (std::size_t i = k + 1; i < n_; ++i)
                if (magnitude(m[i * n_ + k]) > magnitude(m[best * n_ + k])) best = i;
            for (std::size_t j = 0; j < n_; ++j) std::swap(m[k * n_ + j], m[best * n_ + j]);
            std::swap(b[k], b[best]);
            for (std::size_t i = k + 1; i < n_; ++i) {
                const S factor = m[i * n_ + k] / m[k * n_ + k];
                for (std::size_t j = k; j < n_; ++j) m[i * n_ + j] -= factor * m[k * n_ + j];
                b[i] -= factor * b[k];
            }
        }
        for (std::size_t k = n_; k-- > 0;) {
            for (std::size_t j = k + 1; j < n_; ++j) b[k] -= m[k * n_ + j] * b[j];
            b[k] /= m[k * n_ + k];
        }
    }

    std::size_t n_;
    Formula kinetic_, potential_, dissipation_;
    bool dissipates_;
};

// The piece of it that acts on nodes; its places are the coordinates.
template <class S>
struct LagrangianForce {
    std::shared_ptr<const LagrangianOf<S>> lagrangian;
    std::size_t count;
    bool gives_force() const { return true; }
    void minus_force(const PieceState<S>& state, S* out) const {
        lagrangian->acceleration(state.r, state.w, out);
        for (std::size_t i = 0; i < count; ++i) out[i] = -out[i];
    }
    template <class T>
    void operator()(const PieceState<T>&, T* out) const {
        out[0] = T(S(0));
    }
};

}  // namespace cchnn::judge
