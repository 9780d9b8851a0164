#include "elements/spring.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void SpringKind::check(const Spec& spring, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, spring.input);
}

void SpringKind::breaks(const Term& spring, Symmetry& symmetry) {
    BetweenPoints::breaks(spring, symmetry);
    if (!spring.input.empty()) symmetry.energy = false;
}

std::string SpringKind::line(const Term& spring, const Bodies& bodies, const Units& u) {
    const std::string ends = point_text(bodies, spring.a) + ", " + point_text(bodies, spring.b);
    return spring.name + "  k = " + short_number(spring.stiffness) + " " + force_unit(u) + "/" + u.length +
           ", l0 = " + short_number(spring.rest_length) + " " + u.length +
           (spring.input.empty() ? "" : " + " + spring.input) +
           (ends.find(" at ") == std::string::npos ? "" : "  (" + ends + ")");
}

}  // namespace cchnn
