#pragma once
// Compares the impacts of two solutions of the same trajectory.

#include "integrate/trajectory.hpp"

namespace cchnn {

// The time from which two solutions of the same trajectory disagree on which contact closes next; infinite if they agree.
double impacts_differ_from(const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j);
// Whether `time` is so near to an impact that it may lie before it or after it: nearer than ten times the difference of the
// times of both solutions, and of their rounding.
bool is_at_impact(double time, const TrajectoryBatch& one, std::size_t i, const TrajectoryBatch& other, std::size_t j);

}  // namespace cchnn
