#pragma once
// What a picture of a system shows, as points that move with its nodes: everything follows from a state alone.
//
//   rod       a Link, between its two points
//   spring    a Spring
//   arm       of an extended body, from its centre to where something is attached
//   outline   of an extended body: the box of uniform density that has its moments, half as long as sqrt(3 lambda_i)
//             along axis i (a rod: its line); circles for what rolls, with its radius
//   mass      centre of a body that moves;  joint, where two bodies meet;  fixed, an Origin;  magnet, fixed too
//   curve     of a Track, from one end of its range to the other

#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

struct Drawing {
    struct Line {
        enum class Kind { rod, spring, arm, outline } kind;
        Point a, b;
    };
    struct Spot {
        enum class Kind { mass, joint, fixed, magnet } kind;
        Point at;
        std::string label;  // body
        double size = 0;    // mass: in (0, 1], as the cube root of the mass
    };
    std::vector<Line> lines;
    std::vector<Spot> spots;
    std::vector<std::vector<std::vector<double>>> curves;  // points of (d) m each
    int up = 1;                                            // axis that points up: against gravity, else the last one
};

Drawing drawing_of(const BodyGraph& graph);

}  // namespace cchnn
