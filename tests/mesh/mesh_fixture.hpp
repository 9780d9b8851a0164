#pragma once
// Solids whose moments are known in closed form, as OBJ texts.

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "mesh/obj_file.hpp"
#include "mesh/solid.hpp"

namespace cchnn_test {
using namespace cchnn;

inline std::string vertex_line(const Vector3& x) {
    char text[100];
    std::snprintf(text, sizeof text, "v %.17g %.17g %.17g\n", x[0], x[1], x[2]);
    return text;
}
using Move = std::function<Vector3(const Vector3&)>;
inline Vector3 unmoved(const Vector3& x) { return x; }

// A box of sides a, b, c about the origin, six quadrilaterals, then moved.
inline std::string box_obj(double a, double b, double c, const Move& move = unmoved) {
    std::string text;
    for (const double x : {-a / 2, a / 2})
        for (const double y : {-b / 2, b / 2})
            for (const double z : {-c / 2, c / 2}) text += vertex_line(move({x, y, z}));
    return text + "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
}

// The corner of the unit cube, sides on the axes.
inline const char* tetrahedron_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

// An octahedron on the unit sphere, every triangle halved `levels` times into four and pushed out onto the sphere.
inline std::string sphere_obj(int levels) {
    struct Triangle {
        Vector3 a, b, c;
    };
    std::vector<Triangle> triangles;
    for (const double x : {1.0, -1.0})
        for (const double y : {1.0, -1.0})
            for (const double z : {1.0, -1.0}) {
                const Vector3 u{x, 0, 0}, v{0, y, 0}, w{0, 0, z};
                triangles.push_back(x * y * z > 0 ? Triangle{u, v, w} : Triangle{u, w, v});
            }
    const auto middle = [](const Vector3& p, const Vector3& q) {
        const Vector3 m{p[0] + q[0], p[1] + q[1], p[2] + q[2]};
        const double length = std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
        return Vector3{m[0] / length, m[1] / length, m[2] / length};
    };
    for (int level = 0; level < levels; ++level) {
        std::vector<Triangle> finer;
        for (const auto& [a, b, c] : triangles) {
            const Vector3 ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const Triangle& t : {Triangle{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}}) finer.push_back(t);
        }
        triangles = finer;
    }
    std::vector<Vector3> vertices;
    std::string faces;
    const auto number = [&](const Vector3& x) {
        for (std::size_t i = 0; i < vertices.size(); ++i)
            if (vertices[i] == x) return std::to_string(i + 1);
        vertices.push_back(x);
        return std::to_string(vertices.size());
    };
    for (const auto& [a, b, c] : triangles) faces += "f " + number(a) + " " + number(b) + " " + number(c) + "\n";
    std::string text;
    for (const Vector3& x : vertices) text += vertex_line(x);
    return text + faces;
}

// So many boxes beside each other, of 12 triangles each.
inline std::string boxes_obj(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        for (const int corner : {0, 1, 2, 3, 4, 5, 6, 7})
            text += "v " + std::to_string(2 * i + corner / 4) + " " + std::to_string(corner / 2 % 2) + " " +
                    std::to_string(corner % 2) + "\n";
        text += "f -8 -7 -5 -6\nf -4 -2 -1 -3\nf -8 -4 -3 -7\nf -6 -5 -1 -2\nf -8 -6 -2 -4\nf -7 -3 -1 -5\n";
    }
    return text;
}

inline Solid solid_of(const std::string& obj) { return solid_inside(read_obj(obj, "a.obj")); }

// What reading a text or the solid inside it complains of, one problem a line.
inline std::string mesh_complaint(const std::string& obj) {
    try {
        (void)solid_of(obj);
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}

}  // namespace cchnn_test
