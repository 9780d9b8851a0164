#include "elements/dipole.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void DipoleKind::check(const Spec& dipole, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    const BodyTable& bodies = checking.bodies;
    if (checking.dimension != 3)
        findings.add(child(pointer, "type"), "a Dipole needs dimension 3, got " + std::to_string(checking.dimension));
    const std::string body = child(pointer, "body");
    if (bodies.check_moves(body, dipole.body, findings) && bodies.at(dipole.body).type != BodyType::obj0d)
        findings.add(body, "must be an Obj0D, '" + dipole.body + "' is an " + type_name(bodies.at(dipole.body).type));
    bodies.check_origin(child(pointer, "pivot"), dipole.pivot, findings);
    const std::string magnets = child(pointer, "magnets");
    if (dipole.magnets.empty()) findings.add(magnets, "needs at least one magnet");
    for (std::size_t i = 0; i < dipole.magnets.size(); ++i) {
        findings.check_vector(child(child(magnets, i), "position"), dipole.magnets[i].position, 3);
        findings.check_vector(child(child(magnets, i), "moment"), dipole.magnets[i].moment, 3);
    }
}

void DipoleKind::resolve(const Spec& dipole, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({NodeIndex{bodies.named(dipole.body).first_node}, bodies.named(dipole.pivot).position,
                     dipole.moment, dipole.mu0, dipole.magnets});
}

// One edge for each fixed magnet, with its place and moment.
void DipoleKind::edges(const Spec& dipole, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const DipoleSpec::Magnet& magnet : dipole.magnets) {
        edges.push_back(edge_between({dipole.body}, {dipole.pivot}, bodies));
        add_numbers(edges.back(), fields, dipole);
        add_entries(edges.back(), "magnet_position", magnet.position, "m", true);
        add_entries(edges.back(), "magnet_moment", magnet.moment, "A m^2", true);
    }
}

std::string DipoleKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies& bodies,
                                const Units& u) {
    std::string text;
    for (const Dipole& dipole : terms) {
        text +=
            "  Dipole, V = -m_0 . B(x), m_0 = moment (x - pivot)/|x - pivot|, "
            "B = sum of mu0/(4 pi r^5) (3 r r^T - r^2) m_i, r from magnet i to x\n    " +
            bodies.owner(dipole.node) + ", moment " + short_number(dipole.moment) + ", pivot " +
            tuple_text(dipole.pivot) + " " + u.length + ", mu0 = " + short_number(dipole.mu0) + "\n";
        std::vector<std::string> magnets;
        for (const DipoleSpec::Magnet& magnet : dipole.magnets)
            magnets.push_back("magnet at " + tuple_text(magnet.position) + " " + u.length + ", moment " +
                              tuple_text(magnet.moment));
        text += listed(magnets, 4);
    }
    return text;
}

}  // namespace cchnn
