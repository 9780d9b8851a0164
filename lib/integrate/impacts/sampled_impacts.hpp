#pragma once
// Impacts that are not located, as in published data sets (schemas/published_contacts.md): an overlap is found only after a
// step, and changes velocities there. Positions stay. It shows how far such data are from located impacts
// (contact_driver.hpp), and is no reference.
//
//   (1)  a step of dt/substeps without contacts, by the method and the tolerances of the protocol
//   (2)  impulses f of all contacts with g < 0:  f >= 0,  w = A f + (1 + e) g' >= 0,  f . w = 0,  A = n P M^-1 n^T
//
// For one contact (2) is Newton's law of impacts. Several at once are solved by sweeps over contacts, until no impulse changes.

#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Verner 8(7) at tight tolerance, which looks for overlaps so many times between two outputs.
Protocol sampled_impacts_protocol(long substeps);
// Whether a protocol is such a one: of the methods that choose their steps no other has substeps.
bool samples_impacts(const Protocol& protocol);
// "--bound is for located impacts ...", if a protocol samples them; else nothing.
std::vector<Problem> refuse_sampled_impacts(const Protocol& protocol, const std::string& flag, const std::string& what);

// Only x, v and counted angles of the batch are set. Systems must have contacts.
TrajectoryBatch integrate_with_sampled_impacts(const BatchSystems& systems, const std::vector<InitialState>& states,
                                               TimeGrid times, const Protocol& protocol);

}  // namespace cchnn
