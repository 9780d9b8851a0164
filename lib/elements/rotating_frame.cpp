#include "elements/rotating_frame.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// The direction of axis i of a body: its node i less its centre of mass.
Separation axis_of(const Body& body, int i, int dimension) {
    return {{{NodeIndex{body.first_node + i}, 1.0}, {NodeIndex{body.first_node}, -1.0}},
            std::vector<Exact>(dimension, 0.0)};
}

}  // namespace

void RotatingFrameKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    check_at_right_angles(type, "rate", spec.rate, pointer, checking);
    if (const std::string* const other = checking.claim(type, pointer))
        checking.findings.add(pointer, "is a second RotatingFrame beside " + *other +
                                           ": give one, with the sum of the angular velocities");
}

void RotatingFrameKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    Term made{spec.rate};
    for (const Body& body : bodies.all()) {
        if (body.node_count == 0) continue;
        made.parts.push_back({separation_of(bodies.centre(body)), body.mass});
        for (int i = 1; i < body.node_count; ++i)
            made.parts.push_back(
                {axis_of(body, i, bodies.dimension()), Exact(body.mass) * body.exact_second_moments[i - 1]});
    }
    terms.push_back(std::move(made));
}

void RotatingFrameKind::edges(const Spec& frame, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const Body& body : bodies.all()) {
        if (body.node_count == 0) continue;
        edges.push_back(edge_of({body.id}, bodies));
        add_numbers(edges.back(), fields, frame);
    }
}

std::string RotatingFrameKind::line(const Term& frame, const Bodies&, const Units& u) {
    return "RotatingFrame, V = -integral of |Omega x r|^2/2 dm, and the Coriolis force 2 v x Omega dm: Omega = " +
           tuple_text(frame.rate) + " rad/" + u.time;
}

}  // namespace cchnn
