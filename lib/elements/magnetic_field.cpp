#include "elements/magnetic_field.hpp"

#include "elements/parts/formula/formula.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {
namespace {

std::vector<std::string> texts_of(const MagneticFieldSpec& spec) {
    return spec.formula.empty() ? spec.vector_potential : std::vector<std::string>{spec.formula};
}

// The formula as steps. Throws FormulaError for a text that is none.
FormulaProgram program_of(const std::string& text, int dimension) {
    std::vector<std::string> names{"x", "y"};
    if (dimension == 3) names.push_back("z");
    Formulas formulas(names, {});
    formulas.add(text);
    return {formulas.steps(), formulas.result(0)};
}

bool depends_on_place(const FormulaProgram& formula) {
    for (const FormulaStep& step : formula.steps)
        if (step.op == FormulaStep::Op::parameter) return true;
    return false;
}

// The formulas of an item in a plane, or in space.
void check_formulas(const MagneticFieldSpec& spec, const std::string& pointer, Checking& checking) {
    bool any = !spec.formula.empty();
    for (std::size_t i = 0; i < texts_of(spec).size(); ++i) {
        const std::string at =
            spec.formula.empty() ? child(child(pointer, "vector_potential"), i) : child(pointer, "formula");
        try {
            any = depends_on_place(program_of(texts_of(spec)[i], checking.dimension)) || any;
        } catch (const FormulaError& error) {
            checking.findings.add(at, error.what());
            any = true;
        }
    }
    if (!any) checking.findings.add(child(pointer, "vector_potential"), "is constant, so its curl, the field, is zero");
}

}  // namespace

void MagneticFieldKind::check(const Spec& spec, const std::string& pointer, Checking& checking) {
    check_at_right_angles(type, "field", spec.field, pointer, checking);
    const bool in_plane = !spec.formula.empty(), in_space = !spec.vector_potential.empty();
    if (!spec.field.empty() + in_plane + in_space != 1)
        return checking.findings.add(pointer, "must have exactly one of 'field', 'formula' and 'vector_potential'");
    if (in_plane && checking.dimension == 3)
        return checking.findings.add(child(pointer, "formula"),
                                     "is for a plane; in space give a 'vector_potential', whose curl is the field");
    if (in_space && checking.dimension == 2)
        return checking.findings.add(child(pointer, "vector_potential"),
                                     "is for space; in a plane give the field itself as a 'formula' of x and y");
    if (checking.dimension > 1 && (in_plane || in_space)) check_formulas(spec, pointer, checking);
}

void MagneticFieldKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    Term made{std::string(type) + " " + spec.on.body, bodies.point(spec.on), spec.charge, spec.field, texts_of(spec)};
    for (const std::string& text : made.texts)
        made.formulas.push_back(std::make_shared<const FormulaProgram>(program_of(text, bodies.dimension())));
    terms.push_back(std::move(made));
}

std::string MagneticFieldKind::line(const Term& one, const Bodies& bodies, const Units&) {
    std::string field = "B = " + (one.texts.empty() ? tuple_text(one.field) : one.texts.front());
    if (one.texts.size() == 3) field = "B = curl (" + one.texts[0] + ", " + one.texts[1] + ", " + one.texts[2] + ")";
    return "MagneticField, force q v x B, which does no work: q = " + short_number(one.charge) + ", " + field + " on " +
           point_text(bodies, one.on);
}

}  // namespace cchnn
