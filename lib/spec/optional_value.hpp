#pragma once
// `object[key]` as T, or what holds when the key is left out. For .cpp files that read JSON.

#include <nlohmann/json.hpp>

namespace cchnn {

template <class T>
T optional_value(const nlohmann::ordered_json& object, const char* key, T otherwise) {
    const auto found = object.find(key);
    return found == object.end() ? otherwise : found->get<T>();
}

}  // namespace cchnn
