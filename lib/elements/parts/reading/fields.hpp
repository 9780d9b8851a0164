#pragma once
// The keys of an item of a file, as data. A kind lists them once, in its `fields` (element.hpp). Its reader,
// the checks of its ends, angles and numbers, the numbers that may be drawn, and the numbers of its edges all
// follow from them. tests/elements/fields_test.cpp compares them with the schema, and tests/spec/ the schema
// with the tables of schemas/system/.

#include <optional>
#include <string>
#include <tuple>

#include "core/overloaded.hpp"
#include "elements/parts/reading/varied.hpp"

namespace cchnn {

// One key, its description, and the member of the Spec that it sets; two members take the two entries of a
// list. Properties are added by functions with their names: field("mu0", "Vacuum permeability.",
// &Spec::mu0).in("N/A^2").positive()
template <class... Member>
struct KeyField {
    using Range = VariedProperty::Range;

    const char *key, *text;         // text: the description of the schema
    std::tuple<Member...> members;  // pointers to members
    const char* unit = "1";         // SI; 1: none
    const char* unit_about = "";    // of an item that names a pivot, where it is another
    Range range = Range::any;
    const char* if_zero = "";   // what is wrong with 0, or with a vector of zeros
    bool is_required = true;    // else the member keeps what the Spec begins with
    bool is_last_axis = false;  // or is the last axis of space
    bool is_drawn = false;      // may differ from trajectory to trajectory
    bool is_in_space = false;   // a vector along the axes of space
    bool is_of_three = false;   // of all three, whatever the dimension
    bool is_direction = false;  // of unit length

    constexpr KeyField in(const char* si) const { return with(&KeyField::unit, si); }
    constexpr KeyField about_pivot_in(const char* si) const { return with(&KeyField::unit_about, si); }
    constexpr KeyField positive() const { return with(&KeyField::range, Range::positive); }
    constexpr KeyField not_negative() const { return with(&KeyField::range, Range::not_negative); }
    constexpr KeyField not_zero(const char* what) const { return with(&KeyField::if_zero, what); }
    constexpr KeyField optional() const { return with(&KeyField::is_required, false); }
    constexpr KeyField or_last_axis() const { return optional().with(&KeyField::is_last_axis, true); }
    constexpr KeyField drawn() const { return with(&KeyField::is_drawn, true); }
    constexpr KeyField in_space() const { return with(&KeyField::is_in_space, true); }
    constexpr KeyField of_three() const { return in_space().with(&KeyField::is_of_three, true); }
    constexpr KeyField direction() const { return with(&KeyField::is_direction, true); }

    constexpr const char* unit_of(bool about_pivot) const { return about_pivot && *unit_about ? unit_about : unit; }

  private:
    template <class Property>
    constexpr KeyField with(Property KeyField::*property, Property value) const {
        KeyField changed = *this;
        changed.*property = value;
        return changed;
    }
};

template <class... Member>
constexpr KeyField<Member...> field(const char* key, const char* text, Member... members) {
    return {key, text, {members...}};
}
template <class End>
constexpr KeyField<End, End> between(End a, End b) {
    return field("between", "The two bodies, or points of bodies, that are joined.", a, b);
}

template <class End>
constexpr KeyField<End> on(End end) {
    return field("on", "A body by its id: its centre of mass, or the Origin itself; or a point of an extended body.",
                 end);
}

// Of a force that may follow its body.
template <class Frame>
constexpr KeyField<Frame> in_frame(Frame frame) {
    return field("frame",
                 "'space', or 'body': along the principal axes of the body, which it follows; then with an 'input'.",
                 frame)
        .optional();
}

// A part of an item with keys of its own: an angle, a magnet.
template <class Part>
concept HasFields = requires {
    Part::fields;
};

// Calls action(field, members of the Spec...) for each field.
template <class... F, class Spec, class Action>
void for_each_field(const std::tuple<F...>& fields, Spec& spec, Action&& action) {
    const auto visit = [&](const auto& field) {
        std::apply([&](const auto... member) { action(field, spec.*member...); }, field.members);
    };
    std::apply([&](const auto&... field) { (visit(field), ...); }, fields);
}

// Whether the item names an optional pivot, which makes its numbers those of an angle.
template <class Fields, class Spec>
bool names_pivot(const Fields& fields, const Spec& spec) {
    bool names = false;
    const auto others = [](const auto&, const auto&...) {};
    const auto look = [&](const auto&, const std::optional<std::string>& id) { names = id.has_value(); };
    for_each_field(fields, spec, Overloaded{others, look});
    return names;
}

}  // namespace cchnn
