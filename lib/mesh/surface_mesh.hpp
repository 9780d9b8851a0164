#pragma once
// A surface of flat polygons in space: what the outside of a solid is given by.

#include <array>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {

struct SurfaceMesh {
    struct Face {
        std::vector<int> corners;  // indices into vertices, counter-clockwise seen from outside
        int line;                  // of the file, from 1
    };
    std::string file;  // what messages call it
    std::vector<Vector3> vertices;
    std::vector<Face> faces;

    std::string where(const Face& face) const { return file + ":" + std::to_string(face.line); }
    std::string name(std::size_t face) const { return "face " + std::to_string(face + 1); }
};

// At most 10 of a mesh's problems, and how many there are more: one mistake of an export repeats in every face.
std::vector<Problem> first_problems(std::vector<Problem> problems, const std::string& file);

}  // namespace cchnn
