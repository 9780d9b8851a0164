#pragma once
// A number of a system file that is written as a formula: "pi/2", "sqrt(2)", "30 deg", "r*cos(phi)".
//
//   numbers, pi, deg = pi/180 ("30 deg" is 30*deg), names of draws, + - * / and brackets, ^ with a whole number,
//   sin cos exp sqrt tanh; at most 1000 characters
//
// The value is computed in 106 bits by the elementary functions of this program and rounded once, so that it is
// the same double on every machine.

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
    // `known` are the names that the formula may use. Throws NumberFormulaError for a text that is no formula
    // or uses another name.
    NumberFormula(const std::string& text, const std::vector<std::string>& known);
    // A text that was read before: every word that is no function is taken as a name.
    explicit NumberFormula(const std::string& text);
    ~NumberFormula();
    NumberFormula(const NumberFormula&) = delete;
    NumberFormula& operator=(const NumberFormula&) = delete;

    const std::string& text() const { return text_; }
    // Those of the known names that the formula uses; none if it is a constant.
    const std::vector<std::string>& names() const { return names_; }
    // The value with these numbers for the names. Not finite where the formula divides by zero or takes the
    // root of a negative number. Throws std::out_of_range for a name without a number.
    double value(const NamedNumbers& named) const;

  private:
    std::string text_;
    std::vector<std::string> names_;
    std::unique_ptr<const Formulas> formula_;
};

// Whether a name is a word of formulas, as functions, pi and deg are, and so cannot be the name of a draw.
bool is_formula_word(const std::string& name);

}  // namespace cchnn
