#pragma once
// The ground-truth vector field dz/dt = P J grad H (paper eq. 6) with one symmetric positive definite solve of the size
// of the constraints, z = (x, p):
//
//   (1)  v        = M^-1 p
//   (2)  lambda_2 = -A^-1 G v                  A = G M^-1 G^T; zero on the manifold, removes drift in dPhi/dt
//   (3)  dx/dt    = v + M^-1 G^T lambda_2
//   (4)  f        = -dV/dx - W^T lambda_2      W = d(G v)/dx
//   (5)  lambda_1 = A^-1 (W dx/dt + G M^-1 f)
//   (6)  dp/dt    = f - G^T lambda_1
//
// It follows from the block form [[0, A], [-A^T, S]] of (D Psi) J (D Psi)^T. And the projection onto the manifold,
// Newton in the mass metric:
//
//   (7)  x <- x - M^-1 G^T A^-1 Phi,   p <- p - G^T A^-1 G v
//
// Real is double, Lanes or a quad type; only + - * / sqrt, in a fixed order. One object per thread: it owns workspace.

#include <vector>

#include "mechanics/constrained_system.hpp"
#include "mechanics/row_values.hpp"

namespace cchnn {

template <class Real>
class Dynamics {
  public:
    using State = std::vector<Real>;  // (x, p), 2 n d

    explicit Dynamics(const ConstrainedSystem& system)
        : system_(system),
          plan_(system.plan()),
          ldlt_(plan_.pattern),
          a_(plan_.mass_coupling.size(), Real(0.0)),
          r_(plan_.row.size() * dim(), Real(0.0)),
          s_(r_),
          lambda_(plan_.row.size(), Real(0.0)),
          v_(static_cast<std::size_t>(system.state_size()), Real(0.0)),
          node_force_(v_) {
        for (const auto& row : system.inverse_masses()) inverse_mass_.push_back(row.front().weight);
    }

    // Called by Odeint's steppers; the system does not depend on time.
    template <class Time>
    void operator()(const State& z, State& dzdt, const Time&) {
        const Real* x = z.data();
        const Real* p = x + system_.state_size();
        Real* dx = dzdt.data();
        Real* dp = dx + system_.state_size();
        switch (dim()) {
            case 1: return evaluate<1>(x, p, dx, dp);
            case 2: return evaluate<2>(x, p, dx, dp);
            default: return evaluate<3>(x, p, dx, dp);
        }
    }

    // (7) in the lanes of `active`; a lane's result does not depend on the others.
    void project(State& z, const Mask<Real>& active) {
        switch (dim()) {
            case 1: return project_dimension<1>(z, active);
            case 2: return project_dimension<2>(z, active);
            default: return project_dimension<3>(z, active);
        }
    }

  private:
    std::size_t dim() const { return static_cast<std::size_t>(system_.dimension()); }
    std::size_t row_count() const { return plan_.row.size(); }

    template <int D>
    void gather_all(const SeparationTable& table, const Real* nodes, bool with_offset, Real* out) const {
        for (std::size_t k = 0; k < table.terms.size(); ++k)
            gather<D>(table, k, nodes, with_offset ? &table.offset[k * D] : nullptr, out + k * D);
    }

    template <int D>
    void scatter_all(const Real* vectors, Real* nodes) const {
        for (std::size_t k = 0; k < row_count(); ++k) {
            Real along[D];
            for (int j = 0; j < D; ++j) along[j] = lambda_[k] * vectors[k * D + static_cast<std::size_t>(j)];
            scatter<D>(plan_.separations, k, along, nodes);
        }
    }

    template <int D>
    void multiply_inverse_mass(const Real* in, Real* out) const {
        for (std::size_t i = 0; i < inverse_mass_.size(); ++i)
            for (std::size_t j = 0; j < D; ++j) out[i * D + j] = inverse_mass_[i] * in[i * D + j];
    }

    template <int D>
    void factor() {
        const LdltPattern& s = plan_.pattern;
        std::size_t e = 0;
        for (std::size_t k = 0; k < row_count(); ++k)
            for (; e < static_cast<std::size_t>(s.a_begin[k + 1]); ++e)
                a_[e] = plan_.mass_coupling[e] *
                        dot<D>(&r_[k * D], &r_[static_cast<std::size_t>(s.a_columns[e]) * D]);
        ldlt_.factor(a_.data());
    }

    // -dV/dx
    template <int D>
    void forces(const Real* x, Real* f) const {
        const auto& constant = system_.constant_force();
        for (std::size_t i = 0; i < constant.size(); ++i) f[i] = Real(constant[i]);
        const SeparationTable& table = system_.spring_separations();
        for (std::size_t k = 0; k < table.terms.size(); ++k) {
            const SpringTerm& spring = system_.springs()[k];
            Real r[D];
            gather<D>(table, k, x, &table.offset[k * D], r);
            Real pull = Real(-spring.stiffness);
            if (spring.rest_length != 0) pull *= 1.0 - spring.rest_length / square_root(dot<D>(r, r));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table, k, r, f);
        }
    }

    template <int D>
    void evaluate(const Real* x, const Real* p, Real* dx, Real* dp) {
        const std::size_t n = v_.size();
        multiply_inverse_mass<D>(p, v_.data());
        gather_all<D>(plan_.separations, x, true, r_.data());
        gather_all<D>(plan_.separations, v_.data(), false, s_.data());
        factor<D>();

        for (std::size_t k = 0; k < row_count(); ++k) lambda_[k] = -dot<D>(&r_[k * D], &s_[k * D]);
        ldlt_.solve(lambda_.data());  // (2)
        for (std::size_t i = 0; i < n; ++i) node_force_[i] = Real(0.0);
        scatter_all<D>(r_.data(), node_force_.data());
        multiply_inverse_mass<D>(node_force_.data(), dx);
        for (std::size_t i = 0; i < n; ++i) dx[i] += v_[i];  // (3)

        for (Real& l : lambda_) l = -l;
        forces<D>(x, dp);
        scatter_all<D>(s_.data(), dp);  // (4)

        multiply_inverse_mass<D>(dp, node_force_.data());
        for (std::size_t k = 0; k < row_count(); ++k) {
            Real u[D], acceleration[D];
            gather<D>(plan_.separations, k, dx, nullptr, u);
            gather<D>(plan_.separations, k, node_force_.data(), nullptr, acceleration);
            lambda_[k] = -(dot<D>(&s_[k * D], u) + dot<D>(&r_[k * D], acceleration));
        }
        ldlt_.solve(lambda_.data());  // (5), negated
        scatter_all<D>(r_.data(), dp);  // (6)
    }

    template <int D>
    void project_dimension(State& z, const Mask<Real>& active) {
        Real* x = z.data();
        Real* p = x + v_.size();
        Mask<Real> moving = active;
        // Newton is quadratic: a residual below 1e-9 leaves 1e-18. Four steps reach rounding from any accepted step.
        for (int step = 0; step < 4 && any(moving) && row_count() > 0; ++step) moving = move_onto<D>(x, moving);
        gather_all<D>(plan_.separations, x, true, r_.data());
        multiply_inverse_mass<D>(p, v_.data());
        gather_all<D>(plan_.separations, v_.data(), false, s_.data());
        factor<D>();
        for (std::size_t k = 0; k < row_count(); ++k) lambda_[k] = -dot<D>(&r_[k * D], &s_[k * D]);
        ldlt_.solve(lambda_.data());
        for (Real& c : node_force_) c = Real(0.0);
        scatter_all<D>(r_.data(), node_force_.data());
        for (std::size_t i = 0; i < v_.size(); ++i) p[i] = select(active, p[i] + node_force_[i], p[i]);
    }

    // One Newton step on positions; returns the lanes that need another.
    template <int D>
    Mask<Real> move_onto(Real* x, const Mask<Real>& moving) {
        gather_all<D>(plan_.separations, x, true, r_.data());
        Real worst = Real(0.0);
        for (std::size_t k = 0; k < row_count(); ++k) {
            lambda_[k] = plan_.half_square[k] - 0.5 * dot<D>(&r_[k * D], &r_[k * D]);
            const Real relative = absolute(lambda_[k]) / plan_.half_square[k];
            worst = select(relative > worst, relative, worst);
        }
        factor<D>();
        ldlt_.solve(lambda_.data());
        for (Real& c : node_force_) c = Real(0.0);
        scatter_all<D>(r_.data(), node_force_.data());
        multiply_inverse_mass<D>(node_force_.data(), v_.data());
        for (std::size_t i = 0; i < v_.size(); ++i) x[i] = select(moving, x[i] + v_[i], x[i]);
        return moving && worst > Real(1e-9);
    }

    const ConstrainedSystem& system_;
    const SolvePlan& plan_;
    std::vector<double> inverse_mass_;
    Ldlt<Real> ldlt_;
    State a_, r_, s_, lambda_, v_, node_force_;
};

}  // namespace cchnn
