#pragma once
// Verner's "most efficient" Runge-Kutta pair of orders 8 and 7 with 13 stages, as an error stepper of Boost.Odeint.
// Source: J. H. Verner, Numerically optimal Runge-Kutta pairs with interpolants, Numer. Algorithms 53 (2010) 383-396;
// coefficients RKV87.IIa.Efficient, given there to 40 digits.
//
//   (1)  k_i = f(z + h sum_j a_ij k_j),   z_new = z + h sum_i b_i k_i,   err = h sum_i (b_i - bhat_i) k_i
//
// Odeint's explicit_error_generic_rk runs the same tableau but multiplies by its many zeros and adds each large
// term to z in turn; here zeros are left out and the sum is formed before it meets z, which keeps two more bits.

#include <array>
#include <boost/numeric/odeint/algebra/default_operations.hpp>
#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/base/explicit_error_stepper_base.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/util/is_resizeable.hpp>
#include <boost/numeric/odeint/util/resizer.hpp>
#include <boost/numeric/odeint/util/state_wrapper.hpp>
#include <vector>

namespace cchnn {

namespace verner87_tableau {

struct Weight {
    int stage;  // 1 .. 13
    double value;
};

inline constexpr std::array<Weight, 1> a2{{{1, 0.5e-1}}};
inline constexpr std::array<Weight, 2> a3{{{1, -0.69931640625e-2}, {2, 0.1135556640625}}};
inline constexpr std::array<Weight, 2> a4{{{1, 0.399609375e-1}, {3, 0.1198828125}}};
inline constexpr std::array<Weight, 3> a5{
    {{1, 0.361397562800457512405294}, {3, -1.341524066700492771819987}, {4, 1.370126503900035259414693}}};
inline constexpr std::array<Weight, 3> a6{
    {{1, 0.490472027972027972027972e-1}, {4, 0.235097204221440473986298}, {5, 0.180855592981356728810903}}};
inline constexpr std::array<Weight, 4> a7{{{1, 0.616928904428904428904428e-1},
                                           {4, 0.112365683146402766226255},
                                           {5, -0.388504607145136676704904e-1},
                                           {6, 0.197918871252204585537918e-1}}};
inline constexpr std::array<Weight, 5> a8{{{1, -1.767630240222326875735597},
                                           {4, -62.5},
                                           {5, -6.061889377376669100821361},
                                           {6, 5.650823198222763138561298},
                                           {7, 65.62169641937623283799566}}};
inline constexpr std::array<Weight, 6> a9{{{1, -1.180945066554970799825116},
                                           {4, -41.504734411143208416066415},
                                           {5, -4.434438319103725011225169},
                                           {6, 4.260408188586133024812193},
                                           {7, 43.753640224461715849876768},
                                           {8, 0.787142548991231068744647e-2}}};
inline constexpr std::array<Weight, 7> a10{{{1, -1.28140599944148840545951},
                                            {4, -45.047139960139866302207542},
                                            {5, -4.731362069449576477311464},
                                            {6, 4.514967016593807841185851},
                                            {7, 47.449095571729851348690223},
                                            {8, 0.105922829711166113568739e-1},
                                            {9, -0.574684226384461625443231e-2}}};
inline constexpr std::array<Weight, 8> a11{{{1, -1.724470134262485191756709},
                                            {4, -60.923490084830540165184346},
                                            {5, -5.951518376222392455202832},
                                            {6, 5.556523730698456235979791},
                                            {7, 63.983011980333053368375363},
                                            {8, 0.146420282504149615927592e-1},
                                            {9, 0.646040877235820360362186e-1},
                                            {10, -0.793032316900887898402445e-1}}};
inline constexpr std::array<Weight, 9> a12{{{1, -3.301622667747079016353994},
                                            {4, -118.01127235975250856669233},
                                            {5, -10.141422388456112486427839},
                                            {6, 9.139311332232057923544012},
                                            {7, 123.375942828404268368484718},
                                            {8, 4.623244378874580474839807},
                                            {9, -3.38327773806820192365255},
                                            {10, 4.527592100324618189451265},
                                            {11, -5.828495485811622963193088}}};
inline constexpr std::array<Weight, 8> a13{{{1, -3.039515033766309030040102},
                                            {4, -109.260868089417625468644419},
                                            {5, -9.290642497400293449717665},
                                            {6, 8.430504981764911142134299},
                                            {7, 114.201001037833131355742404},
                                            {8, -0.963727134214547935816237},
                                            {9, -5.03488408880218979119868},
                                            {10, 5.958130824002923177540402}}};
inline constexpr std::array<Weight, 8> b{{{1, 0.442798941900795107471674e-1},
                                          {6, 0.354104939172444874481555},
                                          {7, 0.247969215495643782866762},
                                          {8, -15.69420203883808405099207},
                                          {9, 25.0840649655585626134393},
                                          {10, -31.738367786260276468331561},
                                          {11, 22.938283273988783952314835},
                                          {12, -0.23613246330715421452599}}};
inline constexpr std::array<Weight, 7> b_hat{{{1, 0.443126152290897921248643e-1},
                                              {6, 0.354609564234322644786317},
                                              {7, 0.247848043136665306961998},
                                              {8, 4.448134732475784492725128},
                                              {9, 19.846886366118733699309323},
                                              {10, -23.581623377465618419695179},
                                              {13, -0.360167943728977516212453}}};
inline constexpr std::array<double, 13> c{
    0.0, 0.5e-1, 0.1065625, 0.15984375, 0.39, 0.465, 0.155, 0.943, 0.901802041735856958259707, 0.909, 0.94, 1.0, 1.0};

}  // namespace verner87_tableau

// The stepper. Template parameters are those of Odeint's own steppers; Time may be Lanes, a step size for each lane.
// It owns the stages k_2 .. k_13; k_1 is f at the start of the step, which the caller passes in. Verner87Step
// (lane_steps.hpp) and TangentFlow own one each. Not safe for two threads at once.
template <class State, class Value = double, class Deriv = State, class Time = Value,
          class Algebra = boost::numeric::odeint::range_algebra,
          class Operations = boost::numeric::odeint::default_operations,
          class Resizer = boost::numeric::odeint::initially_resizer>
class runge_kutta_verner87 : public boost::numeric::odeint::explicit_error_stepper_base<
                                 runge_kutta_verner87<State, Value, Deriv, Time, Algebra, Operations, Resizer>, 8, 8, 7,
                                 State, Value, Deriv, Time, Algebra, Operations, Resizer> {
  public:
    using stepper_base_type = boost::numeric::odeint::explicit_error_stepper_base<
        runge_kutta_verner87<State, Value, Deriv, Time, Algebra, Operations, Resizer>, 8, 8, 7, State, Value, Deriv,
        Time, Algebra, Operations, Resizer>;
    using state_type = typename stepper_base_type::state_type;
    using time_type = typename stepper_base_type::time_type;
    using algebra_type = typename stepper_base_type::algebra_type;

    explicit runge_kutta_verner87(const algebra_type& algebra = algebra_type()) : stepper_base_type(algebra) {}

    template <class System, class StateIn, class DerivIn, class StateOut, class Err>
    void do_step_impl(System system, const StateIn& in, const DerivIn& dxdt, time_type t, StateOut& out, time_type dt,
                      Err& xerr) {
        do_step_impl(system, in, dxdt, t, out, dt);
        for (std::size_t i = 0; i < in.size(); ++i)
            xerr[i] = dt * (weighted(verner87_tableau::b, i, dxdt) - weighted(verner87_tableau::b_hat, i, dxdt));
    }

    template <class System, class StateIn, class DerivIn, class StateOut>
    void do_step_impl(System system, const StateIn& in, const DerivIn& dxdt, time_type t, StateOut& out, time_type dt) {
        namespace tableau = verner87_tableau;
        typename boost::numeric::odeint::unwrap_reference<System>::type& rhs = system;
        for (auto& k : k_) k.resize(in.size());
        z_.resize(in.size());
        const auto stage = [&](int i, const auto& a) {
            combine(a, in, dxdt, dt, z_);
            rhs(z_, k_[i], t + dt * tableau::c[i - 1]);
        };
        stage(2, tableau::a2);
        stage(3, tableau::a3);
        stage(4, tableau::a4);
        stage(5, tableau::a5);
        stage(6, tableau::a6);
        stage(7, tableau::a7);
        stage(8, tableau::a8);
        stage(9, tableau::a9);
        stage(10, tableau::a10);
        stage(11, tableau::a11);
        stage(12, tableau::a12);
        stage(13, tableau::a13);
        combine(tableau::b, in, dxdt, dt, out);
    }

    template <class StateType>
    void adjust_size(const StateType& z) {
        stepper_base_type::adjust_size(z);
    }

  private:
    template <std::size_t N, class DerivIn>
    auto weighted(const std::array<verner87_tableau::Weight, N>& weights, std::size_t i, const DerivIn& dxdt) const {
        auto sum = weights[0].value * dxdt[i];  // every row of the tableau starts with stage 1
        for (std::size_t w = 1; w < N; ++w) sum += weights[w].value * k_[weights[w].stage][i];
        return sum;
    }

    template <std::size_t N, class StateIn, class DerivIn, class StateOut>
    void combine(const std::array<verner87_tableau::Weight, N>& weights, const StateIn& in, const DerivIn& dxdt,
                 time_type dt, StateOut& out) const {
        for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] + dt * weighted(weights, i, dxdt);
    }

    std::array<Deriv, 14> k_;  // k_[2] .. k_[13]; stage 1 is the caller's dxdt
    State z_;
};

}  // namespace cchnn

// Odeint's make_controlled<cchnn::runge_kutta_verner87<State>>(atol, rtol).
template <class State, class Value, class Deriv, class Time, class Algebra, class Operations, class Resizer>
struct boost::numeric::odeint::get_controller<
    cchnn::runge_kutta_verner87<State, Value, Deriv, Time, Algebra, Operations, Resizer>> {
    using type =
        controlled_runge_kutta<cchnn::runge_kutta_verner87<State, Value, Deriv, Time, Algebra, Operations, Resizer>>;
};
