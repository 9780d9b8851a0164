#pragma once
// Pieces of text that `cchnn-gen show` and messages share.

#include <string>
#include <vector>

#include "core/number_text.hpp"
#include "elements/parts/bodies.hpp"
#include "elements/parts/reading/units.hpp"

namespace cchnn {

std::string tuple_text(const std::vector<double>& entries);        // "(0, 0.5)"
std::string point_text(const Bodies& bodies, const Point& point);  // "top" or "top at (0, 0, -0.2)"
std::string named_type(const BodySpec& body);                      // "'top' is an Obj3D"
// "Track cart", or "Track cart (2)" where a term before it has that name.
template <class Term>
std::string numbered_name(const std::vector<Term>& terms, const std::string& name) {
    std::size_t same = 0;
    for (const Term& other : terms) same += other.name == name || other.name.starts_with(name + " (");
    return same > 0 ? name + " (" + std::to_string(same + 1) + ")" : name;
}
std::string left_aligned(const std::string& text, std::size_t width);
// Lines, each indented by `margin`. Of more than twelve the middle is replaced by its number.
std::string listed(const std::vector<std::string>& lines, std::size_t margin);

}  // namespace cchnn
