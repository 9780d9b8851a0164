#pragma once
// Points and directions of a body as a system file writes them: coordinates along its principal axes, as many as the
// body has. What lies outside of a flat body cannot be written.

#include <optional>
#include <string>
#include <vector>

#include "convert/moving_bodies.hpp"

namespace cchnn {

// A moving body, or the world.
struct BodyEnds {
    const MovingBody* body = nullptr;  // nullptr: the world

    std::size_t axes() const { return body ? body->axes.size() : 3; }
    bool has_frame() const { return axes() == 3; }  // an Obj3D or an Origin

    // Coordinates of unit vectors and points of its frame; of points of the world none.
    std::optional<std::vector<double>> direction(const Vector3& u) const;
    std::optional<std::vector<double>> point(const Vector3& p) const;
};

// A unit vector across u, within the plane of the body where it is flat; nothing: it has none.
std::optional<Vector3> across(const Vector3& u, const BodyEnds& ends);

}  // namespace cchnn
