#include "integrate/true_solution.hpp"

#include "core/errors.hpp"
#include "integrate/steppers/extrapolation.hpp"
#include "integrate/steppers/step_control.hpp"
#include "mechanics/exact_momentum.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/quad.hpp"

namespace cchnn {
namespace {

// Of every step: what is left after thousands of steps and an unstable motion is still far below rounding of doubles.
constexpr double tolerance = 1e-24;

using State = std::vector<Quad>;

class TrueSolution {
  public:
    TrueSolution(const ConstrainedSystem& system, const double* x, const double* v)
        : dynamics_(system),
          half_(to_size(system.state_size())),
          z_(dynamics_.size(), Quad(0)),
          v_(half_),
          atol_(dynamics_.size(), tolerance) {
        const auto d = to_size(system.dimension());
        const State p = exact_momentum<Quad>(system, v);
        for (std::size_t i = 0; i < half_; ++i) {
            z_[i] = x[i];
            z_[half_ + i] = p[i];
            atol_[half_ + i] *= system.masses().body_mass()[i / d];
        }
        const std::vector<double> s = system.nearest_parameters(x, v);
        for (std::size_t i = 0; i < s.size(); ++i) {
            z_[dynamics_.track_offset() + i] = s[i];
            atol_[dynamics_.track_offset() + i] /= system.tracks()[i].search->fastest();
        }
        for (int round = 0; round < 3; ++round) dynamics_.project(z_, true);  // quadratic: 1e-16, 1e-32, rounding
        sampled_ = rate_ = z_;
        dynamics_.velocity(&z_[half_], v_.data());
    }

    // Further by dt; what error() compares with is `off` later.
    bool advance(double dt, double off) {
        const bool done = method_.advance(z_, Quad(dt));
        dynamics_.project(z_, true);
        sampled_ = z_;
        if (off != 0) {
            dynamics_(z_, rate_, 0);
            for (std::size_t i = 0; i < z_.size(); ++i) sampled_[i] += off * rate_[i];
        }
        dynamics_.velocity(&sampled_[half_], v_.data());
        return done;
    }

    // (2)
    double error(const double* x, const double* v) const {
        Quad off = 0, stored = 0, here = 0;
        const auto add = [&](const Quad& a, const Quad& b) {
            off += (a - b) * (a - b);
            stored += a * a;
            here += b * b;
        };
        for (std::size_t i = 0; i < half_; ++i) {
            add(Quad(x[i]), sampled_[i]);
            add(Quad(v[i]), v_[i]);
        }
        const Quad size = sqrt(stored) + sqrt(here);
        return size == 0 ? 0 : static_cast<double>(Quad(sqrt(off) / size));
    }

  private:
    struct Rhs {
        TrueSolution* of;
        void operator()(const State& z, State& dzdt) const { of->dynamics_(z, dzdt, 0); }
    };
    struct Norm {
        TrueSolution* of;
        Quad operator()(const State& error, const State& z, const State& z_new) const {
            return error_norm(error, z, z_new, tolerance, of->atol_);
        }
    };

    Dynamics<Quad> dynamics_;
    std::size_t half_;
    State z_, v_, sampled_, rate_;
    std::vector<double> atol_;
    Extrapolation<Quad, Rhs, Norm> method_{Rhs{this}, Norm{this}};
};

}  // namespace

std::vector<std::vector<double>> true_errors(const ConstrainedSystem& system, TimeGrid times,
                                             const std::vector<StoredTrajectory>& stored) {
    const std::size_t width = to_size(system.state_size());
    TrueSolution truth(system, stored.front().x, stored.front().v);
    std::vector<std::vector<double>> errors(stored.size());
    for (int k = 0; k < times.samples; ++k) {
        if (k > 0 && !truth.advance(times.dt, times.off(k)))
            throw NumericalError(
                system.name() + " at t = " + std::to_string(times.time(k - 1)) + " s",
                "the true solution cannot be followed: steps of 1e-9 of an output interval are too long");
        for (std::size_t i = 0; i < stored.size(); ++i)
            errors[i].push_back(truth.error(stored[i].x + to_size(k) * width, stored[i].v + to_size(k) * width));
    }
    return errors;
}

std::vector<double> true_errors(const ConstrainedSystem& system, TimeGrid times, StoredTrajectory stored) {
    return true_errors(system, times, std::vector<StoredTrajectory>{stored}).front();
}

}  // namespace cchnn
