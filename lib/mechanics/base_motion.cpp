#include "mechanics/base_motion.hpp"

#include "core/to_size.hpp"
#include "elements/parts/formula/time_derivative.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

BaseMotion::BaseMotion(const ConstrainedSystem& system) : dimension_(system.dimension()) {
    const DrivenForcesOf<Exact>& driven = system.exact_constants().forces.driven;
    for (std::size_t first = system.inputs().size(); first < driven.formulas.size(); first += 3) {
        Move& move = moves_.emplace_back();
        for (std::size_t order = 0; order < 3; ++order) move.formulas[order] = driven.formulas[first + 2 - order];
        for (const auto& push : driven.forces)
            if (push.input == first)
                move.along[push.at % dimension_] =
                    double(-push.factor / Exact(system.masses().body_mass()[push.at / dimension_]));
    }
}

std::array<Exact, 3> BaseMotion::rate(int order, double t) const {
    std::array<Exact, 3> sum{};
    for (const Move& move : moves_) {
        const Exact value = exact_value(*move.formulas[order], t);
        for (std::size_t k = 0; k < dimension_; ++k) sum[k] += move.along[k] * value;
    }
    return sum;
}

void BaseMotion::shift(double t, double sign, std::vector<double>& x, std::vector<double>& v,
                       std::array<std::vector<double>, 2>* lost) const {
    if (at_rest()) return;
    for (const int order : {0, 1}) {
        const std::array<Exact, 3> of_base = rate(order, t);
        std::vector<double>& values = order == 0 ? x : v;
        if (lost) (*lost)[order].clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Exact sum = values[i] + sign * of_base[i % dimension_];
            values[i] = double(sum);
            if (lost) (*lost)[order].push_back(double(sum - values[i]));
        }
    }
}

void SeenFromBase::see(double t, const double* x, const double* v) {
    x_ = x;
    v_ = in_space_ = v;
    if (base_.at_rest()) return;
    t_ = t;
    y_.assign(x, x + system_.state_size());
    w_.assign(v, v + system_.state_size());
    base_.shift(t, -1, y_, w_);
    x_ = y_.data();
    v_ = w_.data();
}

double SeenFromBase::energy(const double* s) const {
    return system_.energy(x_, v_, s) + (base_.at_rest() ? 0 : energy_of_motion());
}

double SeenFromBase::energy(double kinetic, const double* s) const {
    return without_constant_work(kinetic + system_.potential_energy(x_, s));
}

double SeenFromBase::energy_of_motion() const {
    return without_constant_work(system_.kinetic_energy(x_, in_space_) - system_.kinetic_energy(x_, v_));
}

double SeenFromBase::without_constant_work(double energy) const {
    if (base_.at_rest()) return energy;
    const std::array<Exact, 3> displacement = base_.rate(0, t_);
    const std::vector<double>& force = system_.forces().constant;
    for (std::size_t i = 0; i < force.size(); ++i)
        energy -= force[i] * static_cast<double>(displacement[i % to_size(system_.dimension())]);
    return energy;
}

}  // namespace cchnn
