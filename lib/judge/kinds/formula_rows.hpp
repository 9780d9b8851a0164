#pragma once
// Rows (piece.hpp) that the file writes as formulas of up to four points.
//
//   WrittenRow    (1)  phi(u, t), u the coordinates of the points, then their distances         Constraint
//   WrittenRate   (2)  a(u, t) . w + b(u, t), a formula of u and of the velocities w behind it  VelocityConstraint
//
// The equations of motion need phi and a . w up to a factor alone, so that both stay as they are written. Only to see
// narrow features (sight.hpp) is each divided by its gradient, which makes it a length or a velocity.

#include "judge/kinds/potentials.hpp"

namespace cchnn::judge {

// The share of the way of a step by which a surface may leave what the step saw of it.
inline constexpr double negligible_of_way = 1e-18;

// |df/dz| of f(z), one output of `count` variables; `f` takes them as dual numbers.
template <class F>
double length_of_gradient(F f, const double* z, std::size_t count) {
    std::array<Dual<double>, most_variables> lifted;
    std::copy_n(z, count, lifted.begin());
    double square = 0;
    for (std::size_t i = 0; i < count; ++i) {
        lifted[i].slope = 1;
        const double slope = f(lifted.data()).slope;
        square += slope * slope;
        lifted[i].slope = 0;
    }
    return std::sqrt(square);
}

template <class S>
struct WrittenRow : Written<S> {
    using ByGraph = void;
    double seen_time(const PieceState<double>& state, const double* a, std::size_t variables, double /*kinetic*/,
                     double wanted) const {
        const auto phi = [&](const Dual<double>* r) {
            Dual<double> out;
            (*this)(PieceState<Dual<double>>{r, nullptr, state.s, state.d}, &out);
            return out;
        };
        const double way = wanted * std::sqrt(dot(state.w, state.w, variables));
        const double negligible = negligible_of_way * way * length_of_gradient(phi, state.r, variables);
        return seen_duration(*this, {state.r, state.w, a, variables, state.d, state.s, 1}, negligible, wanted);
    }
};

template <class S>
struct WrittenRate : Written<S> {
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, 2 * most_variables + 1> u;
        const std::size_t rates = this->fill(state, u.data()), count = this->points * state.d;
        for (std::size_t i = 0; i < count; ++i) u[rates + i] = state.w[i];
        u[rates + count] = state.s;
        out[0] = this->formula.at(u.data());
    }
    double seen_time(const PieceState<double>& state, const double* a, std::size_t variables, double /*kinetic*/,
                     double wanted) const {
        const auto rate = [&](const Dual<double>* w) {
            std::array<Dual<double>, most_variables> r;
            std::copy_n(state.r, variables, r.begin());
            Dual<double> out;
            (*this)(PieceState<Dual<double>>{r.data(), w, state.s, state.d}, &out);
            return out;
        };
        std::array<double, most_variables> rates;
        for (std::size_t i = 0; i < variables; ++i) rates[i] = state.w[i] + a[i] * wanted / 2;
        const double speed = std::sqrt(dot(rates.data(), rates.data(), variables));
        const double negligible = negligible_of_way * speed * length_of_gradient(rate, rates.data(), variables);
        return seen_duration(AtRates{*this, rates.data()}, {state.r, state.w, a, variables, state.d, state.s, 1},
                             negligible, wanted);
    }

  private:
    // (2) of places alone, at the velocities of the middle of a step.
    struct AtRates {
        const WrittenRate& row;
        const double* w;
        template <class T>
        void operator()(const PieceState<T>& state, T* out) const {
            std::array<T, most_variables> rates;
            for (std::size_t i = 0; i < row.points * state.d; ++i) rates[i] = T(Base<T>(w[i]));
            row(PieceState<T>{state.r, rates.data(), state.s, state.d}, out);
        }
    };
};

}  // namespace cchnn::judge
