#include "elements/damping.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

// Beyond its fields: the body moves, and a pivot is an Origin in a space in which something can turn about it.
void DampingKind::check(const Spec& damping, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    checking.bodies.check_moves(child(pointer, "body"), damping.body, findings);
    if (!damping.pivot) return;
    checking.bodies.check_origin(child(pointer, "about"), *damping.pivot, findings);
    if (checking.dimension == 1)
        findings.add(child(pointer, "about"), "angular velocity needs dimension 2 or 3: leave it out");
}

void DampingKind::resolve(const Spec& damping, const Bodies& bodies, std::vector<Term>& terms) {
    std::optional<std::vector<double>> pivot;
    if (damping.pivot) pivot = bodies.named(*damping.pivot).position;
    terms.push_back({NodeIndex{bodies.named(damping.body).first_node}, std::move(pivot), damping.coefficient});
}

// An edge to the pivot, if there is one, else one of the body alone.
void DampingKind::edges(const Spec& damping, const Bodies& bodies, std::vector<Edge>& edges) {
    const PointSpec body{damping.body};
    edges.push_back(damping.pivot ? edge_between(body, {*damping.pivot}, bodies) : edge_of(body, bodies));
    add_numbers(edges.back(), fields, damping);
}

std::string DampingKind::line(const Term& damping, const Bodies& bodies, const Units& u) {
    return bodies.owner(damping.node) + ", c = " + short_number(damping.coefficient) + " " + force_unit(u) + " " +
           (damping.pivot ? u.length + " " + u.time + ": R = c omega^2/2, omega its angular velocity about " +
                                tuple_text(*damping.pivot) + " " + u.length
                          : u.time + "/" + u.length + ": R = c |v|^2/2");
}

}  // namespace cchnn
