#include "score/metrics/oscillation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>

namespace cchnn {
namespace {

constexpr double two_pi = 6.283185307179586;
constexpr std::size_t most_points = 128, fewest_points = 8;
constexpr double search_step = 0.5;  // periods: the peak of a least-squares fit is two periods wide
using Four = std::array<double, 4>;

// The points of a curve of T samples: means of equal pieces, at most 128 of them, at u = first + k step.
struct Places {
    explicit Places(std::size_t samples)
        : piece((samples + most_points - 1) / most_points),
          count(samples / piece),
          first(0.5 * static_cast<double>(piece - 1) / static_cast<double>(samples - 1)),
          step(static_cast<double>(piece) / static_cast<double>(samples - 1)) {}
    double line(std::size_t k) const { return first + static_cast<double>(k) * step - 0.5; }

    std::size_t piece, count;
    double first, step;
};

std::vector<double> points_of(const std::vector<double>& curve, const Places& places) {
    std::vector<double> points;
    for (std::size_t first = 0; first + places.piece <= curve.size(); first += places.piece) {
        double sum = 0;
        for (std::size_t k = first; k < first + places.piece; ++k) sum += curve[k];
        points.push_back(sum / static_cast<double>(places.piece));
    }
    return points;
}

// The factor by which the mean over a piece reduces the amplitude of an oscillation.
double damping(const Places& places, double f) {
    const double piece = static_cast<double>(places.piece), half = 0.5 * two_pi * f * places.step / piece;
    return places.piece == 1 ? 1 : std::sin(piece * half) / (piece * std::sin(half));
}

// The normal equations of the columns 1, u - 1/2, cos and sin of (1): the lower triangle of their matrix, or its
// Cholesky factor. Four columns of similar size are well conditioned, so that QR is not needed.
using NormalEquations = std::array<Four, 4>;

// Cholesky factorisation in place; false where the matrix is singular.
bool factorise(NormalEquations& a) {
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
            if (i > j) a[i][j] /= a[j][j];
        }
        if (!(a[i][i] > 1e-12)) return false;
        a[i][i] = std::sqrt(a[i][i]);
    }
    return true;
}

// Solves for the first n unknowns alone: with n = 2 for the line without an oscillation.
template <std::size_t n>
Four solve(const NormalEquations& l, Four b) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= l[i][k] * b[k];
        b[i] /= l[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= l[k][i] * b[k];
        b[i] /= l[i][i];
    }
    return b;
}

// Calls see(k, cos, sin) at each point. The phase turns from point to point, without a sine for each.
template <class See>
void turn_phase(const Places& places, double f, const See& see) {
    double c = std::cos(two_pi * f * places.first), s = std::sin(two_pi * f * places.first);
    const double turn_c = std::cos(two_pi * f * places.step), turn_s = std::sin(two_pi * f * places.step);
    for (std::size_t k = 0; k < places.count; ++k) {
        see(k, c, s);
        const double next = c * turn_c - s * turn_s;
        s = s * turn_c + c * turn_s;
        c = next;
    }
}

// The part of a normal matrix that no frequency changes.
NormalEquations normal_of_line(const Places& places) {
    NormalEquations a{};
    for (std::size_t k = 0; k < places.count; ++k) {
        const double u = places.line(k);
        a[0][0] += 1;
        a[1][0] += u;
        a[1][1] += u * u;
    }
    return a;
}

void add_oscillation(NormalEquations& a, double u, double c, double s) {
    a[2][0] += c;
    a[2][1] += c * u;
    a[2][2] += c * c;
    a[3][0] += s;
    a[3][1] += s * u;
    a[3][2] += s * c;
    a[3][3] += s * s;
}

// What every curve of T samples shares: columns and factors of each frequency of the search.
struct FrequencySearch {
    explicit FrequencySearch(std::size_t of) : samples(of), places(of), line(normal_of_line(places)) {
        for (double f = 1; f <= most(); f += search_step) frequencies.push_back(f);
        const std::size_t all = frequencies.size();
        cosines.resize(places.count * all);
        sines.resize(places.count * all);
        for (std::size_t i = 0; i < all; ++i) {
            NormalEquations& a = factors.emplace_back(line);
            turn_phase(places, frequencies[i], [&](std::size_t k, double c, double s) {
                add_oscillation(a, places.line(k), c, s);
                cosines[k * all + i] = c;
                sines[k * all + i] = s;
            });
            sound.push_back(factorise(a));
        }
    }
    double most() const { return 0.45 * static_cast<double>(places.count); }

    const std::size_t samples;
    const Places places;
    const NormalEquations line;
    std::vector<double> frequencies, cosines, sines;  // cosines[k F + i] of point k at frequency i of F
    std::vector<NormalEquations> factors;
    std::vector<bool> sound;
};

// The latest one is kept: curves of one command have one length.
std::shared_ptr<const FrequencySearch> search_of(std::size_t samples) {
    static std::mutex mutex;
    static std::shared_ptr<const FrequencySearch> latest;
    const std::lock_guard lock(mutex);
    if (!latest || latest->samples != samples) latest = std::make_shared<const FrequencySearch>(samples);
    return latest;
}

struct Fit {
    Four c{};
    double left = INFINITY;  // sum of squares
};

// The points of one curve.
class FittedCurve {
  public:
    FittedCurve(const FrequencySearch& search, const std::vector<double>& curve)
        : search_(search), points_(points_of(curve, search.places)) {
        for (std::size_t k = 0; k < points_.size(); ++k) {
            b_[0] += points_[k];
            b_[1] += search.places.line(k) * points_[k];
            squares_ += points_[k] * points_[k];
            scale_ = std::max(scale_, std::fabs(points_[k]));
        }
    }
    // Residuals of a line that are rounding errors are no oscillation.
    bool is_line() const { return !(line() > 1e-15 * scale_ * scale_ * static_cast<double>(points_.size())); }
    double line() const { return fit<2>(search_.factors.front(), b_).left; }

    Fit at(double f) const {
        NormalEquations a = search_.line;
        Four b = b_;
        turn_phase(search_.places, f, [&](std::size_t k, double c, double s) {
            add_oscillation(a, search_.places.line(k), c, s);
            b[2] += c * points_[k];
            b[3] += s * points_[k];
        });
        return factorise(a) ? fit<4>(a, b) : Fit{};
    }
    // The frequency of the search with the smallest residual.
    double best_of_search() const {
        const std::size_t all = search_.frequencies.size();
        std::vector<double> cosine(all), sine(all);
        for (std::size_t k = 0; k < points_.size(); ++k) {
            const double *c = &search_.cosines[k * all], *s = &search_.sines[k * all];
            for (std::size_t i = 0; i < all; ++i) cosine[i] += c[i] * points_[k];
            for (std::size_t i = 0; i < all; ++i) sine[i] += s[i] * points_[k];
        }
        double best = 1, least = INFINITY;
        for (std::size_t i = 0; i < all; ++i) {
            if (!search_.sound[i]) continue;
            const double left = fit<4>(search_.factors[i], {b_[0], b_[1], cosine[i], sine[i]}).left;
            if (left < least) {
                least = left;
                best = search_.frequencies[i];
            }
        }
        return best;
    }

  private:
    template <std::size_t n>
    Fit fit(const NormalEquations& l, const Four& b) const {
        Fit found{solve<n>(l, b), squares_};
        for (std::size_t i = 0; i < n; ++i) found.left -= found.c[i] * b[i];
        found.left = std::max(found.left, 0.0);
        return found;
    }

    const FrequencySearch& search_;
    const std::vector<double> points_;
    Four b_{};
    double squares_ = 0, scale_ = 0;
};

// Golden section between low and high.
double best_between(const FittedCurve& curve, double low, double high) {
    constexpr double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double left_a = curve.at(a).left, left_b = curve.at(b).left;
    for (int step = 0; step < 30; ++step) {
        if (left_a < left_b) {
            high = b;
            b = a;
            left_b = left_a;
            a = high - golden * (high - low);
            left_a = curve.at(a).left;
        } else {
            low = a;
            a = b;
            left_a = left_b;
            b = low + golden * (high - low);
            left_b = curve.at(b).left;
        }
    }
    return 0.5 * (low + high);
}

}  // namespace

Oscillation find_oscillation(const std::vector<double>& samples) {
    if (samples.size() < fewest_points) return {};
    const std::shared_ptr<const FrequencySearch> search = search_of(samples.size());
    const FittedCurve curve(*search, samples);
    if (curve.is_line()) return {};
    const double near = curve.best_of_search();
    const double best =
        best_between(curve, std::max(1.0, near - search_step), std::min(search->most(), near + search_step));
    const Fit found = curve.at(best);
    if (!std::isfinite(found.left)) return {};
    const double damped = damping(search->places, best);
    return {best, found.c[2] / damped, found.c[3] / damped, 1 - found.left / curve.line()};
}

std::vector<double> without(const Oscillation& oscillation, std::vector<double> curve) {
    const double per_sample = two_pi * oscillation.frequency / static_cast<double>(curve.size() - 1);
    for (std::size_t k = 0; k < curve.size(); ++k) {
        const double phase = per_sample * static_cast<double>(k);
        curve[k] -= oscillation.cosine * std::cos(phase) + oscillation.sine * std::sin(phase);
    }
    return curve;
}

}  // namespace cchnn
