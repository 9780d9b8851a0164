#pragma once
// Which bodies a constraint or force couples, and how. Trees of generalised coordinates, joint trees, loops, groups of
// free bodies, hinges of angles and random configurations follow from it. coupling() of each kind gives one for each
// term; its pointers lead into the term.

#include <string>
#include <vector>

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/point.hpp"

namespace cchnn {

struct Coupling {
    enum class Relation {
        none,        // acts on every body by itself
        force,       // a and b exert forces on each other, and lose no freedom
        distance,    // a and b stay `length` apart
        coincident,  // a and b coincide
        environment  // a stays on a curve or plane that is fixed in space
    } relation = Relation::none;
    const Point *a = nullptr, *b = nullptr;                // of the term that was asked
    static constexpr double some_length = -1;              // distance: another one in every state
    double length = 0;                                     // distance: m
    const Point *axis_a = nullptr, *axis_b = nullptr;      // directions of both bodies that coincide, and
    const Point *across_a = nullptr, *across_b = nullptr;  // in space a second pair, at right angles: nothing turns
    const Point *perpendicular_a = nullptr,
                *perpendicular_b = nullptr;  // axes that stay at right angles, of a Universal
    const Point *slide_axis = nullptr;       // a direction of the body of a: from a to b
    std::vector<const Point *> more{};       // other points that the term connects with a and b
    std::string no_coordinates{};            // why bodies held so have no generalised coordinates; "" where they have
};

}  // namespace cchnn
