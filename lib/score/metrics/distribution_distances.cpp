#include "score/metrics/distribution_distances.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <unsupported/Eigen/FFT>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "sample/random_stream.hpp"
#include "score/metrics/number_pair.hpp"

namespace cchnn {

namespace {

struct Range {
    double low, high;
};

Range range_of(const double* values, std::size_t count) {
    NumberPair low{values[0], values[0]}, high = low;
    for (std::size_t k = count % 2; k < count; k += 2) {
        const NumberPair value{values[k], values[k + 1]};
        low = value < low ? value : low;
        high = larger(high, value);
    }
    return {std::min(low[0], low[1]), std::max(high[0], high[1])};
}

// Moves each value down past larger ones.
void sort_nearly_sorted(double* values, std::size_t count) {
    for (std::size_t k = 1; k < count; ++k) {
        const double value = values[k];
        std::size_t to = k;
        for (; to > 0 && values[to - 1] > value; --to) values[to] = values[to - 1];
        values[to] = value;
    }
}

// The values in order. Each is put at one of twice as many places by its share of the way from the least to the
// largest; then only those at the same place may still be out of order.
std::vector<double> sorted(const std::vector<double>& in_time) {
    constexpr std::uint32_t most_together = 32;
    const std::size_t count = in_time.size(), places = 2 * count;
    const double* const values = in_time.data();
    const Range range = range_of(values, count);
    const double scale = static_cast<double>(places - 1) / (range.high - range.low);
    std::vector<double> in_order(in_time);
    bool nearly = std::isfinite(scale) && scale > 0;
    if (nearly) {
        std::vector<std::uint32_t> places_of(count), firsts(places + 1);
        std::uint32_t *const place = places_of.data(), *const first = firsts.data();
        for (std::size_t k = 0; k < count; ++k) {
            place[k] = static_cast<std::uint32_t>(static_cast<std::int32_t>((values[k] - range.low) * scale));
            ++first[place[k] + 1];
        }
        std::uint32_t sum = 0, most = 0;
        for (std::size_t at = 0; at <= places; ++at) {
            most = std::max(most, first[at]);
            first[at] = sum += first[at];
        }
        for (std::size_t k = 0; k < count; ++k) in_order.data()[first[place[k]]++] = values[k];
        nearly = most <= most_together;
    }
    if (nearly) sort_nearly_sorted(in_order.data(), count);
    else std::ranges::sort(in_order);
    return in_order;
}

}  // namespace

double wasserstein_distance(const std::vector<double>& a, const std::vector<double>& b) {
    const auto finite = [](double number) { return std::isfinite(number); };
    if (!std::ranges::all_of(a, finite) || !std::ranges::all_of(b, finite))
        return std::numeric_limits<double>::infinity();
    const std::vector<double> of_a = sorted(a), of_b = sorted(b);
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(of_a[k] - of_b[k]);
    return sum / static_cast<double>(a.size());
}

namespace {

// A number of either curve, which Eigen's transform takes as a real number.
struct Two {
    NumberPair of{};

    Two() = default;
    Two(double both) : of{both, both} {}
    Two(NumberPair both) : of(both) {}
    friend Two operator+(Two a, Two b) { return a.of + b.of; }
    friend Two operator-(Two a, Two b) { return a.of - b.of; }
    friend Two operator*(Two a, Two b) { return a.of * b.of; }
    friend Two operator/(Two a, Two b) { return a.of / b.of; }
    Two operator-() const { return -of; }
    Two& operator+=(Two b) { return *this = *this + b; }
    Two& operator-=(Two b) { return *this = *this - b; }
    Two& operator*=(Two b) { return *this = *this * b; }
};
using ComplexTwo = std::complex<Two>;

// What Eigen asks for its sines and cosines, which are the same for both.
Two acos(Two a) { return std::acos(a.of[0]); }
ComplexTwo exp(const ComplexTwo& a) {
    const std::complex<double> e = std::exp(std::complex<double>(a.real().of[0], a.imag().of[0]));
    return {e.real(), e.imag()};
}

// A transform keeps the sines and cosines of its length, and all curves of a test set have one length.
struct Transform : Eigen::FFT<Two> {
    Transform() { SetFlag(HalfSpectrum); }
};

bool is_finite(const std::vector<double>& curve) {
    return std::ranges::all_of(curve, [](double value) { return std::isfinite(value); });
}

}  // namespace

double spectral_distance(const std::vector<double>& a, const std::vector<double>& b, double dt) {
    if (!is_finite(a) || !is_finite(b)) return std::numeric_limits<double>::infinity();
    const TwoRows curves{a.data(), b.data()};
    NumberPair mean{};
    for (std::size_t k = 0; k < a.size(); ++k) mean += curves[k];
    mean /= static_cast<double>(a.size());
    const std::size_t points = std::bit_ceil(2 * a.size());
    std::vector<Two> padded(points);
    NumberPair away{}, size{};
    for (std::size_t k = 0; k < a.size(); ++k) {
        const NumberPair off = curves[k] - mean;
        padded[k] = off;
        away = larger(away, magnitude(off));
        size = larger(size, magnitude(curves[k]));
    }
    // What rounding leaves of a curve that does not move has no spectrum.
    const bool a_moves = away[0] > 1e-12 * size[0], b_moves = away[1] > 1e-12 * size[1];
    static const PerThread<Transform> transforms;
    std::vector<ComplexTwo> amplitudes(points / 2 + 1);
    transforms.here().fwd(amplitudes.data(), padded.data(), static_cast<Eigen::Index>(points));
    Two all;
    for (std::size_t m = 0; m < amplitudes.size(); ++m) padded[m] = all += std::norm(amplitudes[m]);
    double sum = 0;
    for (std::size_t m = 0; m < amplitudes.size(); ++m) {
        const Two share = padded[m] / all;  // (3)
        sum += std::abs((a_moves ? share.of[0] : 1) - (b_moves ? share.of[1] : 1));
    }
    return sum / (static_cast<double>(points) * dt);
}

namespace {

using States = std::vector<double>;

constexpr std::size_t most_binned = 4;  // coordinates
constexpr double bins_a_coordinate = 30, bin_smoothing = 1e-5;
constexpr std::size_t most_centres = 1000, mixture_draws = 1000;
constexpr std::uint32_t mixture_stream = 0x202;
constexpr int spectrum_sigma = 20, spectrum_radius = 80;  // frequencies

bool finite_states(const States& rows) {
    return std::ranges::all_of(rows, [](double value) { return std::isfinite(value); });
}

// (5): how many samples lie in each bin that has any. Bins are stored sparsely: up to 30^4 exist, few are occupied.
struct Histogram {
    std::map<std::size_t, double> counts;
    double total = 0;
};

// `low` and `high` are the range of the reference in each coordinate. Samples outside are not counted. In a coordinate
// without a range all samples are in bin 0.
Histogram histogram_of(const States& rows, std::size_t width, const States& low, const States& high) {
    Histogram found;
    for (std::size_t at = 0; at < rows.size(); at += width) {
        std::size_t bin = 0;
        bool inside = true;
        for (std::size_t i = 0; i < width; ++i) {
            const double value = rows[at + i];
            inside = inside && value >= low[i] && value <= high[i];
            const double place =
                inside && high[i] > low[i] ? bins_a_coordinate * (value - low[i]) / (high[i] - low[i]) : 0;
            bin = bin * static_cast<std::size_t>(bins_a_coordinate) +
                  static_cast<std::size_t>(std::min(place, bins_a_coordinate - 1));
        }
        if (!inside) continue;
        ++found.counts[bin];
        ++found.total;
    }
    return found;
}

// (5). Bins that are empty in both histograms have equal terms, which are added together.
double divergence_of_bins(const States& truth, const States& predicted, std::size_t width) {
    States low(width, std::numeric_limits<double>::infinity()), high(width, -std::numeric_limits<double>::infinity());
    for (std::size_t at = 0; at < truth.size(); ++at) {
        low[at % width] = std::min(low[at % width], truth[at]);
        high[at % width] = std::max(high[at % width], truth[at]);
    }
    const Histogram p = histogram_of(truth, width, low, high), q = histogram_of(predicted, width, low, high);
    const double all = std::pow(bins_a_coordinate, static_cast<double>(width));
    const double of_p = p.total + bin_smoothing * all, of_q = q.total + bin_smoothing * all;
    const auto term = [&](double in_p, double in_q) {
        const double share = (in_p + bin_smoothing) / of_p;
        return share * std::log(share / ((in_q + bin_smoothing) / of_q));
    };
    const auto count_in = [](const Histogram& histogram, std::size_t bin) {
        const auto found = histogram.counts.find(bin);
        return found == histogram.counts.end() ? 0.0 : found->second;
    };
    double sum = 0, seen = 0;
    for (const auto& [bin, count] : p.counts) {
        sum += term(count, count_in(q, bin));
        ++seen;
    }
    for (const auto& [bin, count] : q.counts) {
        if (p.counts.contains(bin)) continue;
        sum += term(0, count);
        ++seen;
    }
    return sum + (all - seen) * term(0, 0);
}

// The samples about which the distributions of (6) are centred: every m-th, at most 1000.
States mixture_centres(const States& rows, std::size_t width) {
    const std::size_t count = rows.size() / width, every = (count + most_centres - 1) / most_centres;
    States kept;
    for (std::size_t k = 0; k < count; k += every)
        kept.insert(kept.end(), rows.begin() + k * width, rows.begin() + (k + 1) * width);
    return kept;
}

// Logarithm of the sum over centres of exp(-|y - centre|^2 / 2).
double log_of_mixture(const States& centres, const States& y) {
    States squares(centres.size() / y.size(), 0.0);
    for (std::size_t k = 0; k < squares.size(); ++k)
        for (std::size_t i = 0; i < y.size(); ++i) {
            const double off = y[i] - centres[k * y.size() + i];
            squares[k] += off * off;
        }
    const double nearest = *std::ranges::min_element(squares);
    double sum = 0;
    for (const double square : squares) sum += std::exp((nearest - square) / 2);
    return std::log(sum) - nearest / 2;
}

// (6), by Monte Carlo: the divergence of two mixtures has no closed form.
double divergence_of_mixtures(const States& truth, const States& predicted, std::size_t width) {
    const States p = mixture_centres(truth, width), q = mixture_centres(predicted, width);
    RandomStream random(0, mixture_stream, 0, 0);
    States y(width);
    double sum = 0;
    for (std::size_t j = 0; j < mixture_draws; ++j) {
        const std::size_t centre = random.below(p.size() / width) * width;
        for (std::size_t i = 0; i < width; ++i) y[i] = p[centre + i] + random.normal();
        sum += log_of_mixture(p, y) - log_of_mixture(q, y);
    }
    return std::max(0.0, sum / static_cast<double>(mixture_draws));
}

// (7): the smoothed spectrum of coordinate i, with sum 1; empty where it stands still.
States spectrum_of(const States& rows, std::size_t width, std::size_t i) {
    std::vector<double> values;
    double mean = 0, away = 0, size = 0;
    for (std::size_t at = i; at < rows.size(); at += width) values.push_back(rows[at]);
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (double& value : values) {
        size = std::max(size, std::abs(value));
        value -= mean;
        away = std::max(away, std::abs(value));
    }
    if (!(away > 1e-12 * size)) return {};
    static const PerThread<Eigen::FFT<double>> transforms;
    std::vector<std::complex<double>> amplitudes;
    transforms.here().fwd(amplitudes, values);
    const int last = static_cast<int>(values.size() / 2), period = 2 * (last + 1);
    States smoothed(last + 1, 0.0);
    States weights(spectrum_radius + 1);
    for (int k = 0; k <= spectrum_radius; ++k)
        weights[k] = std::exp(-0.5 * k * k / (1.0 * spectrum_sigma * spectrum_sigma));
    double sum = 0;
    for (int m = 0; m <= last; ++m) {
        for (int k = -spectrum_radius; k <= spectrum_radius; ++k) {
            int at = ((m + k) % period + period) % period;  // reflected: ... 1 0 | 0 1 ... last | last ...
            if (at > last) at = period - 1 - at;
            smoothed[m] += weights[std::abs(k)] * std::norm(amplitudes[at]);
        }
        sum += smoothed[m];
    }
    for (double& power : smoothed) power /= sum;
    return smoothed;
}

}  // namespace

double state_space_divergence(const States& truth, const States& predicted, std::size_t D) {
    if (!finite_states(predicted)) return std::numeric_limits<double>::infinity();
    if (D == 0) return 0;
    return D <= most_binned ? divergence_of_bins(truth, predicted, D) : divergence_of_mixtures(truth, predicted, D);
}

double hellinger_of_spectra(const States& truth, const States& predicted, std::size_t D) {
    if (!finite_states(predicted)) return 1;
    double sum = 0;
    for (std::size_t i = 0; i < D; ++i) {
        const States p = spectrum_of(truth, D, i), q = spectrum_of(predicted, D, i);
        double squares = p.empty() == q.empty() ? 0 : 2;
        for (std::size_t m = 0; m < std::min(p.size(), q.size()); ++m) {
            const double apart = std::sqrt(p[m]) - std::sqrt(q[m]);
            squares += apart * apart;
        }
        sum += std::sqrt(squares / 2);
    }
    return D == 0 ? 0 : sum / static_cast<double>(D);
}

}  // namespace cchnn
