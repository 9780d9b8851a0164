#include "elements/magnetic_field.hpp"

#include <algorithm>

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void MagneticFieldKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    const std::string at = child(pointer, "field");
    const std::vector<double>& field = spec.field;
    const auto is_zero = [](double entry) { return entry == 0; };
    checking.findings.check_vector(at, field, 3);
    if (checking.dimension == 1)
        checking.findings.add(child(pointer, "type"), "a MagneticField needs dimension 2 or 3, got 1");
    if (std::all_of(field.begin(), field.end(), is_zero))
        checking.findings.add(at, "is zero, so the MagneticField does nothing: remove it");
    else if (checking.dimension == 2 && !std::all_of(field.begin(), field.end() - 1, is_zero))
        checking.findings.add(at, "must be at right angles to the plane, [0, 0, B], got " + tuple_text(field));
}

void MagneticFieldKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({"MagneticField " + spec.on.body, bodies.point(spec.on), spec.charge, spec.field});
}

void MagneticFieldKind::edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_of(spec.on, bodies));
    edges.back().numbers = {{"charge", spec.charge, "C"}};
    add_entries(edges.back(), "field", spec.field, "T", true);
}

std::string MagneticFieldKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms,
                                       const Bodies& bodies, const Units&) {
    std::vector<std::string> lines;
    for (const ChargeInField& one : terms)
        lines.push_back("MagneticField, force q v x B, which does no work: q = " + short_number(one.charge) +
                        ", B = " + tuple_text(one.field) + " on " + point_text(bodies, one.on));
    return listed(lines, 2);
}

}  // namespace cchnn
