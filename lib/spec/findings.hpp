#pragma once
// Problems as the meaning checks collect them: a pointer, then the rule and the value that breaks it.

#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "spec/json_pointer.hpp"

namespace cchnn {

// Shortest text that reads back as the same double.
inline std::string number_text(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

struct Findings {
    std::string source;
    std::vector<Problem> problems{};

    void add(const std::string& pointer, std::string what) {
        problems.push_back({source + "#" + pointer, std::move(what)});
    }

    void check_finite(const std::string& pointer, double number) {
        if (!std::isfinite(number)) add(pointer, "must be a finite number, got " + number_text(number));
    }
    // `unit` with a leading blank: " kg"; empty for a pure number.
    void check_positive(const std::string& pointer, double number, const std::string& unit) {
        if (!(number > 0) || std::isinf(number)) add(pointer, "must be > 0" + unit + ", got " + number_text(number));
    }
    void check_not_negative(const std::string& pointer, double number, const std::string& unit) {
        if (!(number >= 0) || std::isinf(number)) add(pointer, "must be >= 0" + unit + ", got " + number_text(number));
    }
    // One entry per axis. False when it does not.
    template <class Entry>
    bool check_shape(const std::string& pointer, const std::vector<Entry>& vector, int dimension) {
        if (std::ssize(vector) == dimension) return true;
        add(pointer, "must have " + std::to_string(dimension) + (dimension == 1 ? " entry" : " entries") +
                         ", one per axis of dimension " + std::to_string(dimension) + ", got " +
                         std::to_string(vector.size()));
        return false;
    }
    void check_vector(const std::string& pointer, const std::vector<double>& vector, int dimension) {
        check_shape(pointer, vector, dimension);
        for (std::size_t i = 0; i < vector.size(); ++i) check_finite(child(pointer, i), vector[i]);
    }
};

}  // namespace cchnn
