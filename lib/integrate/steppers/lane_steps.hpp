#pragma once
// One attempted step of each embedded Runge-Kutta or extrapolation method, for all lanes at once. Each class has the
// interface that LaneDriver and ReselectingIntegrator expect of their parameter `Step`: operator() and norm_to_q(), the
// power of step_control.hpp (2).

#include <vector>

#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/extrapolation.hpp"
#include "integrate/steppers/runge_kutta.hpp"
#include "integrate/steppers/step_control.hpp"
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

// An embedded Runge-Kutta pair. From (z, dzdt) over h to z_new, with an estimate of the local error.
template <const auto& tableau, class Real>
class EmbeddedStep {
  public:
    using State = std::vector<Real>;
    EmbeddedStep(std::size_t, const Protocol&) {}
    void operator()(const StageField<Real>& f, const State& z, const State& dzdt, const Real& h, State& z_new,
                    State& error) {
        stepper_.do_step(f, z, dzdt, Real(0.0), z_new, h, error);
    }
    static Real norm_to_q(const Real& norm) {
        static_assert(tableau.order == 8 || tableau.order == 5, "step_control.hpp (2) has no power for this order");
        if constexpr (tableau.order == 8) return eighth_root(norm);
        else return three_sixteenth_power(norm);
    }

  private:
    RungeKutta<tableau, State, Real> stepper_;
};

template <class Real>
using Verner87Step = EmbeddedStep<tableaus::verner_87, Real>;
// The method of the paper.
template <class Real>
using Dopri5Step = EmbeddedStep<tableaus::dormand_prince_54, Real>;
// For the other solutions of error bounds: its coefficients are independent of Verner's, so that the local errors of
// the solutions differ.
template <class Real>
using Fehlberg78Step = EmbeddedStep<tableaus::fehlberg_87, Real>;

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
