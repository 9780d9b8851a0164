#include "elements/parts/reading/checking.hpp"

namespace cchnn {

std::string end_text(const PointSpec& end) {
    std::string text = end.body;
    for (const double c : end.point) text += "\n" + number_text(c + 0.0);  // -0 is 0
    return text;
}

std::string ends_text(const std::string& a, const std::string& b) { return a < b ? a + "\n\n" + b : b + "\n\n" + a; }

}  // namespace cchnn
