#include "elements/link.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

// A second link between the same two points would either repeat the first or contradict it.
void LinkKind::check(const Spec& link, const std::string& pointer, Checking& checking) {
    const std::string ends = ends_text(end_text(link.a), end_text(link.b));
    if (const std::string* first = checking.claim("linked " + ends, pointer))
        checking.findings.add(child(pointer, "between"),
                              "'" + link.a.body + "' and '" + link.b.body + "' are already linked by " + *first);
}

Coupling LinkKind::coupling(const Term& link) {
    return {.relation = Coupling::Relation::distance, .a = &link.a, .b = &link.b, .length = link.length};
}

void LinkKind::paper_rows(const Term& link, PaperRows& rows) {
    rows.positions.push_back({ConstraintRow::Kind::distance, link.name, difference(link.a, link.b), 0, link.length,
                              Exact(link.length) * link.length, true});
}

std::string LinkKind::ends(const Term& link, const Bodies& bodies) {
    return point_text(bodies, link.a) + ", " + point_text(bodies, link.b);
}

}  // namespace cchnn
