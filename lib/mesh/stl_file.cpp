#include "mesh/stl_file.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>

#include "core/to_size.hpp"
#include "mesh/mesh_words.hpp"

namespace cchnn {
namespace {

constexpr std::size_t stl_head = 84, stl_triangle = 50, stl_normal = 12;  // bytes

std::uint32_t word_at(const std::string& bytes, std::size_t position) {
    std::uint32_t word = 0;
    for (std::size_t k = 4; k-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[position + k]);
    return word;
}

// Gives corners with the same bits one number.
class Triangles {
  public:
    explicit Triangles(const std::string& file) { mesh_.file = file; }

    void add(const std::array<Vector3, 3>& triangle) {
        SurfaceMesh::Face face{{}, ++count_};
        if (count_ > most_mesh_triangles)
            throw SpecError(mesh_.file, "has more than " + std::to_string(most_mesh_triangles) +
                                            " triangles; simplify the surface, or give the body <inertial>");
        for (const Vector3& x : triangle) {
            if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2]))
                throw SpecError(mesh_.where(face), "a corner must have finite coordinates");
            const auto [vertex, is_new] = known_.emplace(x, count_of(known_));
            if (is_new) mesh_.vertices.push_back(x);
            face.corners.push_back(vertex->second);
        }
        const int a = face.corners[0], b = face.corners[1], c = face.corners[2];
        if (a != b && b != c && c != a) mesh_.faces.push_back(std::move(face));
    }
    SurfaceMesh mesh() {
        if (count_ == 0) throw SpecError(mesh_.file, "has no triangles");
        return std::move(mesh_);
    }

  private:
    SurfaceMesh mesh_{};
    int count_ = 0;
    std::map<Vector3, int> known_{};
};

SurfaceMesh read_text(std::string_view text, const std::string& file) {
    Triangles triangles(file);
    std::array<Vector3, 3> triangle{};
    std::size_t corners = 0;
    for (MeshWords words(text); !words.at_end();) {
        const std::string_view word = words.next();
        if (word == "endfacet" && corners != 3)
            throw SpecError(file, "a facet needs three vertices, got " + std::to_string(corners));
        if (word == "endfacet") triangles.add(triangle);
        if (word == "facet" || word == "endfacet") corners = 0;
        if (word != "vertex") continue;
        Vector3 x{};
        for (double& coordinate : x) coordinate = words.number(file);
        if (corners < 3) triangle[corners] = x;
        ++corners;
    }
    return triangles.mesh();
}

}  // namespace

SurfaceMesh read_stl(const std::string& bytes, const std::string& file) {
    const std::uint64_t count = bytes.size() < stl_head ? 0 : word_at(bytes, stl_head - 4);
    const bool is_binary = bytes.size() >= stl_head && bytes.size() == stl_head + stl_triangle * count;
    if (!is_binary && bytes.starts_with("solid") && bytes.find('\0') == std::string::npos)
        return read_text(bytes, file);
    if (!is_binary)
        throw SpecError(file, "is not an STL file: " + std::to_string(bytes.size()) +
                                  " bytes are not 84 and 50 for each triangle; save the surface as STL, PLY or OBJ");
    Triangles triangles(file);
    for (std::uint64_t i = 0; i < count; ++i) {
        std::array<Vector3, 3> triangle{};
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (std::size_t k = 0; k < 3; ++k)
                triangle[corner][k] = std::bit_cast<float>(word_at(
                                          bytes, stl_head + stl_triangle * i + stl_normal + 12 * corner + 4 * k)) +
                                      0.0;
        triangles.add(triangle);
    }
    return triangles.mesh();
}

}  // namespace cchnn
