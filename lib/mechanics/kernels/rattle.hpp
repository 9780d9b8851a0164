#pragma once
// One step of RATTLE (Andersen 1983), the symplectic method for holonomic constraints: Stormer-Verlet whose positions
// end on the manifold and whose momenta end tangent to it. Order 2, symmetric, symplectic on Phi = 0, G v = 0; it
// conserves linear and angular momentum. Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), VII.1.4, eq.
// (1.26); paper ref. [11].
//
//   (1)  p_half = p + h/2 f(x) - G(x)^T lambda          f = -dV/dx
//   (2)  x_new  = x + h M^-1 p_half,                    lambda such that Phi(x_new) = 0
//   (3)  p_new  = p_half + h/2 f(x_new) - G(x_new)^T mu,     mu such that G(x_new) M^-1 p_new = 0
//
// (2) is solved by Newton: h B dlambda = Phi(x_new) with B = G(x_new) M^-1 G(x)^T, not symmetric but as sparse as A = G
// M^-1 G^T. (3) is one solve with A. Inside a composition of steps mu may be omitted except after the last step: the
// next lambda absorbs it, and x does not depend on it. advance() is (1), (2) and the half kick of (3);
// project_momentum() applies mu.
//
// Real is double or Lanes; only + - * / sqrt, in a fixed order. One object per thread.

#include <memory>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/kernels/angle_projection.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/lane_constants.hpp"
#include "mechanics/kernels/sparse_ldu.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// The outcome of a step, lane by lane.
template <class Real>
struct StepSuccess {
    Mask<Real> finite;  // the state and the force at the start of the step
    Mask<Real> solved;  // Newton converged, and no row turned by a right angle or more
    Mask<Real> folded;  // the step passed a fold, where constraint rows are dependent
};

template <class Real>
class RattleKernel {
  public:
    RattleKernel() = default;
    RattleKernel(const RattleKernel&) = delete;
    RattleKernel& operator=(const RattleKernel&) = delete;
    virtual ~RattleKernel() = default;

    // Evaluates the forces at x and the counted angles s; needed before the first step from a state.
    virtual void start(const Real* x, const Real* s) = 0;
    virtual StepSuccess<Real> advance(Real* x, Real* p, Real* s, double h) = 0;
    virtual void project_momentum(const Real* x, Real* p) = 0;  // mu of (3) at x
    virtual void constants_changed() = 0;                       // recomputes copies of constants
};

// RATTLE in D dimensions, for constants of type C. `here_` holds the Jacobian at x, `next_` that at x_new.
template <class Real, int D, class C>
class RattleInDimension final : public RattleKernel<Real> {
  public:
    explicit RattleInDimension(const SystemConstants<C>& system)
        : system_(system),
          plan_(system.plan),
          here_(plan_),
          next_(plan_),
          ldu_(plan_.pattern),
          ldlt_(plan_.pattern),
          below_(plan_.pattern.a_columns.size(), Real(0.0)),
          above_(below_),
          lambda_(plan_.row.size(), Real(0.0)),
          step_(lambda_),
          force_(system.state_size, Real(0.0)),
          constraint_force_(force_),
          half_(force_),
          v_(force_),
          x_new_(force_) {}

    void constants_changed() override {
        here_.constants_changed();
        next_.constants_changed();
    }

    void start(const Real* x, const Real* s) override {
        for (Real& c : v_) c = Real(0.0);
        forces_at<D>(system_.forces, x, v_.data(), s, force_.data());
    }

    StepSuccess<Real> advance(Real* x, Real* p, Real* s, double h) override {
        for (std::size_t i = 0; i < half_.size(); ++i) half_[i] = p[i] + (0.5 * h) * force_[i];
        const Mask<Real> finite = is_finite(x);
        Mask<Real> folded = finite;
        const Mask<Real> solved = drift(x, p, h, folded);
        for (std::size_t i = 0; i < half_.size(); ++i) x[i] = x_new_[i];
        if constexpr (D > 1)
            if (!system_.forces.angles.empty()) advance_angles(x, s, h);
        start(x, s);
        for (std::size_t i = 0; i < half_.size(); ++i) p[i] += (0.5 * h) * force_[i];
        return {finite, solved, folded};
    }

    void project_momentum(const Real* x, Real* p) override {
        if (plan_.row.empty()) return;
        here_.read_positions(x);
        system_.masses.template multiply_inverse<D>(p, v_.data());
        here_.read_velocities(v_.data());
        here_.inverse_constraint_inertia(below_.data());
        ldlt_.factor(below_.data());
        here_.rate(lambda_.data());
        ldlt_.solve(lambda_.data());
        gradient_here();
        for (std::size_t i = 0; i < constraint_force_.size(); ++i) p[i] -= constraint_force_[i];
    }

  private:
    // Newton is quadratic: with a residual below 1e-9 of a row's size the step just taken leaves rounding. From a
    // residual of order h^2 that takes three or four steps; ten are for step sizes too long to be useful.
    static constexpr int most_steps = 10;
    static constexpr double nearly_there = 1e-9;

    // (1) and (2) from half_ = p + h/2 f: x_new_ and, in p, p_half.
    Mask<Real> drift(const Real* x, Real* p, double h, Mask<Real>& folded) {
        for (Real& l : lambda_) l = Real(0.0);
        Mask<Real> moving = Real(0.0) <= Real(0.0), upright = moving;
        folded = !moving;
        if (plan_.row.empty()) {
            move(x, p, h);
            return moving;
        }
        here_.read_positions(x);
        for (int step = 0; step < most_steps && any(moving); ++step) {
            move(x, p, h);
            const Real left = newton(moving, upright, folded);
            for (std::size_t k = 0; k < lambda_.size(); ++k)
                lambda_[k] = select(moving, lambda_[k] + step_[k] / h, lambda_[k]);
            moving = moving && !(left <= Real(nearly_there * nearly_there));  // NaN stays in motion, and fails
        }
        move(x, p, h);
        return !moving && upright;
    }

    // p_half and x_new for the present lambda.
    void move(const Real* x, Real* p, double h) {
        gradient_here();
        for (std::size_t i = 0; i < half_.size(); ++i) p[i] = half_[i] - constraint_force_[i];
        system_.masses.template multiply_inverse<D>(p, v_.data());
        for (std::size_t i = 0; i < half_.size(); ++i) x_new_[i] = x[i] + h * v_[i];
    }

    // step_ = B^-1 Phi(x_new); returns the sum of squares of the relative residuals. A row that has turned by more than
    // a right angle has a negative diagonal in B. Past a fold the diagonals stay positive and a pivot changes its sign;
    // the last B of a lane decides.
    Real newton(const Mask<Real>& moving, Mask<Real>& upright, Mask<Real>& folded) {
        next_.read_positions(x_new_.data());
        next_.residual(step_.data());
        Real sum = Real(0.0);
        for (std::size_t k = 0; k < step_.size(); ++k) {
            const Real relative = step_[k] / plan_.scale[k];
            sum += relative * relative;
        }
        next_.rattle_newton_matrix(here_, below_.data(), above_.data());
        folded = folded && !moving;
        ldu_.factor(below_.data(), above_.data(), [&](int k, const Real& d) {
            const Real& diagonal = below_[plan_.pattern.a_begin[to_size(k) + 1] - 1];
            upright = upright && (diagonal > Real(0.0) || !moving);
            folded = folded || (moving && d < Real(0.0));
            return Real(1.0) / d;
        });
        ldu_.solve(step_.data());
        return sum;
    }

    // Advances counted angles by the velocity of the step, then projects them onto the angles of x.
    [[gnu::noinline]] void advance_angles(const Real* x, Real* s, double h) const {
        const AnglesOf<C>& angles = system_.forces.angles;
        for (std::size_t i = 0; i < angles.count(); ++i)
            s[angles.first() + i] = s[angles.first() + i] + h * angles.template rate<D>(i, x, v_.data());
        project_angles<D>(angles, x, s, Real(0.0) <= Real(0.0));
    }

    void gradient_here() {
        for (Real& c : constraint_force_) c = Real(0.0);
        here_.add_gradient(lambda_.data(), constraint_force_.data());
    }
    Mask<Real> is_finite(const Real* x) const {
        Real sum = Real(0.0);  // 0 times infinity or NaN is NaN
        for (std::size_t i = 0; i < half_.size(); ++i) sum += 0.0 * x[i] + 0.0 * half_[i];
        return sum == Real(0.0);
    }

    const SystemConstants<C>& system_;
    const SolvePlanOf<C>& plan_;
    RowValues<Real, D, C> here_, next_;
    Ldu<Real> ldu_;
    Ldlt<Real> ldlt_;
    std::vector<Real> below_, above_, lambda_, step_;
    std::vector<Real> force_, constraint_force_, half_, v_, x_new_;
};

// RATTLE for a system of any dimension, on z = (x, p, s) with counted angles s, and for families with one member in
// each lane. RattleSteps and integrate_through_fold() own one.
template <class Real>
class Rattle {
  public:
    using State = std::vector<Real>;
    explicit Rattle(const ConstrainedSystem& system)
        : half_(system.state_size()),
          angles_(system.angles().size()),
          system_(&system.constants()),
          kernel_(make<double>(system.dimension(), *system_)) {}
    Rattle(const ConstrainedSystem& like, EachLane)
        : half_(like.state_size()),
          angles_(like.angles().size()),
          system_(&like.constants()),
          members_(std::make_unique<Members>(like)),
          kernel_(make<typename Members::Number>(like.dimension(), members_->all())) {}

    std::size_t size() const { return 2 * half_ + angles_; }
    void seat(int lane, const ConstrainedSystem& member) {
        if (!members_) return;
        members_->seat(lane, member);
        kernel_->constants_changed();
    }
    void start(const State& z) { kernel_->start(z.data(), z.data() + 2 * half_); }
    StepSuccess<Real> advance(State& z, double h) {
        return kernel_->advance(z.data(), z.data() + half_, z.data() + 2 * half_, h);
    }
    void project_momentum(State& z) { kernel_->project_momentum(z.data(), z.data() + half_); }
    void velocity(const Real* p, Real* v) const { members_ ? members_->all().velocity(p, v) : system_->velocity(p, v); }
    Real energy(const Real* x, const Real* v, const Real* s) const {
        return members_ ? members_->all().energy(x, v, s) : system_->energy(x, v, s);
    }

  private:
    using Members = LaneConstants<Real>;
    template <class C>
    static std::unique_ptr<RattleKernel<Real>> make(int dimension, const SystemConstants<C>& constants) {
        if (dimension == 1) return std::make_unique<RattleInDimension<Real, 1, C>>(constants);
        if (dimension == 2) return std::make_unique<RattleInDimension<Real, 2, C>>(constants);
        return std::make_unique<RattleInDimension<Real, 3, C>>(constants);
    }

    std::size_t half_, angles_;
    const SystemConstants<double>* system_;
    std::unique_ptr<Members> members_;
    std::unique_ptr<RattleKernel<Real>> kernel_;
};

}  // namespace cchnn
