#include "elements/gravity.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void GravityKind::resolve(const Spec& spec, const Bodies&, std::vector<Term>& terms) {
    terms.push_back({spec.g, spec.up});
}

void GravityKind::edges(const Spec& gravity, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const Body& body : bodies.all()) {
        if (body.type == BodyType::origin) continue;
        edges.push_back(edge_of({body.id}, bodies));
        add_numbers(edges.back(), fields, gravity);
    }
}

void GravityKind::add_constant_force(const Term& gravity, const Bodies& bodies, std::vector<Exact>& force) {
    const int d = bodies.dimension();
    for (const Body& body : bodies.all())
        for (int k = 0; body.node_count > 0 && k < d; ++k)
            force[body.first_node * d + k] -= Exact(body.mass) * gravity.g * gravity.up[k];
}

// Fields are added up, since two of them may cancel.
void GravityKind::breaks(const Term& gravity, Symmetry& symmetry) {
    for (std::size_t k = 0; k < symmetry.field.size(); ++k) symmetry.field[k] += gravity.g * gravity.up[k];
}

std::string GravityKind::line(const Term& gravity, const Bodies&, const Units& u) {
    return "Gravity, V = sum of m g (up . x): g = " + short_number(gravity.g) + " " + u.length + "/" + u.time +
           "^2, up " + tuple_text(gravity.up);
}

}  // namespace cchnn
