#include <algorithm>
#include <cstdio>

#include "../command_json.hpp"
#include "commands.hpp"
#include "model/compiled_system.hpp"
#include "report/commands/listed_systems.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

void print_listed(const std::string& name, const CompiledSystem& compiled) {
    const ConstrainedSystem& system = compiled.system;
    const auto bodies = std::count_if(compiled.spec.bodies.begin(), compiled.spec.bodies.end(),
                                      [](const BodySpec& body) { return body.type != BodyType::origin; });
    std::printf("%-36s %3d %6td %11zu %4d  %s\n", name.c_str(), system.dimension(), bodies, system.rows().size(),
                system.degrees_of_freedom(), compiled.spec.title.c_str());
}

// `group` is "" for the systems of systems/ itself.
void list_group(const std::string& group, const char* what, bool silent, CommandReport& told) {
    if (!silent && group.empty())
        std::printf("%-36s %3s %6s %11s %4s  %s\n", "name", "d", "bodies", "constraints", "dof", "title");
    if (!silent && !group.empty()) std::printf("\n%s: %s\n", group.c_str(), what);
    ListedGroup listed{group.empty() ? "all" : group, what};
    for (const std::string& name : builtin_system_names()) {
        if (builtin_system_group(name) != group) continue;
        const CompiledSystem compiled(load_system(name));
        listed.systems.push_back(system_facts_json(compiled));
        if (!silent) print_listed(name, compiled);
    }
    told.items.push_back(group_json(listed));
}

}  // namespace

ExitCode run(const ListOptions& options) {
    return with_json({"cchnn-gen list", "groups"}, options.json, {{}, options.force}, [&](auto& told) {
        const bool silent = is_standard_output(options.json);
        list_group("", "systems of the paper and others", silent, told);
        list_group("benchmarks", "problems with printed or exact answers", silent, told);
        list_group("peers", "systems of other data sets, with their distributions of initial states", silent, told);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
