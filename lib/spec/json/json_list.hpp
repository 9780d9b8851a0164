#pragma once
// Lists of JSON documents, one item for each item of a list of the program.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// `json_of` makes the JSON of an item. A caller includes <nlohmann/json.hpp>.
template <class Items, class JsonOf, class Json = nlohmann::ordered_json>
Json json_list(const Items& items, JsonOf json_of) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(json_of(item));
    return list;
}

// Problems, notes and losses with their places, in every document for programs.
template <class Json = nlohmann::ordered_json>
Json problems_json(const std::vector<Problem>& problems) {
    return json_list(problems, [](const Problem& problem) {
        return Json{{"where", problem.where}, {"what", problem.what}};
    });
}

}  // namespace cchnn
