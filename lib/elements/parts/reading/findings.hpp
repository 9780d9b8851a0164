#pragma once
// Problems as the checks of meaning collect them: each a pointer, then the rule and the value that breaks it.
// Checks go on after a problem, so that all problems of a file are reported at once.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "elements/parts/reading/body_spec.hpp"
#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {

struct Findings {
    std::string source;
    bool say_units = true;  // false where the file's units are not SI
    std::vector<Problem> problems{};

    void add(const std::string& pointer, std::string what) {
        problems.push_back({source + "#" + pointer, std::move(what)});
    }

    // ", did you mean ...?" for a name that is close to a known one; "" after as many problems as the programs
    // print, since the search takes time among many names.
    std::string nearest_to(const std::string& name, const std::vector<std::string>& names) const {
        constexpr std::size_t most_suggestions = 200;
        return problems.size() < most_suggestions ? suggestion(name, names) : "";
    }

    void check_finite(const std::string& pointer, double number) {
        if (!std::isfinite(number)) add(pointer, "must be a finite number, got " + number_text(number));
    }
    // `unit` begins with a blank, " kg", or is empty for a pure number.
    void check_positive(const std::string& pointer, double number, const std::string& unit) {
        if (!(number > 0) || std::isinf(number))
            add(pointer, "must be > 0" + (say_units ? unit : "") + ", got " + number_text(number));
    }
    void check_not_negative(const std::string& pointer, double number, const std::string& unit) {
        if (!(number >= 0) || std::isinf(number))
            add(pointer, "must be >= 0" + (say_units ? unit : "") + ", got " + number_text(number));
    }
    // Whether a vector has so many entries; `why` reads as in "one per axis of dimension 2".
    template <class Entry>
    bool check_count(const std::string& pointer, const std::vector<Entry>& vector, int count, const std::string& why) {
        if (std::ssize(vector) == count) return true;
        add(pointer, "must have " + std::to_string(count) + (count == 1 ? " entry, " : " entries, ") + why + ", got " +
                         std::to_string(vector.size()));
        return false;
    }
    // One entry per axis of space.
    template <class Entry>
    bool check_shape(const std::string& pointer, const std::vector<Entry>& vector, int dimension) {
        return check_count(pointer, vector, dimension, "one per axis of dimension " + std::to_string(dimension));
    }
    // One entry per principal axis of a body.
    bool check_in_body(const std::string& pointer, const std::vector<double>& vector, BodyType type) {
        const bool fits = check_count(pointer, vector, axis_count(type),
                                      std::string("one per principal axis of an ") + type_name(type));
        if (type == BodyType::obj2d && vector.size() == 3)
            problems.back().what += ": what lies off its plane, as an axle does, belongs to an Obj3D";
        check_entries_finite(pointer, vector);
        return fits;
    }
    void check_vector(const std::string& pointer, const std::vector<double>& vector, int dimension) {
        check_shape(pointer, vector, dimension);
        check_entries_finite(pointer, vector);
    }
    void check_entries_finite(const std::string& pointer, const std::vector<double>& vector) {
        for (std::size_t i = 0; i < vector.size(); ++i) check_finite(child(pointer, i), vector[i]);
    }
    // The limit 1e-12 accepts an exact direction typed with 16 digits. One typed with 8 digits is rejected, and
    // the message gives the missing digits.
    void check_unit(const std::string& pointer, const std::vector<double>& direction) {
        double square = 0;
        for (const double entry : direction) square += entry * entry;
        const double length = std::sqrt(square);
        if (std::abs(length - 1) <= 1e-12 || !std::isfinite(length)) return;
        std::string unit;
        for (const double entry : direction) unit += (unit.empty() ? "[" : ", ") + number_text(entry / length);
        add(pointer, "must be a unit vector, its length is " + number_text(length) +
                         (length > 0 ? "; did you mean " + unit + "]?" : ""));
    }
};

}  // namespace cchnn
