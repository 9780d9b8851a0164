#include "score/metrics/oscillation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numbers>
#include <optional>

namespace cchnn {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;
constexpr std::size_t most_points = 128, fewest_points = 8;
constexpr double search_step = 0.5;  // periods: the peak of a least-squares fit is two periods wide
using Four = std::array<double, 4>;

// The points of a curve of T samples: means of equal pieces, at most 128 of them, at u = first + k step.
struct Places {
    explicit Places(std::size_t samples)
        : piece((samples + most_points - 1) / most_points),
          count(samples / piece),
          first(0.5 * static_cast<double>(piece - 1) / static_cast<double>(samples - 1)),
          step(static_cast<double>(piece) / static_cast<double>(samples - 1)) {
        for (std::size_t k = 0; k < count; ++k) line.push_back(first + static_cast<double>(k) * step - 0.5);
    }

    std::size_t piece, count;
    double first, step;
    std::vector<double> line;  // u - 1/2 of each
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

// Rows first .. end - 1, given those before. False where the matrix is singular.
bool factorise(NormalEquations& a, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
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

// Cosine and sine, which are computed side by side: a vector of GCC and Clang.
typedef double Pair [[gnu::vector_size(16)]];

// Calls see(k, (cos, sin), (sin, cos)) at each point. The phase turns from point to point, without a sine for each.
template <class See>
void turn_phase(const Places& places, double f, const See& see) {
    const double c = std::cos(two_pi * f * places.first), s = std::sin(two_pi * f * places.first);
    const double turn_c = std::cos(two_pi * f * places.step), turn_s = std::sin(two_pi * f * places.step);
    Pair phase{c, s}, swapped{s, c};
    const Pair turn{turn_c, turn_c}, across{-turn_s, turn_s}, across_swapped{turn_s, -turn_s};
    for (std::size_t k = 0; k < places.count; ++k) {
        see(k, phase, swapped);
        const Pair next = phase * turn + swapped * across;
        swapped = swapped * turn + phase * across_swapped;
        phase = next;
    }
}

// The factor of the part of a normal matrix that no frequency changes; two points or more make it regular.
NormalEquations factor_of_line(const Places& places) {
    NormalEquations a{};
    for (std::size_t k = 0; k < places.count; ++k) {
        const double u = places.line[k];
        a[0][0] += 1;
        a[1][0] += u;
        a[1][1] += u * u;
    }
    factorise(a, 0, 2);
    return a;
}

// Sums of products of the columns cos and sin with those before them, which are rows 2 and 3 of a normal matrix.
struct OscillationSums {
    Pair one{}, line{}, squares{}, product{};

    void add(double u, const Pair& phase, const Pair& swapped) {
        one += phase;
        line += phase * u;
        squares += phase * phase;
        product += phase * swapped;
    }
    void write_rows(NormalEquations& a) const {
        for (std::size_t i = 0; i < 2; ++i) {
            a[2 + i][0] = one[i];
            a[2 + i][1] = line[i];
            a[2 + i][2 + i] = squares[i];
        }
        a[3][2] = product[0];
    }
};

// Frequencies that are tried side by side: columns and factors of each.
struct Tile {
    static constexpr std::size_t pairs = 4, width = 2 * pairs;
    using Numbers = std::array<Pair, pairs>;

    explicit Tile(std::size_t points) : cosines(points), sines(points) {}
    static void set(Numbers& numbers, std::size_t i, double value) { numbers[i / 2][i % 2] = value; }

    std::array<double, width> frequency{};
    std::array<bool, width> sound{};                          // false also of what fills the last tile
    Numbers l20{}, l21{}, l22{}, l30{}, l31{}, l32{}, l33{};  // rows 2 and 3 of factors
    std::vector<Numbers> cosines, sines;                      // of each point
};

// What every curve of T samples shares.
struct FrequencySearch {
    explicit FrequencySearch(std::size_t of) : samples(of), places(of), line(factor_of_line(places)) {
        std::size_t used = Tile::width;
        for (double f = 1; f <= most(); f += search_step) {
            if (used == Tile::width) {
                tiles.emplace_back(places.count);
                used = 0;
            }
            add(tiles.back(), used++, f);
        }
    }
    double most() const { return 0.45 * static_cast<double>(places.count); }

    const std::size_t samples;
    const Places places;
    const NormalEquations line;  // rows 0 and 1 of every factor
    std::vector<Tile> tiles;

  private:
    void add(Tile& tile, std::size_t i, double f) const {
        NormalEquations a = line;
        OscillationSums sums;
        turn_phase(places, f, [&](std::size_t k, const Pair& phase, const Pair& swapped) {
            sums.add(places.line[k], phase, swapped);
            Tile::set(tile.cosines[k], i, phase[0]);
            Tile::set(tile.sines[k], i, phase[1]);
        });
        sums.write_rows(a);
        tile.frequency[i] = f;
        tile.sound[i] = factorise(a, 2, 4);
        Tile::set(tile.l20, i, a[2][0]);
        Tile::set(tile.l21, i, a[2][1]);
        Tile::set(tile.l22, i, a[2][2]);
        Tile::set(tile.l30, i, a[3][0]);
        Tile::set(tile.l31, i, a[3][1]);
        Tile::set(tile.l32, i, a[3][2]);
        Tile::set(tile.l33, i, a[3][3]);
    }
};

// The latest one is kept: the curves of one test set have one length.
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
            b_[1] += search.places.line[k] * points_[k];
            squares_ += points_[k] * points_[k];
            scale_ = std::max(scale_, std::fabs(points_[k]));
        }
    }
    // Residuals of a line that are rounding errors are no oscillation.
    bool is_line() const { return !(line() > 1e-15 * scale_ * scale_ * static_cast<double>(points_.size())); }
    double line() const { return fit<2>(search_.line, b_).left; }  // what the line alone leaves

    Fit at(double f) const {
        NormalEquations a = search_.line;
        Four b = b_;
        OscillationSums sums;
        Pair products{};
        const double *const line = search_.places.line.data(), *const points = points_.data();
        turn_phase(search_.places, f, [&](std::size_t k, const Pair& phase, const Pair& swapped) {
            sums.add(line[k], phase, swapped);
            products += phase * points[k];
        });
        sums.write_rows(a);
        b[2] = products[0];
        b[3] = products[1];
        return factorise(a, 2, 4) ? fit<4>(a, b) : Fit{};
    }
    // Whether no frequency within `away` of one that leaves `left` explains more than `least`. The share that f
    // explains is the squared sine of an angle: that between the curve beside its line and the plane of cosine and
    // sine. The plane turns by at most 2.4 per period, for 32 points or more and f >= 1
    // (tests/score/metrics/energy_drift_test.cpp).
    bool explains_less(double least, double left, double away) const {
        constexpr double turns = 3, rounding = 1e-3;
        const double share = 1 - left / line();
        if (!(share < least) || points_.size() < 32 || line() < 1e-9 * squares_) return false;
        return std::asin(std::sqrt(std::max(share, 0.0))) + turns * away + rounding < std::asin(std::sqrt(least));
    }
    // The frequency of the search with the smallest residual.
    double best_of_search() const {
        double best = 1, least = INFINITY;
        for (const Tile& tile : search_.tiles) {
            const std::array<double, Tile::width> left = left_by(tile);
            for (std::size_t i = 0; i < Tile::width; ++i) {
                const double here = std::max(left[i], 0.0);
                if (!tile.sound[i] || !(here < least)) continue;
                least = here;
                best = tile.frequency[i];
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

    // What each frequency of a tile leaves: fit<4>() for all of them at once.
    std::array<double, Tile::width> left_by(const Tile& tile) const {
        const Tile::Numbers *const cosines = tile.cosines.data(), *const sines = tile.sines.data();
        const double* const points = points_.data();
        Pair cosine[Tile::pairs]{}, sine[Tile::pairs]{};
        for (std::size_t k = 0; k < points_.size(); ++k) {
            const Pair point{points[k], points[k]};
            const Pair *const c = cosines[k].data(), *const s = sines[k].data();
            for (std::size_t i = 0; i < Tile::pairs; ++i) {
                cosine[i] += c[i] * point;
                sine[i] += s[i] * point;
            }
        }
        const double l00 = search_.line[0][0], l10 = search_.line[1][0], l11 = search_.line[1][1];
        const double y0 = b_[0] / l00, y1 = (b_[1] - l10 * y0) / l11;
        std::array<double, Tile::width> all{};
        for (std::size_t i = 0; i < Tile::pairs; ++i) {
            const Pair l20 = tile.l20[i], l21 = tile.l21[i], l22 = tile.l22[i];
            const Pair l30 = tile.l30[i], l31 = tile.l31[i], l32 = tile.l32[i], l33 = tile.l33[i];
            const Pair y2 = (cosine[i] - l20 * y0 - l21 * y1) / l22;
            const Pair y3 = (sine[i] - l30 * y0 - l31 * y1 - l32 * y2) / l33;
            const Pair c3 = y3 / l33;
            const Pair c2 = (y2 - l32 * c3) / l22;
            const Pair c1 = (y1 - l21 * c2 - l31 * c3) / l11;
            const Pair c0 = (y0 - l10 * c1 - l20 * c2 - l30 * c3) / l00;
            const Pair left = squares_ - c0 * b_[0] - c1 * b_[1] - c2 * cosine[i] - c3 * sine[i];
            all[2 * i] = left[0];
            all[2 * i + 1] = left[1];
        }
        return all;
    }

    const FrequencySearch& search_;
    const std::vector<double> points_;
    Four b_{};
    double squares_ = 0, scale_ = 0;
};

// Golden section between low and high. None as soon as nothing between them can explain more than `least`.
std::optional<double> best_between(const FittedCurve& curve, double low, double high, double least) {
    constexpr double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double left_a = curve.at(a).left, left_b = curve.at(b).left;
    for (int step = 0; step < 30; ++step) {
        if (curve.explains_less(least, std::min(left_a, left_b), (1 - golden) * (high - low))) return std::nullopt;
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

Oscillation find_oscillation(const std::vector<double>& samples, double least) {
    if (samples.size() < fewest_points) return {};
    const std::shared_ptr<const FrequencySearch> search = search_of(samples.size());
    const FittedCurve curve(*search, samples);
    if (curve.is_line()) return {};
    const double near = curve.best_of_search();
    const std::optional<double> best =
        best_between(curve, std::max(1.0, near - search_step), std::min(search->most(), near + search_step), least);
    if (!best) return {};
    const Fit found = curve.at(*best);
    if (!std::isfinite(found.left)) return {};
    const double damped = damping(search->places, *best);
    return {*best, found.c[2] / damped, found.c[3] / damped, 1 - found.left / curve.line()};
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
