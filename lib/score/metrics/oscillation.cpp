#include "score/metrics/oscillation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace cchnn {
namespace {

constexpr double two_pi = 6.283185307179586;
constexpr std::size_t most_points = 128, fewest_points = 8;
constexpr double search_step = 0.5;  // periods: the peak of a least-squares fit is two periods wide
using Four = std::array<double, 4>;

// Values at u = first + j step.
struct Points {
    double first = 0, step = 0;
    std::vector<double> e;
    std::size_t piece = 1;
};

// Means of equal pieces, at most 128 of them.
Points points_of(const std::vector<double>& curve) {
    const double span = static_cast<double>(curve.size() - 1);
    Points points;
    points.piece = (curve.size() + most_points - 1) / most_points;
    points.first = 0.5 * static_cast<double>(points.piece - 1) / span;
    points.step = static_cast<double>(points.piece) / span;
    for (std::size_t first = 0; first + points.piece <= curve.size(); first += points.piece) {
        double sum = 0;
        for (std::size_t k = first; k < first + points.piece; ++k) sum += curve[k];
        points.e.push_back(sum / static_cast<double>(points.piece));
    }
    return points;
}

// What the mean of a piece leaves of an oscillation's amplitude.
double damping(const Points& points, double f) {
    const double piece = static_cast<double>(points.piece), half = 0.5 * two_pi * f * points.step / piece;
    return points.piece == 1 ? 1 : std::sin(piece * half) / (piece * std::sin(half));
}

// Cholesky solution of A c = b for the first n unknowns; false where A is singular.
bool solve(std::array<Four, 4> a, Four b, std::size_t n, Four& c) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
            if (i > j) a[i][j] /= a[j][j];
        }
        if (!(a[i][i] > 1e-12)) return false;
        a[i][i] = std::sqrt(a[i][i]);
        for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    c = b;
    return true;
}

struct Fit {
    Four c{};
    double left = 0;  // sum of squares
};

// Of (1) with f, or of the line alone (f = 0). The phase turns from point to point, without a sine for each.
Fit fit(const Points& points, double f) {
    const std::size_t n = f > 0 ? 4 : 2;
    std::array<Four, 4> a{};
    Four b{};
    double c = std::cos(two_pi * f * points.first), s = std::sin(two_pi * f * points.first), squares = 0;
    const double turn_c = std::cos(two_pi * f * points.step), turn_s = std::sin(two_pi * f * points.step);
    for (std::size_t k = 0; k < points.e.size(); ++k) {
        const Four g{1, points.first + static_cast<double>(k) * points.step - 0.5, c, s};
        for (std::size_t i = 0; i < n; ++i) {
            b[i] += g[i] * points.e[k];
            for (std::size_t j = 0; j <= i; ++j) a[i][j] += g[i] * g[j];
        }
        squares += points.e[k] * points.e[k];
        const double next = c * turn_c - s * turn_s;
        s = s * turn_c + c * turn_s, c = next;
    }
    Fit found;
    if (!solve(a, b, n, found.c)) return {{}, INFINITY};
    found.left = squares;
    for (std::size_t i = 0; i < n; ++i) found.left -= found.c[i] * b[i];
    found.left = std::max(found.left, 0.0);
    return found;
}

// Golden section between low and high.
double best_between(const Points& points, double low, double high) {
    constexpr double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double left_a = fit(points, a).left, left_b = fit(points, b).left;
    for (int step = 0; step < 30; ++step) {
        if (left_a < left_b) {
            high = b, b = a, left_b = left_a;
            a = high - golden * (high - low), left_a = fit(points, a).left;
        } else {
            low = a, a = b, left_a = left_b;
            b = low + golden * (high - low), left_b = fit(points, b).left;
        }
    }
    return 0.5 * (low + high);
}

}  // namespace

Oscillation find_oscillation(const std::vector<double>& curve) {
    if (curve.size() < fewest_points) return {};
    const Points points = points_of(curve);
    const double line = fit(points, 0).left;
    double scale = 0;
    for (const double e : points.e) scale = std::max(scale, std::fabs(e));
    // What rounding leaves beside a line is no oscillation.
    if (!(line > 1e-15 * scale * scale * static_cast<double>(points.e.size()))) return {};
    const double most = 0.45 * static_cast<double>(points.e.size());
    double best = 1, least = INFINITY;
    for (double f = 1; f <= most; f += search_step)
        if (const double left = fit(points, f).left; left < least) least = left, best = f;
    best = best_between(points, std::max(1.0, best - search_step), std::min(most, best + search_step));
    const Fit found = fit(points, best);
    if (!std::isfinite(found.left)) return {};
    const double damped = damping(points, best);
    return {best, found.c[2] / damped, found.c[3] / damped, 1 - found.left / line};
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
