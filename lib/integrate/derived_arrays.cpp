#include "integrate/derived_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "integrate/derivatives/stored_sensitivities.hpp"
#include "integrate/state_quantities.hpp"

namespace cchnn {
namespace {

// Writes the derived arrays of one trajectory into its part of the arrays of the batch.
class TrajectoryWriter {
  public:
    TrajectoryWriter(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                     const DerivedChoice& choice)
        : batch_(batch),
          dt_(dt),
          choice_(choice),
          state_(compiled.system.state_size()),
          m_(batch.q.empty() ? 0 : to_size(compiled.coordinates.count())),
          parameters_(compiled.system.parameter_count() + compiled.system.driven_size()),
          inputs_(compiled.system.inputs().size()),
          driven_(compiled.system.driven_size()),
          rows_(compiled.system.rows().size()),
          reader_(compiled) {}

    void write(std::size_t trajectory, DerivedArrays& out) {
        const std::size_t samples = batch_.samples;
        const std::size_t whole = batch_.outcomes[trajectory].samples;
        for (std::size_t k = trajectory * samples; k < trajectory * samples + whole; ++k) write_sample(k, out);
    }

  private:
    void write_sample(std::size_t k, DerivedArrays& out) {
        const std::vector<double> s = parameters_of(k);
        const double t = static_cast<double>(k % to_size(batch_.samples)) * dt_;
        reader_.see(t, &batch_.x[k * state_], &batch_.v[k * state_], s.size() == parameters_ ? s.data() : nullptr,
                    choice_.acceleration || choice_.multipliers);
        const bool coordinates = m_ > 0;
        if (choice_.acceleration) copy(reader_.acceleration(), k, out.acceleration);
        if (choice_.acceleration && coordinates)
            reader_.generalised_acceleration(&batch_.q[k * m_], &batch_.qdot[k * m_], &out.qddot[k * m_]);
        if (choice_.momentum) copy(reader_.momentum(), k, out.momentum);
        if (choice_.momentum && coordinates)
            reader_.generalised_momentum(&batch_.q[k * m_], &out.generalised_momentum[k * m_]);
        if (choice_.multipliers && rows_ > 0) reader_.multipliers(&out.multipliers[k * rows_]);
    }
    // The state parameters of sample k: those of curves, then counted angles, then work, time and inputs of a driven
    // system.
    std::vector<double> parameters_of(std::size_t k) const {
        std::vector<double> s;
        for (const auto* part : {&batch_.track_parameter, &batch_.counted_angle}) {
            const auto width = static_cast<long>(part->size() / batch_.energy.size());
            const auto from = part->begin() + k * width;
            s.insert(s.end(), from, from + width);
        }
        if (inputs_ == 0) return s;
        const auto sample = static_cast<double>(k % to_size(batch_.samples));
        const auto u = batch_.u.begin() + k * inputs_;
        s.insert(s.end(), {0.0, sample * dt_});
        s.insert(s.end(), u, u + static_cast<long>(inputs_));
        s.resize(s.size() + driven_ - 2 - inputs_);  // inputs of Origins that move and slopes of inputs: 0
        return s;
    }
    void copy(const std::vector<double>& from, std::size_t k, std::vector<double>& to) const {
        std::copy(from.begin(), from.end(), to.begin() + k * state_);
    }

    const TrajectoryBatch& batch_;
    const double dt_;
    const DerivedChoice& choice_;
    std::size_t state_, m_, parameters_, inputs_, driven_, rows_;
    StateQuantities reader_;
};

DerivedArrays empty_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, const DerivedChoice& choice) {
    const std::size_t states = to_size(batch.count) * batch.samples;
    const std::size_t n = states * compiled.system.state_size();
    const std::size_t m = batch.q.size(), c = states * compiled.system.rows().size();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto filled = [&](bool wanted, std::size_t size) { return std::vector<double>(wanted ? size : 0, nan); };
    return {filled(choice.acceleration, n), filled(choice.acceleration, m), filled(choice.momentum, n),
            filled(choice.momentum, m), filled(choice.multipliers, c)};
}

}  // namespace

DerivedArrays derived_arrays(const CompiledSystem& compiled, const TrajectoryBatch& batch, double dt,
                             const DerivedChoice& choice, int threads) {
    DerivedArrays out = empty_arrays(compiled, batch, choice);
    if (!choice.any()) return out;
    if (choice.sensitivities) add_sensitivities(compiled, batch, dt, choice, threads, out);
    if (!choice.acceleration && !choice.momentum && !choice.multipliers) return out;
    const std::size_t varied = batch.count > 0 ? batch.parameters.size() / to_size(batch.count) : 0;
    parallel_for(batch.count, threads, [&](std::size_t i) {
        if (varied == 0) return TrajectoryWriter(compiled, batch, dt, choice).write(i, out);
        const double* own = &batch.parameters[i * varied];
        const CompiledSystem member(compiled.spec, compiled.system, {own, own + varied});
        TrajectoryWriter(member, batch, dt, choice).write(i, out);
    });
    return out;
}

}  // namespace cchnn
