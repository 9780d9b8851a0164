#include "mesh/obj_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "core/nearest_name.hpp"
#include "core/to_size.hpp"
#include "mesh/mesh_words.hpp"

namespace cchnn {
namespace {

const std::set<std::string, std::less<>> skipped = {
    "vt",     "vn",     "vp",     "g",     "o",        "s",        "mg",  "l",          "p",        "usemtl",
    "mtllib", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj"};
const std::set<std::string, std::less<>> free_form = {"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                                      "parm",   "trim", "hole", "scrv", "sp",   "end",   "con"};

constexpr std::size_t most_problems = 10000;

// Reads vertices and faces of a Wavefront file line by line, within limits on both, and names the line of what it
// cannot read.
class ObjReader {
  public:
    explicit ObjReader(const std::string& file) { mesh_.file = file; }

    SurfaceMesh read(std::string_view text) {
        std::string whole;  // of a continued line, which is named by its first
        int line = 0, first = 0;
        while (!text.empty()) {
            std::string_view part = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(part.size() + 1, text.size()));
            if (++line > most_mesh_lines) refuse_more_than(most_mesh_lines, "lines");
            if (part.ends_with('\r')) part.remove_suffix(1);
            if (whole.empty()) first = line;
            line_ = first;
            if (part.ends_with('\\')) {
                whole.append(part.substr(0, part.size() - 1)).append(" ");
                continue;
            }
            if (whole.empty()) read_line(words_of(part));
            else read_line(words_of(whole.append(part)));
            whole.clear();
        }
        for (Problem& problem : corner_problems(mesh_))
            problems_.push_back(std::move(problem));  // all vertices are known
        if (mesh_.faces.empty() && problems_.empty())
            problems_.push_back({mesh_.file, "has no faces (lines 'f a b c'); export the surface as polygons"});
        if (!problems_.empty()) throw SpecError(first_problems(std::move(problems_), mesh_.file));
        return std::move(mesh_);
    }

  private:
    static MeshWords words_of(std::string_view line) { return MeshWords(line.substr(0, line.find('#'))); }

    void read_line(MeshWords words) {
        const std::string_view keyword = words.next();
        if (keyword.empty() || skipped.contains(keyword)) return;
        if (keyword == "v") return read_vertex(words);
        if (keyword == "f") return read_face(words);
        if (free_form.contains(keyword))
            add("'" + std::string(keyword) +
                "' belongs to a free-form surface, which is not read; export the surface as polygons");
        else add("unknown keyword" + suggestion(keyword, {"v", "f", "vt", "vn", "usemtl", "mtllib"}));
    }

    void read_vertex(MeshWords& words) {
        if (std::ssize(mesh_.vertices) == most_mesh_vertices) refuse_more_than(most_mesh_vertices, "vertices");
        mesh_.vertices.push_back({});  // also when it is wrong, so that later numbers mean what they did
        std::array<std::string_view, 3> coordinates;
        for (std::size_t k = 0; k < 3; ++k) {
            coordinates[k] = words.next();
            if (coordinates[k].empty()) return add("a vertex needs three coordinates, got " + std::to_string(k));
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const auto number = number_of<double>(coordinates[k]);
            if (!number || !std::isfinite(*number))
                return add("coordinate " + std::to_string(k + 1) + " must be a finite number");
            mesh_.vertices.back()[k] = *number;
        }
    }

    void read_face(MeshWords& words) {
        SurfaceMesh::Face face{{}, line_};
        for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
            const auto number = number_of<int>(word.substr(0, word.find('/')));
            if (!number || *number == 0)
                return add("a corner must be the number of a vertex, from 1 or from -1 backwards");
            face.corners.push_back(*number > 0 ? *number - 1 : count_of(mesh_.vertices) + *number);
            if (triangles_ + std::ssize(face.corners) - 2 > most_mesh_triangles)
                refuse_more_than(most_mesh_triangles, "triangles");
        }
        if (face.corners.size() < 3)
            return add("a face needs three corners, got " + std::to_string(face.corners.size()) + "; remove it");
        triangles_ += std::ssize(face.corners) - 2;
        mesh_.faces.push_back(std::move(face));
    }

    // Memory and time follow from these numbers.
    [[noreturn]] void refuse_more_than(long most, const std::string& what) const {
        throw SpecError(mesh_.file, "has more than " + std::to_string(most) + " " + what +
                                        "; simplify the surface, or give 'mass' and 'second_moments' instead");
    }

    // Does not quote the wrong text: a name in an untrusted system file may lead to a confidential file.
    void add(const std::string& what) {
        if (problems_.size() < most_problems) problems_.push_back({mesh_.file + ":" + std::to_string(line_), what});
    }

    SurfaceMesh mesh_{};
    int line_ = 0;
    long triangles_ = 0;
    std::vector<Problem> problems_{};
};

}  // namespace

std::vector<Problem> corner_problems(const SurfaceMesh& mesh) {
    constexpr std::size_t most = 10000;
    const std::size_t count = mesh.vertices.size();
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < mesh.faces.size() && problems.size() < most; ++i) {
        const SurfaceMesh::Face& face = mesh.faces[i];
        std::set<int> corners;
        for (const int corner : face.corners) {
            if (corner < 0 || static_cast<std::size_t>(corner) >= count)
                problems.push_back({mesh.where(face), mesh.name(i) + " names vertex " + std::to_string(corner + 1) +
                                                          ", the file has vertices 1 to " + std::to_string(count)});
            else if (!corners.insert(corner).second)
                problems.push_back(
                    {mesh.where(face), mesh.name(i) + " has vertex " + std::to_string(corner + 1) +
                                           " twice among its corners; remove the face, or the corner if three others "
                                           "are left"});
        }
    }
    return problems;
}

SurfaceMesh read_obj(const std::string& text, const std::string& file) { return ObjReader(file).read(text); }

}  // namespace cchnn
