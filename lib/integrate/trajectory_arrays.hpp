#pragma once
// The table of the arrays of a TrajectoryBatch. Whatever copies, thins, stores, compares or reads batches goes through
// it, so that a new array is a member of TrajectoryBatch, a row here, a row of array_layouts() (dataset_layout.cpp: axes,
// unit, text, when a file has it), and the code that computes it.

#include <span>

#include "integrate/trajectory.hpp"

namespace cchnn {

struct TrajectoryArray {
    // What an array follows from. That of `states` is computed when a file is written.
    enum class From { draw, integration, bounds, states };

    const char* path;  // in a file
    std::vector<double> TrajectoryBatch::*values;
    From from;
    bool each_sample = true;  // (count, samples, ...), else (count, ...)

    // Made anew for every solution of the same start.
    bool solved() const { return from == From::integration || from == From::bounds; }
};

// The order is that of records in a journal (dataset/resume/journal.hpp).
inline constexpr TrajectoryArray trajectory_arrays[] = {
    {"/x", &TrajectoryBatch::x, TrajectoryArray::From::integration},
    {"/v", &TrajectoryBatch::v, TrajectoryArray::From::integration},
    {"/energy", &TrajectoryBatch::energy, TrajectoryArray::From::integration},
    {"/dissipated", &TrajectoryBatch::dissipated, TrajectoryArray::From::integration},
    {"/work", &TrajectoryBatch::work, TrajectoryArray::From::integration},
    {"/u", &TrajectoryBatch::u, TrajectoryArray::From::integration},
    {"/track_parameter", &TrajectoryBatch::track_parameter, TrajectoryArray::From::integration},
    {"/counted_angle", &TrajectoryBatch::counted_angle, TrajectoryArray::From::integration},
    {"/parameters", &TrajectoryBatch::parameters, TrajectoryArray::From::draw, false},
    {"/error_bound", &TrajectoryBatch::error_bound, TrajectoryArray::From::bounds},
    {"/valid_until", &TrajectoryBatch::valid_until, TrajectoryArray::From::bounds, false},
    {"/events/count", &TrajectoryBatch::impact_count, TrajectoryArray::From::integration, false},
    {"/events/time", &TrajectoryBatch::impact_time, TrajectoryArray::From::integration, false},
    {"/events/contact", &TrajectoryBatch::impact_contact, TrajectoryArray::From::integration, false},
    {"/events/speed", &TrajectoryBatch::impact_speed, TrajectoryArray::From::integration, false},
    {"/events/impulse", &TrajectoryBatch::impact_impulse, TrajectoryArray::From::integration, false},
    {"/events/loss", &TrajectoryBatch::impact_loss, TrajectoryArray::From::integration, false},
    {"/q", &TrajectoryBatch::q, TrajectoryArray::From::states},
    {"/qdot", &TrajectoryBatch::qdot, TrajectoryArray::From::states},
};

// Those that unfinished work keeps: all but q and qdot, the last two.
inline constexpr std::span kept_arrays(std::begin(trajectory_arrays), std::end(trajectory_arrays) - 2);

}  // namespace cchnn
