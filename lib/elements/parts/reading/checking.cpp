#include "elements/parts/reading/checking.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"

namespace cchnn {

void Checking::check_input(const std::string& pointer, const std::string& id) {
    if (id.empty()) return;
    used_inputs.insert(id);
    if (std::find(inputs.begin(), inputs.end(), id) != inputs.end()) return;
    findings.add(child(pointer, "input"), "'" + id + "' is not an input" +
                                              (inputs.empty() ? ": the file has no 'inputs'" : suggestion(id, inputs)));
}

void check_direction(const std::string& pointer, const std::vector<double>& direction, const BodySpec& body,
                     Checking& checking) {
    if (is_origin(body)) checking.findings.check_vector(pointer, direction, checking.dimension);
    else checking.findings.check_in_body(pointer, direction, body.type);
    checking.findings.check_unit(pointer, direction);
}

std::string end_text(const PointSpec& end) {
    std::string text = end.body;
    for (const double c : end.point) text += "\n" + number_text(c + 0.0);  // -0 is 0
    return text;
}

std::string ends_text(const std::string& a, const std::string& b) { return a < b ? a + "\n\n" + b : b + "\n\n" + a; }

}  // namespace cchnn
