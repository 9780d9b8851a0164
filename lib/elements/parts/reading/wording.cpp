#include "elements/parts/reading/wording.hpp"

#include <algorithm>

#include "core/joined.hpp"
#include "elements/parts/reading/body_coordinates.hpp"

namespace cchnn {

std::string tuple_text(const std::vector<double>& entries) {
    return "(" + joined(entries, ", ", [](double entry) { return short_number(entry); }) + ")";
}

std::string point_text(const Bodies& bodies, const Point& point) {
    const Body& body = bodies.at(point.body);
    if (body.node_count < 2) return body.id;
    const bool is_centre = std::none_of(point.weights.begin(), point.weights.end(),
                                        [&](const NodeWeight& w) { return index(w.node) > body.first_node; });
    const std::vector<double> coordinates = body_coordinates(point, body);
    return is_centre ? body.id : body.id + " at " + tuple_text(coordinates);
}

std::string named_type(const BodySpec& body) { return "'" + body.id + "' is an " + type_name(body.type); }

std::string left_aligned(const std::string& text, std::size_t width) {
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

std::string listed(const std::vector<std::string>& lines, std::size_t margin) {
    constexpr std::size_t most = 12, head = 6, tail = 2;
    const std::string indent(margin, ' ');
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines.size() > most && i == head) {
            i = lines.size() - tail;
            text += indent + "... " + std::to_string(i - head) + " more ...\n";
        }
        text += indent + lines[i] + "\n";
    }
    return text;
}

}  // namespace cchnn
