#include "lyapunov/vectors_through_impacts.hpp"

#include <algorithm>
#include <utility>

#include "integrate/derivatives/sensitivities.hpp"

namespace cchnn {

VectorsThroughImpacts::VectorsThroughImpacts(const ConstrainedSystem& system, const std::vector<Contact>& contacts,
                                             InitialState start, std::vector<std::vector<double>> vectors,
                                             double interval, double tolerance, double longest_step)
    : system_(system),
      contacts_(contacts),
      state_(std::move(start)),
      vectors_(std::move(vectors)),
      interval_(interval),
      tolerance_(tolerance),
      longest_step_(longest_step) {
    move(1);
}

bool VectorsThroughImpacts::advance() { return move(2); }

bool VectorsThroughImpacts::move(int samples) {
    const TimeGrid times{interval_, samples};
    Protocol protocol = default_protocol();
    protocol.rtol = protocol.atol = tolerance_;
    const ImpactPath path = impact_path(system_, contacts_, state_, times, protocol);
    if (path.samples < samples) return false;
    const std::size_t half = state_.x.size(), last = half * static_cast<std::size_t>(samples - 1);
    std::vector<StartDirection> directions;
    for (const std::vector<double>& vector : vectors_) {
        const auto middle = vector.begin() + static_cast<long>(half);
        directions.push_back({{vector.begin(), middle}, {middle, vector.end()}});
        for (double& entry : directions.back().dv) entry /= interval_;
    }
    SensitivityTask task{0, &system_, {}, state_, std::move(directions)};
    task.impacts = &path;
    const Sensitivities moved = sensitivities(system_, {task}, times, {tolerance_, longest_step_ / interval_}).front();
    for (std::size_t j = 0; j < vectors_.size(); ++j)
        for (std::size_t i = 0; i < half; ++i) {
            vectors_[j][i] = moved.start[j].x[last + i];
            vectors_[j][half + i] = interval_ * moved.start[j].v[last + i];
        }
    std::copy_n(path.motion.x.begin() + static_cast<long>(last), half, state_.x.begin());
    std::copy_n(path.motion.v.begin() + static_cast<long>(last), half, state_.v.begin());
    state_.s.clear();
    for (const std::vector<double>* all : {&path.motion.track_parameter, &path.motion.counted_angle}) {
        const std::size_t each = all->size() / static_cast<std::size_t>(samples);
        state_.s.insert(state_.s.end(), all->end() - static_cast<long>(each), all->end());
    }
    return !moved.failed;
}

}  // namespace cchnn
