#include "core/to_size.hpp"
#include "report/explain/explain_system.hpp"

namespace cchnn {
namespace {

std::string force_unit(const Units& u) { return u == Units{} ? "N" : u.mass + " " + u.length + "/" + u.time + "^2"; }

std::string gravity_text(const BodyGraph& graph, const Units& u) {
    std::string text;
    for (const Gravity& gravity : graph.gravities())
        text += "  Gravity, V = sum of m g (up . x): g = " + short_number(gravity.g) + " " + u.length + "/" + u.time +
                "^2, up " + tuple_text(gravity.up) + "\n";
    return text;
}

std::string spring_text(const BodyGraph& graph, const Units& u) {
    if (graph.springs().empty()) return "";
    std::vector<std::string> lines;
    for (const Spring& spring : graph.springs()) {
        const std::string ends = point_text(graph, spring.a) + ", " + point_text(graph, spring.b);
        lines.push_back(spring.name + "  k = " + short_number(spring.stiffness) + " " + force_unit(u) + "/" + u.length +
                        ", l0 = " + short_number(spring.rest_length) + " " + u.length +
                        (ends.find(" at ") == std::string::npos ? "" : "  (" + ends + ")"));
    }
    return "  Spring, V = k/2 (|x_a - x_b| - l0)^2\n" + listed(lines, 4);
}

std::string newtonian_text(const SystemSpec& spec, const BodyGraph& graph) {
    std::string text;
    for (const PotentialSpec& potential : spec.potentials) {
        const auto* newtonian = std::get_if<NewtonianSpec>(&potential);
        if (!newtonian) continue;
        std::string names;
        for (const std::string& id : newtonian->bodies) names += (names.empty() ? "" : ", ") + id;
        text += "  Newtonian, V = -G sum over pairs of m_a m_b / |x_a - x_b|: G = " +
                short_number(newtonian->gravitational_constant) + " " + spec.units.length + "^3/(" + spec.units.mass +
                " " + spec.units.time + "^2)\n    among " + names + "\n";
    }
    return text.empty() ? text : text + "    " + std::to_string(graph.attractions().size()) + " pairs\n";
}

// The id of the body whose centre of mass is a node.
std::string owner(const BodyGraph& graph, NodeIndex node) {
    for (const Body& body : graph.bodies())
        if (body.first_node == index(node)) return body.id;
    return "node " + std::to_string(index(node));
}

std::string dipole_text(const BodyGraph& graph, const Units& u) {
    std::string text;
    for (const Dipole& dipole : graph.dipoles()) {
        text +=
            "  Dipole, V = -m_0 . B(x), m_0 = moment (x - pivot)/|x - pivot|, "
            "B = sum of mu0/(4 pi r^5) (3 r r^T - r^2) m_i, r from magnet i to x\n    " +
            owner(graph, dipole.node) + ", moment " + short_number(dipole.moment) + ", pivot " +
            tuple_text(dipole.pivot) + " " + u.length + ", mu0 = " + short_number(dipole.mu0) + "\n";
        std::vector<std::string> magnets;
        for (const DipoleSpec::Magnet& magnet : dipole.magnets)
            magnets.push_back("magnet at " + tuple_text(magnet.position) + " " + u.length + ", moment " +
                              tuple_text(magnet.moment));
        text += listed(magnets, 4);
    }
    return text;
}

std::string damping_text(const BodyGraph& graph, const Units& u) {
    std::string text;
    for (const Damping& damping : graph.dampings()) {
        text += "  " + owner(graph, damping.node) + ", c = " + short_number(damping.coefficient);
        text += damping.pivot ? " " + force_unit(u) + " " + u.length + " " + u.time +
                                    ": R = c omega^2/2, omega its angular velocity about " +
                                    tuple_text(*damping.pivot) + " " + u.length + "\n"
                              : " " + force_unit(u) + " " + u.time + "/" + u.length + ": R = c |v|^2/2\n";
    }
    return text.empty()
               ? text
               : "\nDamping, force -dR/dv; energy is lost at the rate 2 R, datasets say how much: /dissipated\n" + text;
}

}  // namespace

std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph) {
    const std::string potentials = gravity_text(graph, spec.units) + spring_text(graph, spec.units) +
                                   newtonian_text(spec, graph) + dipole_text(graph, spec.units);
    return "\nPotentials, H = T + V(x)\n" + (potentials.empty() ? std::string("  none\n") : potentials) +
           damping_text(graph, spec.units);
}

std::string explain_conserved(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system) {
    std::string text = "\nConserved\n";
    for (const ConservedQuantity& q : system.conserved()) {
        const bool angular = q.kind == ConservedQuantity::Kind::angular_momentum;
        text += "  " + q.name + (angular ? " about " + tuple_text(q.centre) + " " + spec.units.length : "") + "\n";
    }
    if (system.conserved().empty())
        text += graph.dampings().empty() ? "  nothing\n"
                                         : "  nothing; energy and what was lost to damping add up to a constant\n";
    return text;
}

}  // namespace cchnn
