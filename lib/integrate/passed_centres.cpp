#include "integrate/passed_centres.hpp"

#include "core/number_text.hpp"
#include "core/option.hpp"

namespace cchnn {

void PassedCentres::add(const TrajectoryBatch& batch) {
    for (std::size_t i = 0; i < batch.outcomes.size(); ++i) {
        const double at = batch.outcomes[i].passed_at;
        if (at < 0) continue;
        if (trajectories_++ == 0) {
            first_ = batch.first + i;
            at_ = at;
        }
    }
}

std::string PassedCentres::text(const Protocol& protocol, double dt) const {
    if (trajectories_ == 0) return "";
    const double step = dt / static_cast<double>(protocol.substeps);
    return std::to_string(trajectories_) + (trajectories_ == 1 ? " trajectory passes" : " trajectories pass") +
           " the centre of a force within one step of " + short_number(step) + " s (trajectory " +
           std::to_string(first_) + " at t = " + short_number(at_) +
           " s) and may be far off from there on: give more " + option("substeps") + " than " +
           std::to_string(protocol.substeps) + ", or use " + name(default_protocol().method) +
           ", which shortens its steps there";
}

}  // namespace cchnn
