#include "elements/torsion_damper.hpp"

#include <algorithm>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

// The number of tips of a body from which its angular velocity is computed, torsion_damper.hpp (2).
int turning_axes(const Body& body, int dimension) {
    if (body.type == BodyType::origin) return 0;
    return dimension == 2 ? 1 : body.node_count - 1;
}

}  // namespace

void TorsionDamperKind::check(const Spec& damper, const std::string& pointer, Checking& checking) {
    if (checking.dimension == 1)
        return checking.findings.add(child(pointer, "type"),
                                     "a TorsionDamper needs dimension 2 or 3, got 1: nothing turns there");
    check_turning(child(pointer, "bodies"), damper.a, damper.b, "a TorsionDamper", checking);
}

void TorsionDamperKind::resolve(const Spec& damper, const Bodies& bodies, std::vector<Term>& terms) {
    const Body &a = bodies.named(damper.a), &b = bodies.named(damper.b);
    const int d = bodies.dimension();
    // An Origin has no node; it has no turning axes either, so that its first node is not read.
    terms.push_back({name_of("TorsionDamper", {damper.a, {}}, {damper.b, {}}), bodies.centre(a), bodies.centre(b),
                     std::max(a.first_node, 0), turning_axes(a, d), std::max(b.first_node, 0), turning_axes(b, d),
                     damper.coefficient});
}

std::string TorsionDamperKind::line(const Term& damper, const Bodies&, const Units& u) {
    return damper.name + ", c = " + short_number(damper.coefficient) + " " + force_unit(u) + " " + u.length + " " +
           u.time + ": R = c |omega_a - omega_b|^2/2";
}

}  // namespace cchnn
