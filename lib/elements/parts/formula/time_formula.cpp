#include "elements/parts/formula/time_formula.hpp"

#include "elements/parts/formula/formula.hpp"
#include "elements/parts/formula/number_formula.hpp"

namespace cchnn {

std::shared_ptr<const FormulaProgram> time_formula(const std::string& text) {
    Formulas formula({"t"}, {});
    try {
        formula.add(text);
    } catch (const FormulaError& error) {
        throw NumberFormulaError(error.what());
    }
    return std::make_shared<const FormulaProgram>(FormulaProgram{formula.steps(), formula.result(0)});
}

}  // namespace cchnn
