#include "elements/magnetic_field.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void MagneticFieldKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    const std::vector<double>& field = spec.field;
    if (checking.dimension == 1)
        checking.findings.add(child(pointer, "type"), "a MagneticField needs dimension 2 or 3, got 1");
    if (checking.dimension == 2 && field.size() == 3 && !(field[0] == 0 && field[1] == 0))
        checking.findings.add(child(pointer, "field"),
                              "must be at right angles to the plane, [0, 0, B], got " + tuple_text(field));
}

std::string MagneticFieldKind::line(const Term& one, const Bodies& bodies, const Units&) {
    return "MagneticField, force q v x B, which does no work: q = " + short_number(one.charge) +
           ", B = " + tuple_text(one.field) + " on " + point_text(bodies, one.on);
}

}  // namespace cchnn
