#pragma once
// Sets the members of a Spec from the keys of an item, by its fields. For .cpp files that include all of JSON:
// the functions are templates on Json, which is complete where they are used. Items have passed the schema, so
// that missing keys are no case here.

#include <optional>
#include <string>
#include <vector>

#include "elements/parts/reading/body_spec.hpp"
#include "elements/parts/reading/fields.hpp"

namespace cchnn {

// A point is "bob", or {"body": "plate", "point": [0.5, 0]}.
template <class Json>
void from_json(const Json& end, PointSpec& point) {
    if (end.is_string()) point = {end, {}};
    else point = {end.at("body"), end.at("point")};
}

template <class Json, class T>
void read_member(const Json& value, T& member) {
    value.get_to(member);
}
template <class Json, class T>
void read_member(const Json& value, std::optional<T>& member) {
    member = value.template get<T>();
}
template <class Json, class T>
void read_member(const Json& value, T& first, T& second) {
    value.at(0).get_to(first);
    value.at(1).get_to(second);
}

// Of an item that the schema allows.
template <class Json, class Fields, class Spec>
void read_fields(const Json& item, const Fields& fields, Spec& spec) {
    for_each_field(fields, spec, [&](const auto& field, auto&... members) {
        const std::string key = field.key;
        if (key.empty()) read_member(item, members...);
        else if (field.is_required || item.contains(key)) read_member(item.at(key), members...);
    });
}

// A part of an item that has fields of its own: an angle, a magnet.
template <class Json, HasFields Part>
void from_json(const Json& item, Part& part) {
    read_fields(item, Part::fields, part);
}

// A whole item. Directions that default to the last axis of space get it first.
template <class Kind, class Json>
typename Kind::Spec read_spec(const Json& item, int dimension) {
    typename Kind::Spec spec;
    const auto others = [](const auto&, const auto&...) {};
    const auto begin = [&](const auto& field, std::vector<double>& direction) {
        if (!field.is_last_axis) return;
        direction.assign(dimension, 0.0);
        direction.back() = 1;
    };
    for_each_field(Kind::fields, spec, Overloaded{others, begin});
    read_fields(item, Kind::fields, spec);
    return spec;
}

}  // namespace cchnn
