#include "elements/spring.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "elements/parts/reading/read_item.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

SpringSpec SpringKind::read(const nlohmann::ordered_json& item, int) {
    const nlohmann::ordered_json& between = item.at("between");
    return {read_end(between.at(0)), read_end(between.at(1)), item.at("stiffness"),
            optional_value(item, "rest_length", 0.0)};
}

void SpringKind::check(const Spec& spring, const std::string& pointer, Checking& checking) {
    check_between(pointer, spring.a, spring.b, "a Spring", checking.bodies, checking.findings);
    checking.findings.check_positive(child(pointer, "stiffness"), spring.stiffness, " N/m");
    checking.findings.check_not_negative(child(pointer, "rest_length"), spring.rest_length, " m");
}

void SpringKind::resolve(const Spec& spring, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Spring", spring.a, spring.b), bodies.point(spring.a), bodies.point(spring.b),
                     spring.stiffness, spring.rest_length});
}

void SpringKind::edges(const Spec& spring, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between(spring.a, spring.b, bodies));
    edges.back().numbers = {{"stiffness", spring.stiffness, "N/m"}, {"rest_length", spring.rest_length, "m"}};
}

std::string SpringKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies& bodies,
                                const Units& u) {
    if (terms.empty()) return "";
    std::vector<std::string> lines;
    for (const Spring& spring : terms) {
        const std::string ends = point_text(bodies, spring.a) + ", " + point_text(bodies, spring.b);
        lines.push_back(spring.name + "  k = " + short_number(spring.stiffness) + " " + force_unit(u) + "/" + u.length +
                        ", l0 = " + short_number(spring.rest_length) + " " + u.length +
                        (ends.find(" at ") == std::string::npos ? "" : "  (" + ends + ")"));
    }
    return "  Spring, V = k/2 (|x_a - x_b| - l0)^2\n" + listed(lines, 4);
}

}  // namespace cchnn
