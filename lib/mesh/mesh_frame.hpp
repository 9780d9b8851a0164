#pragma once
// The frame of a body that is made of a mesh: principal axes as rows, and the centre of mass, after scale.

#include <array>

#include "numbers/vector3.hpp"

namespace cchnn {

struct MeshFrame {
    double scale;
    Vector3 centre;
    std::array<Vector3, 3> axes;

    Vector3 direction(const Vector3& u) const { return {dot(axes[0], u), dot(axes[1], u), dot(axes[2], u)}; }
    Vector3 point(const Vector3& c) const {
        return direction(minus({scale * c[0], scale * c[1], scale * c[2]}, centre));
    }
};

}  // namespace cchnn
