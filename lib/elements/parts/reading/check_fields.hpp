#pragma once
// The checks that follow from the fields of an item, in their order: do its ends exist, can its bodies turn about the
// axis of its angle, are its numbers within their range? elements/items.cpp calls them before check() of the kind.

#include <algorithm>
#include <string>
#include <vector>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/fields.hpp"

namespace cchnn {

template <class Fields, class Spec>
void check_fields(const std::string& pointer, const Fields& fields, const Spec& spec, const std::string& article_kind,
                  Checking& checking);

// Called for each field with the members it sets; one function for each type of member.
class FieldCheck {
  public:
    FieldCheck(const std::string& pointer, bool about_pivot, const std::string& article_kind, Checking& checking)
        : pointer_(pointer), about_pivot_(about_pivot), article_kind_(article_kind), checking_(checking) {}

    void operator()(const auto&, const auto&...) const {}  // check() of a kind knows what these mean
    void operator()(const auto& field, double number) const {
        const std::string unit = field.unit_of(about_pivot_), unit_text = unit == "1" ? "" : " " + unit;
        Findings& findings = checking_.findings;
        if (field.range == VariedProperty::Range::positive) findings.check_positive(at(field), number, unit_text);
        else if (field.range == VariedProperty::Range::any) findings.check_finite(at(field), number);
        else findings.check_not_negative(at(field), number, unit_text);
        if (*field.if_zero && number == 0 && !checking_.is_drawn(at(field))) findings.add(at(field), field.if_zero);
    }
    void operator()(const auto& field, const std::optional<double>& given) const { (*this)(field, given.value_or(0)); }
    void operator()(const auto& field, const std::vector<double>& entries) const {
        if (!field.is_required && entries.empty()) return;
        const int axis_count = field.is_of_three ? 3 : checking_.dimension;
        if (field.is_in_space) checking_.findings.check_vector(at(field), entries, axis_count);
        if (field.is_direction) checking_.findings.check_unit(at(field), entries);
        const auto is_zero = [](double entry) { return entry == 0; };
        if (*field.if_zero && std::all_of(entries.begin(), entries.end(), is_zero) && !checking_.is_drawn(at(field)))
            checking_.findings.add(at(field), field.if_zero);
    }
    void operator()(const auto& field, const AngleSpec& angle) const {
        check_angle(*field.key ? at(field) : pointer_, angle, article_kind_, checking_);
    }
    void operator()(const auto&, const PointSpec& a, const PointSpec& b) const {
        check_between(pointer_, a, b, article_kind_, checking_.bodies, checking_.findings);
    }
    void operator()(const auto& field, const PointSpec& end) const {
        check_moving_end(at(field), end, checking_.bodies, checking_.findings);
    }
    void operator()(const auto& field, const HasFields auto& part) const {
        check_fields(at(field), part.fields, part, article_kind_, checking_);
    }

  private:
    std::string at(const auto& field) const { return child(pointer_, field.key); }

    const std::string& pointer_;
    bool about_pivot_;
    const std::string& article_kind_;
    Checking& checking_;
};

// `article_kind` is how messages call the item, "a Spring".
template <class Fields, class Spec>
void check_fields(const std::string& pointer, const Fields& fields, const Spec& spec, const std::string& article_kind,
                  Checking& checking) {
    for_each_field(fields, spec, FieldCheck(pointer, names_pivot(fields, spec), article_kind, checking));
}

}  // namespace cchnn
