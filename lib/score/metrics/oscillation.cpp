#include "score/metrics/oscillation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numbers>
#include <optional>

#include "score/metrics/normal_equations.hpp"
#include "score/metrics/number_pair.hpp"

namespace cchnn {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;
constexpr std::size_t most_points = 128, fewest_points = 8;
constexpr double search_step = 0.5;  // periods: the peak of a least-squares fit is two periods wide

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

// Cosine and sine at one point after the other, each of two numbers. The phase turns from point to point, without a sine
// for each.
struct Phase {
    NumberPair cosine, sine, turn_cosine, turn_sine;

    Phase(const Places& places, const std::array<double, 2>& f) {
        for (std::size_t i = 0; i < 2; ++i) {
            cosine[i] = std::cos(two_pi * f[i] * places.first);
            sine[i] = std::sin(two_pi * f[i] * places.first);
            turn_cosine[i] = std::cos(two_pi * f[i] * places.step);
            turn_sine[i] = std::sin(two_pi * f[i] * places.step);
        }
    }
    void turn() {
        const NumberPair next = cosine * turn_cosine - sine * turn_sine;
        sine = sine * turn_cosine + cosine * turn_sine;
        cosine = next;
    }
};

// Sums of products of the columns cos and sin with those before them, which are rows 2 and 3 of two normal matrices.
struct OscillationSums {
    NumberPair of_20{}, of_30{}, of_21{}, of_31{}, of_22{}, of_32{}, of_33{};

    void add(double u, const Phase& phase) {
        of_20 += phase.cosine;
        of_30 += phase.sine;
        of_21 += phase.cosine * u;
        of_31 += phase.sine * u;
        of_22 += phase.cosine * phase.cosine;
        of_32 += phase.cosine * phase.sine;
        of_33 += phase.sine * phase.sine;
    }
    void write_rows(std::size_t i, NormalEquations& a) const {
        a[2] = {of_20[i], of_21[i], of_22[i], 0};
        a[3] = {of_30[i], of_31[i], of_32[i], of_33[i]};
    }
};

// Frequencies that are tried side by side: columns and factors of each.
struct Tile {
    static constexpr std::size_t pairs = 4, width = 2 * pairs;
    using Numbers = std::array<NumberPair, pairs>;

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
        Phase phase(places, {f, f});
        for (std::size_t k = 0; k < places.count; ++k, phase.turn()) {
            sums.add(places.line[k], phase);
            Tile::set(tile.cosines[k], i, phase.cosine[0]);
            Tile::set(tile.sines[k], i, phase.sine[0]);
        }
        sums.write_rows(0, a);
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
            b_[1] += search.places.line[k] * points_[k];
            squares_ += points_[k] * points_[k];
            scale_ = std::max(scale_, std::fabs(points_[k]));
        }
        line_ = fit<2>(search.line, b_).left;
    }
    // Residuals of a line that are rounding errors are no oscillation.
    bool is_line() const { return !(line() > 1e-15 * scale_ * scale_ * static_cast<double>(points_.size())); }
    double line() const { return line_; }  // what the line alone leaves

    // The fits of two curves of one length, each at its own frequency.
    static std::array<Fit, 2> at(const std::array<const FittedCurve*, 2>& curves, const std::array<double, 2>& f) {
        const FrequencySearch& search = curves[0]->search_;
        const double* const line = search.places.line.data();
        const double *const first = curves[0]->points_.data(), *const second = curves[1]->points_.data();
        Phase phase(search.places, f);
        OscillationSums sums;
        NumberPair cosine{}, sine{};
        for (std::size_t k = 0; k < search.places.count; ++k, phase.turn()) {
            const NumberPair point{first[k], second[k]};
            sums.add(line[k], phase);
            cosine += phase.cosine * point;
            sine += phase.sine * point;
        }
        std::array<Fit, 2> fits;
        for (std::size_t i = 0; i < 2; ++i) {
            NormalEquations a = search.line;
            sums.write_rows(i, a);
            const Four& b = curves[i]->b_;
            if (factorise(a, 2, 4)) fits[i] = curves[i]->fit<4>(a, {b[0], b[1], cosine[i], sine[i]});
        }
        return fits;
    }
    // Whether no frequency within `away` of one that leaves `left` explains more than `least`. The share that f explains
    // is the squared sine of an angle: that between the curve beside its line and the plane of cosine and sine. The plane
    // turns by at most 2.4 per period, for 32 points or more and f >= 1 (tests/score/metrics/energy_drift_test.cpp).
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
        NumberPair cosine[Tile::pairs]{}, sine[Tile::pairs]{};
        for (std::size_t k = 0; k < points_.size(); ++k) {
            const NumberPair point{points[k], points[k]};
            const NumberPair *const c = cosines[k].data(), *const s = sines[k].data();
            for (std::size_t i = 0; i < Tile::pairs; ++i) {
                cosine[i] += c[i] * point;
                sine[i] += s[i] * point;
            }
        }
        const double l00 = search_.line[0][0], l10 = search_.line[1][0], l11 = search_.line[1][1];
        const double y0 = b_[0] / l00, y1 = (b_[1] - l10 * y0) / l11;
        std::array<double, Tile::width> all{};
        for (std::size_t i = 0; i < Tile::pairs; ++i) {
            const NumberPair l20 = tile.l20[i], l21 = tile.l21[i], l22 = tile.l22[i];
            const NumberPair l30 = tile.l30[i], l31 = tile.l31[i], l32 = tile.l32[i], l33 = tile.l33[i];
            const NumberPair y2 = (cosine[i] - l20 * y0 - l21 * y1) / l22;
            const NumberPair y3 = (sine[i] - l30 * y0 - l31 * y1 - l32 * y2) / l33;
            const NumberPair c3 = y3 / l33;
            const NumberPair c2 = (y2 - l32 * c3) / l22;
            const NumberPair c1 = (y1 - l21 * c2 - l31 * c3) / l11;
            const NumberPair c0 = (y0 - l10 * c1 - l20 * c2 - l30 * c3) / l00;
            const NumberPair left = squares_ - c0 * b_[0] - c1 * b_[1] - c2 * cosine[i] - c3 * sine[i];
            all[2 * i] = left[0];
            all[2 * i + 1] = left[1];
        }
        return all;
    }

    const FrequencySearch& search_;
    const std::vector<double> points_;
    Four b_{};
    double squares_ = 0, scale_ = 0, line_ = 0;
};

// Golden section between low and high. Ends without a frequency as soon as nothing between them can explain more than
// `least`.
class GoldenSection {
  public:
    GoldenSection(const FittedCurve& curve, double low, double high, double least)
        : curve_(curve), least_(least), low_(low), high_(high), a_(low_of()), b_(high_of()) {}

    bool ended() const { return ended_; }
    double asked() const {
        return asks_a_ ? a_ : b_;
    }  // the frequency whose residual it needs next, while it has not ended
    std::optional<double> best() const { return found_ ? std::optional(0.5 * (low_ + high_)) : std::nullopt; }

    void see(double left) {
        (asks_a_ ? left_a_ : left_b_) = left;
        if (++seen_ == 1) {
            asks_a_ = false;
            return;
        }
        found_ = seen_ == most_seen;
        ended_ = found_ || curve_.explains_less(least_, std::min(left_a_, left_b_), (1 - golden) * (high_ - low_));
        if (!ended_) narrow();
    }

  private:
    static constexpr double golden = 0.6180339887498949;
    static constexpr int most_seen = 32;

    double low_of() const { return high_ - golden * (high_ - low_); }
    double high_of() const { return low_ + golden * (high_ - low_); }
    void narrow() {
        asks_a_ = left_a_ < left_b_;
        if (asks_a_) {
            high_ = b_;
            b_ = a_;
            left_b_ = left_a_;
            a_ = low_of();
        } else {
            low_ = a_;
            a_ = b_;
            left_a_ = left_b_;
            b_ = high_of();
        }
    }

    const FittedCurve& curve_;
    const double least_;
    double low_, high_, a_, b_, left_a_ = 0, left_b_ = 0;
    int seen_ = 0;
    bool asks_a_ = true, found_ = false, ended_ = false;
};

}  // namespace

std::array<Oscillation, 2> find_oscillations(const std::vector<double>& first, const std::vector<double>& second,
                                             double least) {
    if (first.size() < fewest_points) return {};
    const std::shared_ptr<const FrequencySearch> search = search_of(first.size());
    const std::array<FittedCurve, 2> curves{FittedCurve(*search, first), FittedCurve(*search, second)};
    const std::array<const FittedCurve*, 2> both{&curves[0], &curves[1]};
    const auto section = [&](const FittedCurve& curve) {
        const double near = curve.best_of_search();
        return GoldenSection(curve, std::max(1.0, near - search_step), std::min(search->most(), near + search_step),
                             least);
    };
    std::array<GoldenSection, 2> sections{section(curves[0]), section(curves[1])};
    const std::array<bool, 2> lines{curves[0].is_line(), curves[1].is_line()};
    const auto ended = [&](std::size_t i) { return lines[i] || sections[i].ended(); };
    while (!ended(0) || !ended(1)) {
        const std::array<Fit, 2> fits = FittedCurve::at(both, {sections[0].asked(), sections[1].asked()});
        for (std::size_t i = 0; i < 2; ++i)
            if (!ended(i)) sections[i].see(fits[i].left);
    }
    std::array<double, 2> best;
    for (std::size_t i = 0; i < 2; ++i) best[i] = sections[i].best().value_or(1);
    const std::array<Fit, 2> fits = FittedCurve::at(both, best);
    std::array<Oscillation, 2> found;
    for (std::size_t i = 0; i < 2; ++i) {
        if (lines[i] || !sections[i].best() || !std::isfinite(fits[i].left)) continue;
        const double damped = damping(search->places, best[i]);
        found[i] = {best[i], fits[i].c[2] / damped, fits[i].c[3] / damped, 1 - fits[i].left / curves[i].line()};
    }
    return found;
}

Oscillation find_oscillation(const std::vector<double>& curve, double least) {
    return find_oscillations(curve, curve, least)[0];
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
