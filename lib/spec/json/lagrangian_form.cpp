#include "spec/json/lagrangian_form.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/nearest_name.hpp"
#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::string form_at = "/lagrangian", coordinates_at = form_at + "/coordinates", starts_at = "/initial_conditions";

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& entry : object.items()) keys.push_back(entry.key());
    return keys;
}

}  // namespace

// What follows needs objects; everything else is for the schema, which sees the rewritten document.
bool LagrangianForm::is_readable(const Json& document) {
    const Json& form = document.at("lagrangian");
    for (const char* key : {"dimension", "bodies", "constraints", "potentials", "damping", "inputs", "units"})
        if (document.contains(key))
            add(child("", key), std::string("a system has either a 'lagrangian' or '") + key + "': remove one of them");
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
    const Json form = document.at("lagrangian");
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
    // Keys of an item that the form has in other words.
    for (const auto& entry : form.items())
        if (entry.key() == "type" || entry.key() == "angles")
            add(child(form_at, entry.key()),
                "unknown key: a Lagrangian has 'coordinates' with their 'angle', and formulas");
        else if (entry.key() != "coordinates") item[entry.key()] = entry.value();
    Json poses = starts(document.at("initial_conditions"), names);
    document.erase("lagrangian");
    document.erase("initial_conditions");
    document["dimension"] = 1;
    document["bodies"] = std::move(bodies);
    document["potentials"] = Json::array({std::move(item)});
    document["initial_conditions"] = {{"bodies", std::move(poses)}};
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
        if (std::find(known.begin(), known.end(), key) == known.end())
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
