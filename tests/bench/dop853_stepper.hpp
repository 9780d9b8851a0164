#pragma once
// DOP853 as an error stepper of Boost.Odeint: the coefficients of dop853.hpp, for one trajectory in an array. Its error
// is (2) there with the book's norms, each entry weighted by the tolerances; the stepper returns the weighted entries,
// and the checker takes their root mean square. Odeint's default adjuster sets the steps.

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "dop853.hpp"

namespace cchnn::bench {

template <class State>
class Dop853Stepper
    : public boost::numeric::odeint::explicit_error_stepper_base<
          Dop853Stepper<State>, 8, 8, 7, State, double, State, double, boost::numeric::odeint::array_algebra,
          boost::numeric::odeint::default_operations, boost::numeric::odeint::initially_resizer> {
  public:
    Dop853Stepper(double atol, double rtol) : atol_(atol), rtol_(rtol) {}

    // What explicit_error_stepper_base calls; `dxdt` is the rate of `in`, `system` a reference_wrapper.
    template <class System>
    void do_step_impl(System system, const State& in, const State& dxdt, double t, State& out, double dt,
                      State& weighted_error) {
        k_[1] = dxdt;
        const auto stage = [&]<const dop853::Row & weights, std::size_t number>() {
            for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] + dt * sum<weights>(i);
            system.get()(out, k_[number], t + dop853::c[number - 1] * dt);
        };
        stage.template operator()<dop853::a2, 2>();
        stage.template operator()<dop853::a3, 3>();
        stage.template operator()<dop853::a4, 4>();
        stage.template operator()<dop853::a5, 5>();
        stage.template operator()<dop853::a6, 6>();
        stage.template operator()<dop853::a7, 7>();
        stage.template operator()<dop853::a8, 8>();
        stage.template operator()<dop853::a9, 9>();
        stage.template operator()<dop853::a10, 10>();
        stage.template operator()<dop853::a11, 11>();
        stage.template operator()<dop853::a12, 12>();
        double square5 = 0, square3 = 0;
        for (std::size_t i = 0; i < in.size(); ++i) {
            const double step = sum<dop853::b>(i), off3 = step - sum<dop853::b3>(i);
            out[i] = in[i] + dt * step;
            const double weight = dt / (atol_ + rtol_ * std::max(std::fabs(in[i]), std::fabs(out[i])));
            weighted_error[i] = weight * sum<dop853::e5>(i);
            square5 += weighted_error[i] * weighted_error[i];
            square3 += weight * off3 * weight * off3;
        }
        const double factor = square5 > 0 ? std::sqrt(square5 / (square5 + 0.01 * square3)) : 0.0;
        for (double& e : weighted_error) e *= factor;
    }

  private:
    // The weights are constants of the compiled code.
    template <const dop853::Row& weights>
    double sum(std::size_t i) const {
        return [&]<std::size_t... at>(std::index_sequence<at...>) {
            return ((weights.begin()[at].value * k_[weights.begin()[at].stage][i]) + ...);
        }
        (std::make_index_sequence<weights.size()>());
    }

    double atol_, rtol_;
    std::array<State, 13> k_{};  // from 1
};

struct RootMeanSquare {
    template <class Algebra, class State>
    double error(Algebra&, const State&, const State&, State& weighted_error, double) const {
        double square = 0;
        for (const double e : weighted_error) square += e * e;
        return std::sqrt(square / static_cast<double>(weighted_error.size()));
    }
};

}  // namespace cchnn::bench
