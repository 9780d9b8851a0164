#include "elements/link.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/read_item.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

LinkSpec LinkKind::read(const nlohmann::ordered_json& item, int) {
    const nlohmann::ordered_json& between = item.at("between");
    return {read_end(between.at(0)), read_end(between.at(1)), item.at("length")};
}

void LinkKind::check(const Spec& link, const std::string& pointer, Checking& checking) {
    check_between(pointer, link.a, link.b, "a Link", checking.bodies, checking.findings);
    checking.findings.check_positive(child(pointer, "length"), link.length, " m");
    const std::string ends = ends_text(end_text(link.a), end_text(link.b));
    if (const std::string* first = checking.claim("linked " + ends, pointer))
        checking.findings.add(child(pointer, "between"),
                              "'" + link.a.body + "' and '" + link.b.body + "' are already linked by " + *first);
}

void LinkKind::resolve(const Spec& link, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Link", link.a, link.b), bodies.point(link.a), bodies.point(link.b), link.length});
}

void LinkKind::edges(const Spec& link, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_between(link.a, link.b, bodies));
    edges.back().numbers = {{"length", link.length, "m"}};
}

Tie LinkKind::tie(const Term& link) {
    return {.hold = Tie::Hold::distance, .a = &link.a, .b = &link.b, .length = link.length};
}

void LinkKind::paper_rows(const Term& link, PaperRows& rows) {
    rows.positions.push_back({ConstraintRow::Kind::distance, link.name, difference(link.a, link.b), 0, link.length,
                              Exact(link.length) * link.length, true});
}

std::string LinkKind::ends(const Term& link, const Bodies& bodies) {
    return point_text(bodies, link.a) + ", " + point_text(bodies, link.b);
}

}  // namespace cchnn
