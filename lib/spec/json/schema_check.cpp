#include "spec/json/schema_check.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "core/embedded_files.hpp"
#include "elements/parts/json_pointer.hpp"
#include "spec/json/schema_rules.hpp"

// Valijson judges; it does not explain. It names the places that fail, with sentences for readers of schemas. At each
// of these places we ask it again, keyword by keyword, which rule is broken, and say the rule in our own words.

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;
using Schemas = std::vector<const PlainJson*>;
using valijson::adapters::NlohmannJsonAdapter;
using Place = std::vector<std::string>;  // keys and indices from the root

constexpr std::size_t longest_text = 10000;  // std::regex recurses over a text letter by letter

void compile(const PlainJson& schema, valijson::Schema& compiled) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(NlohmannJsonAdapter(schema), compiled);
}

bool holds(const PlainJson& schema, const Json& value) {
    valijson::Schema compiled;
    compile(schema, compiled);
    const PlainJson plain = value;
    return valijson::Validator().validate(compiled, NlohmannJsonAdapter(plain), nullptr);
}

std::string schema_file(const std::string& name) { return "schemas/" + name + ".schema.json"; }

// Where Valijson complains: its contexts are {"<root>", "[bodies]", "[2]"}. None when it is content.
std::set<Place> failing_places(const PlainJson& schema, const Json& document) {
    valijson::Schema compiled;
    compile(schema, compiled);
    valijson::ValidationResults results;
    const PlainJson plain = document;
    const bool valid = valijson::Validator().validate(compiled, NlohmannJsonAdapter(plain), &results);
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

// The schemas that apply to one value: a schema, what it refers to, and the branches that its conditions choose.
void add_applicable(const PlainJson& root, const PlainJson& schema, const Json& value, Schemas& schemas) {
    if (schema.contains("$ref")) {
        const PlainJson::json_pointer target(schema.at("$ref").get<std::string>().substr(1));
        return add_applicable(root, root.at(target), value, schemas);
    }
    schemas.push_back(&schema);
    if (schema.contains("allOf"))
        for (const PlainJson& part : schema.at("allOf")) add_applicable(root, part, value, schemas);
    if (!schema.contains("if")) return;
    const char* branch = holds(schema.at("if"), value) ? "then" : "else";
    if (schema.contains(branch)) add_applicable(root, schema.at(branch), value, schemas);
}

const PlainJson* schema_of_child(const PlainJson& schema, bool in_array, const std::string& key) {
    if (in_array) return schema.contains("items") ? &schema.at("items") : nullptr;
    if (schema.contains("properties") && schema.at("properties").contains(key)) return &schema.at("properties").at(key);
    const auto others = schema.find("additionalProperties");
    return others != schema.end() && others->is_object() ? &*others : nullptr;
}

// Walks the document in the file's order and explains the places that fail.
class Explainer {
  public:
    Explainer(const PlainJson& root, std::set<Place> failing, const std::string& source, bool say_units)
        : root_(root), failing_(std::move(failing)), source_(source), say_units_(say_units) {}

    void walk(const Json& value, const Schemas& schemas, const std::string& pointer) {
        if (failing_.contains(place_)) explain(value, schemas, pointer);
        if (!value.is_structured()) return;
        for (const auto& [key, inner] : value.items()) {
            Schemas applicable;
            for (const PlainJson* schema : schemas)
                if (const PlainJson* next = schema_of_child(*schema, value.is_array(), key))
                    add_applicable(root_, *next, inner, applicable);
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
            for (const std::string& key : unknown) add(child(pointer, key), unknown_key(*schema, key));
            for (const std::string& keyword : schema_keywords()) {
                if (!schema->contains(keyword) || holds({{keyword, schema->at(keyword)}}, value)) continue;
                // Already explained: a count of keys by a mistyped one, a name by not being a text, keys by not being
                // an object.
                if (!unknown.empty() && concerns_all_keys(keyword)) continue;
                if ((keyword == "enum" && !value.is_string()) || (keyword == "anyOf" && !value.is_object())) continue;
                for (const std::string& rule : broken_rules(*schema, keyword, value, pointer, say_units_))
                    add(pointer, rule);
            }
        }
    }
    void add(const std::string& pointer, const std::string& what) {
        const std::string where = source_ + "#" + pointer;
        for (const Problem& problem : problems_)
            if (problem.where == where && problem.what == what) return;
        problems_.push_back({where, what});
    }

    const PlainJson& root_;
    std::set<Place> failing_;
    const std::string& source_;
    bool say_units_;
    Place place_{};
    std::vector<Problem> problems_{};
};

void find_long_texts(const Json& value, const std::string& where, std::vector<Problem>& problems) {
    const auto check = [&](const std::string& text) {
        if (text.size() <= longest_text) return true;
        problems.push_back({where, "text of " + std::to_string(text.size()) + " bytes, at most " +
                                       std::to_string(longest_text) + " are allowed"});
        return false;
    };
    if (value.is_string()) check(value.get_ref<const std::string&>());
    if (value.is_structured())
        for (const auto& [key, inner] : value.items())
            if (check(key)) find_long_texts(inner, child(where, key), problems);
}

}  // namespace

std::vector<Problem> schema_problems(const Json& document, const std::string& source, const std::string& name) {
    std::vector<Problem> problems;
    find_long_texts(document, source + "#", problems);
    if (!problems.empty()) return problems;

    const PlainJson schema = PlainJson::parse(embedded_files().at(schema_file(name)));
    const std::set<Place> failing = failing_places(schema, document);
    if (failing.empty()) return {};
    const bool is_si = !document.is_object() || !document.contains("units");
    Explainer explainer(schema, failing, source, is_si);
    Schemas schemas;
    add_applicable(schema, schema, document, schemas);
    explainer.walk(document, schemas, "");
    problems = explainer.take_problems();
    if (problems.empty()) problems.push_back({source, "does not follow " + schema_file(name)});
    return problems;
}

}  // namespace cchnn
