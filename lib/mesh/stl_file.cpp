#include "mesh/stl_file.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr std::size_t stl_head = 84, stl_triangle = 50, stl_normal = 12;  // bytes

std::uint32_t word_at(const std::string& bytes, std::size_t position) {
    std::uint32_t word = 0;
    for (std::size_t k = 4; k-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[position + k]);
    return word;
}

}  // namespace

SurfaceMesh read_stl(const std::string& bytes, const std::string& file) {
    const std::uint64_t count = bytes.size() < stl_head ? 0 : word_at(bytes, stl_head - 4);
    if (bytes.size() < stl_head || bytes.size() != stl_head + stl_triangle * count)
        throw SpecError(file,
                        "is not a binary STL file: " + std::to_string(bytes.size()) +
                            " bytes are not 84 and 50 for each triangle; save the surface as binary STL or as OBJ");
    if (count == 0) throw SpecError(file, "has no triangles");
    if (count > std::uint64_t{most_mesh_triangles})
        throw SpecError(file, "has more than " + std::to_string(most_mesh_triangles) +
                                  " triangles; simplify the surface, or give the body <inertial>");
    SurfaceMesh mesh;
    mesh.file = file;
    std::map<Vector3, int> known;
    for (std::uint64_t i = 0; i < count; ++i) {
        SurfaceMesh::Face face{{}, static_cast<int>(i + 1)};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            Vector3 x{};
            for (std::size_t k = 0; k < 3; ++k)
                x[k] = std::bit_cast<float>(
                           word_at(bytes, stl_head + stl_triangle * i + stl_normal + 12 * corner + 4 * k)) +
                       0.0;
            if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2]))
                throw SpecError(mesh.where(face), "a corner must have finite coordinates");
            const auto [vertex, is_new] = known.emplace(x, count_of(known));
            if (is_new) mesh.vertices.push_back(x);
            face.corners.push_back(vertex->second);
        }
        const int a = face.corners[0], b = face.corners[1], c = face.corners[2];
        if (a != b && b != c && c != a) mesh.faces.push_back(std::move(face));
    }
    return mesh;
}

}  // namespace cchnn
