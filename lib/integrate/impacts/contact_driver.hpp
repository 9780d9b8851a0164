#pragma once
// Integrates systems with contacts from impact to impact. Each impact is located to rounding (impact_search.hpp) and
// changes velocities by (2) of contact_gaps.hpp; its loss of energy counts as dissipated. Between impacts the motion is
// that of integrate_smoothly(), of all trajectories of a batch up to the next sample at once; a trajectory in which a
// contact may close meanwhile is followed alone from its last sample. So kernels know nothing of contacts, and the
// numbers of a trajectory depend on no other.
//
// A trajectory ends by name where the law of impacts does not say what follows: simultaneous impacts whose impulses act
// on each other, a gap whose smallest value is not significantly different from 0, and a contact that stays closed
// because its bounces come to rest.

#include <optional>
#include <string>
#include <vector>

#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {

// Throws SpecError for a system with contacts: `what` does not follow impacts.
void refuse_contacts(const ConstrainedSystem& system, const std::string& what);
// Throws SpecError if the contacts of a system that has some are not given.
void require_contacts(const BatchSystems& systems);

// "contact 'floor' is closed" of an initial state, "'elbow' is at 2.5 rad, not within its limits, 0 to 2 rad" of a Stop; "" if
// all contacts are open.
std::string closed_contact_in(const BodyGraph& graph, const ConstrainedSystem& system, const InitialState& state,
                              const std::string& length_unit);

// The level of refinement of trajectories (ErrorBoundRule): 0, none, for a system with contacts, which solutions in
// double-double arithmetic do not follow. Throws UsageError if another one is asked for.
std::optional<double> refinement_level(const ConstrainedSystem& system, std::optional<double> asked);

TrajectoryBatch integrate_with_contacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                        TimeGrid times, const Protocol& protocol);

// The time from which two solutions of the same trajectory disagree on which contact closes next; infinite if they agree.
double impacts_differ_from(const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j);
// Whether `time` is so near to an impact that it may lie before it or after it: nearer than ten times the difference of the
// times of both solutions, and of their rounding.
bool is_at_impact(double time, const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j);

}  // namespace cchnn
