#include "score/submission/motion_signs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "mechanics/angle_count.hpp"
#include "score/metrics/number_pair.hpp"

namespace cchnn {
namespace {

constexpr double still_below = 1e-3, barely_below = 0.1;  // of the way that the truth goes
constexpr double allowed_rho = 0.02;                      // of rho, beside that of the truth
constexpr double allowed_of_truth = 3;
// Without a mistake that explains it. Noise of sigma in every x of a motion with |v| (both root mean square) makes rho
// sigma/(2 dt |v|), so that 0.1 is noise of a fifth of the way between two samples. Networks that learned a motion, with
// x and v as outputs of their own, are smoother than that.
constexpr double unexplained_rho = 0.1;
constexpr double clearly_closer = -0.7;  // about log 1/2

struct StateRows {
    const double* values;
    std::size_t width;
    const double* at(int k) const { return values + k * width; }
};

double distance(const double* a, const double* b, std::size_t width) {
    double squares = 0;
    for (std::size_t i = 0; i < width; ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(squares);
}

// How far a motion gets from its initial positions.
double farthest(StateRows x, int samples) {
    double most = 0;
    for (int k = 1; k < samples; ++k) most = std::max(most, distance(x.at(k), x.at(0), x.width));
    return most;
}

// Adds `count` samples of two to the sums of (1): factor D_k against u. One that diverged is counted elsewhere.
void add(const std::vector<NumberPair>& d, TwoRows u, double factor, std::size_t count, MotionSigns::Sum& sum) {
    NumberPair off{}, size{};
    const NumberPair* const differences = d.data();
    for (std::size_t i = 0; i < d.size(); ++i) {
        const NumberPair a = factor * differences[i], b = u[i];
        off += (a - b) * (a - b);
        size += a * a + b * b;
    }
    for (std::size_t j = 0; j < count; ++j) {
        if (!std::isfinite(off[j]) || !std::isfinite(size[j])) continue;
        sum.off += off[j];
        sum.size += size[j];
    }
}

// D_k of (1), given the positions at the sample after and that before.
void set_differences(TwoRows after, TwoRows before, double dt, std::vector<NumberPair>& d) {
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = (after[i] - before[i]) / (2 * dt);
}

// How much nearer predicted positions are to the truth at a neighbouring sample than at their own; nothing if a
// distance is not finite or both are equal.
void add_shift(double own, double neighbour, double& sum) {
    if (!std::isfinite(own) || !std::isfinite(neighbour) || own == neighbour) return;
    sum += std::clamp(std::log(neighbour / own), -3.0, 3.0);  // also of 0
}

std::string percent_text(double share) { return short_number(100 * share, 2) + " %"; }

// The remark on v, "" if v is dx/dt. The mistake is named if it explains the numbers clearly better than v itself does.
std::string reading_text(const MotionSigns& signs) {
    using Signs = MotionSigns;
    const double own = signs.readings[Signs::as_v].rho();
    const double limit = allowed_rho + allowed_of_truth * signs.truth.rho();
    if (!(own > limit)) return "";
    const std::string off = "v is not the time derivative of x: dx/dt, by central differences, is " +
                            percent_text(own) + " off (the reference's own is " + percent_text(signs.truth.rho()) + ")";
    static constexpr const char* instead[] = {"", "v is per step, not per second: divide it by dt",
                                              "v is the momentum M v: divide it by the mass matrix",
                                              "v is that of the sample before", "v is that of the sample after"};
    std::size_t best = 0;
    for (std::size_t r = 1; r < Signs::reading_count; ++r)
        if (signs.readings[r].rho() < signs.readings[best].rho()) best = r;
    const double found = signs.readings[best].rho();
    if (best > 0 && found < own / 2 && found <= limit) return off + "; it looks as if " + instead[best];
    return own > unexplained_rho + allowed_of_truth * signs.truth.rho() ? off : "";
}

}  // namespace

double MotionSigns::Sum::rho() const { return size > 0 ? std::sqrt(off / size) : 0; }

void MotionSigns::merge(const MotionSigns& other) {
    trajectories += other.trajectories;
    still += other.still;
    barely += other.barely;
    uncounted += other.uncounted;
    truth.off += other.truth.off;
    truth.size += other.truth.size;
    for (std::size_t r = 0; r < reading_count; ++r) {
        readings[r].off += other.readings[r].off;
        readings[r].size += other.readings[r].size;
    }
    behind += other.behind;
    ahead += other.ahead;
    states += other.states;
}

// A prediction with values that are missing or not finite does not count as one that does not move.
Stillness stillness(int samples, std::size_t state_size, const double* truth_x, const double* predicted_x) {
    const double way = farthest({truth_x, state_size}, samples), own_way = farthest({predicted_x, state_size}, samples);
    const bool there =
        std::all_of(predicted_x, predicted_x + samples * state_size, [](double value) { return std::isfinite(value); });
    return {there && way > 0 && own_way < still_below * way, there && way > 0 && own_way < barely_below * way};
}

// Shifts by a sample are looked for in the first quarter only, or the first three samples, where errors are small.
MotionSigns motion_signs(const ConstrainedSystem& system, int samples, double dt, TrajectoryView truth,
                         TrajectoryView predicted) {
    const std::size_t width = system.state_size();
    const StateRows x{predicted.x, width}, v{predicted.v, width}, x_true{truth.x, width}, v_true{truth.v, width};
    MotionSigns signs;
    signs.trajectories = 1;
    signs.uncounted = truth.parameters && !samples_tell_turns(system, truth.x, truth.v, samples, dt, truth.parameters);
    const Stillness at_rest = stillness(samples, width, truth.x, predicted.x);
    signs.still = at_rest.still;
    signs.barely = at_rest.barely;
    std::vector<NumberPair> d(width), p(width);
    std::array<std::vector<double>, 2> alone{std::vector<double>(width), std::vector<double>(width)}, momenta = alone;
    for (int k = 1; k + 1 < samples; k += 2) {
        const std::size_t count = k + 2 < samples ? 2 : 1;  // of the two samples, the second may be the last of all
        const int next = count == 2 ? k + 1 : k;
        const auto two = [&](const StateRows& rows, int off) { return TwoRows{rows.at(k + off), rows.at(next + off)}; };
        set_differences(two(x_true, 1), two(x_true, -1), dt, d);
        add(d, two(v_true, 0), 1, count, signs.truth);
        set_differences(two(x, 1), two(x, -1), dt, d);
        add(d, two(v, 0), 1, count, signs.readings[MotionSigns::as_v]);
        add(d, two(v, 0), dt, count, signs.readings[MotionSigns::per_step]);
        add(d, two(v, 1), 1, count, signs.readings[MotionSigns::late]);
        add(d, two(v, -1), 1, count, signs.readings[MotionSigns::early]);
        for (std::size_t j = 0; j < 2; ++j) {
            for (std::size_t i = 0; i < width; ++i) alone[j][i] = d[i][j];
            system.momentum(alone[j].data(), momenta[j].data());
            for (std::size_t i = 0; i < width; ++i) p[i][j] = momenta[j][i];
        }
        add(p, two(v, 0), 1, count, signs.readings[MotionSigns::momentum]);
    }
    for (int k = 1; k + 1 < samples && k <= std::max(3, samples / 4); ++k) {
        const double own = distance(x.at(k), x_true.at(k), width);
        add_shift(own, distance(x.at(k), x_true.at(k - 1), width), signs.behind);
        add_shift(own, distance(x.at(k), x_true.at(k + 1), width), signs.ahead);
        ++signs.states;
    }
    return signs;
}

std::vector<std::string> remarks(const MotionSigns& signs) {
    std::vector<std::string> all;
    if (signs.still > 0)
        all.push_back("does not move in " + std::to_string(signs.still) + " of " +
                      trajectories_text(signs.trajectories) +
                      ": a state at rest conserves energy and constraints, so these numbers mean nothing there");
    if (signs.uncounted > 0)
        all.push_back("energies mean nothing in " + std::to_string(signs.uncounted) + " of " +
                      trajectories_text(signs.trajectories) +
                      ": a counted angle turns so fast that the number of turns between samples is unknown; use a test "
                      "set with a smaller dt");
    // What hardly moves has no rate to speak of.
    if (2 * signs.still < signs.trajectories)
        if (const std::string text = reading_text(signs); !text.empty()) all.push_back(text);
    const double count = to_double(signs.states);
    if (signs.behind < clearly_closer * count)
        all.push_back("is one sample late: nearer to the reference at the sample before than to that of its own time");
    if (signs.ahead < clearly_closer * count)
        all.push_back("is one sample early: nearer to the reference at the sample after than to that of its own time");
    return all;
}

}  // namespace cchnn
