#pragma once
// The door of everything that is compiled for an instruction set: lanes and what steps them (mechanics/kernels/,
// drivers, tangent flows). The rest of the library is compiled for any processor and knows of it what stands here, in
// types that do not depend on the set. One function leaves it, so that a program may hold several of them as shared
// objects, whose templates on lanes have the same names (cchnn_add_kernels() in CMakeLists.txt). A program has one set in
// it, or, where it is built for all processors, takes the best of three at its start (load_kernels.cpp).

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "integrate/batch_systems.hpp"
#include "integrate/protocol/accuracy.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/steppers/sensitivity_motion.hpp"
#include "integrate/steppers/tangent_motion.hpp"
#include "integrate/trajectory.hpp"
#include "sample/placement.hpp"

namespace cchnn {

struct AngleTables;

struct KernelDoor {
    const char* instruction_set;  // as -march names it: "x86-64-v3", "native"
    int side_by_side;             // trajectories, one a lane

    // All below throw Stopped once this is not 0; until it is called, once the program's own stop_signal is not.
    void (*listen_to)(const std::atomic<int>& signal);

    // Into an empty_batch() of as many trajectories; states have the parameters of their points on curves, and systems
    // of a family are alike.
    void (*integrate)(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);

    // The same in double-double numbers, each trajectory with its own accuracy, by extrapolation20 or extrapolation24.
    void (*integrate_exactly)(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                              Method method, std::span<const Accuracy> each, TrajectoryBatch& out);

    // dz/dt at z = (x, p), (x, p, e), (x, p, s) or (x, p, e, s), as in mechanics/kernels/dynamics.hpp.
    void (*vector_field)(const ConstrainedSystem& system, const std::vector<double>& z, std::vector<double>& rate);

    // side_by_side trajectories with a tangent vector each, and one with as many tangent vectors.
    std::unique_ptr<TangentMotion> (*tangent_each)(const ConstrainedSystem& system, double tolerance,
                                                   double longest_step);
    std::unique_ptr<TangentMotion> (*tangents_of_one)(const ConstrainedSystem& system, double tolerance,
                                                      double longest_step);

    // side_by_side trajectories with a derivative each, with respect to a parameter or a start.
    std::unique_ptr<SensitivityMotion> (*sensitivity_each)(const ConstrainedSystem& like, double tolerance,
                                                           double longest_step);
    // numbers/many_angles.hpp: FastAngles.
    void (*angles)(const AngleTables& tables, std::size_t count, const double* y, const double* x, double* angles,
                   bool* sure);
};

}  // namespace cchnn

extern "C" [[gnu::visibility("default")]] const cchnn::KernelDoor* cchnn_kernels();
