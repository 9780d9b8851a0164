#include "integrate/impacts/paired_impacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// The stored impacts of one solution, in their order.
struct StoredImpacts {
    const TrajectoryBatch& batch;
    std::size_t first, n = 0;

    bool ended() const { return n == stored_impacts || std::isnan(batch.impact_contact[first + n]); }
    double contact() const { return batch.impact_contact[first + n]; }
    double time() const { return batch.impact_time[first + n]; }
    // Whether the gap closed for good: such an impact has e = 0, so that half of impulse times speed is lost.
    bool rests() const {
        const double work = batch.impact_impulse[first + n] * batch.impact_speed[first + n];
        return batch.impact_loss[first + n] > (0.5 - 1e-9) * work;
    }
};

// Calls `pair` with the times of each impact in both solutions, as long as it returns true. Where one of them comes to
// rest while the other bounces on, with bounces that rounding decides on, its impacts until it rests are left out. Returns
// the time from which the solutions disagree.
template <class Pair>
double pair_impacts(const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j,
                    const Pair& pair) {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (one.impact_time.empty()) return never;
    StoredImpacts a{one, i * stored_impacts}, b{other, j * stored_impacts};
    for (; !a.ended() && !b.ended(); ++a.n, ++b.n) {
        const double time = std::min(a.time(), b.time());
        for (StoredImpacts* late : {&a, &b}) {
            const StoredImpacts& rested = late == &a ? b : a;
            while (!late->ended() && late->contact() == rested.contact() && rested.rests() && !late->rests()) ++late->n;
        }
        if (a.ended() || b.ended()) break;
        if (a.contact() != b.contact()) return time;
        if (!pair(a.time(), b.time())) break;
    }
    return never;
}

}  // namespace

bool is_at_impact(double time, const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j) {
    constexpr double safety = 10, rounding = 1e-14;  // the latter of a time, of some hundred steps
    bool found = false;
    pair_impacts(one, i, other, j, [&](double a, double b) {
        found = std::abs(time - a) <= safety * (std::abs(a - b) + rounding * time);
        return !found;
    });
    return found;
}

double impacts_differ_from(const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j) {
    return pair_impacts(one, i, other, j, [](double, double) { return true; });
}

}  // namespace cchnn
