#pragma once
// A valid system to break one thing of, and what the reader says about it.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/read_system.hpp"

namespace cchnn::test {

using Json = nlohmann::ordered_json;

inline Json pendulum_2d() {
    return Json::parse(R"({
      "name": "own", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin", "position": [0, 0]},
                 {"id": "bob", "type": "Obj0D", "mass": 2},
                 {"id": "tail", "type": "Obj0D", "mass": 3}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}],
      "potentials": [{"type": "Gravity"},
                     {"type": "Spring", "between": ["bob", "tail"], "stiffness": 5, "rest_length": 1}],
      "initial_conditions": {"bodies": {
        "bob": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}}},
        "tail": {"position": [1, {"uniform": {"low": -1, "high": 1}}]}}}
    })");
}

// Messages about a text called a.json, one per line; "" when it is accepted.
inline std::string complaint_about_text(const std::string& text) {
    try {
        (void)parse_system(text, "a.json");
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}
inline std::string complaint(const Json& document) { return complaint_about_text(document.dump()); }

// The complaint about pendulum_2d() with one value replaced or added.
inline std::string complaint_with(const std::string& pointer, const Json& value) {
    Json document = pendulum_2d();
    document[Json::json_pointer(pointer)] = value;
    return complaint(document);
}
inline std::string complaint_without(const std::string& parent, const std::string& key) {
    Json document = pendulum_2d();
    document[Json::json_pointer(parent)].erase(key);
    return complaint(document);
}

}  // namespace cchnn::test
