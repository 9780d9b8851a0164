#include "elements/torsion_spring.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/reading/optional_value.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

TorsionSpringSpec TorsionSpringKind::read(const nlohmann::ordered_json& item, int) {
    return {read_angle(item), item.at("stiffness"), optional_value(item, "rest_angle", 0.0)};
}

void TorsionSpringKind::check(const Spec& spring, const std::string& pointer, Checking& checking) {
    check_angle(pointer, spring.angle, "a TorsionSpring", checking);
    checking.findings.check_positive(child(pointer, "stiffness"), spring.stiffness, " N m");
    checking.findings.check_finite(child(pointer, "rest_angle"), spring.rest_angle);
}

void TorsionSpringKind::resolve(const Spec& spring, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("TorsionSpring", {spring.angle.a, {}}, {spring.angle.b, {}}),
                     resolved_angle(spring.angle, bodies), spring.stiffness, spring.rest_angle});
    terms.back().angle.middle = spring.rest_angle;
}

void TorsionSpringKind::edges(const Spec& spring, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_of_angle(spring.angle, bodies));
    edges.back().numbers.push_back({"stiffness", spring.stiffness, "N m"});
    edges.back().numbers.push_back({"rest_angle", spring.rest_angle, "rad"});
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
