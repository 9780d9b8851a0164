#include "integrate/composition.hpp"

#include <stdexcept>

namespace cchnn {
namespace {

std::vector<double> mirrored(const std::vector<double>& half) {
    double outer = 0;
    for (double weight : half) outer += weight;
    std::vector<double> all = half;
    all.push_back(1 - 2 * outer);
    all.insert(all.end(), half.rbegin(), half.rend());
    return all;
}

}  // namespace

std::vector<double> composition_weights(int order) {
    constexpr double suzuki = 0.41449077179437573714235406286076;
    switch (order) {
        case 2: return {1.0};
        case 4: return mirrored({suzuki, suzuki});
        case 6:
            return mirrored({0.39216144400731413927925056, 0.33259913678935943859974864, -0.70624617255763935980996482,
                             0.08221359629355080023149045});
        case 8:
            return mirrored({0.13020248308889008087881763, 0.56116298177510838456196441, -0.38947496264484728640807860,
                             0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
                             0.25837438768632204729397911, 0.29501172360931029887096624});
        default: throw std::logic_error("compositions have order 2, 4, 6 or 8");
    }
}

}  // namespace cchnn
