#include "report/explain/explain_system.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "core/counted.hpp"
#include "core/printable.hpp"

namespace cchnn {
namespace {

// Breaks one line at blanks so that each part has at most `width` characters; the parts after the first are
// indented by `margin`. A part without a blank in that width stays too long.
std::string wrapped_line(const std::string& line, std::size_t margin, std::size_t width) {
    std::string text, rest = line;
    while (rest.size() > width) {
        const std::size_t space = rest.rfind(' ', width);
        if (space == std::string::npos || space <= rest.find_first_not_of(' ')) break;
        text += rest.substr(0, space) + "\n";
        rest = std::string(margin, ' ') + rest.substr(space + 1);
    }
    return text + rest + "\n";
}
std::string paragraph(const std::string& text, std::size_t width) { return wrapped_line("  " + text, 2, width); }
// Breaks each line of a text; parts are indented by four more than the line begins with.
std::string wrapped(const std::string& text, std::size_t width) {
    std::istringstream in(text);
    std::string lines;
    for (std::string line; std::getline(in, line);) {
        line.erase(line.find_last_not_of(' ') + 1);
        lines += wrapped_line(line, std::min(line.size(), line.find_first_not_of(' ')) + 4, width);
    }
    return lines;
}

std::string count(std::size_t number, const std::string& thing, const std::string& things) {
    return counted(number, thing.c_str(), things.c_str());
}

// Dimension, moving bodies, nodes, entries of x and v, and degrees of freedom as their difference with the
// independent constraints.
std::string size_text(const ConstrainedSystem& system, const BodyGraph& graph) {
    const std::size_t moving = std::count_if(graph.bodies().begin(), graph.bodies().end(),
                                             [](const Body& body) { return body.node_count > 0; });
    return count(system.dimension(), "dimension", "dimensions") + ", " +
           count(moving, "body that moves", "bodies that move") + ", " + count(system.node_count(), "node", "nodes") +
           ": x and v have " + count(system.state_size(), "entry", "entries") + " each\n" +
           count(system.degrees_of_freedom(), "degree", "degrees") +
           " of freedom: " + std::to_string(system.state_size()) + " less " +
           count(system.independent_count(), "independent scalar constraint", "independent scalar constraints") + "\n";
}

// The matrix itself if it fits the width; of a larger one its shape.
std::string mass_matrix_text(const ConstrainedSystem& system, std::size_t width) {
    const int most = static_cast<int>(std::min<std::size_t>(9, width / 11));
    const int n = system.node_count();
    std::string text = "\nMass matrix (acts on nodes, the same for every axis): T = tr(v^T M v)/2\n";
    if (n > most)
        return text + "  " + std::to_string(n) + " x " + std::to_string(n) + ", block diagonal, one block a body\n";
    const std::vector<double> m = system.mass_matrix();
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            char entry[32];
            std::snprintf(entry, sizeof entry, " %10.4g", m[i * n + j]);
            text += entry;
        }
        text += "\n";
    }
    return text;
}

std::string sampling_text(const SystemSpec& spec) {
    const std::string& time = spec.units.time;
    return "\nSampling\n  " + counted(spec.sampling.steps, "sample") +
           " at t = k dt, dt = " + short_number(spec.sampling.dt) + " " + time + ", until " +
           short_number(spec.sampling.dt * (spec.sampling.steps - 1)) + " " + time + "\n";
}

}  // namespace

std::string explain_system(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system,
                           std::size_t width) {
    std::string text = spec.name + ": " + printable(spec.title) + "\n";
    if (!spec.description.empty()) text += paragraph(printable(spec.description), width);
    if (!spec.reference.empty()) text += paragraph(printable("Source: " + spec.reference), width);
    text += "\n" + size_text(system, graph) + explain_bodies(spec, graph) + explain_constraints(spec, graph, system) +
            explain_forces(spec, graph) + mass_matrix_text(system, width) + explain_conserved(spec, graph, system) +
            explain_varied(spec) + explain_states(spec, graph) + sampling_text(spec);
    return wrapped(text, width);
}

}  // namespace cchnn
