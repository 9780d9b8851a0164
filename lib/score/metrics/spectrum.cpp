#include "score/metrics/spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <unsupported/Eigen/FFT>

#include "core/parallel_for.hpp"
#include "score/metrics/number_pair.hpp"

namespace cchnn {
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
    return std::all_of(curve.begin(), curve.end(), [](double value) { return std::isfinite(value); });
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
        const Two share = padded[m] / all;  // (2)
        sum += std::abs((a_moves ? share.of[0] : 1) - (b_moves ? share.of[1] : 1));
    }
    return sum / (static_cast<double>(points) * dt);
}

}  // namespace cchnn
