#include "score/metrics/impact_errors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/to_size.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "mechanics/angle_count.hpp"
#include "mechanics/base_motion.hpp"

namespace cchnn {
namespace {

struct Impact {
    int contact;
    double time, jump;
};

// (1) and (2), up to a time.
std::vector<Impact> found_impacts(const ConstrainedSystem& system, const ReferenceImpacts& reference, int samples,
                                  double dt, TrajectoryView motion, const double* first_angles) {
    const std::vector<double> angles = counted_along(system, motion.x, motion.v, samples, dt, first_angles);
    const std::size_t size = system.state_size(), width = system.parameter_count(), tracks = system.tracks().size();
    SeenFromBase seen(system);
    const auto gap_at = [&](const ContactGap& gap, int k) {
        const std::size_t i = to_size(k);
        seen.see(k * dt, motion.x + i * size, motion.v + i * size);
        return gap.function.at(seen.x(), seen.v(), angles.empty() ? nullptr : &angles[i * width + tracks]);
    };
    std::vector<Impact> found;
    for (const ContactGap& gap : *reference.gaps) {
        Gap now = gap_at(gap, 0);
        for (int k = 1; k < samples; ++k) {
            const Gap next = gap_at(gap, k);
            const double jump = next.rate - now.rate, s = (now.value - next.value + dt * next.rate) / jump,
                         meet = now.value + s * now.rate, time = (k - 1) * dt + s;
            if (now.rate < 0 && next.rate > 0 && meet >= -jump * dt && meet <= jump * dt / 4 && time <= reference.until)
                found.push_back({gap.contact, time, jump});
            now = next;
        }
    }
    return found;
}

// Takes the one of the same contact that is nearest in time out of the list, if it is within this time.
std::optional<Impact> take_nearest(std::vector<Impact>& all, int contact, double time, double within) {
    auto best = all.end();
    for (auto one = all.begin(); one != all.end(); ++one) {
        const double apart = std::abs(one->time - time);
        if (one->contact != contact || !(apart <= within)) continue;
        best = one;
        within = apart;
    }
    if (best == all.end()) return {};
    const Impact taken = *best;
    all.erase(best);
    return taken;
}

}  // namespace

ImpactScores impact_scores(const ConstrainedSystem& system, int samples, double dt, TrajectoryView truth,
                           TrajectoryView predicted, bool finite) {
    const ReferenceImpacts& reference = *truth.impacts;
    const double end = (samples - 1) * dt;
    const double* const first_angles = truth.parameters ? truth.parameters + system.tracks().size() : nullptr;
    std::vector<Impact> in_samples = found_impacts(system, reference, samples, dt, truth, first_angles), known;
    double first = end;
    for (std::size_t i = 0; i < reference.times.size(); ++i) {
        const double time = reference.times[i];
        if (!(time > 0 && time <= end)) continue;
        first = std::min(first, time);
        if (const auto seen = take_nearest(in_samples, reference.contacts[i], time, dt))
            known.push_back({seen->contact, time, seen->jump});
    }
    const int before = first < end ? static_cast<int>(std::ceil(first / dt)) - 1 : samples - 1;
    ImpactScores scores{std::max(1, before), std::min(before + 1, samples - 1), 1, 2 * dt, 1};
    if (!finite) return scores;
    std::vector<Impact> found = found_impacts(system, reference, samples, dt, predicted, first_angles);
    const double all = static_cast<double>(known.size() + found.size()), count = static_cast<double>(known.size());
    double apart = 0, off = 0, missed = 0;
    for (const Impact& impact : known) {
        const auto match = take_nearest(found, impact.contact, impact.time, 2 * dt);
        apart += match ? std::abs(match->time - impact.time) : 2 * dt;
        off += match ? std::min(std::abs(match->jump / impact.jump - 1), 1.0) : 1;
        missed += match ? 0 : 1;
    }
    scores.wrong = all > 0 ? (missed + static_cast<double>(found.size())) / all : 0;
    scores.time_error = count > 0 ? apart / count : 0;
    scores.impulse_error = count > 0 ? off / count : 0;
    return scores;
}

}  // namespace cchnn
