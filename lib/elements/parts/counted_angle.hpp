#pragma once
// The angle theta of a body b against a body a, counted over turns: of any two bodies in the plane, and in
// space about an axis that a hinge keeps common to both. With directions m of each body (in the plane its first
// axis, in space the first across the axis u, axis_frame.hpp):
//
//   (1)  cos theta = m_a . m_b,   sin theta = u . (m_a x m_b)         u = e_z in the plane
//   (2)  theta'    = (u x m_b) . m_b' - (u x m_a) . m_a'              [rad/s]
//
// (1) gives theta up to whole turns. The number of turns is part of the state: theta is carried beside the
// positions and moved onto (1) by every projection (mechanics/kernels/angle_projection.hpp). An Origin has the
// axes of space. Each item of a file that needs theta counts its own, because two springs about one hinge may
// start from different turns:
//
//   (3)  theta(0) in (middle - pi, middle + pi], unless the hinge_angle of the start says how many turns it has
//
// A flat body has only one direction across the axis in its plane, so that m may be the second one instead, with the
// opposite sign. Where only one of both bodies has it so, (1) is the angle theta less a quarter turn, or plus one:
//
//   (4)  cos (theta - n pi/2) = m_a . m_b,   sin (theta - n pi/2) = u . (m_a x m_b),   n = quarter_turns

#include <string>
#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

// The leg (cos, sin) of an angle that is n quarter turns larger.
template <class Real>
void turn_by_quarters(int n, Real& cosine, Real& sine) {
    for (; n < 0 || n > 3; n += n < 0 ? 4 : -4) {
    }
    for (; n > 0; --n) {
        const Real old = cosine;
        cosine = -sine;
        sine = old;
    }
}

struct CountedAngle {
    std::string name;           // "wall-door"
    Point a, b;                 // centres
    Point across_a, across_b;   // m
    std::vector<Point> axis{};  // u of a, u of b; none in a plane
    double middle = 0;          // rad, of (3): where a spring rests
    int quarter_turns = 0;      // n of (4): -1, 0 or 1
};

}  // namespace cchnn
