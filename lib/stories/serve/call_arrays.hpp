#pragma once
// What the calls of serve share: shapes, the rows of an array, the states of a request.

#include <string>
#include <vector>

#include "stories/serve/request.hpp"

namespace cchnn {

using Shape = std::vector<std::size_t>;
inline constexpr std::size_t most_problems = 10;

// The states of a request. `s` of each has what StateQuantities::see() takes, or nothing.
struct BatchStates {
    std::size_t count = 0;
    std::vector<double> x, v, t;
    std::vector<std::vector<double>> s;
};

std::string text_of(const Shape& shape);
Shape joined(std::size_t first, Shape rest);
// The numbers of an array for `count` states, each of the shape `one`: its first axis has as many, or one for all.
// Throws UsageError.
std::vector<double> rows_of(const Request& request, const std::string& name, const Shape& one, std::size_t count);

}  // namespace cchnn
