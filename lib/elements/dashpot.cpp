#include "elements/dashpot.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void DashpotKind::resolve(const Spec& dashpot, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Dashpot", dashpot.a, dashpot.b), bodies.point(dashpot.a), bodies.point(dashpot.b),
                     dashpot.coefficient});
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
