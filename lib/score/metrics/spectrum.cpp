#include "score/metrics/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <unsupported/Eigen/FFT>

#include "core/parallel_for.hpp"

namespace cchnn {
namespace {

double mean_of(const std::vector<double>& curve) {
    double sum = 0;
    for (const double value : curve) sum += value;
    return sum / static_cast<double>(curve.size());
}

// What rounding leaves of a curve that does not move has no spectrum.
bool moves(const std::vector<double>& curve, double mean) {
    double away = 0, size = 0;
    for (const double value : curve) {
        away = std::max(away, std::abs(value - mean));
        size = std::max(size, std::abs(value));
    }
    return away > 1e-12 * size;
}

// (2)
std::vector<double> shares(const std::vector<double>& curve, std::size_t points) {
    const double mean = mean_of(curve);
    std::vector<double> shares(points / 2 + 1, 1.0);
    if (!moves(curve, mean)) return shares;
    std::vector<double> padded(points, 0.0);
    for (std::size_t k = 0; k < curve.size(); ++k) padded[k] = curve[k] - mean;
    // A transform keeps the sines and cosines of its length, and all curves of a command have one length.
    static const PerThread<Eigen::FFT<double>> transforms;
    std::vector<std::complex<double>> amplitudes;
    transforms.here().fwd(amplitudes, padded);
    double sum = 0;
    for (std::size_t m = 0; m < shares.size(); ++m) shares[m] = sum += std::norm(amplitudes[m]);
    for (double& share : shares) share /= sum;
    return shares;
}

bool is_finite(const std::vector<double>& curve) {
    return std::all_of(curve.begin(), curve.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

double spectral_distance(const std::vector<double>& a, const std::vector<double>& b, double dt) {
    if (!is_finite(a) || !is_finite(b)) return std::numeric_limits<double>::infinity();
    const std::size_t points = std::bit_ceil(2 * a.size());
    const std::vector<double> of_a = shares(a, points), of_b = shares(b, points);
    double sum = 0;
    for (std::size_t m = 0; m < of_a.size(); ++m) sum += std::abs(of_a[m] - of_b[m]);
    return sum / (static_cast<double>(points) * dt);
}

}  // namespace cchnn
