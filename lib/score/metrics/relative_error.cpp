#include "score/metrics/relative_error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/to_size.hpp"
#include "score/metrics/modulo_turns.hpp"
#include "score/metrics/number_pair.hpp"
#include "score/metrics/over_time.hpp"

namespace cchnn {
namespace {

NumberPair largest(TwoRows rows, std::size_t size) {
    NumberPair most{};
    for (std::size_t i = 0; i < size; ++i) most = larger(most, magnitude(rows[i]));
    return most;
}

// The squares of (1), |zhat - z|^2, |zhat|^2, |z|^2 and |zhat + z|^2, in the scale of scale_for().
struct Sums {
    NumberPair difference{}, predicted{}, truth{}, added{};
};

template <NormChoice norm>
void add_squares(TwoRows predicted, TwoRows truth, std::size_t size, NumberPair scale, Sums& sums) {
    for (std::size_t i = 0; i < size; ++i) {
        const NumberPair a = predicted[i] * scale, b = truth[i] * scale;
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

// Of two samples. What is not finite makes a sum infinite or NaN, and the error NaN.
template <NormChoice norm>
std::array<double, 2> relative_errors(const std::array<StateParts, 2>& predicted,
                                      const std::array<StateParts, 2>& truth, std::size_t size) {
    const TwoRows x{predicted[0].x, predicted[1].x}, v{predicted[0].v, predicted[1].v};
    const TwoRows x_true{truth[0].x, truth[1].x}, v_true{truth[0].v, truth[1].v};
    const NumberPair most =
        larger(larger(largest(x, size), largest(v, size)), larger(largest(x_true, size), largest(v_true, size)));
    const NumberPair scale{scale_for(most[0]), scale_for(most[1])};
    Sums sums;
    add_squares<norm>(x, x_true, size, scale, sums);
    add_squares<norm>(v, v_true, size, scale, sums);
    const double worst = worst_error(norm);
    std::array<double, 2> errors;
    for (std::size_t i = 0; i < 2; ++i) {
        const double whole = norm == NormChoice::sum ? std::sqrt(sums.predicted[i]) + std::sqrt(sums.truth[i])
                                                     : std::sqrt(sums.added[i]);
        const double err = sums.difference[i] == 0 ? 0 : std::sqrt(sums.difference[i]) / whole;
        errors[i] = err <= worst ? err : worst;  // rounding may exceed 1 by one digit; zhat = -z has no other value
    }
    return errors;
}

}  // namespace

bool is_finite(StateParts state, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        if (!std::isfinite(state.x[i]) || !std::isfinite(state.v[i])) return false;
    return true;
}

double worst_error(NormChoice norm) { return norm == NormChoice::sum ? 1 : 1000; }

std::vector<double> relative_errors(StateParts predicted, std::size_t step, StateParts truth, std::size_t size,
                                    int samples, std::size_t compared, NormChoice norm) {
    const auto state = [](StateParts all, std::size_t at) { return StateParts{all.x + at, all.v + at}; };
    const auto two = norm == NormChoice::sum ? relative_errors<NormChoice::sum> : relative_errors<NormChoice::vector>;
    const std::size_t count = samples;
    std::vector<double> errors(count);
    for (std::size_t k = 0; k < count; k += 2) {
        const std::size_t next = std::min(k + 1, count - 1);
        const std::array<double, 2> here = two({state(predicted, k * step), state(predicted, next * step)},
                                               {state(truth, k * size), state(truth, next * size)}, compared);
        errors[k] = here[0];
        errors[next] = here[1];
    }
    return errors;
}

double relative_error(StateParts predicted, StateParts truth, std::size_t size, NormChoice norm) {
    return relative_errors(predicted, size, truth, size, 1, size, norm)[0];
}

namespace {

// M v of `count` states.
std::vector<double> momenta_of(const ConstrainedSystem& system, const double* v, std::size_t count) {
    const std::size_t size = system.state_size();
    std::vector<double> p(count * size);
    for (std::size_t at = 0; at < p.size(); at += size) system.momentum(v + at, &p[at]);
    return p;
}

// `step` is that of relative_errors().
std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, std::size_t step, TrajectoryView truth) {
    const std::size_t size = system.state_size();
    const ModuloTurns turns(system, samples, predicted, step, truth);
    StateParts a{turns.predicted().x, turns.predicted().v}, b{turns.truth().x, turns.truth().v};
    step = turns.step();
    std::vector<double> p, p_true;
    if (choices.state == StateChoice::xp) {
        p = momenta_of(system, a.v, step == 0 ? 1 : to_size(samples));
        p_true = momenta_of(system, b.v, samples);
        a.v = p.data();
        b.v = p_true.data();
    }
    return relative_errors(a, step, b, size, samples, size, choices.norm);
}

}  // namespace

std::vector<double> error_curve(const ConstrainedSystem& system, const MetricChoices& choices, int samples,
                                TrajectoryView predicted, TrajectoryView truth) {
    return error_curve(system, choices, samples, predicted, system.state_size(), truth);
}

double persistence_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                         TrajectoryView truth) {
    return geometric_mean_over_time(error_curve(system, choices, samples, truth, 0, truth), dt, choices);
}

}  // namespace cchnn
