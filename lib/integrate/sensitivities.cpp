#include "integrate/sensitivities.hpp"

#include <cmath>

#include "core/to_size.hpp"
#include "integrate/contact_driver.hpp"
#include "integrate/kernel_door.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

// Step sizes follow from the error of the state alone; a test checks the derivatives at this tolerance to 1e-9.
constexpr double sensitivity_tolerance = 1e-12;
constexpr double relative_step = 0x1p-30;          // 1e-9: dual_lane_constants.hpp (1)
constexpr std::uint32_t direction_stream = 0x500;  // sampler.cpp, lyapunov.cpp and observation.cpp use others

// One lane: one trajectory with one column of its sensitivities.
struct Lane {
    const SensitivityTask* task;
    SystemSlope slope;
    std::vector<double> dx, dv;  // of the initial state; empty for a parameter
    Sensitivity* out;
    bool* failed;
};

bool alike(const ConstrainedSystem& a, const ConstrainedSystem& b) {
    return same_shape(a.exact_constants(), b.exact_constants());
}

// Consecutive lanes that share a kernel with the first one, up to the lane width; owns their flow.
class Flock {
  public:
    Flock(const ConstrainedSystem& nominal, const std::vector<Lane>& lanes, std::size_t first, TimeGrid times)
        : lanes_(lanes), first_(first) {
        const ConstrainedSystem& own = *lanes[first].slope.above;
        const ConstrainedSystem& like = alike(nominal, own) ? nominal : own;
        const std::size_t width = cchnn_kernels()->side_by_side;
        while (count_ < width && first + count_ < lanes.size() && alike(like, *lanes[first + count_].slope.above))
            ++count_;
        motion_ = cchnn_kernels()->sensitivity_each(like, sensitivity_tolerance, times.dt);
        for (std::size_t l = 0; l < width; ++l) {
            const Lane& lane = lanes[first + (l < count_ ? l : 0)];
            motion_->seat(static_cast<int>(l), lane.slope, lane.task->start, lane.dx, lane.dv);
        }
        motion_->project();
    }
    std::size_t count() const { return count_; }

    void run(TimeGrid times) {
        const std::size_t size = lanes_[first_].task->start.x.size();
        for (int k = 0; k < times.samples; ++k) {
            if (k > 0) motion_->advance(times.dt);
            for (std::size_t l = 0; l < count_; ++l) {
                Sensitivity& out = *lanes_[first_ + l].out;
                out.x.resize(size * times.samples);
                out.v.resize(size * times.samples);
                motion_->read(static_cast<int>(l), &out.x[k * size], &out.v[k * size]);
            }
        }
        for (std::size_t l = 0; l < count_; ++l)
            *lanes_[first_ + l].failed = *lanes_[first_ + l].failed || motion_->failed(static_cast<int>(l));
    }

  private:
    const std::vector<Lane>& lanes_;
    std::size_t first_, count_ = 0;
    std::unique_ptr<SensitivityMotion> motion_;
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
    out.start.resize(system.tangent_dimension());
    for (std::size_t j = 0; j < task.parameters.size(); ++j) {
        const SystemSlope& slope = task.parameters[j];
        if (alike(*slope.above, *slope.below)) lanes.push_back({&task, slope, {}, {}, &out.parameters[j], &out.failed});
        else out.failed = true;
    }
    const double length = system.length_scale();
    for (std::size_t j = 0; j < out.start.size(); ++j)
        lanes.push_back({&task, SystemSlope{&system, &system, 1.0}, random_numbers(task, j, 0, length),
                         random_numbers(task, j, 1, length / span), &out.start[j], &out.failed});
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

std::vector<Sensitivities> sensitivities(const ConstrainedSystem& like, const std::vector<SensitivityTask>& tasks,
                                         TimeGrid times) {
    refuse_contacts(like, "a sensitivity");
    std::vector<Sensitivities> all(tasks.size());
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < tasks.size(); ++i) add_lanes(tasks[i], times.dt * (times.samples - 1), all[i], lanes);
    for (std::size_t first = 0; first < lanes.size();) {
        Flock flock(like, lanes, first, times);
        flock.run(times);
        first += flock.count();
    }
    return all;
}

}  // namespace cchnn
