#include "stories/serve/motion_tangents.hpp"

#include <algorithm>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

void add_times(double share, const Sensitivity& from, Sensitivity& to) {
    for (std::size_t i = 0; i < to.x.size(); ++i) {
        to.x[i] += share * from.x[i];
        to.v[i] += share * from.v[i];
    }
}

bool all_zero(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return number == 0; });
}

}  // namespace

MotionTangents::MotionTangents(const ConstrainedSystem& like, const ConstrainedSystem& system,
                               const std::vector<SlopedSystem>& slopes, const InitialState& start, TimeGrid times)
    : like_(like),
      system_(system),
      slopes_(slopes),
      start_(start),
      times_(times),
      along_(orthonormal(tangent_basis(like, system, start))) {
    if (!slopes.empty()) moves_ = sensitivities(like, {task({})}, {times.dt, 1}).front().parameters;
}

bool MotionTangents::singular() const { return along_.size() != to_size(system_.tangent_dimension()); }

SensitivityTask MotionTangents::task(std::vector<StartDirection> directions) const {
    SensitivityTask made{0, &system_, {}, start_, std::move(directions)};
    for (const SlopedSystem& one : slopes_) made.parameters.push_back(one.slope());
    return made;
}

void MotionTangents::add(StartDirection direction, const std::vector<double>& of_parameters) {
    for (std::size_t p = 0; p < of_parameters.size(); ++p)
        for (std::size_t i = 0; i < direction.dx.size(); ++i) {
            direction.dx[i] -= of_parameters[p] * moves_[p].x[i];
            direction.dv[i] -= of_parameters[p] * moves_[p].v[i];
        }
    asked_.push_back({parts_along(along_, direction), std::move(direction.du), of_parameters});
}

// Where inputs stay and more directions are asked than Q has, those of Q are enough.
std::vector<Sensitivity> MotionTangents::solve() const {
    const bool same_inputs = std::ranges::all_of(asked_, [](const Asked& one) { return all_zero(one.du); });
    const bool by_basis = same_inputs && asked_.size() > along_.size();
    std::vector<StartDirection> directions = along_;
    if (!by_basis) directions.clear();
    for (std::size_t j = 0; !by_basis && j < asked_.size(); ++j) {
        directions.push_back(sum_of(along_, asked_[j].parts));
        directions.back().du = asked_[j].du;
    }
    const Sensitivities found = sensitivities(like_, {task(std::move(directions))}, times_).front();
    std::vector<Sensitivity> all;
    const std::size_t numbers = start_.x.size() * to_size(times_.samples);
    for (std::size_t j = 0; j < asked_.size(); ++j) {
        Sensitivity sum{std::vector<double>(numbers), std::vector<double>(numbers)};
        if (!by_basis) sum = found.start[j];
        for (std::size_t q = 0; by_basis && q < along_.size(); ++q) add_times(asked_[j].parts[q], found.start[q], sum);
        for (std::size_t p = 0; p < asked_[j].of_parameters.size(); ++p)
            add_times(asked_[j].of_parameters[p], found.parameters[p], sum);
        all.push_back(std::move(sum));
    }
    return all;
}

}  // namespace cchnn
