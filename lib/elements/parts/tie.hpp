#pragma once
// What an attachment means for how bodies hang together: for trees of generalised coordinates, groups of bodies
// that float freely, and first guesses of configurations. tie() of each kind gives one for each term; its
// pointers lead into the term.

#include <string>
#include <vector>

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/point.hpp"

namespace cchnn {

struct Tie {
    enum class Hold {
        nothing,   // acts on every body by itself
        force,     // couples a and b, takes no freedom
        distance,  // a and b stay `length` apart
        point,     // a and b coincide
        world      // a is held by a curve or a plane of space
    } hold = Hold::nothing;
    const Point *a = nullptr, *b = nullptr;                // of the term that was asked
    static constexpr double some_length = -1;              // distance: another one in every state
    double length = 0;                                     // distance: m
    const Point *axis_a = nullptr, *axis_b = nullptr;      // directions of both bodies that coincide, and
    const Point *across_a = nullptr, *across_b = nullptr;  // in space such at right angles to them: then nothing turns
    const Point *crossed_a = nullptr, *crossed_b = nullptr;  // directions that stay at right angles, of a cross of axes
    const Point *rail = nullptr;                             // a direction of the body of a: from a to b
    std::vector<const Point *> more{};                       // other points that hang together with a and b
    std::string no_coordinates{};  // why bodies held so have no generalised coordinates; "" where they have
};

}  // namespace cchnn
