#include "integrate/steppers/integrate_through_fold.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/composition.hpp"
#include "mechanics/kernels/rattle.hpp"

namespace cchnn {
namespace {

// The half step D of (1), and the energy that it dissipates. Owns workspace; borrows Rattle for the projection of
// momenta.
class VelocityForces {
  public:
    VelocityForces(const ConstrainedSystem& system, Rattle<double>& rattle)
        : system_(system),
          rattle_(rattle),
          half_(system.state_size()),
          v_(half_),
          still_(half_, 0.0),
          force_(half_),
          kept_(half_) {}

    // Advances z = (x, p, s) by h at fixed x, by fixed-point iteration on the implicit midpoint rule; p is tangent
    // before and after. False if the iteration does not converge.
    bool advance(std::vector<double>& z, double h, double& lost) {
        const std::vector<double> start = z;
        std::vector<double> before = z;
        double size = 0, last = INFINITY;
        for (std::size_t i = half_; i < 2 * half_; ++i) size = std::max(size, std::fabs(z[i]));
        for (int round = 0; round < most_rounds; ++round) {
            std::vector<double> middle(half_);
            for (std::size_t i = 0; i < half_; ++i) middle[i] = 0.5 * (start[half_ + i] + z[half_ + i]);
            rattle_.velocity(middle.data(), v_.data());
            const double rate = read_force(z);
            before = z;
            for (std::size_t i = 0; i < half_; ++i) z[half_ + i] = start[half_ + i] + h * force_[i];
            rattle_.project_momentum(z);
            double moved = 0;
            for (std::size_t i = half_; i < 2 * half_; ++i) moved = std::max(moved, std::fabs(z[i] - before[i]));
            if (moved <= rounding * size || (moved >= last && moved <= nearly_there * size)) {
                lost += h * rate;
                return true;
            }
            last = moved;
        }
        return false;
    }

  private:
    // Each round multiplies the error by h times the rate of damping or gyration. Near a fold the projection amplifies
    // rounding, and the error stops falling above `rounding`: then a round that no longer improves it is the last.
    static constexpr int most_rounds = 100;
    static constexpr double rounding = 4e-16, nearly_there = 1e-9;

    // force_ = F at v_, as the difference of all forces at v_ and at rest. Returns the rate of energy loss.
    double read_force(const std::vector<double>& z) {
        const double rate = all_forces(z, v_.data(), force_.data());
        all_forces(z, still_.data(), kept_.data());
        for (std::size_t i = 0; i < half_; ++i) force_[i] -= kept_[i];
        return rate;
    }
    double all_forces(const std::vector<double>& z, const double* v, double* force) const {
        const double *const x = z.data(), *const s = x + 2 * half_;
        if (system_.dimension() == 1) return forces_at<1>(system_.forces(), x, v, s, force);
        if (system_.dimension() == 2) return forces_at<2>(system_.forces(), x, v, s, force);
        return forces_at<3>(system_.forces(), x, v, s, force);
    }

    const ConstrainedSystem& system_;
    Rattle<double>& rattle_;
    std::size_t half_;
    std::vector<double> v_, still_, force_, kept_;
};

}  // namespace

bool may_fold(const ConstrainedSystem& system) {
    return system.closes_loops() && system.holonomic() && system.tracks().empty() && !system.driven();
}

// Where a closed loop folds, A is singular and no step of a Runge-Kutta method solves it. RATTLE needs the constraints
// only at the ends of its substeps, which lie on either side of the fold, so it passes; a composition of order 8 with
// many short steps makes it accurate enough. Forces that depend on velocities are split off by Strang's splitting,
// since RATTLE does not take them.
bool integrate_through_fold(const ConstrainedSystem& system, double time, long steps, std::vector<double>& z) {
    Rattle<double> rattle(system);
    VelocityForces velocity_forces(system, rattle);
    const bool loses = system.dissipative(), splits = system.forces().depends_on_velocities();
    const std::size_t at = 2 * to_size(system.state_size());  // index of e in z
    std::vector<double> moved = z;
    double lost = 0;
    if (loses) {
        lost = z[at];
        moved.erase(moved.begin() + static_cast<long>(at));
    }
    rattle.start(moved);
    bool solved = true, folded = false;
    for (long step = 0; step < steps && solved; ++step) {
        for (const double weight : order_8_weights) {
            const double h = weight * (time / static_cast<double>(steps));
            solved = solved && (!splits || velocity_forces.advance(moved, h / 2, lost));
            const StepSuccess<double> stage = rattle.advance(moved, h);
            solved = solved && stage.finite && stage.solved;
            folded = folded || stage.folded;
            if (!splits) continue;
            rattle.project_momentum(moved);
            solved = solved && velocity_forces.advance(moved, h / 2, lost);
        }
        rattle.project_momentum(moved);
    }
    // Without a fold on the way the steps were too short for another reason, and the lane's own method continues.
    if (!solved || !folded || !std::all_of(moved.begin(), moved.end(), [](double c) { return std::isfinite(c); }))
        return false;
    if (loses) moved.insert(moved.begin() + static_cast<long>(at), lost);
    z = std::move(moved);
    return true;
}

}  // namespace cchnn
