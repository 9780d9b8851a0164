#pragma once
// Pictures of contacts. Planes, and circles around fixed points, are pieces of straight lines among the curves of a
// drawing, which stay where they are. Balls are circles that follow their bodies, and a rope between two bodies is a line.
// How far a plane is drawn follows from a motion, as it has no end.

#include <vector>

#include "elements/parts/drawing.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

// A curve of a drawing that is a piece of a wall, so that the picture shows all of it; a Track has more points.
inline bool is_wall(const std::vector<std::vector<double>>& curve) { return curve.size() == 2; }

// Adds the contacts of a system to its drawing; `x` is a motion (T, n, d), or several one after the other.
void draw_contacts(const SystemSpec& spec, const BodyGraph& graph, const std::vector<double>& x, Drawing& drawing);

// Where and when a picture flashes.
struct DrawnImpact {
    double time;                // of the system's unit of time, from the start of the motion
    std::vector<double> place;  // (d), of the touching surfaces
};
// The impacts of a motion x (T, n, d) with the times and contacts of /events. Places follow from positions between samples
// by interpolation, which is enough for a picture. NaN ends the list.
std::vector<DrawnImpact> drawn_impacts(const SystemSpec& spec, const BodyGraph& graph, const std::vector<double>& x,
                                       double dt, const std::vector<double>& times,
                                       const std::vector<double>& contacts);

}  // namespace cchnn
