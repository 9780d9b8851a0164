#include "mesh/mesh_files.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>

#include "core/to_size.hpp"
#include "mesh/closed_surface.hpp"
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

// A number of a PLY file: how many bytes it has in a binary one, and what they are.
struct PlyType {
    enum class Kind { whole, natural, floating } kind;
    std::size_t bytes;
};
const std::map<std::string_view, PlyType> ply_types{
    {"char", {PlyType::Kind::whole, 1}},      {"int8", {PlyType::Kind::whole, 1}},
    {"uchar", {PlyType::Kind::natural, 1}},   {"uint8", {PlyType::Kind::natural, 1}},
    {"short", {PlyType::Kind::whole, 2}},     {"int16", {PlyType::Kind::whole, 2}},
    {"ushort", {PlyType::Kind::natural, 2}},  {"uint16", {PlyType::Kind::natural, 2}},
    {"int", {PlyType::Kind::whole, 4}},       {"int32", {PlyType::Kind::whole, 4}},
    {"uint", {PlyType::Kind::natural, 4}},    {"uint32", {PlyType::Kind::natural, 4}},
    {"float", {PlyType::Kind::floating, 4}},  {"float32", {PlyType::Kind::floating, 4}},
    {"double", {PlyType::Kind::floating, 8}}, {"float64", {PlyType::Kind::floating, 8}}};

struct PlyProperty {
    std::string_view name;
    PlyType type;
    std::optional<PlyType> count{};  // of a list
};
struct PlyElement {
    std::string_view name;
    std::uint64_t count;
    std::vector<PlyProperty> properties{};
};

// Reads the header, then the elements in its order.
class PlyReader {
  public:
    PlyReader(std::string_view contents, const std::string& file) : file_(file), rest_(contents) { mesh_.file = file; }

    SurfaceMesh read() {
        read_header();
        MeshWords words(is_text_ ? rest_ : std::string_view());
        for (const PlyElement& element : elements_)
            for (std::uint64_t i = 0; i < element.count && !element.properties.empty(); ++i) read_row(element, words);
        if (mesh_.faces.empty()) refuse("has no faces: an element 'face' with a list 'vertex_indices'");
        if (auto problems = corner_problems(mesh_); !problems.empty())
            throw SpecError(first_problems(std::move(problems), file_));
        return std::move(mesh_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const { throw SpecError(file_, what); }

    std::string_view line() {
        const std::string_view line = rest_.substr(0, rest_.find('\n'));
        rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
        return line;
    }
    PlyType type(std::string_view name) const {
        const auto found = ply_types.find(name);
        if (found == ply_types.end()) refuse("has a property of an unknown type in its PLY header");
        return found->second;
    }

    void read_header() {
        constexpr std::size_t most_lines = 1000;
        bool has_format = false;
        if (!line().starts_with("ply")) refuse("is not a PLY file: its first line must be 'ply'");
        for (std::size_t i = 0; i < most_lines && !rest_.empty(); ++i) {
            MeshWords words(line());
            const std::string_view keyword = words.next();
            if (keyword == "end_header" && has_format) return;
            if (keyword == "format") {
                const std::string_view format = words.next();
                has_format = true;
                is_text_ = format == "ascii";
                is_big_ = format == "binary_big_endian";
                if (!is_text_ && !is_big_ && format != "binary_little_endian") refuse("has an unknown PLY format");
            } else if (keyword == "element") {
                const std::string_view name = words.next();
                const std::optional<std::uint64_t> count = number_of<std::uint64_t>(words.next());
                if (!count) refuse("has an element without a count in its PLY header");
                elements_.push_back({name, *count});
            } else if (keyword == "property" && !elements_.empty()) {
                add_property(words);
            }
        }
        refuse("is not a PLY file: its header does not end, or has no format");
    }
    void add_property(MeshWords& words) {
        PlyProperty property{};
        std::string_view word = words.next();
        if (word == "list") {
            property.count = type(words.next());
            word = words.next();
        }
        property.type = type(word);
        property.name = words.next();
        elements_.back().properties.push_back(property);
    }

    void read_row(const PlyElement& element, MeshWords& words) {
        Vector3 x{};
        SurfaceMesh::Face face{{}, static_cast<int>(mesh_.faces.size() + 1)};
        const bool is_face = element.name == "face", is_vertex = element.name == "vertex";
        for (const PlyProperty& property : element.properties) {
            const double count = property.count ? next(*property.count, words) : 1;
            const bool corners = is_face && property.count && property.name.starts_with("vertex_ind");
            for (double k = 0; k < count; ++k) {
                const double value = next(property.type, words);
                if (corners && std::abs(value) < 1e9) face.corners.push_back(static_cast<int>(value));
                else if (corners) refuse("has a face with a corner that is not the number of a vertex");
                if (is_vertex && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z')
                    x[static_cast<std::size_t>(property.name[0] - 'x')] = value;
            }
        }
        if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2]))
            refuse("has a vertex whose coordinates are not finite");
        if (is_vertex) mesh_.vertices.push_back(x);
        if (is_face && face.corners.size() < 3) refuse("has a face with fewer than three corners");
        if (is_face) triangles_ += std::ssize(face.corners) - 2;
        if (is_face) mesh_.faces.push_back(std::move(face));
        if (triangles_ > most_mesh_triangles || std::ssize(mesh_.vertices) > most_mesh_vertices)
            refuse("has more than " + std::to_string(most_mesh_triangles) +
                   " triangles or vertices; simplify the surface");
    }

    double next(PlyType type, MeshWords& words) {
        if (is_text_) return words.number(file_);
        if (rest_.size() < type.bytes) refuse("ends before its last element");
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < type.bytes; ++k)
            bits = bits << 8 | static_cast<unsigned char>(rest_[is_big_ ? k : type.bytes - 1 - k]);
        rest_.remove_prefix(type.bytes);
        return value(type, bits);
    }
    static double value(PlyType type, std::uint64_t bits) {
        if (type.kind == PlyType::Kind::natural) return static_cast<double>(bits);
        if (type.kind == PlyType::Kind::whole) {
            const std::size_t unused = 64 - 8 * type.bytes;
            return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        return type.bytes == 8 ? std::bit_cast<double>(bits)
                               : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    }

    const std::string& file_;
    std::string_view rest_;
    bool is_text_ = false, is_big_ = false;
    std::vector<PlyElement> elements_{};
    long triangles_ = 0;
    SurfaceMesh mesh_{};
};

}  // namespace

void MeshFiles::require_room(const std::string& file) const {
    if (bytes_ > most_mesh_bytes || triangles_ > most_mesh_triangles)
        throw SpecError(file, "is too much, together with the meshes before it: all of them may have " +
                                  std::to_string(most_mesh_bytes >> 20) + " MiB and " +
                                  std::to_string(most_mesh_triangles) + " triangles; simplify the surfaces");
}

SurfaceMesh MeshFiles::read(const std::string& contents, const std::string& file) {
    bytes_ += contents.size();
    require_room(file);
    SurfaceMesh mesh = has_ending(file, ".stl")   ? read_stl(contents, file)
                       : has_ending(file, ".ply") ? read_ply(contents, file)
                                                  : read_obj(contents, file);
    join_faces(mesh);
    for (const SurfaceMesh::Face& face : mesh.faces) triangles_ += std::ssize(face.corners) - 2;
    require_room(file);
    return mesh;
}

bool has_ending(const std::string& file, const std::string& ending) {
    return file.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), file.end() - std::ssize(ending), [](char small, char c) {
               return c == small || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == small);
           });
}

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

SurfaceMesh read_ply(const std::string& contents, const std::string& file) { return PlyReader(contents, file).read(); }

}  // namespace cchnn
