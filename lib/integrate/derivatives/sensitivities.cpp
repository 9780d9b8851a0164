#include "integrate/derivatives/sensitivities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/to_size.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/kernel_state.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rows_in_time.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

constexpr double relative_step = 0x1p-30;          // 1e-9: dual_lane_constants.hpp (1)
constexpr std::uint32_t direction_stream = 0x500;  // sampler.cpp, lyapunov.cpp and observation.cpp use others

// One lane: one trajectory with one column of its sensitivities.
struct Lane {
    const SensitivityTask* task;
    SystemSlope slope;
    StartDirection along;  // empty for a parameter
    Sensitivity* out;
    bool* failed;
    int contact = -1;  // whose restitution the parameter is
};

bool alike(const ConstrainedSystem& a, const ConstrainedSystem& b) {
    return same_shape(a.exact_constants(), b.exact_constants());
}

// The state as seen from Origins that move, where kernels compute, with its curve parameters and counted angles.
InitialState seen_by_kernels(const ConstrainedSystem& system, InitialState start) {
    BaseMotion(system).shift(start.t, -1, start.x, start.v);
    if (start.s.size() != system.parameter_count()) start.s = system.nearest_parameters(start.x.data(), start.v.data());
    return start;
}

// Consecutive lanes that share a kernel with the first one, up to the lane width; owns their flow.
class Flock {
  public:
    Flock(const ConstrainedSystem& nominal, const std::vector<Lane>& lanes, std::size_t first, TimeGrid times,
          SensitivitySteps steps)
        : lanes_(lanes), first_(first), times_(times) {
        const ConstrainedSystem& own = *lanes[first].slope.above;
        const ConstrainedSystem& like = alike(nominal, own) ? nominal : own;
        const std::size_t width = cchnn_kernels()->side_by_side;
        while (count_ < width && first + count_ < lanes.size() && alike(like, *lanes[first + count_].slope.above) &&
               (!impacts() || lanes[first + count_].task == lanes[first].task))
            ++count_;
        motion_ = cchnn_kernels()->sensitivity_each(like, steps.tolerance, steps.longest * times.dt);
        for (std::size_t l = 0; l < width; ++l) {
            const Lane& lane = lane_at(l);
            motion_->seat(static_cast<int>(l), lane.slope, seen_by_kernels(*lane.slope.above, lane.task->start),
                          lane.along.dx, lane.along.dv);
            if (RowsInTime(*lane.slope.above, 0).any_moves()) drive(l, 0);
        }
        // Twice, because the row of a Gear or a Rack is its gradient only up to rows of its hinges (gear_terms.hpp): a direction
        // that hinges do not allow is off the Gear after one step of Newton.
        for (int round = 0; round < 2; ++round) motion_->project();
        for (std::size_t l = 0; l < width; ++l)
            turn_angles(*lane_at(l).slope.above, lane_at(l).task->start.x, static_cast<int>(l), *motion_);
    }
    std::size_t count() const { return count_; }

    void run() {
        const std::size_t size = lanes_[first_].task->start.x.size();
        for (std::size_t l = 0; l < count_; ++l) {
            lane_at(l).out->x.assign(size * to_size(times_.samples), nan);
            lane_at(l).out->v = lane_at(l).out->x;
        }
        const int samples = impacts() ? impacts()->samples : times_.samples;
        for (int k = 0; k < samples; ++k) {
            if (k > 0) advance_to(k);
            for (std::size_t l = 0; l < count_; ++l) {
                Sensitivity& out = *lane_at(l).out;
                const std::size_t at = to_size(k) * size;
                if (motion_->failed(static_cast<int>(l))) *lane_at(l).failed = true;
                else motion_->read(static_cast<int>(l), &out.x[at], &out.v[at]);
            }
        }
    }

  private:
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    // That of lane l; lanes without one repeat the first.
    const Lane& lane_at(std::size_t l) const { return lanes_[first_ + (l < count_ ? l : 0)]; }

    // Those of the trajectory of all lanes, or null.
    const ImpactPath* impacts() const { return lanes_[first_].task->impacts; }

    // From sample k - 1. Inputs switch at the stored times.
    void advance_to(int k) {
        const bool driven = lane_at(0).task->system->driven();
        for (std::size_t l = 0; driven && l < to_size(cchnn_kernels()->side_by_side); ++l) drive(l, k - 1);
        if (impacts()) return advance_through_impacts(k);
        motion_->advance(driven ? times_.time(k) - times_.time(k - 1) : times_.dt);
    }
    void advance_through_impacts(int k) {
        double now = times_.time(k - 1);
        for (; next_impact_ < impacts()->impacts.size(); ++next_impact_) {
            const PassedImpact& impact = impacts()->impacts[next_impact_];
            if (impact.time >= times_.time(k)) break;
            motion_->advance(impact.time - now);
            now = impact.time;
            const int closes = impacts()->gaps[impact.gap].contact;
            std::vector<SaltationLane> lanes;
            for (std::size_t l = 0; l < to_size(cchnn_kernels()->side_by_side); ++l)
                lanes.push_back({lane_at(l).slope, lane_at(l).contact == closes ? 1.0 : 0.0});
            if (!law_) law_ = std::make_unique<ImpactLaw>(*lane_at(0).task->system);
            jump(*lane_at(0).task->system, *law_, *impacts(), impact, lanes, *motion_);
        }
        motion_->advance(times_.time(k) - now);
    }
    // From sample k on. An impact changes nothing of it.
    void drive(std::size_t l, int k) {
        const Lane& lane = lane_at(l);
        const ConstrainedSystem& system = *lane.slope.above;
        const InitialState& start = lane.task->start;
        const auto part = [&](double t, const std::vector<double>& u) {
            return driven_components(system, times_, k, 0, t, u);
        };
        motion_->drive(static_cast<int>(l), part(start.t + times_.time(k), start.u), part(0, lane.along.du));
    }

    const std::vector<Lane>& lanes_;
    std::size_t first_, count_ = 0, next_impact_ = 0;
    const TimeGrid times_;
    std::unique_ptr<SensitivityMotion> motion_;
    std::unique_ptr<ImpactLaw> law_;  // of impacts(), from the first one on
};

// Half of a random direction of (x, v), scaled to the size of the motion: x if `which` is 0, v if it is 1. Projected
// onto the tangent space, as many directions as it has dimensions span it.
std::vector<double> random_numbers(const SensitivityTask& task, std::size_t column, std::uint32_t which, double scale) {
    RandomStream random(column, direction_stream | which, static_cast<std::uint32_t>(task.trajectory),
                        static_cast<std::uint32_t>(task.trajectory >> 32));
    std::vector<double> numbers(task.start.x.size());
    for (double& number : numbers) number = scale * random.normal();
    return numbers;
}

void add_lanes(const SensitivityTask& task, double span, Sensitivities& out, std::vector<Lane>& lanes) {
    const ConstrainedSystem& system = *task.system;
    out.parameters.resize(task.parameters.size());
    out.start.resize(task.directions ? task.directions->size() : to_size(system.tangent_dimension()));
    for (std::size_t j = 0; j < task.parameters.size(); ++j) {
        const SystemSlope& slope = task.parameters[j];
        const int contact = task.contacts.empty() ? -1 : task.contacts[j];
        if (alike(*slope.above, *slope.below))
            lanes.push_back({&task, slope, {}, &out.parameters[j], &out.failed, contact});
        else out.failed = true;
    }
    const double length = system.length_scale();
    for (std::size_t j = 0; j < out.start.size(); ++j) {
        StartDirection along = task.directions ? (*task.directions)[j]
                                               : StartDirection{random_numbers(task, j, 0, length),
                                                                random_numbers(task, j, 1, length / span)};
        lanes.push_back({&task, SystemSlope{&system, &system, 1.0}, std::move(along), &out.start[j], &out.failed});
    }
}

double step_of(const VariedProperty& property, double value, const ConstrainedSystem& system) {
    const double size = value != 0 ? std::abs(value) : property.unit == "m" ? system.length_scale() : 1.0;
    return relative_step * size;
}

std::vector<double> with_one(std::vector<double> values, std::size_t which, double value) {
    values[which] = value;
    return values;
}

}  // namespace

SlopedSystem::SlopedSystem(const SystemSpec& spec, const ConstrainedSystem& like, const std::vector<double>& values,
                           std::size_t parameter) {
    const double step = step_of(spec.varied[parameter], values[parameter], like);
    const double more = values[parameter] + step, less = values[parameter] - step;
    above_ = std::make_unique<CompiledSystem>(spec, like, with_one(values, parameter, more));
    below_ = std::make_unique<CompiledSystem>(spec, like, with_one(values, parameter, less));
    between_ = more - less;
}

bool SlopedSystem::smooth() const { return alike(above_->system, below_->system); }

std::vector<Sensitivities> sensitivities(const ConstrainedSystem& like, const std::vector<SensitivityTask>& tasks,
                                         TimeGrid times, SensitivitySteps steps) {
    for (const SensitivityTask& task : tasks)
        if (times.samples > 1 && !task.impacts) refuse_contacts(like, "a sensitivity");
    std::vector<Sensitivities> all(tasks.size());
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < tasks.size(); ++i) add_lanes(tasks[i], times.dt * (times.samples - 1), all[i], lanes);
    for (std::size_t first = 0; first < lanes.size();) {
        Flock flock(like, lanes, first, times, steps);
        flock.run();
        first += flock.count();
    }
    return all;
}

}  // namespace cchnn
