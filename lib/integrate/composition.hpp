#pragma once
// Symmetric compositions of a symmetric method of order 2: one step of h is the sequence of steps weight_1 h, weight_2
// h, ... (Hairer, Lubich, Wanner 2006, II.4 and V.3.2). methods.cpp gives these weights to RATTLE.
//
//   (1)  sum weight_i = 1,  sum weight_i^3 = 0,  sum weight_i^5 = 0 (order 6, 8),  sum weight_i^7 = 0 (order 8), ...
//   (2)  weight_i = weight_(s+1-i): symmetric, so that the order is even
//
//   order 4, s = 5   weight_1 = 1/(4 - 4^(1/3))        Suzuki 1990; Hairer, Lubich, Wanner 2006, II.4, eq. (4.5)
//   order 6, s = 9   Kahan and Li 1997                 Hairer, Lubich, Wanner 2006, V.3.2, eq. (3.12)
//   order 8, s = 17  Kahan and Li 1997                 Hairer, Lubich, Wanner 2006, V.3.2, eq. (3.14)
//
// The middle weight is 1 minus the others, computed in double, so that the weights sum to 1 and a step has its nominal
// length.

#include <algorithm>
#include <array>

namespace cchnn {

template <std::size_t half>
constexpr std::array<double, 2 * half + 1> mirrored_weights(const std::array<double, half>& outer) {
    double sum = 0;
    for (const double weight : outer) sum += weight;
    std::array<double, 2 * half + 1> all{};
    std::copy(outer.begin(), outer.end(), all.begin());
    all[half] = 1 - 2 * sum;
    std::copy(outer.rbegin(), outer.rend(), all.begin() + half + 1);
    return all;
}

inline constexpr double suzuki_weight = 0.41449077179437573714235406286076;

inline constexpr std::array<double, 1> order_2_weights{1.0};
inline constexpr auto order_4_weights = mirrored_weights<2>({suzuki_weight, suzuki_weight});
inline constexpr auto order_6_weights =
    mirrored_weights<4>({0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
                         0.08221359629355080023149045});
inline constexpr auto order_8_weights =
    mirrored_weights<8>({0.13020248308889008087881763, 0.56116298177510838456196441, -0.38947496264484728640807860,
                         0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
                         0.25837438768632204729397911, 0.29501172360931029887096624});

}  // namespace cchnn
