#pragma once
// Points and directions of a body in the form of a system file: coordinates along its principal axes, as many
// as the body has. A point outside a flat body has no such coordinates.

#include <optional>
#include <string>
#include <vector>

#include "convert/moving_bodies.hpp"

namespace cchnn {

// A moving body, or the world, to which items of a system are attached.
struct BodyEnds {
    const MovingBody* body = nullptr;  // nullptr: the world

    std::size_t axes() const { return body ? body->axes.size() : 3; }
    bool has_frame() const { return axes() == 3; }  // an Obj3D or an Origin

    // The coordinates of a unit vector, or of a point, of the body's frame; nothing if it lies outside a flat
    // body. The world needs no coordinates for points.
    std::optional<std::vector<double>> direction(const Vector3& u) const;
    std::optional<std::vector<double>> point(const Vector3& p) const;
};

// A unit vector perpendicular to u, within the plane of a flat body; nothing if there is none.
std::optional<Vector3> across(const Vector3& u, const BodyEnds& ends);

}  // namespace cchnn
