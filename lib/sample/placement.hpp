#pragma once
// Turns drawn numbers into the initial pose of a body: positions and velocities of its nodes (system_spec.hpp defines
// the angles). A frame is the body's principal axes in space with their rates; sin and cos are correctly rounded.
// Sampler calls it, body by body.

#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/initial_state.hpp"
#include "sample/shared_draws.hpp"

namespace cchnn {

// The numbers drawn for one body, in the order of the file.
struct DrawnNumbers {
    std::vector<double> angles, rates;
    std::vector<double> position, velocity;
    std::vector<double> track;  // s, ds/dt
    std::vector<double> slide;  // m, m/s
};
DrawnNumbers draw_numbers(const Placement& placement, const NumberSource& source);

// The unit vector u of an AngularPlacement and du/dt, (d).
struct Direction {
    std::vector<double> u, rate;
};
Direction direction(const std::vector<double>& angles, const std::vector<double>& rates, int dimension);

// The principal axes of a body in space as rows, (axes, d), and their rates, 1/s.
struct Frame {
    std::vector<std::vector<double>> axes, rates;
};
// The frame that the drawn angles of an extended body give. On a hinge it also needs the nodes of the other body.
Frame frame(const RigidPlacement& placement, const DrawnNumbers& numbers, const Body& body, const BodyGraph& graph,
            const InitialState& state);

// Writes the nodes of one body and the parameter of its point on a curve into the state; the body that it is placed
// from must already be there.
void place_body(const std::string& id, const Placement& placement, const DrawnNumbers& numbers, const BodyGraph& graph,
                InitialState& state);

}  // namespace cchnn
