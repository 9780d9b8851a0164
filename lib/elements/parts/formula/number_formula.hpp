#pragma once
// A number written as a formula: "pi/2", "sqrt(2)", "30 deg", "r*cos(phi)".
//
//   numbers, pi, deg = pi/180 ("30 deg" is 30*deg), names of draws, + - * / and brackets, ^ with a whole number,
//   sin cos exp sqrt tanh; at most 1000 letters
//
// The value is computed in 106 bits by the functions of the house and rounded once: the same double on every machine.

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cchnn {

class Formulas;

// A formula that cannot be read: "column 7: expected ')', got the end of the formula".
struct NumberFormulaError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using NamedNumbers = std::map<std::string, double>;

class NumberFormula {
  public:
    // `known`: the names it may use. Throws NumberFormulaError.
    NumberFormula(const std::string& text, const std::vector<std::string>& known);
    // A text that was read before: every other word is taken for a name.
    explicit NumberFormula(const std::string& text);
    ~NumberFormula();
    NumberFormula(const NumberFormula&) = delete;
    NumberFormula& operator=(const NumberFormula&) = delete;

    const std::string& text() const { return text_; }
    // Of those known, the ones that it uses; none where it is a constant.
    const std::vector<std::string>& names() const { return names_; }
    // Not finite where it divides by zero or takes the root of a negative number. Throws std::out_of_range for a name
    // without a number.
    double value(const NamedNumbers& named) const;

  private:
    std::string text_;
    std::vector<std::string> names_;
    std::unique_ptr<const Formulas> formula_;
};

// Names that a draw cannot have: functions, pi, deg.
bool is_formula_word(const std::string& name);

}  // namespace cchnn
