#include "elements/parts/formula/formula.hpp"

#include <algorithm>
#include <boost/range/iterator_range.hpp>
#include <boost/spirit/home/x3.hpp>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "core/nearest_name.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

namespace x3 = boost::spirit::x3;

using Wide = DoubleDoubleOf<Pack>;
using Iterator = std::string::const_iterator;
using Op = FormulaStep::Op;

constexpr int largest_exponent = 1000;
const std::string exponent_limit = std::to_string(largest_exponent);

// What the actions write into, and the begin of the text, from which columns are counted.
struct Target {
    Formulas& formulas;
    Iterator begin;
};
struct TargetTag;

// Columns are counted from 1 for messages.
std::string column(const Target& target, Iterator where) {
    return "column " + std::to_string(where - target.begin + 1) + ": ";
}

// X3 passes the target through all rules as a part of the context.
template <class Context>
Target& target(Context& context) {
    return x3::get<TargetTag>(context).get();
}

// The actions of the grammar. The value of each rule is the index of the step that it became.
const auto take = [](auto& c) { x3::_val(c) = x3::_attr(c); };
template <Op op>
const auto join = [](auto& c) {
    x3::_val(c) = target(c).formulas.step({op, x3::_val(c), x3::_attr(c), 0, 0});
};
const auto negate = [](auto& c) { x3::_val(c) = target(c).formulas.step({Op::negate, x3::_attr(c), -1, 0, 0}); };
const auto raise = [](auto& c) {
    const std::string digits(x3::_attr(c).begin(), x3::_attr(c).end());
    const double value = std::strtod(digits.c_str(), nullptr);  // an int could overflow
    if (!(std::fabs(value) <= largest_exponent))
        throw FormulaError(column(target(c), x3::_attr(c).begin()) + "an exponent must be -" + exponent_limit + " to " +
                           exponent_limit + ", got " + digits);
    x3::_val(c) = target(c).formulas.step({Op::power, x3::_val(c), -1, 0, static_cast<int>(value)});
};
const auto constant = [](auto& c) { x3::_val(c) = target(c).formulas.step({Op::constant, -1, -1, x3::_attr(c), 0}); };
const auto call = [](auto& c) {
    using boost::fusion::at_c;
    if (at_c<0>(x3::_attr(c)) == Op::log && !target(c).formulas.has_log())
        throw FormulaError("curves cannot use log: write the curve with sin, cos, exp, sqrt or tanh");
    x3::_val(c) = target(c).formulas.step({at_c<0>(x3::_attr(c)), at_c<1>(x3::_attr(c)), -1, 0, 0});
};
// All words of a formula, for the suggestion of a near one.
std::vector<std::string> known_names(const Formulas& formulas) {
    std::vector<std::string> names = formulas.variables();
    for (const auto& [name, value] : formulas.constants()) names.push_back(name);
    names.insert(names.end(), {"pi", "sin", "cos", "exp", "sqrt", "tanh"});
    if (formulas.has_log()) names.emplace_back("log");
    return names;
}
const auto name = [](auto& c) {
    Formulas& formulas = target(c).formulas;
    const std::string word(x3::_attr(c).begin(), x3::_attr(c).end());
    const auto& variables = formulas.variables();
    const auto variable = std::find(variables.begin(), variables.end(), word);
    const auto number = formulas.constants().find(word);
    if (variable != variables.end())
        x3::_val(c) = formulas.step({Op::parameter, -1, -1, 0, static_cast<int>(variable - variables.begin())});
    else if (number != formulas.constants().end())
        x3::_val(c) = formulas.step({Op::constant, -1, -1, number->second,
                                     1 + static_cast<int>(std::distance(formulas.constants().begin(), number))});
    else if (word == "pi") x3::_val(c) = formulas.step({Op::constant, -1, -1, exact_pi, 0});
    else
        throw FormulaError(column(target(c), x3::_attr(c).begin()) + "unknown name '" + word + "'" +
                           (word == "t" || word == "time" ? "; this may not depend on time (schemas/system/limits.md)"
                                                          : suggestion(word, known_names(formulas))));
};

struct Functions : x3::symbols<Op> {
    Functions() {
        add("sin", Op::sin)("cos", Op::cos)("exp", Op::exp)("sqrt", Op::sqrt)("tanh", Op::tanh)("log", Op::log);
    }
} const functions;

constexpr const char* operand = "a number, a name or '('";
const x3::rule<struct SumRule, int> sum = operand;
const x3::rule<struct ProductRule, int> product = operand;
const x3::rule<struct SignedRule, int> with_sign = operand;
const x3::rule<struct PowerRule, int> power = operand;
const x3::rule<struct PrimaryRule, int> primary = operand;
const x3::rule<struct ExponentRule, boost::iterator_range<Iterator>> exponent = "a whole number";

const auto letter = x3::alpha | x3::char_('_');
const auto whole =
    x3::lexeme[x3::raw[-x3::char_("+-") >> +x3::digit] >> !(x3::char_('.') | x3::char_('e') | x3::char_('E'))];
const auto exponent_def = whole | ('(' >> whole >> ')');
const auto number = &(x3::digit | '.') >> x3::double_;  // not its "inf" and "nan"
const auto primary_def = number[constant] | (x3::lexeme[functions >> !(letter | x3::digit)] > '(' > sum > ')')[call] |
                         x3::raw[x3::lexeme[letter >> *(letter | x3::digit)]][name] | ('(' > sum[take] > ')');
const auto power_def = primary[take] >> -('^' > exponent[raise]);
const auto with_sign_def = ('-' > with_sign[negate]) | ('+' > with_sign[take]) | power[take];
const auto product_def = with_sign[take] >>
                         *(('*' > with_sign[join<Op::multiply>]) | ('/' > with_sign[join<Op::divide>]));
const auto sum_def = product[take] >> *(('+' > product[join<Op::add>]) | ('-' > product[join<Op::subtract>]));

BOOST_SPIRIT_DEFINE(sum, product, with_sign, power, primary, exponent)

// At most eight characters of what stands where the problem is.
std::string rest(Iterator where, Iterator end) {
    return where == end ? "the end of the formula" : "'" + std::string(where, std::min(end, where + 8)) + "'";
}

// What the grammar expected at `where`: a literal names itself, a rule is recognised by the character before
// it.
std::string expected(const std::string& which, Iterator begin, Iterator where) {
    if (which.starts_with("'")) return which;
    while (where != begin && *(where - 1) == ' ') --where;
    return where != begin && *(where - 1) == '^' ? "a whole number" : operand;
}

}  // namespace

// A step whose operands are constant is computed at once. The loop over earlier steps finds equal ones. A constant that
// follows from names is equal only to what follows from them in the same way, so that all members of a family
// (schemas/system/families.md) have the same steps, whatever the values of the names are.
int Formulas::step(const FormulaStep& wanted) {
    FormulaStep next = wanted;
    const auto is_constant = [&](int i) { return i < 0 || steps_[i].op == Op::constant; };
    const auto is_named = [&](int i) { return i >= 0 && steps_[i].exponent != 0; };
    if (next.op != Op::constant && next.op != Op::parameter && is_constant(next.a) && is_constant(next.b)) {
        // In one lane of double-double numbers, a type for which sine and exponential exist.
        std::vector<Jet<Wide>> work;
        for (const FormulaStep& s : steps_) work.push_back({FromExact<Wide>::of(s.value), 0.0, 0.0});
        const Jet<Wide> none{};
        const DoubleDouble value = number_in_lane(apply(next, &none, work.data()).value, 0);
        const Exact exact(value.high, value.low);
        const int how = -1 - static_cast<int>(wanted.op) - 16 * (wanted.exponent + largest_exponent);  // never 0
        if (is_named(wanted.a) || is_named(wanted.b)) next = {Op::constant, wanted.a, wanted.b, exact, how};
        else next = {Op::constant, -1, -1, exact, 0};
    }
    const auto found = std::find(steps_.begin(), steps_.end(), next);
    if (found != steps_.end()) return static_cast<int>(found - steps_.begin());
    steps_.push_back(next);
    return count_of(steps_) - 1;
}

// Parses the text by the grammar above, whose actions append steps. Throws FormulaError with the column of the
// first problem.
void Formulas::add(const std::string& text) {
    Iterator at = text.begin();
    Target into{*this, at};
    int result = -1;
    // The grammar classifies characters by <cctype>, which is defined for ASCII only.
    const auto foreign = std::find_if(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) < 0; });
    if (foreign != text.end())
        throw FormulaError(column(into, foreign) + "a formula is written in ASCII, got " + rest(foreign, text.end()));
    try {
        const auto parser = x3::with<TargetTag>(std::ref(into))[sum];
        const bool parsed = x3::phrase_parse(at, text.end(), parser, x3::space, result);
        if (!parsed || at != text.end())
            throw FormulaError(column(into, at) + "expected " + (parsed ? "an operator" : operand) + ", got " +
                               rest(at, text.end()));
    } catch (const x3::expectation_failure<Iterator>& e) {
        Iterator where = e.where();
        while (where != text.end() && *where == ' ') ++where;
        throw FormulaError(column(into, where) + "expected " + expected(e.which(), text.begin(), where) + ", got " +
                           rest(where, text.end()));
    }
    results_.push_back(result);
}

}  // namespace cchnn
