#include "elements/parts/reading/fields.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "elements/kinds.hpp"
#include "places.hpp"
#include "stories/story_fixture.hpp"

// schemas/system.schema.json says of each key what the fields of its kind say. tests/spec/system_md_test.cpp compares
// the tables of the system pages with the schema, and so with the fields.

using namespace cchnn;
using Json = nlohmann::json;

namespace {

const Json& schema() {
    static const Json read =
        Json::parse(cchnn_test::bytes_of(cchnn_test::source_dir() + "/schemas/system.schema.json"));
    return read;
}
const Json& resolved(const Json& property) {
    if (!property.contains("$ref")) return property;
    return schema().at(Json::json_pointer(property.at("$ref").get<std::string>().substr(1)));
}

// The type of a member in the schema, and what it is where a file does not say: null where the schema cannot tell.
struct Written {
    Json type, otherwise = nullptr;
};
Written written(double number) { return {"number", number}; }
Written written(bool choice) { return {"boolean", choice}; }
Written written(const std::map<std::string, double>& numbers) { return {"object", numbers}; }
Written written(const std::optional<double>&) { return {"number"}; }
Written written(const std::string& word) { return {"string", word.empty() ? Json() : Json(word)}; }
Written written(const std::optional<std::string>&) { return {"string"}; }
Written written(const PointSpec&) { return {{"string", "object"}}; }
template <class Entry>
Written written(const std::vector<Entry>&) {
    return {"array"};
}
Written written(const std::array<int, 2>&) { return {"array"}; }
template <class Member>
Written written(const Member&, const Member&) {
    return {"array"};
}
Written written(const HasFields auto&) { return {"object"}; }
Written written(const CurveSpec&) { return {"object"}; }

// A key of an object of the schema, against the field of it.
template <class Field, class... Member>
void compare_key(const Json& object, const Field& field, const Member&... members) {
    const std::string key = field.key, text = field.text, about = field.unit_about;
    CAPTURE(key);
    REQUIRE(object.at("properties").contains(key));
    const Json& rule = resolved(object.at("properties").at(key));
    const Written expected = written(members...);
    CHECK(rule.at("description") == text);
    CHECK(rule.value("unit", "1") == field.unit + (about.empty() ? "" : ", or " + about + " with 'about'"));
    CHECK(rule.contains("exclusiveMinimum") == (field.range == VariedProperty::Range::positive));
    CHECK(rule.contains("minimum") == (field.range == VariedProperty::Range::not_negative));
    CHECK(rule.value("exclusiveMinimum", 0) + rule.value("minimum", 0) == 0);
    const Json required = object.value("required", Json::array());
    CHECK((std::find(required.begin(), required.end(), key) != required.end()) == field.is_required);
    CHECK(rule.value("default", Json()) == (field.is_required ? Json() : expected.otherwise));
    const Json drawn = Json::array({{{"$ref", "#/definitions/distribution"}}});
    const bool whole = expected.type != "array" && expected.type != "object";  // else each entry may be drawn
    CHECK(rule.value("type", Json()) == (field.is_drawn && whole ? Json() : expected.type));
    CHECK(rule.value("allOf", Json()) == (field.is_drawn && whole ? drawn : Json()));
    if (field.is_drawn && !whole)
        CHECK(rule.at(expected.type == "array" ? "items" : "additionalProperties") == drawn.front());
    if (field.is_direction) CHECK(text.starts_with("Unit vector"));
    CHECK(text.ends_with("Default: the last axis.") == field.is_last_axis);
}

// An object of the schema, against the fields of a Spec or of a part of one. Keys that it has are added to `keys`.
template <class Fields, class Spec>
void compare_keys(const Json& object, const Fields& fields, const Spec& spec, std::set<std::string>& keys) {
    for_each_field(fields, spec,
                   Overloaded{[&](const auto& field, const AngleSpec& angle) {
                                  if (!*field.key) return compare_keys(object, AngleSpec::fields, angle, keys);
                                  keys.insert(field.key);
                                  compare_key(object, field, angle);
                              },
                              [&](const auto& field, const auto&... members) {
                                  keys.insert(field.key);
                                  compare_key(object, field, members...);
                              }});
}
template <class Fields, class Spec>
void compare(const std::string& pointer, const Fields& fields, const Spec& spec) {
    CAPTURE(pointer);
    const Json& object = schema().at(Json::json_pointer(pointer));
    std::set<std::string> in_fields, in_schema;
    compare_keys(object, fields, spec, in_fields);
    for (const auto& [key, rule] : object.at("properties").items())
        if (key != "type") in_schema.insert(key);
    CHECK(in_schema == in_fields);
}

TEST_CASE("the schema has the keys of each kind, with their units, ranges, defaults and texts") {
    for_each_kind(AllKinds{}, []<class K>(KindTag<K>) {
        compare(std::string("/definitions/") + K::type, K::fields, typename K::Spec{});
    });
    compare("/definitions/wheel", AngleSpec::fields, AngleSpec{});
    compare("/definitions/magnet", DipoleSpec::Magnet::fields, DipoleSpec::Magnet{});
    compare("/definitions/slide", SlideSpec::fields, SlideSpec{});
}

}  // namespace
