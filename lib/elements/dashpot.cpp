#include "elements/dashpot.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/read_item.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

DashpotSpec DashpotKind::read(const nlohmann::ordered_json& item, int) {
    const nlohmann::ordered_json& between = item.at("between");
    return {read_end(between.at(0)), read_end(between.at(1)), item.at("coefficient")};
}

void DashpotKind::check(const Spec& dashpot, const std::string& pointer, Checking& checking) {
    check_between(pointer, dashpot.a, dashpot.b, "a Dashpot", checking.bodies, checking.findings);
    checking.findings.check_not_negative(child(pointer, "coefficient"), dashpot.coefficient, " N s/m");
}

void DashpotKind::resolve(const Spec& dashpot, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Dashpot", dashpot.a, dashpot.b), bodies.point(dashpot.a), bodies.point(dashpot.b),
                     dashpot.coefficient});
}

void DashpotKind::edges(const Spec& dashpot, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between(dashpot.a, dashpot.b, bodies));
    edges.back().numbers = {{"coefficient", dashpot.coefficient, "N s/m"}};
}

std::string DashpotKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies& bodies,
                                 const Units& u) {
    std::vector<std::string> lines;
    for (const Dashpot& dashpot : terms)
        lines.push_back(dashpot.name + ", c = " + short_number(dashpot.coefficient) + " " + force_unit(u) + " " +
                        u.time + "/" + u.length + ": R = c (d|x_a - x_b|/dt)^2/2  (" + point_text(bodies, dashpot.a) +
                        ", " + point_text(bodies, dashpot.b) + ")");
    return listed(lines, 2);
}

}  // namespace cchnn
