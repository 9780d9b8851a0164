#include "spec/json/schema_check.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "core/printable.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/applicable_schemas.hpp"
#include "spec/json/schema_rules.hpp"

namespace cchnn {
namespace {

// Valijson decides whether a document is valid, but its messages are for readers of schemas. It only provides
// the places that fail. At each of them it is asked again, keyword by keyword, which rule is violated, and
// schema_rules.hpp says the rule in words.
using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;
using valijson::adapters::NlohmannJsonAdapter;
using nlohmann::literals::operator""_json_pointer;
using Place = std::vector<std::string>;  // keys and indices from the root

constexpr std::size_t most_problems = 1000;  // looked for: the programs tell fewer
// std::regex, which Valijson uses for patterns, recurses for each letter of a text: half a MiB of stack, with
// sanitizers 6.
constexpr std::size_t longest_text = 5000;

// Compiled at first use, because compiling takes longer than checking a document.
const valijson::Schema& compiled_schema(const std::string& name) {
    static std::mutex guard;
    static std::map<std::string, valijson::Schema> all;
    const std::lock_guard lock(guard);
    const auto [place, is_new] = all.try_emplace(name);
    if (is_new) compile_schema(schema_named(name), place->second);
    return place->second;
}

// The places that Valijson reports; its contexts are {"<root>", "[bodies]", "[2]"}. Empty for a valid document.
std::set<Place> failing_places(const std::string& schema, const Json& document) {
    valijson::ValidationResults results;
    const PlainJson plain = document;
    const bool valid = valijson::Validator().validate(compiled_schema(schema), NlohmannJsonAdapter(plain), &results);
    std::set<Place> places;
    if (!valid) places.insert(Place{});
    for (const auto& error : results) {
        Place place;
        for (std::size_t i = 1; i < error.context.size(); ++i)
            place.push_back(error.context[i].substr(1, error.context[i].size() - 2));
        places.insert(place);
    }
    return places;
}

// Walks through the document in the order of the file and explains the places that fail.
class Explainer {
  public:
    Explainer(const PlainJson& root, std::set<Place> failing, const std::string& source, bool say_units)
        : root_(root), failing_(std::move(failing)), source_(source), say_units_(say_units) {}

    void walk(const Json& value, const Schemas& schemas, const std::string& pointer) {
        if (failing_.contains(place_)) explain(value, schemas, pointer);
        if (!value.is_structured()) return;
        for (const auto& [key, inner] : value.items()) {
            if (problems_.size() >= most_problems) return;
            const Schemas applicable = schemas_of_child(root_, schemas, value, key, inner);
            place_.push_back(key);
            walk(inner, applicable, child(pointer, key));
            place_.pop_back();
        }
    }
    std::vector<Problem> take_problems() { return std::move(problems_); }

  private:
    void explain(const Json& value, const Schemas& schemas, const std::string& pointer) {
        for (const PlainJson* schema : schemas) {
            const std::vector<std::string> unknown = unknown_keys(*schema, value);
            for (const std::string& key : unknown) {
                if (problems_.size() >= most_problems) return;
                const std::string home = place_.size() > 1 ? "" : home_of(key);
                add(child(pointer, key), home.empty() ? unknown_key(*schema, key)
                                                      : "unknown key '" + key + "', which belongs in '" + home + "'");
            }
            for (const std::string& keyword : schema_keywords()) {
                if (!schema->contains(keyword) || follows({{keyword, schema->at(keyword)}}, value)) continue;
                // Already explained: a count of keys by a mistyped one, a name by not being a text, keys by not being
                // an object.
                if (!unknown.empty() && concerns_all_keys(keyword)) continue;
                if (keyword == "enum" && !value.is_string() && schema->contains("type")) continue;
                if (keyword == "anyOf" && !value.is_object()) continue;
                const std::string list = keyword == "enum" && value.is_string() ? list_of(value) : "";
                if (!list.empty() && pointer.ends_with("/type"))
                    // Of a shape of 'contacts' the schema has the one type.
                    add(pointer,
                        list == place_.front()
                            ? "must be " + schema->at(keyword).at(0).dump() + ", got " + value.dump()
                            : "unknown type '" + value.get<std::string>() + "' here; it belongs in '" + list + "'");
                else
                    for (const std::string& rule : broken_rules(*schema, keyword, value, pointer, say_units_))
                        add(pointer, rule);
            }
        }
    }
    // The key of the document whose object has this key; "" if none has.
    std::string home_of(const std::string& key) const {
        if (!root_.contains("properties")) return "";
        for (const auto& [name, schema] : root_.at("properties").items())
            if (schema.contains("properties") && schema.at("properties").contains(key)) return name;
        return "";
    }
    // The list of the document whose items may have this type; "" if there is none.
    std::string list_of(const std::string& type) const {
        if (!root_.contains("definitions")) return "";
        for (const auto& [name, schema] : root_.at("properties").items()) {
            const std::string item = schema.value("/items/$ref"_json_pointer, "");
            const auto& definitions = root_.at("definitions");
            const std::string definition = item.substr(item.rfind('/') + 1);
            if (!definitions.contains(definition)) continue;
            const PlainJson types = definitions.at(definition).value("/properties/type/enum"_json_pointer, PlainJson());
            if (std::find(types.begin(), types.end(), type) != types.end()) return name;
        }
        return "";
    }
    void add(const std::string& pointer, const std::string& what) {
        const std::string where = source_ + "#" + pointer;
        if (problems_.size() < most_problems && reported_.insert({where, what}).second)
            problems_.push_back({where, what});
    }

    const PlainJson& root_;
    std::set<Place> failing_;
    const std::string& source_;
    bool say_units_;
    Place place_{};
    std::set<std::pair<std::string, std::string>> reported_{};
    std::vector<Problem> problems_{};
};

void find_long_texts(const Json& value, const std::string& where, std::vector<Problem>& problems) {
    const auto check = [&](const std::string& text) {
        if (text.size() <= longest_text || problems.size() >= most_problems) return text.size() <= longest_text;
        problems.push_back({where, "text of " + std::to_string(text.size()) + " bytes, at most " +
                                       std::to_string(longest_text) + " are allowed"});
        return false;
    };
    if (value.is_string()) check(value.get_ref<const std::string&>());
    if (value.is_structured())
        for (const auto& [key, inner] : value.items())
            if (check(key)) find_long_texts(inner, child(where, key), problems);
}

// Valijson compares all pairs of entries that must differ, also of a list that is too long.
void find_long_lists(const Json& document, const PlainJson& schema, const std::string& source,
                     std::vector<Problem>& problems) {
    if (!document.is_object() || !schema.contains("properties")) return;
    for (const auto& [key, list] : schema.at("properties").items())
        if (list.contains("uniqueItems") && document.contains(key) &&
            document.at(key).size() > list.at("maxItems").get<std::size_t>())
            for (const std::string& rule : broken_rules(list, "maxItems", document.at(key), "", false))
                problems.push_back({source + "#" + child("", key), rule});
}

// A document of another format would break every rule, so its format is the only error.
void require_format(const Json& document, const std::string& source, const PlainJson& schema) {
    const PlainJson* formats = nullptr;
    const PlainJson properties = schema.value("properties", PlainJson::object());
    if (properties.contains("format")) formats = &properties.at("format").at("enum");
    if (!formats || (document.is_object() && document.value("format", Json()).dump() == formats->front().dump()))
        return;
    const std::string rule = "must be " + formats->front().dump();
    if (!document.is_object()) throw SpecError(source + "#/format", rule + ", and this file has no JSON object");
    if (document.contains("format"))
        throw SpecError(source + "#/format", rule + ", got " + shortened(document["format"].dump(-1, ' ', true)));
    const char* what = document.contains("initial_conditions") ? ", and this file is a system"
                       : document.contains("splits")           ? ", and this file is the manifest of a dataset"
                                                               : "";
    throw SpecError(source + "#/format", rule + what);
}

}  // namespace

std::vector<Problem> schema_problems(const Json& document, const std::string& source, const std::string& name) {
    std::vector<Problem> problems;
    const PlainJson& schema = schema_named(name);
    find_long_texts(document, source + "#", problems);
    find_long_lists(document, schema, source, problems);
    if (!problems.empty()) return problems;

    const std::set<Place> failing = failing_places(name, document);
    if (failing.empty()) return {};
    const bool is_si = !document.is_object() || !document.contains("units");
    Explainer explainer(schema, failing, source, is_si);
    Schemas schemas;
    add_applicable(schema, schema, document, schemas);
    explainer.walk(document, schemas, "");
    problems = explainer.take_problems();
    if (problems.empty()) problems.push_back({source, "does not follow schemas/" + name + ".schema.json"});
    return problems;
}

Json parse_by_schema(const std::string& text, const std::string& source, const std::string& schema, JsonBounds bounds) {
    Json document = parse_json(text, source, bounds);
    require_format(document, source, schema_named(schema));
    if (auto problems = schema_problems(document, source, schema); !problems.empty())
        throw SpecError(std::move(problems));
    return document;
}

}  // namespace cchnn
