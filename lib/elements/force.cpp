#include "elements/force.hpp"

#include "core/to_size.hpp"
#include "elements/parts/reading/resolve_fields.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void ForceKind::check(const Spec& force, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, force.input);
    const bool follows = checking.check_frame(pointer, force.frame, force.input);
    if (!follows || !checking.bodies.contains(force.on.body)) return;
    const BodySpec& body = checking.bodies.at(force.on.body);
    const auto axes = static_cast<std::size_t>(axis_count(body.type));
    for (std::size_t k = axes; k < force.force.size(); ++k)
        if (force.force[k] != 0 || checking.is_drawn(child(child(pointer, "force"), k)))
            checking.findings.add(child(child(pointer, "force"), k),
                                  named_type(body) + " with " + std::to_string(axes) +
                                      " principal axes of its own: the force in its frame has 0 here");
}

void ForceKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back(term_by_fields<ForceKind>(spec, bodies));
    if (spec.frame == "body") terms.back().axes = bodies.axes(bodies.at(terms.back().on.body));
}

// Entries along axes of a body are numbered, as everywhere in edges.
void ForceKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_of(spec.on, bodies));
    add_numbers(edges.back(), fields, spec);
    if (spec.frame != "body") return;
    int axis = 0;
    for (EdgeNumber& number : edges.back().numbers) number.name = "force_" + std::to_string(++axis);
}

// The force on a point is spread to the nodes by the weights of the point, which is the transpose of how the
// point follows them.
void ForceKind::add_constant_force(const Term& term, const Bodies&, std::vector<Exact>& force) {
    const std::size_t d = term.force.size();
    for (const NodeWeight& node : term.on.weights)
        for (std::size_t k = 0; k < d; ++k) force[index(node.node) * d + k] += node.weight * term.force[k];
}

// A driven force depends on time, so that energy is not conserved. Whether driven forces cancel is not examined:
// each breaks translation along its own axes.
void ForceKind::breaks(const Term& term, Symmetry& symmetry) {
    if (term.input.empty()) return symmetry.forces.push_back(term.force);
    symmetry.energy = false;
    if (!term.axes.empty()) symmetry.space = false;
    for (std::size_t k = 0; k < term.force.size(); ++k)
        symmetry.coordinates[k] = symmetry.coordinates[k] || term.force[k] != 0;
}

std::string ForceKind::line(const Term& force, const Bodies& bodies, const Units& u) {
    const std::string formula = force.input.empty() ? "V = -F . x" : "F times " + force.input;
    return "Force, " + formula + ": F = " + tuple_text(force.force) + " " + force_unit(u) + " on " +
           point_text(bodies, force.on) + (force.axes.empty() ? "" : ", along the axes of the body");
}

}  // namespace cchnn
