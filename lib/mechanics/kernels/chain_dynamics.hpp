#pragma once
// general_dynamics.hpp (1) to (8) for chains of points (mechanics/plan/chains.hpp). A is tridiagonal along a chain, so
// a solve is one sweep outwards (forward elimination) and one inwards (back substitution), of constant work per link;
// the values of the link before are still in registers. make_field.hpp chooses it.
//
//   outwards   r, s = r(v), rates, factors L D L^T of A, forward substitution for lambda_2
//   inwards    lambda_2, dx/dt, f, M^-1 f
//   outwards   right-hand side of (5), forward substitution for lambda_1
//   inwards    lambda_1, dp/dt
//
// Pointers are local variables in every loop, because a store of Lanes may alias anything, members included.

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/newton_residual.hpp"
#include "mechanics/system_constants.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

template <class Real, int D, class C = double>
class ChainDynamics {
  public:
    using Constant = C;
    using ChainLink = ChainLinkOf<C>;

    explicit ChainDynamics(const SystemConstants<C>& system)
        : system_(system),
          links_(system.chain),
          v_(system.state_size, Real(0.0)),
          a_(v_),
          r_(v_),
          s_(v_),
          lower_(links_.size(), Real(0.0)),
          inverse_d_(lower_),
          lambda_(lower_),
          constant_(system.forces.only_constant()) {
        constants_changed();
    }

    // Recomputes what follows from constant forces.
    void constants_changed() {
        if (!constant_) return;
        apart_.clear();
        C before[D];
        for (const ChainLink& link : links_)
            for (int j = 0; j < D; ++j) {
                const C a = link.inverse_mass * constant_[link.node * D + j];
                apart_.push_back(link.first ? a : C(a - before[j]));
                before[j] = a;
            }
    }

    // As in dynamics.hpp; chains have neither curve parameters nor counted angles, but they may be driven.
    Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real*) {
        outwards<true>(x, p);
        return from_rates(x, s, dx, dp);
    }
    Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real*) {
        return accelerate<true>(x, p, s, dx, dp);
    }
    Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real*) {
        return accelerate<false>(x, p, s, dx, dp);
    }

    void project(Real* x, Real* p, Real*, const Mask<Real>& active) {
        Mask<Real> moving = active;
        // Four steps reach rounding from any accepted step.
        for (int step = 0; step < 4 && any(moving); ++step) {
            const Real worst = residuals(x);
            inwards([=](const ChainLink& link, int j, const Real& tension) {
                Real& at = x[link.node * D + j];
                at = select(moving, at - link.inverse_mass * tension, at);
            });
            moving = moving && worst > Real(newton_residual<Real>);
        }
        outwards<true>(x, p);
        inwards([=](const ChainLink& link, int j, const Real& tension) {
            Real& at = p[link.node * D + j];
            at = select(active, at - tension, at);
        });
    }

  private:
    // v, s = v_k - v_k-1, and the forward elimination of (2); with `positions` also r = x_k - x_k-1 and the factors of
    // A.
    template <bool positions>
    void outwards(const Real* x, const Real* p) {
        const ChainLink* const links = links_.data();
        Real *const all_v = v_.data(), *r = r_.data(), *s = s_.data();
        Real *const lower = lower_.data(), *const inverse_d = inverse_d_.data(), *const lambda = lambda_.data();
        Real x_before[D], v_before[D], r_before[D], d_before, lambda_before;
        for (std::size_t k = 0, n = links_.size(); k < n; ++k, r += D, s += D) {
            const ChainLink& link = links[k];
            if (link.first) {
                for (int j = 0; j < D; ++j) x_before[j] = Real(link.hook[j]), v_before[j] = r_before[j] = Real(0.0);
                d_before = lambda_before = Real(0.0);
            }
            const Real *const xk = x + link.node * D, *const pk = p + link.node * D;
            Real* const vk = all_v + link.node * D;
            Real rate, square, cross;
            for (int j = 0; j < D; ++j) {
                const Real v = link.inverse_mass * pk[j], sj = v - v_before[j];
                const Real rj = positions ? xk[j] - x_before[j] : r[j];
                rate = j ? rate + rj * sj : rj * sj;
                vk[j] = v_before[j] = v;
                s[j] = sj;
                if constexpr (positions) {
                    square = j ? square + rj * rj : rj * rj;
                    cross = j ? cross + rj * r_before[j] : rj * r_before[j];
                    x_before[j] = xk[j];
                    r[j] = r_before[j] = rj;
                }
            }
            if constexpr (positions) {
                d_before = factor(link, square, cross, d_before, lower[k]);
                inverse_d[k] = d_before;
            }
            lambda[k] = lambda_before = rate - lower[k] * lambda_before;
        }
    }
    // One row of L D L^T: stores its entry of L and returns 1/D.
    [[gnu::always_inline]] static Real factor(const ChainLink& link, const Real& square, const Real& cross,
                                              const Real& before, Real& lower) {
        const Real y = link.coupling * cross, l = y * before;
        lower = l;
        return Real(1.0) / (link.own * square - l * y);
    }

    // r, the factors, and the forward elimination of Phi; returns the largest |Phi_k| / scale_k.
    Real residuals(const Real* x) {
        const ChainLink* const links = links_.data();
        Real *r = r_.data(), *const lower = lower_.data(), *const inverse_d = inverse_d_.data(),
             *const lambda = lambda_.data();
        Real x_before[D], r_before[D], d_before, lambda_before, worst = Real(0.0);
        for (std::size_t k = 0, n = links_.size(); k < n; ++k, r += D) {
            const ChainLink& link = links[k];
            if (link.first) {
                for (int j = 0; j < D; ++j) x_before[j] = Real(link.hook[j]), r_before[j] = Real(0.0);
                d_before = lambda_before = Real(0.0);
            }
            const Real* const xk = x + link.node * D;
            Real square, cross;
            for (int j = 0; j < D; ++j) {
                const Real rj = xk[j] - x_before[j];
                square = j ? square + rj * rj : rj * rj;
                cross = j ? cross + rj * r_before[j] : rj * r_before[j];
                x_before[j] = xk[j];
                r[j] = r_before[j] = rj;
            }
            inverse_d[k] = d_before = factor(link, square, cross, d_before, lower[k]);
            const Real phi = 0.5 * square - link.target, relative = absolute(phi) / link.scale;
            worst = select(relative > worst, relative, worst);
            lambda[k] = lambda_before = phi - lower[k] * lambda_before;
        }
        return worst;
    }

    // Back substitution; passes each component of the constraint force G^T lambda, the tension, to `act`. The last link
    // of a chain has no link after it: nothing is subtracted there, not even zeros.
    template <class Action>
    void inwards(Action&& act) {
        const ChainLink* const links = links_.data();
        const Real *r = r_.data() + links_.size() * D, *const lower = lower_.data(),
                   *const inverse_d = inverse_d_.data();
        const Real* const lambda = lambda_.data();
        Real r_after[D], lower_after, lambda_after;
        const auto back = [&](std::size_t k, auto last) __attribute__((always_inline)) {
            const ChainLink& link = links[k];
            const Real own = lambda[k] * inverse_d[k], here = last ? own : own - lower_after * lambda_after;
            for (int j = 0; j < D; ++j) {
                const Real rj = r[j], tension = here * rj;
                act(link, j, last ? tension : Real(tension - lambda_after * r_after[j]));
                r_after[j] = rj;
            }
            lower_after = lower[k];
            lambda_after = here;
        };
        for (std::size_t k = links_.size(); k-- > 0;) {
            r -= D;
            if (links[k].last) back(k, std::true_type{});
            else back(k, std::false_type{});
        }
    }

    // Node forces f, and apart_k, the relative acceleration a_k - a_k-1 of the two points of link k under these forces
    // alone.
    struct ConstantForces {
        const C *force, *apart;
        const C& at(int i) const { return force[i]; }
        const C& apart_at(std::size_t k, const ChainLink&, int j, bool, Real&) const { return apart[k * D + j]; }
    };
    struct ForcesInPlace {
        const Real* force;
        Real at(int i) const { return force[i]; }
        Real apart_at(std::size_t, const ChainLink& link, int j, bool first, Real& before) const {
            const Real a = link.inverse_mass * force[link.node * D + j], apart = first ? a : a - before;
            before = a;
            return apart;
        }
    };

    // (8); without `positions`, r and the factors are those of the last call.
    template <bool positions>
    Real accelerate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp) {
        if (constant_) return sweep<positions>(x, p, ConstantForces{constant_, apart_.data()}, dx, dp), Real(0.0);
        system_.masses.template multiply_inverse<D>(p, dx);
        const Real power_lost = forces_at<D>(system_.forces, x, dx, s, dp);
        sweep<positions>(x, p, ForcesInPlace{dp}, dx, dp);
        return power_lost;
    }
    // One outward sweep up to the forward elimination of (5), then the inward sweep. `bias` is the right-hand side of
    // (5) for one link, W v + G M^-1 f = |s|^2 + r . apart, and `turn` its component j.
    template <bool positions, class Forces>
    void sweep(const Real* x, const Real* p, const Forces forces, Real* dx, Real* dp) {
        const ChainLink* const links = links_.data();
        Real *r = r_.data(), *const lower = lower_.data(), *const inverse_d = inverse_d_.data(),
             *const lambda = lambda_.data();
        Real x_before[D], v_before[D], a_before[D], r_before[D], d_before, lambda_before;
        const auto out = [&](std::size_t k, auto first) __attribute__((always_inline)) {
            const ChainLink& link = links[k];
            Real bias, square, cross;
            for (int j = 0; j < D; ++j) {
                const int i = link.node * D + j;
                const Real v = link.inverse_mass * p[i], sj = first ? v : v - v_before[j];
                const Real rj = !positions ? r[j] : first ? x[i] - Real(link.hook[j]) : x[i] - x_before[j];
                const Real turn = sj * sj + rj * forces.apart_at(k, link, j, first, a_before[j]);
                bias = j ? bias + turn : turn;
                dx[i] = v_before[j] = v;
                if constexpr (positions) {
                    square = j ? square + rj * rj : rj * rj;
                    if constexpr (!first) cross = j ? cross + rj * r_before[j] : rj * r_before[j];
                    x_before[j] = x[i];
                    r[j] = r_before[j] = rj;
                }
            }
            if constexpr (positions && first)
                lower[k] = Real(0.0), inverse_d[k] = d_before = Real(1.0) / (link.own * square);
            else if constexpr (positions) inverse_d[k] = d_before = factor(link, square, cross, d_before, lower[k]);
            lambda[k] = lambda_before = first ? bias : bias - lower[k] * lambda_before;
        };
        for (std::size_t k = 0, n = links_.size(); k < n; ++k, r += D) {
            if (links[k].first) out(k, std::true_type{});
            else out(k, std::false_type{});
        }
        inwards([=](const ChainLink& link, int j, const Real& tension) {
            Real& rate = dp[link.node * D + j];
            rate = forces.at(link.node * D + j) - tension;
        });
    }

    // (2) to (6) from r, s, the factors, and the forward elimination of (2).
    Real from_rates(const Real* x, const Real* s, Real* dx, Real* dp) {
        if (const C* const constant = constant_)
            return from_forces([=](int i) { return Real(constant[i]); }, dx, dp), Real(0.0);
        const Real power_lost = forces_at<D>(system_.forces, x, v_.data(), s, dp);
        from_forces([=](int i) { return dp[i]; }, dx, dp);
        return power_lost;
    }
    // force(i): component i of -dV/dx - dR/dv.
    template <class Force>
    void from_forces(Force&& force, Real* dx, Real* dp) {
        const ChainLink* const links = links_.data();
        const std::size_t n = links_.size();
        const Real *r = r_.data() + n * D, *s = s_.data() + n * D, *const v = v_.data();
        const Real *const lower = lower_.data(), *const inverse_d = inverse_d_.data();
        Real *a = a_.data() + n * D, *const lambda = lambda_.data();
        {
            Real r_after[D], s_after[D], lower_after, lambda_after;
            for (std::size_t k = n; k-- > 0;) {
                const ChainLink& link = links[k];
                r -= D;
                s -= D;
                a -= D;
                if (link.last) {
                    for (int j = 0; j < D; ++j) r_after[j] = s_after[j] = Real(0.0);
                    lower_after = lambda_after = Real(0.0);
                }
                const Real here = lambda[k] * inverse_d[k] - lower_after * lambda_after;  // (2), negated
                for (int j = 0; j < D; ++j) {
                    const int i = link.node * D + j;
                    const Real rj = r[j], sj = s[j];
                    const Real f = force(i) + here * sj - lambda_after * s_after[j];             // (4)
                    dx[i] = v[i] - link.inverse_mass * (here * rj - lambda_after * r_after[j]);  // (3)
                    dp[i] = f;
                    a[j] = link.inverse_mass * f;
                    r_after[j] = rj;
                    s_after[j] = sj;
                }
                lower_after = lower[k];
                lambda_after = here;
            }
        }
        Real u_before[D], a_before[D], lambda_before;
        for (std::size_t k = 0; k < n; ++k, r += D, s += D, a += D) {
            const ChainLink& link = links[k];
            if (link.first) {
                for (int j = 0; j < D; ++j) u_before[j] = a_before[j] = Real(0.0);
                lambda_before = Real(0.0);
            }
            const Real* const u = dx + link.node * D;
            Real sum;
            for (int j = 0; j < D; ++j) {
                const Real bias = s[j] * (u[j] - u_before[j]) + r[j] * (a[j] - a_before[j]);
                sum = j ? sum + bias : bias;
                u_before[j] = u[j];
                a_before[j] = a[j];
            }
            lambda[k] = lambda_before = sum - lower[k] * lambda_before;
        }
        inwards(
            [=](const ChainLink& link, int j, const Real& tension) { dp[link.node * D + j] -= tension; });  // (5), (6)
    }

    const SystemConstants<C>& system_;
    const std::vector<ChainLink>& links_;
    std::vector<Real> v_;                           // (n, D) by node
    std::vector<Real> a_, r_, s_;                   // (links, D)
    std::vector<Real> lower_, inverse_d_, lambda_;  // (links)
    const C* constant_;                             // state-independent forces, or null
    std::vector<C> apart_;                          // (links, D), for constant forces
};

}  // namespace cchnn
