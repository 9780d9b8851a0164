#include "coordinates/held_body.hpp"

#include <algorithm>

#include "coordinates/body_frames.hpp"
#include "core/to_size.hpp"
#include "elements/parts/reading/body_coordinates.hpp"

namespace cchnn {
namespace {

using namespace body_frames;
using Hold = Branch::Hold;
using Turn = Branch::Turn;

Moving direction_of(std::size_t d, const double* q, const double* qdot) {
    return d == 2 ? charts::plane_direction(q[0], qdot[0]) : charts::sphere_direction(q, qdot);
}

// The axes of a body whose own angles orient it, without a hinge or a weld.
MovingFrame free_axes(std::size_t d, int axes, const double* q, const double* qdot) {
    MovingFrame e{};
    if (d == 3 && axes > 1) return charts::euler_frame(q, qdot);
    e[0] = direction_of(d, q, qdot);
    if (d == 2) e[1] = {{-e[0].value[1], e[0].value[0], 0}, {-e[0].rate[1], e[0].rate[0], 0}};
    return e;
}

// How many angles orient a body: none for a point mass or a weld; one on a hinge, but none for a rod, which lies along
// its axis; without a hinge one in the plane, in space two for a rod and three for others.
int angles_of(const Branch& branch, int axes, int dimension) {
    if (axes == 0 || branch.turn == Turn::fixed) return 0;
    if (branch.turn == Turn::hinge) return axes > 1 ? 1 : 0;
    return dimension == 2 ? 1 : axes == 1 ? 2 : 3;
}

}  // namespace

HeldBody::HeldBody(Branch held, const BodyGraph& graph) : branch(std::move(held)), dimension(graph.dimension()) {
    const Body& body = graph.bodies()[index(branch.body)];
    const Body& parent = graph.bodies()[index(branch.parent)];
    first_node = body.first_node;
    axes = body.node_count - 1;
    parent_node = parent.first_node;
    parent_axes = std::max(0, parent.node_count - 1);
    if (branch.hold != Hold::free) held_point = body_coordinates(branch.on_body, body);
    if (branch.hold == Hold::free) held_by = dimension;
    if (branch.hold == Hold::link) held_by = dimension - 1;
    if (branch.hold == Hold::slide) held_by = 1;
    turned_by = angles_of(branch, axes, dimension);
}

void HeldBody::place(const double* q, const double* qdot, double* x, double* v) const {
    const auto d = to_size(dimension), turn = to_size(held_by);
    const Nodes nodes{x, v, d};  // of the bodies before
    // From the parent to the held point, along the Link or Slider, and from the held point to the centre of mass.
    Moving centre{};
    if (branch.hold == Hold::free)
        for (std::size_t k = 0; k < d; ++k) {
            centre.value[k] = q[k];
            centre.rate[k] = qdot[k];
        }
    else centre = nodes.point(branch.on_parent);
    if (branch.hold == Hold::link) add(centre, branch.length, direction_of(d, q, qdot));
    MovingFrame e{};
    if (axes > 0 && branch.turn == Turn::free) e = free_axes(d, axes, q + turn, qdot + turn);
    if (branch.turn != Turn::free) {
        const MovingFrame a = hinge_axes(all_axes_of(nodes, parent_node, parent_axes), branch.frame_in_parent);
        e = body_axes(turned_by ? charts::hinged_frame(a, q[turn], qdot[turn]) : a, branch.frame_in_body);
    }
    if (branch.hold == Hold::slide) {
        const Moving u = branch.slide_axis_in_parent ? slide_axis(x, v) : direction_in(e, branch.slide_axis);
        add(centre, branch.slide_axis_in_parent ? 1 : -1, along(u, q[0], qdot[0]));
    }
    for (std::size_t i = 0; i < held_point.size(); ++i) add(centre, -held_point[i], e[i]);
    for (int i = 0; i <= axes; ++i)
        for (std::size_t k = 0; k < d; ++k) {
            const std::size_t entry = to_size(first_node + i) * d + k;
            x[entry] = centre.value[k] + (i > 0 ? e[i - 1].value[k] : 0);
            v[entry] = centre.rate[k] + (i > 0 ? e[i - 1].rate[k] : 0);
        }
}

}  // namespace cchnn
