#include "graph/body_surfaces.hpp"

#include <algorithm>

namespace cchnn {
namespace {

// The largest coordinate of a mesh along an axis, at least 0.
double reach(const DrawnSurface& mesh, std::size_t axis) {
    double most = 0;
    for (const Vector3& corner : mesh.corners) most = std::max(most, corner[axis]);
    return most;
}

}  // namespace

std::vector<BodySurface> draw_surfaces(const BodyGraph& graph, const std::map<std::string, DrawnSurface>& meshes,
                                       Drawing& drawing) {
    std::vector<BodySurface> surfaces;
    // drawing.tips has one entry for each body with nodes, in the order of bodies().
    std::size_t moving = 0;
    for (const Body& body : graph.bodies()) {
        if (body.node_count == 0) continue;
        Point& tip = drawing.tips[moving++];
        const auto mesh = meshes.find(body.id);
        if (mesh == meshes.end()) continue;
        const auto point = [&](const Vector3& along) {
            return graph.parts().point({body.id, {along.begin(), along.end()}});
        };
        BodySurface surface{body.id, {}, mesh->second.faces, mesh->second.creases};
        for (const Vector3& corner : mesh->second.corners) surface.corners.push_back(point(corner));
        surfaces.push_back(std::move(surface));
        std::erase_if(drawing.lines, [&](const Drawing::Line& line) {
            return line.kind == Drawing::Line::Kind::outline && line.label == body.id;
        });
        drawing.lines.push_back(
            {Drawing::Line::Kind::arm, graph.parts().centre(body), point({reach(mesh->second, 0), 0, 0})});
        tip = point({0, 0, reach(mesh->second, 2)});
    }
    return surfaces;
}

}  // namespace cchnn
