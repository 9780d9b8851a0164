#pragma once
// Bodies, and points of bodies, as a system file gives them, with names not yet resolved
// (schemas/system/bodies.md). d is the dimension of space.

#include <optional>
#include <string>
#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

// ObjkD has k principal axes: a point mass, a straight rod, a plane figure, a solid. An Origin is a fixed point
// of space.
enum class BodyType { origin, obj0d, obj1d, obj2d, obj3d };
int axis_count(BodyType type);         // k; 0 for Origin and Obj0D
const char* type_name(BodyType type);  // "Obj2D", the word of the file

// Where the numbers of a body come from that was given as a triangle mesh (spec/resolve_meshes.hpp). It is for
// readers only: the numbers themselves are in BodySpec.
struct MeshSpec {
    std::string file;                         // as the system's file names it
    std::string sha256;                       // of that file
    double scale = 1;                         // length of one unit of the mesh, m
    double volume = 0;                        // m^3
    std::vector<double> centre_of_mass{};     // (3) m, scaled mesh coordinates
    std::vector<std::vector<double>> axes{};  // (3) principal axes, each (3) in the axes of the mesh
};

struct BodySpec {
    std::string id;
    BodyType type = BodyType::obj0d;
    double mass = 0;               // kg, > 0 for every ObjkD; for an Origin only a source of Newtonian gravity
    std::vector<double> position;  // (d) m, Origin only
    // (k) m^2, > 0: lambda_i = E[y_i^2] along the principal axes (paper eq. 9)
    std::vector<double> second_moments{};
    // (3) kg m^2, where the file gives these in place of second_moments, which are then rounded from them
    std::vector<double> inertia{};
    std::optional<MeshSpec> mesh{};
};
// The second moments, (k) m^2, in 106 bits: those of the file, or lambda_i = (I_j + I_k - I_i) / (2 m) if the
// file gives moments of inertia I.
std::vector<Exact> exact_second_moments(const BodySpec& body);
inline bool is_origin(const BodySpec& body) { return body.type == BodyType::origin; }

// A point of a body by its coordinates (k, m) along the principal axes from the centre of mass. No coordinates
// mean the centre of mass, or the Origin itself.
struct PointSpec {
    std::string body;
    std::vector<double> point{};  // (k) m
};

}  // namespace cchnn
