#include "score/metrics/forecast/long_term.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <unsupported/Eigen/FFT>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

using States = std::vector<double>;

constexpr std::size_t most_binned = 4;  // coordinates
constexpr double bins_a_coordinate = 30, bin_smoothing = 1e-5;
constexpr std::size_t most_centres = 1000, mixture_draws = 1000;
constexpr std::uint32_t mixture_stream = 0x202;
constexpr int spectrum_sigma = 20, spectrum_radius = 80;  // frequencies

bool finite_states(const States& rows) {
    return std::all_of(rows.begin(), rows.end(), [](double value) { return std::isfinite(value); });
}

// (1): how many samples lie in each bin that has any. Bins are stored sparsely: up to 30^4 exist, few are occupied.
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

// (1). Bins that are empty in both histograms have equal terms, which are added together.
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

// The samples about which the distributions of (2) are centred: every m-th, at most 1000.
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
    const double nearest = *std::min_element(squares.begin(), squares.end());
    double sum = 0;
    for (const double square : squares) sum += std::exp((nearest - square) / 2);
    return std::log(sum) - nearest / 2;
}

// (2), by Monte Carlo: the divergence of two mixtures has no closed form.
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

// (3): the smoothed spectrum of coordinate i, with sum 1; empty where it stands still.
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
