#include "elements/parts/reading/checking.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void Checking::check_input(const std::string& pointer, const std::string& id) {
    if (id.empty()) return;
    used_inputs.insert(id);
    if (std::find(inputs.begin(), inputs.end(), id) != inputs.end()) return;
    findings.add(child(pointer, "input"), "'" + id + "' is not an input" +
                                              (inputs.empty() ? ": the file has no 'inputs'" : suggestion(id, inputs)));
}

bool Checking::check_frame(const std::string& pointer, const std::string& frame, const std::string& input) {
    if (frame == "body" && input.empty())
        findings.add(child(pointer, "frame"),
                     "'body' needs an 'input': what is fixed in a body has no energy V, and the work of inputs is "
                     "accounted for; one with the formula \"1\" keeps it constant");
    return frame == "body";
}

void check_direction(const std::string& pointer, const std::vector<double>& direction, const BodySpec& body,
                     Checking& checking) {
    if (is_origin(body)) checking.findings.check_vector(pointer, direction, checking.dimension);
    else checking.findings.check_in_body(pointer, direction, body.type);
    checking.findings.check_unit(pointer, direction);
}

void check_at_right_angles(const std::string& type, const std::string& key, const std::vector<double>& entries,
                           const std::string& pointer, Checking& checking) {
    if (checking.dimension == 1)
        checking.findings.add(child(pointer, "type"), "a " + type + " needs dimension 2 or 3, got 1");
    if (checking.dimension == 2 && entries.size() == 3 && !(entries[0] == 0 && entries[1] == 0))
        checking.findings.add(
            child(pointer, key),
            "must be at right angles to the plane, with 0 as its first two entries, got " + tuple_text(entries));
}

std::string end_text(const PointSpec& end) {
    std::string text = end.body;
    for (const double c : end.point) text += "\n" + number_text(c + 0.0);  // -0 is 0
    return text;
}

std::string ends_text(const std::string& a, const std::string& b) { return a < b ? a + "\n\n" + b : b + "\n\n" + a; }

}  // namespace cchnn
