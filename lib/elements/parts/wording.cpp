#include "elements/parts/wording.hpp"

#include <cstdio>

#include "core/to_size.hpp"

namespace cchnn {

std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string tuple_text(const std::vector<double>& entries) {
    std::string text;
    for (const double entry : entries) text += (text.empty() ? "" : ", ") + short_number(entry);
    return "(" + text + ")";
}

std::string point_text(const Bodies& bodies, const Point& point) {
    const Body& body = bodies.at(point.body);
    if (body.node_count < 2) return body.id;
    std::vector<double> coordinates(to_size(body.node_count - 1), 0.0);
    bool is_centre = true;
    for (const NodeWeight& w : point.weights)
        if (const int i = index(w.node) - body.first_node; i > 0)
            coordinates[to_size(i - 1)] = double(w.weight), is_centre = false;
    return is_centre ? body.id : body.id + " at " + tuple_text(coordinates);
}

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
