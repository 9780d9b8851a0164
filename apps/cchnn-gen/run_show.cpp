#include <cstdio>

#include "commands.hpp"
#include "core/stop.hpp"
#include "model/compiled_system.hpp"
#include "print_coordinates.hpp"
#include "report/explain/explain_system.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"

namespace cchnn {

ExitCode run(const ListOptions&) {
    std::printf("%-22s %3s %6s %11s %4s  %s\n", "name", "d", "bodies", "constraints", "dof", "title");
    for (const std::string& name : builtin_system_names()) {
        const CompiledSystem compiled(load_system(name));
        const ConstrainedSystem& system = compiled.system;
        std::printf("%-22s %3d %6zu %11zu %4d  %s\n", name.c_str(), system.dimension(), compiled.graph.bodies().size(),
                    system.rows().size(), system.degrees_of_freedom(), compiled.spec.title.c_str());
    }
    return ExitCode::ok;
}

ExitCode run(const ShowOptions& options) {
    const SystemSpec spec = load_system(options.system);
    if (options.json) {
        std::printf("%s\n", readable_json(spec.json).c_str());
        return ExitCode::ok;
    }
    const CompiledSystem compiled(spec);
    std::fputs(explain_system(spec, compiled.graph, compiled.system).c_str(), stdout);
    print_coordinates(spec, compiled.coordinates);
    return ExitCode::ok;
}

// A graph may be meant to stand still; more often a constraint is one too many.
std::string verdict(const CompiledSystem& compiled) {
    const ConstrainedSystem& system = compiled.system;
    const std::string freedom = std::to_string(system.degrees_of_freedom()) + " degrees of freedom\n";
    if (system.degrees_of_freedom() > 0) return "fine: " + compiled.spec.name + ", " + freedom;
    return "cannot move: " + compiled.spec.name + ", " + freedom +
           "  warning: " + std::to_string(system.rows().size()) + " scalar constraints of rank " +
           std::to_string(system.independent_count()) + " leave 0 of " + std::to_string(system.state_size()) +
           " coordinates of its nodes free\n";
}

// Everything that generate would find wrong, short of integrating: the graph compiles and states can be drawn.
ExitCode run(const CheckOptions& options) {
    std::vector<Problem> problems;
    for (const std::string& file : options.files) {
        throw_if_stopped();
        try {
            const CompiledSystem compiled(load_system(file));
            for (std::uint64_t i = 0; i < 10 && compiled.sampler.given_count() < 0; ++i) {
                throw_if_stopped();
                SampleKey key{0, Split::train, i, 0};
                compiled.sampler.draw(key);
            }
            std::printf("%s: %s", file.c_str(), verdict(compiled).c_str());
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
