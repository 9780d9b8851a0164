#pragma once
// Fehlberg's Runge-Kutta pair of orders 8 and 7 with 13 stages. Source: E. Fehlberg, Classical fifth-, sixth-,
// seventh-, and eighth-order Runge-Kutta formulas with stepsize control, NASA TR R-287 (1968), table X.
//
//   (1)  k_i = f(z + (h a_i1) k_1 + (h a_i2) k_2 + ...),   z_new = z + (h b_1) k_1 + ...,
//   (2)  err = (h 41/840) (k_12 + k_13 - k_1 - k_11), term by term in the order of the stages
//
// Operations and their order are those of Boost.Odeint's runge_kutta_fehlberg78, so that both give the same bits, but
// products with zero, more than a third of those in the tableau, are left out.

#include <array>
#include <cstddef>
#include <vector>

namespace cchnn {

namespace fehlberg78_tableau {

struct Weight {
    std::size_t stage;  // 1 .. 13
    double value;
};

inline constexpr std::array<Weight, 1> a2{{{1, 2.0 / 27}}};
inline constexpr std::array<Weight, 2> a3{{{1, 1.0 / 36}, {2, 1.0 / 12}}};
inline constexpr std::array<Weight, 2> a4{{{1, 1.0 / 24}, {3, 1.0 / 8}}};
inline constexpr std::array<Weight, 3> a5{{{1, 5.0 / 12}, {3, -25.0 / 16}, {4, 25.0 / 16}}};
inline constexpr std::array<Weight, 3> a6{{{1, 1.0 / 20}, {4, 1.0 / 4}, {5, 1.0 / 5}}};
inline constexpr std::array<Weight, 4> a7{{{1, -25.0 / 108}, {4, 125.0 / 108}, {5, -65.0 / 27}, {6, 125.0 / 54}}};
inline constexpr std::array<Weight, 4> a8{{{1, 31.0 / 300}, {5, 61.0 / 225}, {6, -2.0 / 9}, {7, 13.0 / 900}}};
inline constexpr std::array<Weight, 6> a9{
    {{1, 2.0}, {4, -53.0 / 6}, {5, 704.0 / 45}, {6, -107.0 / 9}, {7, 67.0 / 90}, {8, 3.0}}};
inline constexpr std::array<Weight, 7> a10{{{1, -91.0 / 108},
                                            {4, 23.0 / 108},
                                            {5, -976.0 / 135},
                                            {6, 311.0 / 54},
                                            {7, -19.0 / 60},
                                            {8, 17.0 / 6},
                                            {9, -1.0 / 12}}};
inline constexpr std::array<Weight, 8> a11{{{1, 2383.0 / 4100},
                                            {4, -341.0 / 164},
                                            {5, 4496.0 / 1025},
                                            {6, -301.0 / 82},
                                            {7, 2133.0 / 4100},
                                            {8, 45.0 / 82},
                                            {9, 45.0 / 164},
                                            {10, 18.0 / 41}}};
inline constexpr std::array<Weight, 6> a12{
    {{1, 3.0 / 205}, {6, -6.0 / 41}, {7, -3.0 / 205}, {8, -3.0 / 41}, {9, 3.0 / 41}, {10, 6.0 / 41}}};
inline constexpr std::array<Weight, 9> a13{{{1, -1777.0 / 4100},
                                            {4, -341.0 / 164},
                                            {5, 4496.0 / 1025},
                                            {6, -289.0 / 82},
                                            {7, 2193.0 / 4100},
                                            {8, 51.0 / 82},
                                            {9, 33.0 / 164},
                                            {10, 12.0 / 41},
                                            {12, 1.0}}};
inline constexpr std::array<Weight, 7> b{{{6, 34.0 / 105},
                                          {7, 9.0 / 35},
                                          {8, 9.0 / 35},
                                          {9, 9.0 / 280},
                                          {10, 9.0 / 280},
                                          {12, 41.0 / 840},
                                          {13, 41.0 / 840}}};
inline constexpr std::array<Weight, 4> b_minus_b_hat{
    {{1, -41.0 / 840}, {11, -41.0 / 840}, {12, 41.0 / 840}, {13, 41.0 / 840}}};

}  // namespace fehlberg78_tableau

// Owns the stages of a step of n components.
template <class Real>
class Fehlberg78 {
  public:
    using State = std::vector<Real>;
    explicit Fehlberg78(std::size_t n) : z_(n, Real(0.0)) { k_.fill(z_); }

    // From (z, dzdt) over h to z_new. The field f(z, dzdt) does not depend on time.
    template <class Field>
    void step(const Field& f, const State& z, const State& dzdt, const Real& h, State& z_new, State& error) {
        namespace tableau = fehlberg78_tableau;
        const std::size_t n = z.size();
        const auto stage = [&](std::size_t i, const auto& a) {
            const auto weights = times(h, a);
            for (std::size_t c = 0; c < n; ++c) z_[c] = sum(z[c], a, weights, dzdt, c);
            f(z_, k_[i]);
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
        const auto new_weights = times(h, tableau::b);
        const auto error_weights = times(h, tableau::b_minus_b_hat);
        for (std::size_t c = 0; c < n; ++c) {
            z_new[c] = sum(z[c], tableau::b, new_weights, dzdt, c);
            error[c] = sum(Real(0.0), tableau::b_minus_b_hat, error_weights, dzdt, c);
        }
    }

  private:
    template <std::size_t N>
    static std::array<Real, N> times(const Real& h, const std::array<fehlberg78_tableau::Weight, N>& a) {
        std::array<Real, N> weights;
        for (std::size_t w = 0; w < N; ++w) weights[w] = a[w].value * h;
        return weights;
    }
    // from + sum_w weights_w k_w in component c, in the order of the stages.
    template <std::size_t N>
    [[gnu::always_inline]] Real sum(Real from, const std::array<fehlberg78_tableau::Weight, N>& a,
                                    const std::array<Real, N>& weights, const State& dzdt, std::size_t c) const {
        for (std::size_t w = 0; w < N; ++w) from += weights[w] * (a[w].stage == 1 ? dzdt[c] : k_[a[w].stage][c]);
        return from;
    }

    std::array<State, 14> k_;  // k_[2] .. k_[13]; stage 1 is the caller's dzdt
    State z_;
};

}  // namespace cchnn
