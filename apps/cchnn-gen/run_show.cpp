#include <cmath>
#include <cstdio>

#include "commands.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

std::string tuple(const std::vector<double>& entries) {
    std::string text = "(";
    char number[32];
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::snprintf(number, sizeof number, "%.6g", entries[i]);
        text += (i ? ", " : "") + std::string(number);
    }
    return text + ")";
}

void print_wrapped(const std::string& text, std::size_t width) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = std::min(text.size(), begin + width);
        if (end < text.size())
            if (const std::size_t space = text.rfind(' ', end); space != std::string::npos && space > begin) end = space;
        std::printf("  %s\n", text.substr(begin, end - begin).c_str());
        begin = end + (end < text.size());
    }
}

void print_bodies(const SystemSpec& spec, const BodyGraph& graph) {
    const Units& u = spec.units;
    std::printf("\nBodies\n");
    for (const Body& body : graph.bodies()) {
        if (body.node_count == 0) {
            std::printf("  %-12s Origin at %s %s", body.id.c_str(), tuple(body.position).c_str(), u.length.c_str());
            if (body.mass > 0) std::printf(", mass %.10g %s", body.mass, u.mass.c_str());
            std::printf("\n");
            continue;
        }
        std::printf("  %-12s %s, mass %.10g %s", body.id.c_str(), type_name(body.type), body.mass, u.mass.c_str());
        if (body.node_count == 1) {
            std::printf(", node %d\n", body.first_node);
            continue;
        }
        std::printf(", second moments %s %s^2\n", tuple(body.second_moments).c_str(), u.length.c_str());
        std::printf("  %-12s node %d its centre of mass, nodes %d-%d the tips of its principal axes\n", "",
                    body.first_node, body.first_node + 1, body.first_node + body.node_count - 1);
    }
    for (const auto& group : graph.free_groups()) {
        std::string names;
        for (const std::string& id : group) names += (names.empty() ? "" : ", ") + id;
        std::printf("  held by no Origin, free to drift: %s\n", names.c_str());
    }
}

// Rows of Phi as a person thinks of them: one line a link, a joint, and a body's rigidity.
struct RowGroup {
    std::string name;
    int rows = 0, redundant = 0;
    const ConstraintRow* link = nullptr;
};

std::vector<RowGroup> grouped(const std::vector<ConstraintRow>& rows) {
    std::vector<RowGroup> groups;
    for (const ConstraintRow& row : rows) {
        const bool rigid = row.name.starts_with("rigidity ");
        const bool component = row.kind != ConstraintRow::Kind::distance;
        const std::string name = row.name.substr(0, component ? row.name.find(',') : rigid ? row.name.rfind(' ') : row.name.size());
        if (groups.empty() || groups.back().name != name) groups.push_back({name, 0, 0, nullptr});
        ++groups.back().rows;
        groups.back().redundant += !row.independent;
        if (!rigid && !component) groups.back().link = &row;
    }
    return groups;
}

// Each curve once, with what is on it.
void print_curves(const std::vector<SystemTrack>& tracks) {
    constexpr const char* axes[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const CurveSpec& curve = tracks[i].search->curve().spec();
        std::printf("  %s", tracks[i].name.c_str());
        if (i + 1 < tracks.size() && tracks[i + 1].search == tracks[i].search) {
            std::printf(", and\n");
            continue;
        }
        std::printf(" on the curve, %s from %.6g to %.6g and beyond:\n", curve.parameter.c_str(), curve.range[0], curve.range[1]);
        for (std::size_t k = 0; k < curve.formulas.size(); ++k)
            if (!curve.formulas[k].empty()) std::printf("    %s = %s\n", axes[k], curve.formulas[k].c_str());
    }
}

void print_constraints(const SystemSpec& spec, const ConstrainedSystem& system) {
    std::printf("\nConstraints\n");
    for (const RowGroup& group : grouped(system.rows())) {
        const char* note = group.redundant == 0 ? "" : ", some of them follow from the others";
        if (group.link)
            std::printf("  %-28s length %.10g %s%s\n", group.name.c_str(), group.link->length, spec.units.length.c_str(),
                        group.redundant ? "  (redundant: follows from the others)" : "");
        else
            std::printf("  %-28s %d rows%s\n", group.name.c_str(), group.rows, note);
    }
    print_curves(system.tracks());
    if (system.rows().empty()) std::printf("  none\n");
    std::printf("  %zu rows, rank %d\n", system.rows().size(), system.independent_count());
    if (system.holonomic()) return;
    std::printf("  %zu of them are on velocities alone (nothing slips): energy is conserved, but the flow is not that of a\n"
                "  Hamiltonian, and a configuration has more coordinates than there are independent velocities\n",
                system.rows().size() - static_cast<std::size_t>(system.position_row_count()));
}

void print_forces(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system) {
    const std::string force = spec.units == Units{} ? "N" : spec.units.mass + " " + spec.units.length + "/" + spec.units.time + "^2";
    std::printf("\nPotentials\n");
    for (const Gravity& gravity : graph.gravities())
        std::printf("  Gravity                  g = %.6g %s/%s^2, up %s\n", gravity.g, spec.units.length.c_str(),
                    spec.units.time.c_str(), tuple(gravity.up).c_str());
    for (const Spring& spring : graph.springs())
        std::printf("  %-24s stiffness %.6g %s/%s, rest length %.6g %s\n", spring.name.c_str(), spring.stiffness,
                    force.c_str(), spec.units.length.c_str(), spring.rest_length, spec.units.length.c_str());
    if (!graph.attractions().empty())
        std::printf("  Newtonian                %zu pairs, V = -G m m / |r|\n", graph.attractions().size());
    for (const Dipole& dipole : graph.dipoles())
        std::printf("  Dipole                   moment %.6g along x - %s, %zu fixed magnets\n", dipole.moment,
                    tuple(dipole.pivot).c_str(), dipole.magnets.size());
    if (spec.potentials.empty()) std::printf("  none\n");
    if (!system.dissipative()) return;
    std::printf("\nDamping (energy is lost; datasets say how much: /dissipated)\n");
    for (const Damping& damping : graph.dampings())
        std::printf("  node %d, coefficient %.6g%s\n", index(damping.node), damping.coefficient,
                    damping.pivot ? (", of the angular velocity about " + tuple(*damping.pivot)).c_str() : "");
}

void print_mass_matrix(const ConstrainedSystem& system) {
    constexpr int most = 9;
    std::printf("\nMass matrix (acts on nodes, the same for every axis)\n");
    if (system.node_count() > most) {
        std::printf("  %d x %d, block diagonal, one block a body\n", system.node_count(), system.node_count());
        return;
    }
    const auto m = system.mass_matrix();
    for (int i = 0; i < system.node_count(); ++i) {
        for (int j = 0; j < system.node_count(); ++j)
            std::printf(" %10.6g", m[static_cast<std::size_t>(i * system.node_count() + j)]);
        std::printf("\n");
    }
}

void print_rest(const SystemSpec& spec, const ConstrainedSystem& system, const Sampler& sampler) {
    std::printf("\nConserved\n");
    for (const ConservedQuantity& q : system.conserved())
        std::printf("  %s%s\n", q.name.c_str(),
                    q.kind == ConservedQuantity::Kind::angular_momentum
                        ? (" about " + tuple(q.centre) + " " + spec.units.length).c_str()
                        : "");
    if (system.conserved().empty()) std::printf("  nothing\n");
    std::printf("\nInitial states\n");
    if (sampler.given_count() >= 0)
        std::printf("  %ld given one by one\n", sampler.given_count());
    else
        std::printf("  drawn for each trajectory, then projected onto the constraints\n");
    const char* time = spec.units.time.c_str();
    std::printf("\nSampling\n  dt %g %s, %d samples, %g %s\n", spec.sampling.dt, time, spec.sampling.steps,
                spec.sampling.dt * (spec.sampling.steps - 1), time);
}

}  // namespace

ExitCode run(const ListOptions&) {
    std::printf("%-22s %3s %6s %11s %4s  %s\n", "name", "d", "bodies", "constraints", "dof", "title");
    for (const std::string& name : builtin_system_names()) {
        const SystemSpec spec = load_system(name);
        const BodyGraph graph(spec);
        const ConstrainedSystem system(spec, graph);
        std::printf("%-22s %3d %6zu %11zu %4d  %s\n", name.c_str(), system.dimension(), graph.bodies().size(),
                    system.rows().size(), system.degrees_of_freedom(), spec.title.c_str());
    }
    return ExitCode::ok;
}

ExitCode run(const ShowOptions& options) {
    const SystemSpec spec = load_system(options.system);
    if (options.json) {
        std::printf("%s\n", spec.json.c_str());
        return ExitCode::ok;
    }
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    const Sampler sampler(spec, graph, system);
    std::printf("%s: %s\n", spec.name.c_str(), spec.title.c_str());
    print_wrapped(spec.description, 100);
    if (!spec.reference.empty()) print_wrapped("Source: " + spec.reference, 100);
    std::printf("\n%d dimensions, %d nodes, %d degrees of freedom\n", system.dimension(), system.node_count(),
                system.degrees_of_freedom());
    print_bodies(spec, graph);
    print_constraints(spec, system);
    print_forces(spec, graph, system);
    print_mass_matrix(system);
    print_rest(spec, system, sampler);
    return ExitCode::ok;
}

// Everything that generate would find wrong, short of integrating: the graph compiles and states can be drawn.
ExitCode run(const CheckOptions& options) {
    std::vector<Problem> problems;
    for (const std::string& file : options.files) {
        try {
            const SystemSpec spec = load_system(file);
            const BodyGraph graph(spec);
            const ConstrainedSystem system(spec, graph);
            const Sampler sampler(spec, graph, system);
            for (std::uint64_t i = 0; i < 10 && sampler.given_count() < 0; ++i) {
                SampleKey key{0, Split::train, i, 0};
                sampler.draw(key);
            }
            std::printf("%s: fine: %s, %d degrees of freedom\n", file.c_str(), spec.name.c_str(),
                        system.degrees_of_freedom());
        } catch (const NumericalError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        } catch (const SpecError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
    return ExitCode::ok;
}

}  // namespace cchnn
