#include "spec/json/number_formulas.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/nearest_name.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/applicable_schemas.hpp"

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;

bool has_type(const PlainJson& schema, const std::string& name) {
    if (!schema.contains("type")) return false;
    const PlainJson& type = schema.at("type");
    return type.is_array() ? std::find(type.begin(), type.end(), name) != type.end() : type == name;
}

// What the schemas of a place allow there: numbers, only whole numbers, texts.
struct Place {
    bool number = false, whole = false, text = true;
};
// Several schemas may apply to one place. A number is allowed where one of them allows it, a text only where
// all do.
Place place_of(const Schemas& schemas) {
    Place place;
    for (const PlainJson* schema : schemas) {
        place.number = place.number || has_type(*schema, "number") || has_type(*schema, "integer");
        place.whole = place.whole || has_type(*schema, "integer");
        place.text = place.text && (!schema->contains("type") || has_type(*schema, "string"));
    }
    return place;
}

// Goes through a document together with the schemas that apply to each place, and replaces every text in a
// place for numbers by its value.
class Evaluation {
  public:
    Evaluation(const PlainJson& root, const std::string& source) : root_(root), source_(source) {}

    std::vector<Problem> run(Json& document) {
        if (document.is_object() && document.contains("draws") && document.at("draws").is_object()) {
            if (const std::size_t count = document.at("draws").size(); count > most_draws)
                return {{source_ + "#/draws", "has " + std::to_string(count) + " draws, at most " +
                                                  std::to_string(most_draws) + " are allowed"}};
            for (const auto& [name, draw] : document.at("draws").items()) add_draw(name);
        }
        Schemas schemas;
        add_applicable(root_, root_, document, schemas);
        walk(document, schemas, "");
        return std::move(problems_);
    }

  private:
    // Names of draws are variables of formulas, so they must be words, and none that formulas have already
    // (sin, pi and so on).
    void add_draw(const std::string& name) {
        position_.emplace(name, draws_.size());
        draws_.push_back(name);
        const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        const bool is_name = !name.empty() && name.size() <= 64 && std::isalpha(static_cast<unsigned char>(name[0])) &&
                             std::all_of(name.begin(), name.end(), in_word);
        const std::string where = source_ + "#" + child("/draws", name);
        if (!is_name)
            problems_.push_back({where, "a name must be 1 to 64 letters, digits and '_', the first a letter"});
        if (is_formula_word(name))
            problems_.push_back({where, "'" + name + "' is reserved in formulas: choose another name"});
    }
    // The number of draws that a formula at this place may use: a draw may use those before it, everything else
    // all of them.
    std::size_t known_at(const std::string& pointer) const {
        const std::string draws = "/draws/";
        const auto self = position_.find(pointer.starts_with(draws) ? pointer.substr(draws.size()) : "");
        return self == position_.end() ? draws_.size() : self->second;
    }

    // Parses a formula that uses any known draw. If a name is unknown, it is parsed again with the list of
    // known names, which gives a better message but takes long with many draws; after 200 problems the list is
    // left out, since no more are shown.
    NumberFormula formula_of(const std::string& text, const std::string& pointer) const {
        constexpr std::size_t most_reported = 200;
        const std::size_t known = known_at(pointer);
        const auto is_known = [&](const std::string& name) {
            const auto found = position_.find(name);
            return found != position_.end() && found->second < known;
        };
        try {
            const NumberFormula any(text);
            if (std::all_of(any.names().begin(), any.names().end(), is_known)) return NumberFormula(text, any.names());
        } catch (const NumberFormulaError&) {  // reported below
        }
        const bool is_reported = problems_.size() < most_reported;
        return NumberFormula(text,
                             {draws_.begin(), draws_.begin() + static_cast<std::ptrdiff_t>(is_reported ? known : 0)});
    }

    // Keeps the schemas that apply beside the value while it goes down.
    void walk(Json& value, const Schemas& schemas, const std::string& pointer) {
        if (value.is_string()) return evaluate(value, place_of(schemas), pointer);
        if (!value.is_structured()) return;
        std::size_t i = 0;
        for (auto entry = value.begin(); entry != value.end(); ++entry, ++i) {
            const std::string key = value.is_object() ? entry.key() : std::to_string(i);
            walk(*entry, schemas_of_child(root_, schemas, value, key, *entry), child(pointer, key));
        }
    }

    // A formula that uses draws stays a text where a text is allowed: it is evaluated for each trajectory.
    // Elsewhere it is a problem.
    void evaluate(Json& value, const Place& place, const std::string& pointer) {
        if (!place.number) return;
        const std::string text = value;
        try {
            const NumberFormula formula = formula_of(text, pointer);
            if (!formula.names().empty() && place.text) return;
            if (!formula.names().empty())
                return add(pointer, text, "'" + formula.names().front() + "' is drawn, and this number is not");
            set(value, formula.value({}), place.whole, pointer);
        } catch (const NumberFormulaError& error) {
            add(pointer, text, error.what());
        }
    }
    // A formula gives a double. Where only whole numbers are allowed, an exactly whole value becomes an integer, as
    // the readers expect there.
    void set(Json& value, double number, bool whole, const std::string& pointer) {
        if (!std::isfinite(number)) return add(pointer, value, "it has no finite value");
        if (whole && std::nearbyint(number) == number && std::fabs(number) < 0x1p53)
            value = static_cast<std::int64_t>(number);
        else value = number;
    }
    void add(const std::string& pointer, const std::string& text, const std::string& what) {
        const std::string shown = Json(text.substr(0, 60)).dump(-1, ' ', true, Json::error_handler_t::replace);
        problems_.push_back({source_ + "#" + pointer, "must be a number or a formula, got " + shown + ": " + what});
    }

    static constexpr std::size_t most_draws = 4000;
    const PlainJson& root_;
    const std::string& source_;
    std::vector<std::string> draws_;
    std::unordered_map<std::string, std::size_t> position_;  // in draws_
    std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> evaluate_formulas(Json& document, const std::string& source) {
    return Evaluation(schema_named("system"), source).run(document);
}

}  // namespace cchnn
