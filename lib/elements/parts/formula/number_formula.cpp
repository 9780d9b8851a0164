#include "elements/parts/formula/number_formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula.hpp"

namespace cchnn {
namespace {

using Wide = DoubleDoubleOf<Pack>;
constexpr std::array<const char*, 7> own_words{"pi", "deg", "sin", "cos", "exp", "sqrt", "tanh"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_word(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)); }

struct Word {
    std::size_t begin, end;
};
// The words of a formula; the e of 1e-3 belongs to the number.
std::vector<Word> words_of(const std::string& text) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        while (is_word(text[i]) && end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
        if (is_letter(text[i])) words.push_back({i, end});
        i = end;
    }
    return words;
}

// "30 deg" is a product: the blank before deg becomes "*", which keeps the columns of messages.
std::string with_products(std::string text) {
    for (const Word& word : words_of(text)) {
        if (text.substr(word.begin, word.end - word.begin) != "deg" || word.begin < 2) continue;
        const std::size_t before = text.find_last_not_of(' ', word.begin - 1);
        const bool operand =
            before != std::string::npos && (is_word(text[before]) || text[before] == ')' || text[before] == '.');
        if (operand && text[word.begin - 1] == ' ') text[word.begin - 1] = '*';
    }
    return text;
}

std::vector<std::string> names_in(const std::string& text) {
    std::vector<std::string> names;
    for (const Word& word : words_of(text)) {
        const std::string name = text.substr(word.begin, word.end - word.begin);
        if (!is_formula_word(name) && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

// The grammar reads brackets by recursion, so that a text without limit would need a stack without limit.
constexpr std::size_t longest = 1000;

std::unique_ptr<const Formulas> read(const std::string& text, std::vector<std::string> names) {
    if (text.size() > longest) throw NumberFormulaError("has more than 1000 letters");
    names.push_back("deg");
    auto formula = std::make_unique<Formulas>(std::move(names));
    try {
        formula->add(with_products(text));
    } catch (const FormulaError& error) {
        throw NumberFormulaError(error.what());
    }
    return formula;
}

}  // namespace

bool is_formula_word(const std::string& name) {
    return std::find(own_words.begin(), own_words.end(), name) != own_words.end();
}

NumberFormula::NumberFormula(const std::string& text, const std::vector<std::string>& known)
    : text_(text), formula_(read(text, known)) {
    for (const FormulaStep& step : formula_->steps())
        if (step.op == FormulaStep::Op::parameter && step.exponent < count_of(known))
            names_.push_back(known[step.exponent]);
}

NumberFormula::NumberFormula(const std::string& text) : NumberFormula(text, names_in(text)) {}

NumberFormula::~NumberFormula() = default;

double NumberFormula::value(const NamedNumbers& named) const {
    std::vector<Jet<Wide>> values, work(formula_->steps().size());
    for (const std::string& name : formula_->variables()) {
        const bool is_used = std::find(names_.begin(), names_.end(), name) != names_.end();
        const Exact number = name == "deg" ? exact_pi / Exact(180.0) : Exact(is_used ? named.at(name) : 0.0);
        values.push_back({FromExact<Wide>::of(number), 0.0, 0.0});
    }
    double result = 0;
    formula_->evaluate_at(values.data(), work.data(),
                          [&](std::size_t, const Jet<Wide>& value) { result = number_in_lane(value.value, 0).high; });
    return result;
}

}  // namespace cchnn
