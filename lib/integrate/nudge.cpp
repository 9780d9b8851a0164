#include "integrate/nudge.hpp"

#include <cmath>
#include <cstddef>

#include "core/to_size.hpp"
#include "sample/placement.hpp"

namespace cchnn {
namespace {

// Multiples of an irrational number are equidistributed modulo 1 (Weyl).
double fraction(std::size_t i, double irrational) {
    const double multiple = static_cast<double>(i + 1) * irrational;
    return multiple - std::floor(multiple);
}
constexpr std::size_t pattern_length = 1'000'003;  // offset between patterns in the same sequences
double r(std::size_t i) {
    const double sign = fraction(i, 0.41421356237309515) < 0.5 ? -1.0 : 1.0;
    return sign * (0.25 + 0.25 * fraction(i, 0.61803398874989485));
}

// (1) for one array; `along` is 1 for velocities, which also grow along themselves.
std::vector<double> moves(const std::vector<double>& numbers, std::size_t dimension, double relative, double along,
                          std::size_t first) {
    std::vector<double> moves(numbers.size());
    for (std::size_t point = 0; point + dimension <= numbers.size(); point += dimension) {
        double square = 0;
        for (std::size_t i = point; i < point + dimension; ++i) square += numbers[i] * numbers[i];
        const double size = std::sqrt(square);
        for (std::size_t i = point; i < point + dimension; ++i)
            moves[i] = relative * (along * numbers[i] + size * r(first + i));
    }
    return moves;
}

}  // namespace

Nudge::Nudge(const InitialState& state, int dimension, double relative, int pattern)
    : x(moves(state.x, dimension, relative, 0, pattern * pattern_length)),
      v(moves(state.v, dimension, relative, 1, pattern * pattern_length + state.x.size())) {}

}  // namespace cchnn
