#include "spec/json/schema_rules.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/nearest_name.hpp"

namespace cchnn {
namespace {

struct Missing {
    std::vector<std::string_view> words;  // small letters alone; any of them in the name
    std::string_view text;
};

// The first entry with a matching word decides: "MotorTorque" is a motor, and "TorsionSpring" must not match a
// rope.
const std::vector<Missing>& all_missing() {
    static const std::vector<Missing> all = {
        {{"contact", "collision", "impact", "floor", "wall"},
         "impacts are those of 'contacts', a list of its own: a ball on a plane, two balls, a ball within a sphere, a "
         "Stop; or use Rolling on a plane, or a Track along a curve"},
        {{"friction", "coulomb"},
         "dry friction cannot be described; use viscous friction: a TorsionDamper for a bearing, a Dashpot for a "
         "cylinder, Damping for the air"},
        {{"limit", "endstop"}, "limits of an angle or a slide are a Stop, among 'contacts'"},
        {{"motor", "servo", "actuator", "control"},
         "feedback control cannot be described; use a Torque or Force with an 'input', whose values come from outside"},
        {{"angularspring", "rotationalspring", "rotaryspring", "hingespring", "spiralspring"},
         "a spring against rotation is a TorsionSpring"},
        {{"belt", "chaindrive", "transmission"},
         "a belt or a chain on two wheels is a Gear with a negative number of teeth"},
        {{"helical", "leadscrew", "ballscrew"}, "a screw in its nut is a Screw"},
        {{"pinion"}, "a pinion on its rack is a Rack"},
        {{"timeforce", "forcing", "excitation", "shaker"},
         "a force that depends on time is a Force or Torque with an 'input' that is a formula of t"},
        {{"cable", "tendon", "onesided", "unilateral", "slack"},
         "a rope that may go slack is a Contact of shape 'within', among 'contacts'; a Rope or a Link is always taut"},
        {{"magneticforce", "lorentz"}, "the force of a magnetic field on a charge is a MagneticField"},
        {{"drag", "airresistance"}, "quadratic drag is a Drag, among 'damping'; Damping is linear in the velocity"},
        {{"knife", "skate", "blade"},
         "a blade that does not slip sideways is a VelocityConstraint, of a point of it and one along the edge"},
        {{"nonholonomic"}, "an equation that is linear in velocities is a VelocityConstraint"},
        {{"holonomic", "surface"}, "an equation of coordinates, such as that of a surface, is a Constraint"},
        {{"rotatingframe", "coriolis", "centrifugal"},
         "a frame that turns at a constant rate is a RotatingFrame, which has both forces"},
    };
    return all;
}

// Names that kinds have elsewhere, which are common words as well: only of a type they mean the kind.
const std::vector<Missing>& names_elsewhere() {
    static const std::vector<Missing> all = {
        {{"revolute", "hinge"}, "a hinge is a Joint in two dimensions, a Joint+Axis in three"},
        {{"prismatic", "slide", "cylindrical"},
         "a prismatic joint is a Slider; with 'turn' the body may turn about the axis as well"},
        {{"ball", "spherical", "socket"}, "a ball joint is a Joint"},
        {{"cardan", "hooke"}, "Cardan's joint is a Universal"},
        {{"fixed", "rigid"}, "a fixed joint is a Weld; a point that is fixed in space is an Origin, among 'bodies'"},
        {{"rod", "bar", "distance"}, "a constant distance between two points is a Link"},
        {{"pulley", "winch"}, "a rope over pulleys is a Rope"},
        {{"damper"},
         "a damper is among 'damping': a Dashpot between two points, a TorsionDamper of a hinge, Damping of a body by "
         "what surrounds it"},
        {{"spring"}, "a spring is among 'potentials': a Spring between two points, a TorsionSpring of a hinge"},
    };
    return all;
}

std::string small_letters(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)))
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

// The text of the first entry with a word in the name, with the page that says more; empty if none has one.
std::string found_in(const std::vector<Missing>& all, std::string_view name) {
    const std::string letters = small_letters(name);
    const auto names_it = [&](std::string_view word) { return letters.find(word) != std::string::npos; };
    for (const auto& [words, text] : all)
        if (std::ranges::any_of(words, names_it)) return "; " + std::string(text) + " (schemas/system/limits.md)";
    return "";
}

using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;

std::string short_text(const Json& value) {
    constexpr std::size_t longest = 60;
    const std::string text = value.dump(-1, ' ', true);  // ASCII, so that a cut never falls inside a letter
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

// The keys of an object, for rules about which keys belong together.
std::string keys_text(const Json& value) {
    std::string text;
    for (const auto& [key, inner] : value.items()) text += (text.empty() ? "'" : ", '") + key + "'";
    return text.empty() ? "no key" : text;
}

// Words as in a sentence: "a, b or c".
std::string list(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    return text;
}

// JSON calls a text "string"; messages say "text".
std::string type_rule(const PlainJson& type) {
    const std::vector<std::string> names =
        type.is_array() ? type.get<std::vector<std::string>>() : std::vector{type.get<std::string>()};
    std::vector<std::string> words;
    for (const std::string& name : names) {
        const bool vowel = std::string("aeiou").find(name[0]) != std::string::npos;
        words.push_back((vowel ? "an " : "a ") + (name == "string" ? "text" : name));
    }
    return "must be " + list(words);
}

std::string number_of(const PlainJson& count, const std::string& thing, const std::string& things) {
    return count.dump() + " " + (count == 1 ? thing : things);
}

// States the whole range, whichever bound is violated.
std::string range_rule(const PlainJson& schema, bool say_units) {
    const bool has_unit = say_units && schema.contains("unit");
    const std::string unit = has_unit ? " " + schema.at("unit").get<std::string>() : "";
    if (schema.contains("minimum") && schema.contains("maximum"))
        return "must be " + schema.at("minimum").dump() + " to " + schema.at("maximum").dump() + unit;
    if (schema.contains("exclusiveMinimum") && schema.contains("maximum"))
        return "must be > " + schema.at("exclusiveMinimum").dump() + " and at most " + schema.at("maximum").dump() +
               unit;
    if (schema.contains("exclusiveMinimum")) return "must be > " + schema.at("exclusiveMinimum").dump() + unit;
    if (schema.contains("minimum")) return "must be >= " + schema.at("minimum").dump() + unit;
    return "must be <= " + schema.at("maximum").dump() + unit;
}

// States both bounds if there are two, whichever is violated.
std::string count_rule(const PlainJson& schema, const std::string& least, const std::string& most) {
    const bool array = least == "minItems";
    const std::string thing = array ? "entry" : "key", things = array ? "entries" : "keys";
    if (schema.contains(least) && schema.contains(most)) {
        if (schema.at(least) == schema.at(most)) return "must have " + number_of(schema.at(least), thing, things);
        return "must have " + schema.at(least).dump() + " to " + number_of(schema.at(most), thing, things);
    }
    if (schema.contains(least)) return "must have at least " + number_of(schema.at(least), thing, things);
    return "must have at most " + number_of(schema.at(most), thing, things);
}

// Suggests the nearest known name; if none is near, what to use for a feature that files cannot describe, and of a
// type for a kind by its name elsewhere.
std::string meant_by(const std::string& name, const std::vector<std::string>& known, bool is_type = false) {
    std::string instead = nearest_name(name, known).empty() ? not_described(name) : "";
    if (is_type && instead.empty() && nearest_name(name, known).empty()) instead = kind_elsewhere(name);
    return instead.empty() ? suggestion(name, known) : instead;
}

std::string enum_rule(const PlainJson& choices, const Json& value, const std::string& pointer) {
    const bool are_names = std::ranges::all_of(choices, [](const auto& c) { return c.is_string(); });
    if (!are_names || !value.is_string()) {
        std::vector<std::string> allowed;
        for (const PlainJson& choice : choices) allowed.push_back(choice.dump());
        return "must be " + list(allowed) + ", got " + short_text(value);
    }
    const auto names = choices.get<std::vector<std::string>>();
    const bool is_type = pointer.ends_with("/type");
    const std::string name = value.get<std::string>();
    return (is_type ? "unknown type '" : "unknown name '") + name + "'" + meant_by(name, names, is_type);
}

std::vector<std::string> missing_keys(const PlainJson& required, const Json& value) {
    std::vector<std::string> missing;
    for (const auto& key : required)
        if (!value.contains(key.get<std::string>()))
            missing.push_back("key '" + key.get<std::string>() + "' is missing");
    return missing;
}

std::string twice_rule(const Json& entries) {
    std::string text;
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        if (std::find(entries.begin(), entry, *entry) != entry) text = short_text(*entry);
    return "must have each entry once, has " + text + " twice";
}

std::string rule_of(const PlainJson& schema, const std::string& keyword, bool say_units) {
    const bool is_range = keyword.find("inimum") != std::string::npos || keyword.find("aximum") != std::string::npos;
    if (is_range) return range_rule(schema, say_units);
    if (schema.contains("$comment")) return schema.at("$comment").get<std::string>();
    if (keyword == "type") return type_rule(schema.at("type"));
    if (keyword.ends_with("Items")) return count_rule(schema, "minItems", "maxItems");
    if (keyword.ends_with("Properties")) return count_rule(schema, "minProperties", "maxProperties");
    if (keyword == "minLength") return "must not be empty";
    if (keyword == "maxLength") return "must have at most " + number_of(schema.at(keyword), "letter", "letters");
    return "must follow '" + keyword + "' " + schema.at(keyword).dump();
}

}  // namespace

std::string not_described(std::string_view name) { return found_in(all_missing(), name); }

std::string kind_elsewhere(std::string_view type) { return found_in(names_elsewhere(), type); }

const std::vector<std::string>& schema_keywords() {
    static const std::vector<std::string> keywords = {
        "type",        "enum",          "exclusiveMinimum", "minimum",  "maximum",
        "pattern",     "minLength",     "maxLength",        "minItems", "maxItems",
        "uniqueItems", "minProperties", "maxProperties",    "required", "anyOf"};
    return keywords;
}

// Rules about an object as a whole. Told beside a message about one of its keys they would repeat it.
bool concerns_all_keys(const std::string& keyword) {
    return keyword == "anyOf" || keyword == "minProperties" || keyword == "maxProperties";
}

std::vector<std::string> broken_rules(const PlainJson& schema, const std::string& keyword, const Json& value,
                                      const std::string& pointer, bool say_units) {
    if (keyword == "required") return missing_keys(schema.at(keyword), value);
    if (keyword == "uniqueItems") return {twice_rule(value)};
    if (keyword == "enum") return {enum_rule(schema.at(keyword), value, pointer)};
    if (keyword == "anyOf") return {rule_of(schema, keyword, say_units) + ", got " + keys_text(value)};
    return {rule_of(schema, keyword, say_units) + ", got " + short_text(value)};
}

// Keys that a schema does not name, if it allows no others.
std::vector<std::string> unknown_keys(const PlainJson& schema, const Json& value) {
    std::vector<std::string> unknown;
    if (!value.is_object() || schema.value("additionalProperties", PlainJson(true)) != PlainJson(false)) return unknown;
    for (const auto& [key, inner] : value.items())
        if (!schema.at("properties").contains(key)) unknown.push_back(key);
    return unknown;
}

std::string unknown_key(const PlainJson& schema, const std::string& key) {
    std::vector<std::string> known;
    for (const auto& [name, inner] : schema.at("properties").items())
        if (name != "$schema") known.push_back(name);
    return "unknown key '" + key + "'" + meant_by(key, known);
}

}  // namespace cchnn
