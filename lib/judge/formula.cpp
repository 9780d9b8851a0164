#include "judge/formula.hpp"

#include <cctype>
#include <charconv>

#include "core/errors.hpp"

namespace cchnn::judge {

// Recursive descent over the grammar of formula.hpp. It writes the steps in the order in which the stack
// machine takes them.
class Formula::Reader {
  public:
    Reader(const std::string& text, const std::vector<std::string>& variables,
           const std::map<std::string, double>& constants, const std::string& where)
        : text_(text), variables_(variables), constants_(constants), where_(where) {}

    std::vector<Step> read() {
        sum();
        skip_space();
        if (at_ < text_.size()) refuse("an operator");
        return std::move(steps_);
    }

  private:
    // The file passed the checks of the writer, so a formula that is wrong here was damaged or written by
    // another program.
    [[noreturn]] void refuse(const std::string& expected) const {
        throw DataError(where_,
                        "expected " + expected + " at character " + std::to_string(at_ + 1) + " of the formula");
    }
    void skip_space() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    // Operators of one rank from left to right: each acts on the two results on top of the stack.
    void sum() {
        product();
        for (;;) {
            if (take('+')) {
                product();
                steps_.push_back({Op::add});
            } else if (take('-')) {
                product();
                steps_.push_back({Op::subtract});
            } else return;
        }
    }
    void product() {
        factor();
        for (;;) {
            if (take('*')) {
                factor();
                steps_.push_back({Op::multiply});
            } else if (take('/')) {
                factor();
                steps_.push_back({Op::divide});
            } else return;
        }
    }
    void factor() {
        // Each bracket and sign is read by a call within that of the one before: an untrusted file may have too many.
        constexpr int most_within = 1000;
        if (++within_ > most_within)
            refuse("at most " + std::to_string(most_within) + " brackets and signs within each other");
        signed_atom();
        --within_;
    }
    // A power binds tighter than the sign before it: -x^2 is -(x^2).
    void signed_atom() {
        if (take('+')) return factor();
        if (take('-')) {
            factor();
            return steps_.push_back({Op::negate});
        }
        atom();
        if (take_degrees()) steps_.insert(steps_.end(), {{Op::pi}, {Op::multiply}, {Op::number, 180}, {Op::divide}});
        if (take('^')) steps_.push_back({Op::power, 0, exponent()});
    }
    // Exponents are whole numbers, also in brackets and with a sign, and so are exact in every number type.
    int exponent() {
        const bool bracket = take('('), minus = take('-');
        if (!minus) take('+');
        skip_space();
        int value = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc()) refuse("a whole number");
        at_ = end - text_.data();
        if (bracket && !take(')')) refuse("')'");
        return minus ? -value : value;
    }
    // "30 deg" means 30 pi/180, in distributions of angles.
    bool take_degrees() {
        skip_space();
        const bool there = text_.compare(at_, 3, "deg") == 0 &&
                           (at_ + 3 >= text_.size() || !std::isalnum(static_cast<unsigned char>(text_[at_ + 3])));
        if (there) at_ += 3;
        return there;
    }
    void atom() {
        if (take('(')) {
            sum();
            if (!take(')')) refuse("')'");
            return;
        }
        if (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
            return word();
        double value = 0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc()) refuse("a number, a name or '('");
        at_ = end - text_.data();
        steps_.push_back({Op::number, value});
    }
    // Variables go before constants, and both before functions.
    void word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
        const std::string name = text_.substr(begin, at_ - begin);
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (name == variables_[i]) return steps_.push_back({Op::parameter, 0, static_cast<int>(i)});
        if (const auto constant = constants_.find(name); constant != constants_.end())
            return steps_.push_back({Op::number, constant->second});
        if (name == "pi") return steps_.push_back({Op::pi});
        const Op op = function(name);
        if (!take('(')) refuse("'('");
        sum();
        if (!take(')')) refuse("')'");
        steps_.push_back({op});
    }
    // Throws DataError for a word that is neither a variable, nor a constant, nor a function.
    Op function(const std::string& name) const {
        if (name == "sin") return Op::sin;
        if (name == "cos") return Op::cos;
        if (name == "exp") return Op::exp;
        if (name == "sqrt") return Op::sqrt;
        if (name == "tanh") return Op::tanh;
        if (name == "log") return Op::log;
        throw DataError(where_, "the formula has the unknown name '" + name + "'");
    }

    const std::string& text_;
    const std::vector<std::string>& variables_;
    const std::map<std::string, double>& constants_;
    const std::string& where_;
    std::size_t at_ = 0;
    int within_ = 0;
    std::vector<Step> steps_;
};

Formula::Formula(const std::string& text, const std::vector<std::string>& variables,
                 const std::map<std::string, double>& constants, const std::string& where)
    : steps_(Reader(text, variables, constants, where).read()) {}

std::string with_short_names(std::string formula, std::size_t count, bool with_rates) {
    const auto shorten = [&](const std::string& name) {
        const auto part_of_a_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        for (std::size_t begin = 0; (begin = formula.find(name, begin)) != std::string::npos; ++begin) {
            const std::size_t end = begin + name.size();
            if ((begin > 0 && part_of_a_name(formula[begin - 1])) ||
                (end < formula.size() && part_of_a_name(formula[end])))
                continue;
            formula.replace(begin, name.size(), name.substr(0, name.find_first_of('1')));
        }
    };
    if (count == 1)
        for (const char* name : {"x1", "y1", "z1"}) shorten(name);
    if (count == 1 && with_rates)
        for (const char* name : {"vx1", "vy1", "vz1"}) shorten(name);
    if (count == 2) shorten("r12");
    return formula;
}

}  // namespace cchnn::judge
