#pragma once
// Integrates systems with contacts from impact to impact. Each impact is located to rounding (impact_search.hpp) and
// changes velocities by (2) of contact_gaps.hpp; its loss of energy counts as dissipated. Between impacts the motion is
// that of integrate_smoothly(), of all trajectories together that look as far ahead: twice as many samples after those that were
// clear, and half an interval after others. A trajectory in which a contact may close before the next sample is followed
// alone (lone_motion.hpp). So kernels know nothing of contacts, and the numbers of a trajectory depend on no other. Where Origins move, planes move with them: the motion is followed as seen from the
// Origins, and each part of an interval between samples has the inputs that act there.
//
// A contact stays closed from a start at which it touches and pushes, from an impact with e = 0, or from that at which its
// bounces come to rest, which has e = 0. Its trajectory is then followed alone with its row (closed_contacts.hpp), until it
// opens. An impact of another contact has the closed rows in J; those that it would have to pull open. One that opens for a
// flight lower than the lowest bounce falls back at once.
//
// A trajectory ends by name where the laws do not say what follows: simultaneous impacts whose impulses act on each other,
// a gap whose smallest value is not significantly different from 0, a contact that overlaps, or with e > 0 neither pushes nor
// opens, at the start, and one that closes while other closed contacts hold it as well.

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

// "contact 'floor' is closed" of an initial state from which no motion follows, "'elbow' is at 2.5 rad, not within its
// limits, 0 to 2 rad" of a Stop; else "".
std::string closed_contact_in(const BodyGraph& graph, const ConstrainedSystem& system, const InitialState& state,
                              const std::string& length_unit);

// The level of refinement of trajectories (ErrorBoundRule): 0, none, for a system with contacts, which solutions in
// double-double arithmetic do not follow. Throws UsageError if another one is asked for.
std::optional<double> refinement_level(const ConstrainedSystem& system, std::optional<double> asked);

// An impact as a motion passes it: the state that it meets, and velocities after it, as seen from the Origins.
struct PassedImpact {
    double time;         // s
    std::size_t gap;     // index among gaps_of()
    double restitution;  // 0 if the contact stays closed
    InitialState before;
    std::vector<double> v_after;
};

// `passed`, if it is given, becomes the impacts of each trajectory in the order of time, also those beyond the stored ones.
TrajectoryBatch integrate_with_contacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                        TimeGrid times, const Protocol& protocol,
                                        std::vector<std::vector<PassedImpact>>* passed = nullptr);

}  // namespace cchnn
