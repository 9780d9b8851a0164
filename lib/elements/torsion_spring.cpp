#include "elements/torsion_spring.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void TorsionSpringKind::resolve(const Spec& spring, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("TorsionSpring", {spring.angle.a, {}}, {spring.angle.b, {}}),
                     resolved_angle(spring.angle, bodies), spring.stiffness, spring.rest_angle});
    terms.back().angle.middle = spring.rest_angle;
}

std::string TorsionSpringKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                       const Units& u) {
    if (terms.empty()) return "";
    std::vector<std::string> lines;
    for (const TorsionSpring& spring : terms)
        lines.push_back(spring.name + "  k = " + short_number(spring.stiffness) + " " + force_unit(u) + " " + u.length +
                        ", theta_0 = " + short_number(spring.rest_angle) + " rad");
    return "  TorsionSpring, V = k/2 (theta - theta_0)^2, theta counted over turns\n" + listed(lines, 4);
}

}  // namespace cchnn
