#pragma once
// The stepper of a tableau (tableau.hpp (1)), on Boost.Odeint's interfaces: that of a stepper, or of an error stepper
// where the tableau has bhat. Odeint's own generic steppers multiply by the zeros of a tableau, which are more than a
// third of it. Here rows have no zeros, and the compiler writes out the sum of each row with its weights as constants.

#include <array>
#include <boost/numeric/odeint/algebra/default_operations.hpp>
#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/base/explicit_error_stepper_base.hpp>
#include <boost/numeric/odeint/stepper/base/explicit_stepper_base.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <type_traits>
#include <utility>

#include "integrate/steppers/tableau.hpp"

namespace cchnn {

namespace odeint = boost::numeric::odeint;

template <class Stepper, const auto& tableau, class State, class Time>
using OdeintInterface = std::conditional_t<
    tableau.embedded_order == 0,
    odeint::explicit_stepper_base<Stepper, tableau.order, State, double, State, Time, odeint::range_algebra,
                                  odeint::default_operations, odeint::initially_resizer>,
    odeint::explicit_error_stepper_base<Stepper, tableau.order, tableau.order, tableau.embedded_order, State, double,
                                        State, Time, odeint::range_algebra, odeint::default_operations,
                                        odeint::initially_resizer>>;

// State is a vector of numbers. Time may be Lanes, a step for each lane. The stepper owns the stages k_2, k_3, ...; k_1
// is f at the start of the step, which the caller passes in. Not safe for two threads at once.
template <const auto& tableau, class State, class Time = double>
class RungeKutta : public OdeintInterface<RungeKutta<tableau, State, Time>, tableau, State, Time> {
  public:
    // What the base calls. z_new may be z.
    template <class System>
    void do_step_impl(System system, const State& z, const State& dzdt, Time t, State& z_new, Time h) {
        for (State& k : k_) k.resize(z.size());
        z_.resize(z.size());
        typename odeint::unwrap_reference<System>::type& rhs = system;
        const Slopes k = slopes(dzdt);
        run_stages<2>(rhs, z, k, t, h);
        combine<new_state>(z, k, h, z_new, columns<new_state>);
    }

    template <class System>
    void do_step_impl(System system, const State& z, const State& dzdt, Time t, State& z_new, Time h, State& error) {
        typename odeint::unwrap_reference<System>::type& rhs = system;
        do_step_impl(std::ref(rhs), z, dzdt, t, z_new, h);
        if constexpr (tableau.ends_at_new_state()) rhs(z_new, k_[stages], t + h * tableau.c[stages - 1]);
        estimate(slopes(dzdt), h, error, columns<new_state>, columns<second>);
    }

  private:
    using Number = typename State::value_type;
    static constexpr std::size_t stages = tableau.stages;
    static constexpr bool sums_first = tableau.step_enters == StepEnters::sums;
    static constexpr std::size_t own_stages = stages - (tableau.ends_at_new_state() ? 1 : 0);
    using Slopes = std::array<const Number*, stages + 1>;  // k_1, k_2, ...

    // Rows: of the stages, of z_new, and the one that the error is made of.
    static constexpr std::size_t new_state = stages + 1, second = stages + 2;
    template <std::size_t r>
    static constexpr TableauRow row = r <= stages      ? tableau.a[r - 1]
                                      : r == new_state ? tableau.b
                                      : sums_first     ? tableau.b_hat
                                                       : tableau.difference();
    template <std::size_t r>
    static constexpr auto columns = std::make_index_sequence<row<r>.size>();

    Slopes slopes(const State& dzdt) const {
        Slopes k{nullptr, dzdt.data()};
        for (std::size_t i = 2; i <= stages; ++i) k[i] = k_[i].data();
        return k;
    }

    template <std::size_t i, class Field>
    void run_stages(Field& rhs, const State& z, const Slopes& k, Time t, Time h) {
        if constexpr (i <= own_stages) {
            combine<i>(z, k, h, z_, columns<i>);
            rhs(z_, k_[i], t + h * tableau.c[i - 1]);
            run_stages<i + 1>(rhs, z, k, t, h);
        }
    }

    // out = z + h sum_w a_w k_w of row r, with products added from left to right.
    template <std::size_t r, std::size_t... w>
    static void combine(const State& z, const Slopes& k, Time h, State& out, std::index_sequence<w...>) {
        if constexpr (sums_first) {
            for (std::size_t i = 0; i < z.size(); ++i)
                out[i] = z[i] + h * (... + (row<r>[w].value * k[row<r>[w].stage][i]));
        } else {
            const std::array<Time, sizeof...(w)> a{h * row<r>[w].value...};
            for (std::size_t i = 0; i < z.size(); ++i) out[i] = (z[i] + ... + (a[w] * k[row<r>[w].stage][i]));
        }
    }

    template <std::size_t... w, std::size_t... v>
    static void estimate(const Slopes& k, Time h, State& error, std::index_sequence<w...>, std::index_sequence<v...>) {
        constexpr TableauRow b = row<new_state>, other = row<second>;
        if constexpr (sums_first) {
            for (std::size_t i = 0; i < error.size(); ++i)
                error[i] =
                    h * ((... + (b[w].value * k[b[w].stage][i])) - (... + (other[v].value * k[other[v].stage][i])));
        } else {
            const std::array<Time, sizeof...(v)> a{h * other[v].value...};
            for (std::size_t i = 0; i < error.size(); ++i) error[i] = (... + (a[v] * k[other[v].stage][i]));
        }
    }

    std::array<State, stages + 1> k_;  // k_[2], k_[3], ...; stage 1 is the caller's
    State z_;
};

}  // namespace cchnn

// Odeint's make_controlled<cchnn::RungeKutta<tableau, State>>(atol, rtol).
template <const auto& tableau, class State, class Time>
struct boost::numeric::odeint::get_controller<cchnn::RungeKutta<tableau, State, Time>> {
    using type = controlled_runge_kutta<cchnn::RungeKutta<tableau, State, Time>>;
};
