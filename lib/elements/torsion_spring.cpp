#include "elements/torsion_spring.hpp"

#include "elements/parts/reading/resolve_fields.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void TorsionSpringKind::check(const Spec& spring, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, spring.input);
}

void TorsionSpringKind::breaks(const Term& spring, Symmetry& symmetry) {
    AboutAngle::breaks(spring, symmetry);
    if (!spring.input.empty()) symmetry.energy = false;
}

// The start of the count lies around the angle at which the spring rests, (3) of counted_angle.hpp.
void TorsionSpringKind::resolve(const Spec& spring, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back(term_by_fields<TorsionSpringKind>(spring, bodies));
    terms.back().angle.middle = spring.rest_angle;
}

std::string TorsionSpringKind::line(const Term& spring, const Bodies&, const Units& u) {
    return spring.name + "  k = " + short_number(spring.stiffness) + " " + force_unit(u) + " " + u.length +
           ", theta_0 = " + short_number(spring.rest_angle) + " rad" +
           (spring.input.empty() ? "" : " + " + spring.input);
}

}  // namespace cchnn
