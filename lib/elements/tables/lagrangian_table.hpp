#pragma once
// Accelerations and energy of elements/lagrangian.hpp for kernels. A system has one Lagrangian or none, whose coordinates are
// its nodes, each with a mass of 1: an acceleration is then a force.

#include "elements/lagrangian.hpp"
#include "elements/parts/formula/formula_gradient.hpp"

namespace cchnn {

template <class C>
class LagrangianInertia {
  public:
    LagrangianInertia() = default;
    template <class B>
    explicit LagrangianInertia(const LagrangianInertia<B>& from)
        : program_(converted<LagrangianProgramOf<C>>(from.program_)) {}
    template <class Action>
    void each_number(Action&& action) {
        each_number_in<C>(program_, action);
    }
    void add(const Lagrangian& lagrangian, int) { program_ = converted<LagrangianProgramOf<C>>(*lagrangian.program); }
    bool empty() const { return program_.coordinates == 0; }
    bool dissipates() const { return program_.loss != no_step; }

    // Adds dw/dt of (2) of lagrangian_program.hpp to f, and returns the rate at which energy is lost. Where M is not
    // positive definite, the square root of a pivot is no number, and the motion ends there.
    template <class Real>
    [[gnu::noinline]] Real add_acceleration(const Real* q, const Real* w, Real* f) const {
        const std::size_t n = static_cast<std::size_t>(program_.coordinates);
        Real* const work = evaluate(q, w, program_.steps_of_motion);
        Real* const m = work + program_.formula.steps.size();
        Real* const b = m + n * n;
        for (std::size_t i = 0; i < n; ++i) b[i] = work[program_.push[i]];
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                Real sum = entry(work, i * n + j);
                for (std::size_t k = 0; k < j; ++k) sum -= m[i * n + k] * m[j * n + k];
                m[i * n + j] = i == j ? square_root(sum) : Real(sum / m[j * n + j]);
            }
            for (std::size_t k = 0; k < i; ++k) b[i] -= m[i * n + k] * b[k];
            b[i] = b[i] / m[i * n + i];
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t k = i + 1; k < n; ++k) b[i] -= m[k * n + i] * b[k];
            b[i] = b[i] / m[i * n + i];
            f[i] += b[i];
        }
        return dissipates() ? work[program_.loss] : Real(0.0);
    }
    // K and U of (3).
    template <class Real>
    [[gnu::noinline]] Real kinetic_energy(const Real* q, const Real* w) const {
        const std::size_t n = static_cast<std::size_t>(program_.coordinates);
        const Real* const work = evaluate(q, w, program_.steps_of_motion);
        Real twice = Real(0.0);
        for (std::size_t i = 0; i < n; ++i) {
            twice += entry(work, i * n + i) * w[i] * w[i];
            for (std::size_t j = 0; j < i; ++j) twice += 2.0 * (entry(work, i * n + j) * w[i] * w[j]);
        }
        return 0.5 * twice;
    }
    template <class Real>
    [[gnu::noinline]] Real potential_energy(const Real* q) const {
        return evaluate(q, static_cast<const Real*>(nullptr), count_of(program_.formula.steps))[program_.potential];
    }

  private:
    template <class>
    friend class LagrangianInertia;
    // The values of the first steps, before room for M and b. Without w it is 0.
    template <class Real>
    Real* evaluate(const Real* q, const Real* w, int steps) const {
        const std::size_t n = static_cast<std::size_t>(program_.coordinates), all = program_.formula.steps.size();
        Real* const work = formula_work<Real>(all + n * n + 3 * n);
        Real* const variables = work + all + n * n + n;
        for (std::size_t i = 0; i < n; ++i) {
            variables[i] = q[i];
            variables[n + i] = w ? w[i] : Real(0.0);
        }
        evaluate_steps(program_.formula, 0, static_cast<std::size_t>(steps), variables, work);
        return work;
    }
    template <class Real>
    Real entry(const Real* work, std::size_t at) const {
        return program_.mass[at] == no_step ? Real(0.0) : work[program_.mass[at]];
    }

    LagrangianProgramOf<C> program_;
};

}  // namespace cchnn
