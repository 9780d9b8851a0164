#include "elements/newtonian.hpp"

#include <set>

#include "core/joined.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// Whether the body is known. An Origin without mass attracts nothing, which is reported.
bool check_attracts(const std::string& pointer, const std::string& id, Checking& checking) {
    if (!checking.bodies.check_known(pointer, id, checking.findings)) return false;
    const BodySpec& body = checking.bodies.at(id);
    if (is_origin(body) && body.mass == 0)
        checking.findings.add(pointer, "'" + id + "' is an Origin without mass and attracts nothing: give it a 'mass'");
    return true;
}

}  // namespace

void NewtonianKind::check(const Spec& newtonian, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    const std::string at = child(pointer, "bodies");
    if (newtonian.bodies.size() < 2)
        findings.add(at, "must have at least 2 entries, got " + std::to_string(newtonian.bodies.size()));
    std::set<std::string> seen;
    bool moves = false;
    for (std::size_t i = 0; i < newtonian.bodies.size(); ++i) {
        const std::string& id = newtonian.bodies[i];
        const bool attracts = check_attracts(child(at, i), id, checking);
        if (!seen.insert(id).second) findings.add(child(at, i), "'" + id + "' is listed twice");
        moves = moves || !attracts || !is_origin(checking.bodies.at(id));
    }
    if (!moves && !newtonian.bodies.empty())
        findings.add(at, "needs at least one body that moves: an Origin never does");
}

void NewtonianKind::resolve(const Spec& newtonian, const Bodies& bodies, std::vector<Term>& terms) {
    for (std::size_t i = 0; i < newtonian.bodies.size(); ++i)
        for (std::size_t j = i + 1; j < newtonian.bodies.size(); ++j) {
            const Body &a = bodies.named(newtonian.bodies[i]), &b = bodies.named(newtonian.bodies[j]);
            if (a.type == BodyType::origin && b.type == BodyType::origin) continue;
            terms.push_back(
                {bodies.centre(a), bodies.centre(b), Exact(newtonian.gravitational_constant) * a.mass * b.mass});
        }
}

void NewtonianKind::edges(const Spec& newtonian, const Bodies& bodies, std::vector<Edge>& edges) {
    const auto fixed = [&](const std::string& id) { return bodies.named(id).type == BodyType::origin; };
    for (std::size_t i = 0; i < newtonian.bodies.size(); ++i)
        for (std::size_t j = i + 1; j < newtonian.bodies.size(); ++j) {
            if (fixed(newtonian.bodies[i]) && fixed(newtonian.bodies[j])) continue;
            edges.push_back(edge_between({newtonian.bodies[i]}, {newtonian.bodies[j]}, bodies));
            add_numbers(edges.back(), fields, newtonian);
        }
}

std::string NewtonianKind::explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms, const Bodies&,
                                   const Units& u) {
    std::string text;
    for (const NewtonianSpec* newtonian : specs) {
        text += "  Newtonian, V = -G sum over pairs of m_a m_b / |x_a - x_b|: G = " +
                short_number(newtonian->gravitational_constant) + " " + u.length + "^3/(" + u.mass + " " + u.time +
                "^2)\n    among " + joined(newtonian->bodies) + "\n";
    }
    return text.empty() ? text : text + "    " + std::to_string(terms.size()) + " pairs\n";
}

}  // namespace cchnn
