#include "graph/drawing.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

// Corner s of the box of a body: x_0 + sum +-a_i (x_i - x_0), the sign of axis i being bit i of s.
Point corner(const Body& body, int dimension, unsigned s) {
    const Point centre = node_point(body.first_node, dimension);
    std::vector<Point> tips;
    for (int i = 1; i < body.node_count; ++i) tips.push_back(node_point(body.first_node + i, dimension));
    std::vector<PointTerm> terms{{1, &centre}};
    for (std::size_t i = 0; i < tips.size(); ++i) {
        const double half = std::sqrt(3 * body.second_moments[i]) * (s >> i & 1 ? 1 : -1);
        terms.push_back({half, &tips[i]});
        terms.push_back({-half, &centre});
    }
    return combined(terms);
}

double heaviest(const std::vector<Body>& bodies) {
    double most = 0;
    for (const Body& body : bodies)
        if (body.node_count > 0) most = std::max(most, body.mass);
    return most;
}

void draw_body(const Body& body, double most, bool with_box, Sketch& sketch) {
    const int d = sketch.bodies().dimension();
    if (body.node_count == 0) return sketch.spot(Drawing::Spot::Kind::fixed, fixed_point(body.position), body.id);
    const double size = std::clamp(std::cbrt(body.mass / most), 0.25, 1.0);
    sketch.spot(Drawing::Spot::Kind::mass, node_point(body.first_node, d), body.id, size);
    if (!with_box) return;
    const unsigned corners = 1U << (body.node_count - 1);
    for (unsigned s = 0; s < corners; ++s)
        for (unsigned axis = 1; axis < corners; axis <<= 1)
            if (!(s & axis)) sketch.line(Drawing::Line::Kind::outline, corner(body, d, s), corner(body, d, s | axis));
}

// Against the field that pulls on every mass, where there is one.
int up_axis(const BodyGraph& graph) {
    Symmetry symmetry{.field = std::vector<double>(static_cast<std::size_t>(graph.dimension()), 0.0)};
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) K::breaks(term, symmetry);
    });
    const auto longest = std::max_element(symmetry.field.begin(), symmetry.field.end(),
                                          [](double a, double b) { return std::abs(a) < std::abs(b); });
    return *longest == 0 ? graph.dimension() - 1 : static_cast<int>(longest - symmetry.field.begin());
}

}  // namespace

Drawing drawing_of(const BodyGraph& graph) {
    Sketch attached(graph.parts()), sketch(graph.parts());
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) K::draw(term, attached);
    });
    const double most = heaviest(graph.bodies());
    for (const Body& body : graph.bodies())
        draw_body(body, most, !attached.shape_is_drawn(graph.parts().index_of(body)), sketch);
    Drawing drawing = sketch.take(), more = attached.take();
    drawing.lines.insert(drawing.lines.end(), more.lines.begin(), more.lines.end());
    drawing.spots.insert(drawing.spots.end(), more.spots.begin(), more.spots.end());
    drawing.curves = std::move(more.curves);
    drawing.up = up_axis(graph);
    return drawing;
}

}  // namespace cchnn
