#include <algorithm>
#include <cstdio>

#include "../progress.hpp"
#include "commands.hpp"
#include "core/stop.hpp"
#include "model/compiled_system.hpp"
#include "model/freedom_warning.hpp"
#include "print_coordinates.hpp"
#include "report/explain/explain_system.hpp"
#include "report/page/html_system.hpp"
#include "report/page/system_page.hpp"
#include "report/report_file.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"

namespace cchnn {

void list_group(const std::string& group) {
    for (const std::string& name : builtin_system_names()) {
        if (builtin_system_group(name) != group) continue;
        const CompiledSystem compiled(load_system(name));
        const ConstrainedSystem& system = compiled.system;
        const auto bodies = std::count_if(compiled.spec.bodies.begin(), compiled.spec.bodies.end(),
                                          [](const BodySpec& body) { return body.type != BodyType::origin; });
        std::printf("%-36s %3d %6td %11zu %4d  %s\n", name.c_str(), system.dimension(), bodies, system.rows().size(),
                    system.degrees_of_freedom(), compiled.spec.title.c_str());
    }
}

ExitCode run(const ListOptions&) {
    std::printf("%-36s %3s %6s %11s %4s  %s\n", "name", "d", "bodies", "constraints", "dof", "title");
    list_group("");
    std::printf("\nbenchmarks: problems with printed or exact answers\n");
    list_group("benchmarks");
    std::printf("\npeers: systems of other data sets, with their distributions of initial states\n");
    list_group("peers");
    return ExitCode::ok;
}

namespace {

std::vector<DescribedSystem> described(const ShowOptions& options) {
    const Progress progress("show", "compiling and integrating");
    std::vector<DescribedSystem> systems;
    for (const std::string& name :
         options.system == "all" ? builtin_system_names() : std::vector<std::string>{options.system}) {
        throw_if_stopped();
        systems.push_back(described_system(name));
    }
    return systems;
}

OutputRule rule_of(const ShowOptions& options) {
    OutputRule rule{{}, options.force};
    if (options.system.ends_with(".json") || options.system.find('/') != std::string::npos)
        rule.inputs.push_back(options.system);
    return rule;
}

ExitCode draw(const ShowOptions& options) {
    const std::vector<ReportFile> files{{"--html", options.html, ReportFormat::html},
                                        {"--svg", options.svg, ReportFormat::picture}};
    const OutputRule rule = rule_of(options);
    require_places(files, rule);
    const std::vector<DescribedSystem> systems = described(options);
    if (!options.html.empty())
        write_report(files[0], options.system == "all" ? html_gallery(systems) : html_of_system(systems.front()), rule);
    if (!options.svg.empty()) write_report(files[1], system_svg(systems.front(), true), rule);
    return ExitCode::ok;
}

void check_drawing(const ShowOptions& options) {
    std::vector<Problem> problems;
    if (!options.json.empty() && !(options.html.empty() && options.svg.empty()))
        problems.push_back({"--json", "writes the file of the system; give it without --html and --svg"});
    if (options.system == "all" && (options.html.empty() || !options.svg.empty()))
        problems.push_back({"SYSTEM", "all is for --html alone; give one system"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

}  // namespace

ExitCode run(const ShowOptions& options) {
    check_drawing(options);
    if (!options.html.empty() || !options.svg.empty()) return draw(options);
    const SystemSpec spec = load_system(options.system);
    if (!options.json.empty()) {
        write_report({"--json", options.json, ReportFormat::json}, readable_json(spec.json) + "\n", rule_of(options));
        return ExitCode::ok;
    }
    const CompiledSystem compiled(spec);
    std::fputs(explain_system(spec, compiled.graph, compiled.system).c_str(), stdout);
    print_coordinates(spec, compiled.coordinates);
    return ExitCode::ok;
}

std::string verdict(const CompiledSystem& compiled) {
    const ConstrainedSystem& system = compiled.system;
    const int count = system.degrees_of_freedom();
    const std::string freedom = std::to_string(count) + (count == 1 ? " degree" : " degrees") + " of freedom\n";
    if (count > 0) return "fine: " + compiled.spec.name + ", " + freedom;
    return "cannot move: " + compiled.spec.name + ", " + freedom + "  " + freedom_warning(system) + "\n";
}

// Everything that generate would find wrong, short of integrating: the graph compiles and states can be drawn.
ExitCode run(const CheckOptions& options) {
    std::vector<Problem> problems;
    for (const std::string& file : options.files) {
        throw_if_stopped();
        try {
            const CompiledSystem compiled(load_system(file));
            const long count = compiled.sampler.trajectory_count();
            const long tried = compiled.sampler.given_count() >= 0 ? 0 : count < 0 ? 10 : std::min(10L, count);
            for (long i = 0; i < tried; ++i) {
                throw_if_stopped();
                SampleKey key{0, Split::train, static_cast<std::uint64_t>(i), 0};
                compiled.sampler.draw(key);
            }
            const std::vector<Problem>& impossible = compiled.sampler.impossible();
            problems.insert(problems.end(), impossible.begin(), impossible.end());
            if (!impossible.empty()) continue;
            std::printf("%s: %s", file.c_str(), verdict(compiled).c_str());
            for (const std::string& remark : compiled.sampler.remarks()) std::printf("  %s\n", remark.c_str());
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
