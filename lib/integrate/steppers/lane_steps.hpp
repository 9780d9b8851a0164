#pragma once
// One attempted step of each embedded Runge-Kutta or extrapolation method, for all lanes at once. Each class has the
// interface that LaneDriver and ReselectingIntegrator expect of their parameter `Step`: operator() and norm_to_q(), the
// power of step_control.hpp (2).

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <vector>

#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/extrapolation.hpp"
#include "integrate/steppers/fehlberg78.hpp"
#include "integrate/steppers/step_control.hpp"
#include "integrate/steppers/verner87.hpp"
#include "mechanics/kernels/dynamics.hpp"

namespace cchnn {

// The right-hand side of the stages: the field on the manifold, general_dynamics.hpp (8), if every step ends with a
// projection, else the full field (6), whose multipliers lambda_2 keep dPhi/dt = 0 on their own.
template <class Real>
struct StageField {
    Dynamics<Real>* dynamics;
    bool on_manifold;
    template <class Time>
    void operator()(const std::vector<Real>& z, std::vector<Real>& dzdt, const Time& t) const {
        if (on_manifold) dynamics->on_manifold(z, dzdt);
        else (*dynamics)(z, dzdt, t);
    }
};

// Dormand and Prince's pair of orders 5 and 4, the method of the paper. From (z, dzdt) over h to z_new, with an
// estimate of the local error.
template <class Real>
class Dopri5Step {
  public:
    using State = std::vector<Real>;
    Dopri5Step(std::size_t n, const Protocol&) : last_(n) {}
    void operator()(const StageField<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new,
                    State& error) {
        stepper_.do_step(f, z, dzdt, Real(0.0), z_new, last_, h, error);
    }
    static Real norm_to_q(const Real& norm) { return three_sixteenth_power(norm); }

  private:
    boost::numeric::odeint::runge_kutta_dopri5<State, double, State, Real> stepper_;
    State last_;
};

template <class Real>
class Verner87Step {
  public:
    using State = std::vector<Real>;
    Verner87Step(std::size_t, const Protocol&) {}
    void operator()(const StageField<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new,
                    State& error) {
        stepper_.do_step(f, z, dzdt, Real(0.0), z_new, h, error);
    }
    static Real norm_to_q(const Real& norm) { return eighth_root(norm); }

  private:
    runge_kutta_verner87<State, double, State, Real> stepper_;
};

// Fehlberg's pair of orders 8 and 7, for the other solutions of error bounds: its coefficients are independent of
// Verner's, so that the local errors of the solutions differ.
template <class Real>
class Fehlberg78Step {
  public:
    using State = std::vector<Real>;
    Fehlberg78Step(std::size_t n, const Protocol&) : stepper_(n) {}
    void operator()(const StageField<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new,
                    State& error) {
        stepper_.step([&](const State& at, State& rate) { f(at, rate, Real(0.0)); }, z, dzdt, h, z_new, error);
    }
    static Real norm_to_q(const Real& norm) { return eighth_root(norm); }

  private:
    Fehlberg78<Real> stepper_;
};

// Extrapolation (extrapolation.hpp) for solutions in double-double numbers: its coefficients are exact in any
// precision.
template <class Real>
class ExtrapolationStep {
  public:
    using State = std::vector<Real>;
    ExtrapolationStep(std::size_t n, const Protocol& protocol) : table_(n, order(protocol.method) / 2) {}
    void operator()(const StageField<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new,
                    State& error) {
        const auto rhs = [&](const State& at, State& rate) { f(at, rate, 0.0); };
        table_.fill(rhs, z, dzdt, h);
        z_new = table_.best();
        table_.difference(error);
    }
    // The optimal power is 1/(order - 1). Repeated square roots reach 1/16, with which a step size is changed by
    // slightly more than necessary.
    static Leading<Real> norm_to_q(const Leading<Real>& norm) { return sixteenth_root(norm); }

  private:
    ExtrapolationTable<Real> table_;
};

}  // namespace cchnn
