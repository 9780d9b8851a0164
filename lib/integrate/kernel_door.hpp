#pragma once
// The interface of all code that is compiled for one instruction set: kernels (mechanics/kernels/), drivers and tangent
// flows. The rest of the library is compiled for any processor and uses this code through the types here only,
// which do not depend on the instruction set. The code exports one function, so that a program may contain several builds
// of it although their templates on lanes have the same names (cchnn_add_kernels() in CMakeLists.txt).
// A program links one build or, if made for all processors, three, of which it takes the best at the first call
// (choose_kernels.cpp).

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
#include "sample/initial_state.hpp"

namespace cchnn {

struct AngleTables;

struct KernelDoor {
    const char* instruction_set;  // as -march names it: "x86-64-v3", "native"
    int side_by_side;             // number of lanes

    // Sets the stop signal: once it is not 0, the integrations below and the advance() of flows throw Stopped. Before
    // this call the stop_signal that the kernels are linked with counts.
    void (*use_stop_signal)(const std::atomic<int>& signal);

    // Integrates into an empty_batch() of as many trajectories. States include the parameters of their points on
    // curves and their counted angles; the systems of one call have the same shape.
    void (*integrate)(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out);

    // The same in double-double numbers, each trajectory with its own accuracy, by extrapolation20 or extrapolation24.
    void (*integrate_exactly)(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                              Method method, std::span<const Accuracy> each, TrajectoryBatch& out);

    // dz/dt at z = (x, p[, e][, s]) and what a driven system has behind s, as in mechanics/kernels/dynamics.hpp: of one
    // state, or of several, one behind the other.
    void (*vector_field)(const ConstrainedSystem& system, const std::vector<double>& z, std::vector<double>& rate);
    // Its derivatives at each of these states along so many directions dz of its own, by dual numbers: (states,
    // directions, size of z).
    void (*field_tangents)(const ConstrainedSystem& system, const std::vector<double>& z, std::size_t directions,
                           const std::vector<double>& dz, std::vector<double>& rate);

    // Tangent flows: side_by_side trajectories with one tangent vector each, and one trajectory with as many tangent
    // vectors.
    std::unique_ptr<TangentMotion> (*tangent_each)(const ConstrainedSystem& system, double tolerance,
                                                   double longest_step);
    std::unique_ptr<TangentMotion> (*tangents_of_one)(const ConstrainedSystem& system, double tolerance,
                                                      double longest_step);

    // Sensitivities: side_by_side trajectories with one derivative each, with respect to a parameter or to the initial
    // state.
    std::unique_ptr<SensitivityMotion> (*sensitivity_each)(const ConstrainedSystem& like, double tolerance,
                                                           double longest_step);
    // numbers/many_angles.hpp: FastAngles.
    void (*angles)(const AngleTables& tables, std::size_t count, const double* y, const double* x, double* angles,
                   bool* sure);
};

}  // namespace cchnn

extern "C" [[gnu::visibility("default")]] const cchnn::KernelDoor* cchnn_kernels();
