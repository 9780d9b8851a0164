#include "elements/spring.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void SpringKind::resolve(const Spec& spring, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Spring", spring.a, spring.b), bodies.point(spring.a), bodies.point(spring.b),
                     spring.stiffness, spring.rest_length});
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
