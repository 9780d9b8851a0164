#include "report/explain/explain_system.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "core/counted.hpp"
#include "core/joined.hpp"
#include "core/printable.hpp"
#include "core/to_size.hpp"

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
    const std::size_t moving =
        std::ranges::count_if(graph.bodies(), [](const Body& body) { return body.node_count > 0; });
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

// Of a system that is given by its Lagrangian, in place of bodies, constraints and masses.
std::string explain_lagrangian(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system) {
    const std::size_t n = graph.bodies().size();
    return "\n" + count(n, "coordinate", "coordinates") + ": x = q and v = dq/dt have " + count(n, "entry", "entries") +
           " each\n" + count(to_size(system.degrees_of_freedom()), "degree", "degrees") + " of freedom\n" +
           (system.rows().empty() ? "" : explain_constraints(spec, graph, system)) + explain_forces(spec, graph);
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
    if (system.lagrangian())
        return wrapped(text + explain_lagrangian(spec, graph, system) + explain_conserved(spec, graph, system) +
                           explain_varied(spec) + explain_states(spec, graph) + sampling_text(spec),
                       width);
    text += "\n" + size_text(system, graph) + explain_bodies(spec, graph) + explain_constraints(spec, graph, system) +
            explain_forces(spec, graph) + mass_matrix_text(system, width) + explain_conserved(spec, graph, system) +
            explain_varied(spec) + explain_states(spec, graph) + sampling_text(spec);
    return wrapped(text, width);
}

namespace {

const char* kind_of(BodyType type) {
    switch (type) {
        case BodyType::origin: return "fixed";
        case BodyType::obj0d: return "a point mass";
        case BodyType::obj1d: return "a straight rod";
        case BodyType::obj2d: return "a plane figure";
        case BodyType::obj3d: return "a solid";
    }
    return "";
}

// Which rows of x belong to a body. A body of more than one node has its centre of mass and the tips of its
// principal axes, each at distance 1 (one length unit) from the centre, as coordinates.
std::string nodes_text(const Body& body) {
    const std::string first = std::to_string(body.first_node),
                      last = std::to_string(body.first_node + body.node_count - 1);
    if (body.node_count == 1) return "node " + first;
    if (body.node_count == 2)
        return "node " + first + " its centre of mass, node " + last + " the tip of its axis, 1 away";
    return "node " + first + " its centre of mass, nodes " + std::to_string(body.first_node + 1) + " to " + last +
           " the tips of its principal axes, 1 away";
}

std::string one_or_tuple(const std::vector<double>& numbers) {
    return numbers.size() == 1 ? short_number(numbers.front()) : tuple_text(numbers);
}

// The second moments lambda_i of a body are mean squares of its coordinates along its axes. Its moments of
// inertia follow: about axis i of a solid m (sum of lambda - lambda_i), and perpendicular to a figure or a line
// m (sum of lambda).
std::vector<std::string> moment_lines(const Body& body, const Units& units) {
    double sum = 0;
    for (const double lambda : body.second_moments) sum += lambda;
    const bool solid = body.type == BodyType::obj3d;
    std::vector<double> inertia;
    for (const double lambda : body.second_moments)
        if (solid) inertia.push_back(body.mass * (sum - lambda));
    if (!solid) inertia.push_back(body.mass * sum);
    return {"mean square of coordinates along its " + std::string(body.node_count > 2 ? "axes " : "axis ") +
                one_or_tuple(body.second_moments) + " " + units.length + "^2",
            std::string(solid ? "moments of inertia about them " : "moment of inertia across ") +
                one_or_tuple(inertia) + " " + units.mass + " " + units.length + "^2"};
}

// Where the mass, centre and axes of a body come from when its file names a mesh; the digest is that of the
// mesh file.
std::vector<std::string> mesh_lines(const MeshSpec& mesh, const Units& units) {
    const std::string axes = joined(mesh.axes, ", ", tuple_text);
    const std::string& length = units.length;
    return {"uniform inside the mesh " + mesh.file + ", volume " + short_number(mesh.volume) + " " + length + "^3",
            "one unit of the mesh is " + short_number(mesh.scale) + " " + length + "; sha256 " +
                mesh.sha256.substr(0, 16) + "...",
            "in the mesh: centre of mass at " + tuple_text(mesh.centre_of_mass) + " " + length,
            "in the mesh: principal axes " + axes};
}

// The lines of one body. The first begins with its id; the others are indented to stand under the text.
std::string body_text(const Body& body, const BodySpec& spec, const Units& units, std::size_t width) {
    std::vector<std::string> lines;
    std::string first = std::string(type_name(body.type)) + ", " + kind_of(body.type);
    if (body.node_count == 0) first += " at " + tuple_text(body.position) + " " + units.length;
    if (body.mass > 0)
        first += (body.node_count == 0 ? ", mass " : " of ") + short_number(body.mass) + " " + units.mass;
    if (body.node_count == 1) first += ", " + nodes_text(body);
    lines.push_back(first);
    if (body.node_count > 1) {
        for (std::string& line : moment_lines(body, units)) lines.push_back(std::move(line));
        lines.push_back(nodes_text(body));
    }
    if (spec.mesh)
        for (std::string& line : mesh_lines(*spec.mesh, units)) lines.push_back(std::move(line));
    std::string text = left_aligned(body.id, width) + lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) text += "\n  " + std::string(width, ' ') + lines[i];
    return text;
}

}  // namespace

// Bodies, then each group of bodies that nothing attaches to an Origin. Such a group can drift as a whole,
// which is right for planets and a forgotten attachment in a machine.
std::string explain_bodies(const SystemSpec& spec, const BodyGraph& graph) {
    std::size_t width = 0;
    for (const Body& body : graph.bodies()) width = std::max(width, body.id.size() + 2);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < graph.bodies().size(); ++i)
        lines.push_back(body_text(graph.bodies()[i], spec.bodies[i], spec.units, width));
    std::string text = "\nBodies\n" + listed(lines, 2);
    for (const auto& group : graph.free_groups()) {
        std::string names;
        for (std::size_t i = 0; i < group.size() && i < 6; ++i) names += (i > 0 ? ", " : "") + group[i];
        if (group.size() > 6) names += " and " + std::to_string(group.size() - 6) + " more";
        text += "  not attached to an Origin, free to drift: " + names + "\n";
    }
    return text;
}

}  // namespace cchnn
