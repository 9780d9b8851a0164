#pragma once
// Makes the term of a kind without resolve(): a name, and then what its fields set with names resolved, in
// their order. elements/terms.cpp uses it.

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/bodies.hpp"
#include "elements/parts/reading/fields.hpp"

namespace cchnn {

// The bodies that an item names, after a blank: " pivot-bob1", " bob"; "" if it names none.
template <class Fields, class Spec>
std::string named_bodies(const Fields& fields, const Spec& spec) {
    std::string names;
    const auto name = [&](const std::string& a, const std::string& b) { names = " " + a + "-" + b; };
    for_each_field(fields, spec,
                   Overloaded{[](const auto&, const auto&...) {},
                              [&](const auto&, const PointSpec& a, const PointSpec& b) { name(a.body, b.body); },
                              [&](const auto&, const std::string& a, const std::string& b) { name(a, b); },
                              [&](const auto& field, const AngleSpec& angle) {
                                  if (!*field.key) name(angle.a, angle.b);
                              },
                              [&](const auto&, const std::vector<PointSpec>& points) {
                                  name(points.front().body, points.back().body);
                              },
                              [&](const auto&, const PointSpec& on) { names = " " + on.body; },
                              [&](const auto& field, const std::string& id) {
                                  if (field.key == std::string("body")) names = " " + id;
                              }});
    return names;
}

inline Point resolved(const PointSpec& point, const Bodies& bodies) { return bodies.point(point); }
inline std::vector<Point> resolved(const std::vector<PointSpec>& points, const Bodies& bodies) {
    std::vector<Point> all;
    for (const PointSpec& point : points) all.push_back(bodies.point(point));
    return all;
}
inline CountedAngle resolved(const AngleSpec& angle, const Bodies& bodies) { return resolved_angle(angle, bodies); }
inline double resolved(double number, const Bodies&) { return number; }
inline std::string resolved(const std::string& id, const Bodies&) { return id; }  // of an input
inline std::vector<double> resolved(const std::vector<double>& entries, const Bodies&) { return entries; }

template <class Kind>
typename Kind::Term term_by_fields(const typename Kind::Spec& spec, const Bodies& bodies) {
    const auto of_field = [&](const auto& field) {
        return std::apply([&](const auto... member) { return std::tuple(resolved(spec.*member, bodies)...); },
                          field.members);
    };
    auto members = std::apply([&](const auto&... field) { return std::tuple_cat(of_field(field)...); }, Kind::fields);
    return std::apply(
        [&](auto&... member) {
            return typename Kind::Term{Kind::type + named_bodies(Kind::fields, spec), std::move(member)...};
        },
        members);
}

}  // namespace cchnn
