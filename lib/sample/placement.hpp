#pragma once
// Turns drawn numbers into the initial pose of a body: positions and velocities of its nodes (system_spec.hpp defines
// the angles). A frame is the body's principal axes in space with their rates; sin and cos are correctly rounded.
// Sampler calls it, body by body.

#include <vector>

#include "mechanics/constrained_system.hpp"
#include "sample/shared_draws.hpp"

namespace cchnn {

// The initial state of a trajectory: what sampling produces and integration starts from.
struct InitialState {
    std::vector<double> x, v;  // (n, d) m, m/s
    // Parameters of points on curves and counted angles; if empty, they follow from x and v.
    std::vector<double> s{};
    // Of a driven system: (samples, inputs) from the first sample on, and the time of that one, s.
    std::vector<double> u{};
    double t = 0;
};

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

// Axes as rows, (k, d), and their rates.
struct Frame {
    std::vector<std::vector<double>> axes, rates;
};
Frame frame(const RigidPlacement& placement, const DrawnNumbers& numbers, const Body& body, const BodyGraph& graph,
            const InitialState& state);

// Writes the nodes of one body into the state; the body that it is placed from must already be there.
void place_body(const std::string& id, const Placement& placement, const DrawnNumbers& numbers, const BodyGraph& graph,
                InitialState& state);

}  // namespace cchnn
