#pragma once
// general_dynamics.hpp (7) and (8) for systems with rigid bodies that form no trees (tree_dynamics.hpp): with loops,
// rolling, curves, or many rows outside a tree. Rigidity constraints are solved in closed form, rigid_bodies.hpp (1) to
// (3) of mechanics/plan, the other rows by an L D U of their Schur complement (4). The three problems have one form,
//
//   (1)  given node forces f, find f' = f - forces of all rows such that  G M^-1 f' + tau = 0
//
//   accelerations   f = -dV/dx - dR/dv,  tau = W v:        dp/dt = f'
//   velocities      f = 0,               tau = G v:        p <- p + f'
//   positions       f = 0,               tau = Phi:        x <- x + M^-1 f'
//
// Forces of rigidity rows act along the dual basis, those of other rows along G^T. On the manifold this is
// general_dynamics.hpp. Off it (1) still holds, so that d2Phi/dt2 = 0. Taking e^T e = 1 would be simpler, but makes
// motions normal to the manifold stiff: steps were up to three times shorter.

#include <memory>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/newton_residual.hpp"
#include "mechanics/kernels/sparse_ldu.hpp"
#include "mechanics/kernels/trees/tip_frame.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/system_constants.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// `Whole` is the kernel of paper eq. (6), valid off the manifold too; it is made when first needed.
template <class Real, int D, class Whole>
class RigidDynamics {
  public:
    using Constant = typename Whole::Constant;

    explicit RigidDynamics(const SystemConstants<Constant>& system)
        : system_(system),
          rigid_(system.rigid),
          plan_(rigid_.rows),
          rows_(plan_),
          ldu_(plan_.pattern),
          below_(plan_.pattern.a_columns.size(), Real(0.0)),
          above_(below_),
          lambda_(plan_.row.size(), Real(0.0)),
          beta_(rigid_.projected, Real(0.0)),
          dual_(beta_),
          frames_(rigid_.bodies.size()),
          v_(system.state_size, Real(0.0)),
          move_(v_) {}

    void constants_changed() {
        rows_.constants_changed();
        if (whole_) whole_->constants_changed();
    }

    // As in dynamics.hpp.
    Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) {
        if (!whole_) whole_ = std::make_unique<Whole>(system_);
        return whole_->evaluate(x, p, s, dx, dp, ds);
    }
    Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) {
        system_.masses.template multiply_inverse<D>(p, dx);
        read_frames(x);
        if (has_rows()) {
            read_parameters(s);
            rows_.read_motion(x, dx);
            factor();
        }
        return accelerate(x, s, dx, dp, ds);
    }
    Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) {
        system_.masses.template multiply_inverse<D>(p, dx);
        if (has_rows()) rows_.read_velocities(dx);
        return accelerate(x, s, dx, dp, ds);
    }

    void project(Real* x, Real* p, Real* s, const Mask<Real>& active) {
        Mask<Real> moving = active;
        // Four steps reach rounding from any accepted step.
        for (int step = 0; step < 4 && any(moving); ++step) moving = move_onto(x, s, moving);
        read_frames(x);
        system_.masses.template multiply_inverse<D>(p, v_.data());
        if (has_rows()) {
            rows_.read_positions(x);
            rows_.polish_tracks(s, active);
            rows_.read_velocities(v_.data(), lambda_.data());
            factor();
        }
        each_body([&](const RigidBodyOf<Constant>& body, Frame& frame, auto tips) {
            frame.template rates<tips()>(&v_[to_size(body.first) * D]);
        });
        Real* const kick = v_.data();
        for (Real& c : v_) c = Real(0.0);
        constrain(kick, {});
        for (std::size_t i = 0; i < v_.size(); ++i) p[i] = select(active, p[i] + kick[i], p[i]);
    }

  private:
    // One body: e_i, their dual basis, and tau_ij of its rigidity rows for i <= j.
    struct Frame {
        Real e[most_tips][D], dual[most_tips][D], tau[most_tips][most_tips];

        template <int K>
        [[gnu::always_inline]] void read(const Real* x) {
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < D; ++j) e[i][j] = x[(i + 1) * D + j] - x[j];
            dual_basis<K, D>(e, dual);
        }
        // tau of accelerations, the bias 2 de_i/dt . de_j/dt.
        template <int K>
        [[gnu::always_inline]] void bias_acceleration(const Real* v) {
            Real u[K][D];
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < D; ++j) u[i][j] = v[(i + 1) * D + j] - v[j];
            for (int i = 0; i < K; ++i)
                for (int j = i; j < K; ++j) tau[i][j] = 2.0 * dot<D>(u[i], u[j]);
        }
        // tau of velocities, d(e_i . e_j)/dt.
        template <int K>
        [[gnu::always_inline]] void rates(const Real* v) {
            Real u[K][D];
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < D; ++j) u[i][j] = v[(i + 1) * D + j] - v[j];
            for (int i = 0; i < K; ++i)
                for (int j = i; j < K; ++j) tau[i][j] = dot<D>(e[j], u[i]) + dot<D>(e[i], u[j]);
        }
        // tau of positions, e_i . e_j - delta_ij; returns the largest |tau|.
        template <int K>
        [[gnu::always_inline]] Real residuals() {
            Real worst = Real(0.0);
            for (int i = 0; i < K; ++i)
                for (int j = i; j < K; ++j) {
                    tau[i][j] = i == j ? dot<D>(e[i], e[i]) - 1.0 : dot<D>(e[i], e[j]);
                    const Real off = absolute(tau[i][j]);
                    worst = select(off > worst, off, worst);
                }
            return worst;
        }
        // c_i of (2), (3), from node forces of the body; `free` receives a_i - a_0 = f_i / (m lambda_i) without
        // constraints.
        template <int K>
        [[gnu::always_inline]] void corrections(const RigidBodyOf<Constant>& body, const Real* f, Real (&free)[K][D],
                                                Real (&c)[K][D]) const {
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < D; ++j) free[i][j] = body.inverse_moment[i] * f[(i + 1) * D + j];
            Real s[K][K];
            for (int i = 0; i < K; ++i)
                for (int j = i; j < K; ++j)
                    s[i][j] = i == j ? 2.0 * dot<D>(e[i], free[i]) + tau[i][i]
                                     : dot<D>(e[j], free[i]) + dot<D>(e[i], free[j]) + tau[i][j];
            for (int i = 0; i < K; ++i)
                for (int j = 0; j < K; ++j) {
                    const Real force = body.share[i][j] * (i < j ? s[i][j] : s[j][i]);
                    for (int k = 0; k < D; ++k) c[i][k] = j ? c[i][k] + force * dual[j][k] : force * dual[j][k];
                }
        }
    };
    template <int K>
    struct Tips {
        constexpr int operator()() const { return K; }
    };
    // Calls action(body, frame, tips) for each body; tips() is a constant.
    template <class Action>
    [[gnu::always_inline]] void each_body(Action&& action) {
        const RigidBodyOf<Constant>* const bodies = rigid_.bodies.data();
        Frame* const frames = frames_.data();
        for (std::size_t b = 0, n = rigid_.bodies.size(); b < n; ++b) {
            if (bodies[b].tips == 1) action(bodies[b], frames[b], Tips<1>{});
            else if (bodies[b].tips == 2) action(bodies[b], frames[b], Tips<2>{});
            else action(bodies[b], frames[b], Tips<3>{});
        }
    }

    bool has_rows() const { return !plan_.row.empty(); }
    void read_parameters(const Real* s) {
        if (rows_.moves()) rows_.set_time(s[system_.forces.driven.first + 1]);
        rows_.read_tracks(s);
    }
    void read_frames(const Real* x) {
        each_body([=](const RigidBodyOf<Constant>& body, Frame& frame, auto tips) {
            frame.template read<tips()>(x + body.first * D);
        });
    }

    Real accelerate(const Real* x, const Real* s, const Real* dx, Real* dp, Real* ds) {
        if (has_rows()) {
            rows_.track_rates(ds);
            rows_.bias_acceleration(lambda_.data());
        }
        each_body([=](const RigidBodyOf<Constant>& body, Frame& frame, auto tips) {
            frame.template bias_acceleration<tips()>(dx + body.first * D);
        });
        const Real power_lost = forces_at<D>(system_.forces, x, dx, s, dp);
        constrain(dp, {});
        if (rows_.moves()) ds[system_.forces.driven.first] = rows_.power(lambda_.data());
        return power_lost;
    }

    // Solves (1), with tau of bodies in their frames and of rows in lambda_. Rows of `still` take no part.
    void constrain(Real* f, const std::vector<int>& still) {
        if (has_rows()) {
            accelerations(f, move_.data());
            rows_.add_jacobian_product(move_.data(), lambda_.data());
            for (int k : still) lambda_[k] = Real(0.0);
            ldu_.solve(lambda_.data());
            rows_.subtract_gradient(lambda_.data(), f);
        }
        each_body([=](const RigidBodyOf<Constant>& body, const Frame& frame, auto tips) {
            constexpr int K = tips();
            Real* const own = f + body.first * D;
            Real free[K][D], c[K][D];
            frame.template corrections<K>(body, own, free, c);
            for (int i = 0; i < K; ++i)
                for (int k = 0; k < D; ++k) {
                    const Real force = body.moment[i] * c[i][k];
                    own[(i + 1) * D + k] -= force;
                    own[k] += force;
                }
        });
    }
    // The accelerations of rigid bodies under node forces, without other rows: rigid_bodies.hpp (1).
    void accelerations(const Real* f, Real* a) {
        const Constant* const inverse_mass = rigid_.point_masses.data();
        for (std::size_t i = 0, n = rigid_.point_masses.size(); i < n; ++i)
            for (std::size_t k = i * D; k < i * D + D; ++k) a[k] = inverse_mass[i] * f[k];
        each_body([=](const RigidBodyOf<Constant>& body, const Frame& frame, auto tips) {
            constexpr int K = tips();
            const Real* const own = f + body.first * D;
            Real* const out = a + body.first * D;
            Real free[K][D], c[K][D];
            frame.template corrections<K>(body, own, free, c);
            for (int k = 0; k < D; ++k) {
                Real sum = own[k];
                for (int i = 1; i <= K; ++i) sum += own[i * D + k];
                out[k] = sum = body.inverse_mass * sum;
                for (int i = 0; i < K; ++i) out[(i + 1) * D + k] = sum + (free[i][k] - c[i][k]);
            }
        });
    }

    // The Schur complement, (4) of rigid_bodies.hpp, after rows and frames have been read.
    void inverse_constraint_inertia() {
        rows_.inverse_constraint_inertia(below_.data());
        const RigidProjection* const projections = rigid_.projections.data();
        Real *const beta = beta_.data(), *const dual = dual_.data(), *const below = below_.data(),
                    *const above = above_.data();
        for (std::size_t i = 0, n = rigid_.projections.size(); i < n; ++i) {
            const RigidProjection& at = projections[i];
            const Frame& frame = frames_[at.body];
            const Real* const g = rows_.gradient(at.slot);
            for (int k = 0; k < rigid_.bodies[at.body].tips; ++k) {
                beta[at.at + k] = dot<D>(frame.e[k], g);
                dual[at.at + k] = dot<D>(frame.dual[k], g);
            }
        }
        const int* const begin = rigid_.coupling_begin.data();
        const RigidCouplingOf<Constant>* const couplings = rigid_.couplings.data();
        for (std::size_t e = 0, n = below_.size(); e < n; ++e) {
            above[e] = below[e];
            for (int i = begin[e]; i < begin[e + 1]; ++i) {
                const RigidCouplingOf<Constant>& c = couplings[i];
                if (c.tips == 1) couple<1>(c, beta, dual, below[e], above[e]);
                else if (c.tips == 2) couple<2>(c, beta, dual, below[e], above[e]);
                else couple<3>(c, beta, dual, below[e], above[e]);
            }
        }
    }
    // below -= dual_t^T T beta_u (a row t, moved by a force along u), above -= beta_t^T T dual_u.
    template <int K>
    [[gnu::always_inline]] static void couple(const RigidCouplingOf<Constant>& c, const Real* beta, const Real* dual,
                                              Real& below, Real& above) {
        Real down = Real(0.0), up = Real(0.0);
        for (int p = 0; p < K; ++p) {
            Real row = c.weight[p][0] * beta[c.u], other = c.weight[p][0] * dual[c.u];
            for (int q = 1; q < K; ++q) {
                row += c.weight[p][q] * beta[c.u + q];
                other += c.weight[p][q] * dual[c.u + q];
            }
            down += dual[c.t + p] * row;
            up += beta[c.t + p] * other;
        }
        below -= down;
        above -= up;
    }
    void factor() {
        inverse_constraint_inertia();
        ldu_.factor(below_.data(), above_.data(), [](int, const Real& d) { return Real(1.0) / d; });
    }

    // One Newton step on positions; returns the lanes that need another one.
    Mask<Real> move_onto(Real* x, Real* s, const Mask<Real>& moving) {
        read_frames(x);
        Real worst = Real(0.0);
        each_body([&](const RigidBodyOf<Constant>&, Frame& frame, auto tips) {
            const Real off = frame.template residuals<tips()>();
            worst = select(off > worst, off, worst);
        });
        if (has_rows()) {
            read_parameters(s);
            rows_.read_positions(x);
            rows_.polish_tracks(s, moving);
            rows_.residual(lambda_.data());
            for (std::size_t k = 0; k < plan_.row.size(); ++k) {
                const Real relative = absolute(lambda_[k]) / plan_.scale[k];
                worst = select(relative > worst, relative, worst);
            }
            inverse_constraint_inertia();
            plan_.decouple(below_.data());
            plan_.decouple(above_.data());
            ldu_.factor(below_.data(), above_.data(), [](int, const Real& d) { return Real(1.0) / d; });
        }
        Real *const f = v_.data(), *const move = move_.data();
        for (Real& c : v_) c = Real(0.0);
        constrain(f, plan_.velocity_rows);
        system_.masses.template multiply_inverse<D>(f, move);
        for (std::size_t i = 0; i < v_.size(); ++i) x[i] = select(moving, x[i] + move[i], x[i]);
        return moving && worst > Real(newton_residual<Real>);
    }

    std::unique_ptr<Whole> whole_;  // made on demand
    const SystemConstants<Constant>& system_;
    const RigidPlanOf<Constant>& rigid_;
    const SolvePlanOf<Constant>& plan_;
    RowValues<Real, D, Constant> rows_;
    Ldu<Real> ldu_;
    std::vector<Real> below_, above_, lambda_, beta_, dual_;
    std::vector<Frame> frames_;
    std::vector<Real> v_, move_;
};

}  // namespace cchnn
