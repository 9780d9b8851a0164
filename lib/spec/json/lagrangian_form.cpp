#include "spec/json/lagrangian_form.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/nearest_name.hpp"
#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::string form_at = "/lagrangian", coordinates_at = form_at + "/coordinates", starts_at = "/initial_conditions";

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

// The names in a formula, of functions too.
std::set<std::string> names_in(const std::string& formula) {
    std::set<std::string> names;
    for (auto at = formula.begin(); at != formula.end();) {
        const auto end = std::find_if_not(at, formula.end(), continues_name);
        if (end != at && starts_name(*at)) names.emplace(at, end);
        at = end == at ? at + 1 : end;
    }
    return names;
}

// Those in all formulas of a form but positions.
std::set<std::string> names_in_formulas(const Json& form) {
    std::set<std::string> names;
    const auto add = [&](const Json& text) {
        if (text.is_string()) names.merge(names_in(text.get<std::string>()));
    };
    for (const char* key : {"kinetic", "potential", "dissipation"})
        if (form.contains(key)) add(form.at(key));
    for (const char* key : {"forces", "constraints"})
        if (form.contains(key) && form.at(key).is_structured())
            for (const auto& formula : form.at(key).items()) add(formula.value());
    return names;
}

bool is_one_of(const std::string& key, std::initializer_list<const char*> keys) {
    return std::ranges::find(keys, key) != keys.end();
}

// A formula under a key, and those coordinates, or all if there are none, and constants of a form that it names.
Json with_points(const Json& form, const std::vector<std::string>& names, const std::string& key, const Json& formula) {
    const std::set<std::string> used = names_in(formula.get<std::string>());
    std::vector<std::string> points;
    for (const std::string& name : names)
        if (used.contains(name) || used.contains(name + "d")) points.push_back(name);
    if (points.empty()) points = names;
    Json item{{"points", points}, {"names", points}, {key, formula}};
    for (const std::string& name : used)
        if (form.contains("constants") && form.at("constants").is_object() && form.at("constants").contains(name))
            item["constants"][name] = form.at("constants").at(name);
    return item;
}

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& entry : object.items()) keys.push_back(entry.key());
    return keys;
}

}  // namespace

// What follows needs objects; everything else is for the schema, which sees the rewritten document.
bool LagrangianForm::is_readable(const Json& document) {
    const Json& form = document.at("lagrangian");
    for (const char* key : {"dimension", "bodies", "constraints", "potentials", "damping", "contacts"})
        if (document.contains(key))
            add(child("", key),
                is_one_of(key, {"constraints", "contacts"})
                    ? std::string("of a 'lagrangian' stand in it: move them to /lagrangian/") + key
                    : std::string("a system has either a 'lagrangian' or '") + key + "': remove one of them");
    if (!form.is_object() || !form.contains("coordinates") || !form.at("coordinates").is_object() ||
        form.at("coordinates").empty())
        add(form_at,
            "must be an object with 'coordinates', such as {\"r\": {}, \"theta\": {\"angle\": true}}, and 'kinetic'");
    else if (!document.contains("initial_conditions") || !document.at("initial_conditions").is_object())
        add(starts_at, "must be an object with a start of each coordinate");
    return problems_.empty();
}

LagrangianForm::LagrangianForm(Json& document, const std::string& source) : source_(source) {
    if (!document.is_object() || !document.contains("lagrangian")) return;
    if (!is_readable(document)) {
        document.erase("lagrangian");
        return;
    }
    Json form = document.at("lagrangian");
    const std::vector<std::string> names = keys_of(form.at("coordinates"));
    Json bodies = Json::array(), item = {{"type", "Lagrangian"}, {"coordinates", names}}, angles = Json::array();
    for (const std::string& name : names) {
        const std::string at = child(coordinates_at, name);
        read_[child("/bodies", bodies.size())] = at;
        read_[child(child("/bodies", bodies.size()), "id")] = at;
        read_[child("/potentials/0/coordinates", bodies.size())] = at;
        read_[child("/potentials/0/angles", angles.size())] = at;
        bodies.push_back({{"id", name}, {"type", "Obj0D"}, {"mass", 1}});
        const Json& about = form.at("coordinates").at(name);
        const bool is_angle = about.is_object() && about.value("angle", Json(false)) == Json(true);
        if (!about.is_object() || about.size() > (about.contains("angle") ? 1 : 0) ||
            (about.contains("angle") && !about.at("angle").is_boolean()))
            add(at, "must be {} or {\"angle\": true}");
        if (is_angle) angles.push_back(name);
    }
    read_["/potentials/0"] = form_at;
    if (!angles.empty()) item["angles"] = std::move(angles);
    Json constraints = constraints_of(document, form, names);
    add_time(document, form, names);
    if (form.contains("forces")) item.update(forces_of(form.at("forces"), names));
    if (Json inputs = inputs_of(document, form); !inputs.empty()) item["inputs"] = std::move(inputs);
    if (form.contains("positions")) item["positions"] = positions_of(form.at("positions"));
    Json contacts = contacts_of(document, form, names);
    static const std::vector<std::string> known{"coordinates", "constants", "kinetic", "potential", "dissipation",
                                                "constraints", "contacts",  "forces",  "positions", "rods"};
    for (const auto& entry : form.items())
        if (std::ranges::find(known, entry.key()) == known.end())
            add(child(form_at, entry.key()), "unknown key '" + entry.key() + "'" + suggestion(entry.key(), known));
        else if (!is_one_of(entry.key(), {"coordinates", "constraints", "contacts", "forces", "positions"}))
            item[entry.key()] = entry.value();
    Json poses = starts(document.at("initial_conditions"), names);
    document.erase("lagrangian");
    document.erase("initial_conditions");
    document["dimension"] = 1;
    document["bodies"] = std::move(bodies);
    if (!constraints.empty()) document["constraints"] = std::move(constraints);
    if (!contacts.empty()) document["contacts"] = std::move(contacts);
    document["potentials"] = Json::array({std::move(item)});
    document["initial_conditions"] = {{"bodies", std::move(poses)}};
}

// Constants that are drawn and stand in several items become draws with their names.
void LagrangianForm::share_drawn(Json& document, Json& constants) {
    for (auto& constant : constants.items()) {
        if (!constant.value().is_object()) continue;
        const std::string at = child(child(form_at, "constants"), constant.key());
        if (document.contains("draws") && document.at("draws").contains(constant.key()))
            add(at, "is the name of one of the 'draws' too: rename one of them");
        document["draws"][constant.key()] = constant.value();
        read_[child("/draws", constant.key())] = at;
        constant.value() = constant.key();
    }
}

// Gaps of coordinates become contacts with the constants that they name, of which none is drawn.
Json LagrangianForm::contacts_of(const Json& document, const Json& form, const std::vector<std::string>& names) {
    Json items = Json::array();
    if (!form.contains("contacts")) return items;
    const std::string all = child(form_at, "contacts");
    const auto is_contact = [](const Json& contact) {
        return contact.is_object() && contact.value("gap", Json()).is_string();
    };
    const Json& contacts = form.at("contacts");
    if (!contacts.is_array() || !std::ranges::all_of(contacts, is_contact)) {
        add(all, "must be a list of gaps that stay open, such as [{\"gap\": \"1 - a\", \"restitution\": 0.9}]");
        return items;
    }
    const Json draws = document.value("draws", Json::object());
    for (const Json& contact : contacts) {
        const std::string at = child(all, items.size()), now = child("/contacts", items.size());
        Json item{{"type", "Contact"}, {"shape", "formula"}};
        item.update(with_points(form, names, "gap", contact.at("gap")));
        const Json constants = item.value("constants", Json::object());
        for (const auto& constant : constants.items())
            if (constant.value().is_object() ||
                (constant.value().is_string() && draws.contains(constant.value().get<std::string>())))
                add(at + "/gap", "names '" + constant.key() + "', which is drawn: a gap needs a number in its place");
        for (const auto& entry : contact.items())
            if (is_one_of(entry.key(), {"restitution", "name"})) item[entry.key()] = entry.value();
            else if (entry.key() != "gap")
                add(child(at, entry.key()),
                    "unknown key '" + entry.key() + "'" + suggestion(entry.key(), {"gap", "restitution", "name"}));
        read_[now] = at;
        items.push_back(std::move(item));
    }
    return items;
}

// Equations between coordinates become items of their own, with those constants that they name.
Json LagrangianForm::constraints_of(Json& document, Json& form, const std::vector<std::string>& names) {
    Json items = Json::array();
    if (!form.contains("constraints")) return items;
    const Json& equations = form.at("constraints");
    const std::string at = child(form_at, "constraints");
    if (!equations.is_array() || !std::ranges::all_of(equations, &Json::is_string)) {
        add(at, "must be a list of formulas that stay 0, such as [\"x^2 + y^2 - l^2\"]");
        return items;
    }
    if (equations.size() > names.size()) {
        add(at, "must have at most as many equations as there are coordinates, " + std::to_string(names.size()) +
                    ", got " + std::to_string(equations.size()));
        return items;
    }
    const bool has_constants = form.contains("constants") && form.at("constants").is_object();
    if (has_constants && document.value("draws", Json::object()).is_object()) share_drawn(document, form["constants"]);
    for (const Json& equation : equations) {
        const std::set<std::string> used = names_in(equation.get<std::string>());
        const bool has_rate =
            std::ranges::any_of(names, [&](const std::string& name) { return used.contains(name + "d"); });
        Json item{{"type", has_rate ? "VelocityConstraint" : "Constraint"}};
        item.update(with_points(form, names, "equation", equation));
        read_[child("/constraints", items.size())] = child(at, items.size());
        read_[child(child("/constraints", items.size()), "equation")] = child(at, items.size());
        items.push_back(std::move(item));
    }
    return items;
}

// Forces as formulas of all coordinates, in order.
Json LagrangianForm::forces_of(const Json& given, const std::vector<std::string>& names) {
    const std::string at = child(form_at, "forces");
    if (!given.is_object() || given.empty()) {
        add(at, "must be an object with a formula for coordinates, such as {\"theta\": \"tau\"}");
        return Json::object();
    }
    Json forces = Json::array();
    for (const std::string& name : names) {
        read_[child("/potentials/0/forces", forces.size())] = child(at, name);
        forces.push_back(given.value(name, Json("0")));
    }
    for (const std::string& key : keys_of(given))
        if (std::ranges::find(names, key) == names.end())
            add(child(at, key), "is none of the coordinates" + suggestion(key, names));
    return {{"forces", std::move(forces)}};
}

// The inputs of the file that the formulas name.
Json LagrangianForm::inputs_of(const Json& document, const Json& form) {
    Json inputs = Json::array();
    if (!document.contains("inputs") || !document.at("inputs").is_array()) return inputs;
    const std::set<std::string> used = names_in_formulas(form);
    const Json& all = document.at("inputs");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Json id = all[i].is_object() ? all[i].value("id", Json()) : Json();
        if (!id.is_string() || !used.contains(id.get<std::string>())) continue;
        read_[child("/potentials/0/inputs", inputs.size())] = child("/inputs", i);
        inputs.push_back(id);
    }
    return inputs;
}

// The time becomes an input where a formula names it, and nothing else has its name.
void LagrangianForm::add_time(Json& document, const Json& form, const std::vector<std::string>& names) {
    const bool is_constant = form.contains("constants") && form.at("constants").contains("t");
    const bool is_coordinate = std::ranges::find(names, "t") != names.end();
    if (is_constant || is_coordinate || !names_in_formulas(form).contains("t")) return;
    Json& inputs = document["inputs"];
    if (inputs.is_null()) inputs = Json::array();
    const auto is_time = [](const Json& input) { return input.is_object() && input.value("id", Json()) == Json("t"); };
    if (!inputs.is_array() || std::ranges::any_of(inputs, is_time)) return;
    read_[child("/inputs", inputs.size())] = form_at;
    inputs.push_back({{"id", "t"}, {"unit", "s"}, {"formula", "t"}});
}

// Numbers are formulas too.
Json LagrangianForm::positions_of(const Json& given) {
    Json positions = Json::array();
    const std::string all = child(form_at, "positions");
    if (!given.is_object()) {
        add(all,
            "must be an object with a list of formulas for each point, such as {\"bob\": [\"sin(a)\", \"-cos(a)\"]}");
        return positions;
    }
    for (const auto& entry : given.items()) {
        const std::string here = child("/potentials/0/positions", positions.size());
        read_[here] = child(all, entry.key());
        read_[child(here, "at")] = child(all, entry.key());
        Json at = entry.value();
        for (Json& coordinate : at)
            if (coordinate.is_number()) coordinate = coordinate.dump();
        positions.push_back({{"name", entry.key()}, {"at", std::move(at)}});
    }
    return positions;
}

// A coordinate needs a start, its rate is 0 where none is given.
Json LagrangianForm::starts(const Json& given, const std::vector<std::string>& names) {
    Json poses = Json::object();
    std::vector<std::string> known;
    for (const std::string& name : names) {
        const std::string rate = name + "d", pose = child("/initial_conditions/bodies", name);
        known.insert(known.end(), {name, rate});
        read_[pose] = child(starts_at, name);
        read_[pose + "/position/0"] = child(starts_at, name);
        read_[pose + "/velocity/0"] = child(starts_at, rate);
        if (!given.contains(name)) add(starts_at, "has no start of '" + name + "': give a number or a distribution");
        else
            poses[name] = {{"position", {given.at(name)}},
                           {"velocity", {given.contains(rate) ? given.at(rate) : Json(0)}}};
    }
    for (const std::string& key : keys_of(given))
        if (std::ranges::find(known, key) == known.end())
            add(child(starts_at, key), "is neither a coordinate nor the rate of one" + suggestion(key, known));
    return poses;
}

std::vector<Problem> LagrangianForm::in_the_file(std::vector<Problem> problems) const {
    for (Problem& problem : problems) {
        if (read_.empty() || !problem.where.starts_with(source_ + "#")) continue;
        const std::string pointer = problem.where.substr(source_.size() + 1);
        std::size_t longest = 0;
        for (const auto& [now, then] : read_) {
            const bool below = pointer.starts_with(now) && (pointer.size() == now.size() || pointer[now.size()] == '/');
            if (!below || now.size() <= longest) continue;
            longest = now.size();
            problem.where = source_ + "#" + then + pointer.substr(longest);
        }
    }
    return problems;
}

}  // namespace cchnn
