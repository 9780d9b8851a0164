#include "score/metrics/relative_error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "score/metrics/largest_magnitude.hpp"

namespace cchnn {
namespace {

// The squares of (1), |zhat - z|^2, |zhat|^2, |z|^2 and |zhat + z|^2, in the scale of scale_for().
struct Sums {
    double difference = 0, predicted = 0, truth = 0, added = 0;
};

template <NormChoice norm>
void add_squares(const double* predicted, const double* truth, std::size_t size, double scale, Sums& sums) {
    for (std::size_t i = 0; i < size; ++i) {
        const double a = predicted[i] * scale, b = truth[i] * scale;
        sums.difference += (a - b) * (a - b);
        if constexpr (norm == NormChoice::sum) {
            sums.predicted += a * a;
            sums.truth += b * b;
        } else {
            sums.added += (a + b) * (a + b);
        }
    }
}

// A power of two near 1/most: exact, and no square overflows or vanishes. Err itself has no scale. Made of the bits of
// the exponent, which of a number below 2^-1022 is 0.
double scale_for(double most) {
    constexpr int bias = 1023, fraction_bits = 52;
    const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(most) >> fraction_bits) - bias;
    return std::bit_cast<double>(static_cast<std::uint64_t>(bias + std::clamp(-exponent, -1000, 1000))
                                 << fraction_bits);
}

template <NormChoice norm>
double relative_error(StateParts predicted, StateParts truth, std::size_t size) {
    const double worst = worst_error(norm);
    if (!is_finite(predicted, size)) return worst;
    const double most = std::max({largest_magnitude(predicted.x, size), largest_magnitude(predicted.v, size),
                                  largest_magnitude(truth.x, size), largest_magnitude(truth.v, size)});
    if (most == 0) return 0;
    const double scale = scale_for(most);
    Sums sums;
    add_squares<norm>(predicted.x, truth.x, size, scale, sums);
    add_squares<norm>(predicted.v, truth.v, size, scale, sums);
    const double whole =
        norm == NormChoice::sum ? std::sqrt(sums.predicted) + std::sqrt(sums.truth) : std::sqrt(sums.added);
    const double err = std::sqrt(sums.difference) / whole;
    return err <= worst ? err : worst;  // rounding may exceed 1 by one digit; zhat = -z has no other value
}

}  // namespace

bool is_finite(StateParts state, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        if (!std::isfinite(state.x[i]) || !std::isfinite(state.v[i])) return false;
    return true;
}

double worst_error(NormChoice norm) { return norm == NormChoice::sum ? 1 : 1000; }

double relative_error(StateParts predicted, StateParts truth, std::size_t size, NormChoice norm) {
    return norm == NormChoice::sum ? relative_error<NormChoice::sum>(predicted, truth, size)
                                   : relative_error<NormChoice::vector>(predicted, truth, size);
}

}  // namespace cchnn
