#pragma once
// `object[key]` as T, or what holds when the key is left out. For .cpp files that read JSON and include all of it.

#include <nlohmann/json_fwd.hpp>

namespace cchnn {

template <class T, class Json = nlohmann::ordered_json>  // a template on Json too: it is complete where this is used
T optional_value(const Json& object, const char* key, T otherwise) {
    const auto found = object.find(key);
    return found == object.end() ? otherwise : found->template get<T>();
}

}  // namespace cchnn
