#include "elements/torsion_damper.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// Of a body whose every turn shows in its axes.
void check_turns(const std::string& pointer, const BodySpec& body, int dimension, Findings& findings) {
    if (is_origin(body)) return;
    if (body.type == BodyType::obj0d)
        findings.add(pointer,
                     "'" + body.id + "' is an Obj0D, a single point, and does not turn: take an extended body");
    else if (body.type == BodyType::obj1d && dimension == 3)
        findings.add(
            pointer,
            "'" + body.id +
                "' is an Obj1D, a thin rod, whose rotation about its own axis is undefined: use an Obj2D or Obj3D");
}

int turning_axes(const Body& body, int dimension) {
    if (body.type == BodyType::origin) return 0;
    return dimension == 2 ? 1 : body.node_count - 1;
}

}  // namespace

TorsionDamperSpec TorsionDamperKind::read(const nlohmann::ordered_json& item, int) {
    const nlohmann::ordered_json& bodies = item.at("bodies");
    return {bodies.at(0), bodies.at(1), item.at("coefficient")};
}

void TorsionDamperKind::check(const Spec& damper, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    const std::string bodies = child(pointer, "bodies");
    findings.check_not_negative(child(pointer, "coefficient"), damper.coefficient, " N m s");
    if (checking.dimension == 1)
        return findings.add(child(pointer, "type"),
                            "a TorsionDamper needs dimension 2 or 3, got 1: nothing turns there");
    const bool known_a = checking.bodies.check_known(child(bodies, 0), damper.a, findings);
    const bool known_b = checking.bodies.check_known(child(bodies, 1), damper.b, findings);
    if (!known_a || !known_b) return;
    const BodySpec &a = checking.bodies.at(damper.a), &b = checking.bodies.at(damper.b);
    if (damper.a == damper.b)
        findings.add(bodies, "a TorsionDamper joins two different bodies, got '" + damper.a + "' twice");
    else if (is_origin(a) && is_origin(b))
        findings.add(bodies, "'" + damper.a + "' and '" + damper.b +
                                 "' are both an Origin and never turn: a TorsionDamper between them does nothing");
    check_turns(child(bodies, 0), a, checking.dimension, findings);
    check_turns(child(bodies, 1), b, checking.dimension, findings);
}

void TorsionDamperKind::resolve(const Spec& damper, const Bodies& bodies, std::vector<Term>& terms) {
    const Body &a = bodies.named(damper.a), &b = bodies.named(damper.b);
    const int d = bodies.dimension();
    terms.push_back({name_of("TorsionDamper", {damper.a, {}}, {damper.b, {}}), bodies.centre(a), bodies.centre(b),
                     std::max(a.first_node, 0), turning_axes(a, d), std::max(b.first_node, 0), turning_axes(b, d),
                     damper.coefficient});
}

void TorsionDamperKind::edges(const Spec& damper, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between({damper.a, {}}, {damper.b, {}}, bodies));
    edges.back().numbers = {{"coefficient", damper.coefficient, "N m s"}};
}

std::string TorsionDamperKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                       const Units& u) {
    std::vector<std::string> lines;
    for (const TorsionDamper& damper : terms)
        lines.push_back(damper.name + ", c = " + short_number(damper.coefficient) + " " + force_unit(u) + " " +
                        u.length + " " + u.time + ": R = c |omega_a - omega_b|^2/2");
    return listed(lines, 2);
}

}  // namespace cchnn
