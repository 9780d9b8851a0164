#include "spec/json/applicable_schemas.hpp"

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/embedded_files.hpp"
#include "core/parallel_for.hpp"

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;
using valijson::adapters::NlohmannJsonAdapter;

// The value of "type" that a condition tests, or null for any other condition. Nearly all conditions have the
// form {"properties": {"type": {"const": "Link"}}, "required": ["type"]}, and a system has many items;
// comparing one text is much faster than a general validation.
const PlainJson* wanted_type(const PlainJson& condition) {
    const auto properties = condition.find("properties");
    const auto required = condition.find("required");
    if (properties == condition.end() || properties->size() != 1 || !properties->contains("type") ||
        required == condition.end() || *required != PlainJson::array({"type"}))
        return nullptr;
    const PlainJson& type = properties->at("type");
    return type.size() == 1 && type.contains("const") ? &type.at("const") : nullptr;
}

// wanted_type() with a memory: schemas live as long as the program, and each is asked about for every value.
const PlainJson* known_type(const PlainJson& condition) {
    static const PerThread<std::unordered_map<const PlainJson*, const PlainJson*>> known;
    const auto [found, is_new] = known.here().try_emplace(&condition, nullptr);
    if (is_new) found->second = wanted_type(condition);
    return found->second;
}

bool meets(const PlainJson& condition, const Json& value) {
    const PlainJson* type = known_type(condition);
    if (!type) return follows(condition, value);
    return value.is_object() && value.contains("type") && PlainJson(value.at("type")) == *type;
}

const PlainJson* schema_of_child(const PlainJson& schema, bool in_array, const std::string& key) {
    if (in_array) return schema.contains("items") ? &schema.at("items") : nullptr;
    if (schema.contains("properties") && schema.at("properties").contains(key)) return &schema.at("properties").at(key);
    const auto others = schema.find("additionalProperties");
    return others != schema.end() && others->is_object() ? &*others : nullptr;
}

}  // namespace

const PlainJson& schema_named(const std::string& name) {
    static std::mutex guard;
    static std::map<std::string, PlainJson> read;
    const std::lock_guard lock(guard);
    const auto found = read.find(name);
    if (found != read.end()) return found->second;
    return read[name] = PlainJson::parse(embedded_files().at("schemas/" + name + ".schema.json"));
}

void add_applicable(const PlainJson& root, const PlainJson& schema, const Json& value, Schemas& schemas) {
    if (schema.contains("$ref")) {
        const PlainJson::json_pointer target(schema.at("$ref").get<std::string>().substr(1));
        return add_applicable(root, root.at(target), value, schemas);
    }
    schemas.push_back(&schema);
    if (schema.contains("allOf"))
        for (const PlainJson& part : schema.at("allOf")) add_applicable(root, part, value, schemas);
    if (!schema.contains("if")) return;
    const char* branch = meets(schema.at("if"), value) ? "then" : "else";
    if (schema.contains(branch)) add_applicable(root, schema.at(branch), value, schemas);
}

Schemas schemas_of_child(const PlainJson& root, const Schemas& schemas, const Json& value, const std::string& key,
                         const Json& inner) {
    Schemas applicable;
    for (const PlainJson* schema : schemas)
        if (const PlainJson* next = schema_of_child(*schema, value.is_array(), key))
            add_applicable(root, *next, inner, applicable);
    return applicable;
}

bool follows(const PlainJson& schema, const Json& value) {
    valijson::Schema compiled;
    compile_schema(schema, compiled);
    const PlainJson plain = value;
    return valijson::Validator().validate(compiled, NlohmannJsonAdapter(plain), nullptr);
}

void compile_schema(const PlainJson& schema, valijson::Schema& compiled) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(NlohmannJsonAdapter(schema), compiled);
}

}  // namespace cchnn
