#include <algorithm>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "model/compiled_system.hpp"
#include "model/freedom_warning.hpp"
#include "report/commands/checked_files.hpp"
#include "report/commands/listed_systems.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

std::string verdict(const CompiledSystem& compiled) {
    const ConstrainedSystem& system = compiled.system;
    const int count = system.degrees_of_freedom();
    const std::string freedom = counted(static_cast<std::uint64_t>(count), "degree") + " of freedom\n";
    if (count > 0) return "fine: " + compiled.spec.name + ", " + freedom;
    return "cannot move: " + compiled.spec.name + ", " + freedom + "  " + freedom_warning(system) + "\n";
}

// Ten states of those that generate would draw.
void draw_some(const Sampler& sampler) {
    const long count = sampler.trajectory_count();
    const long tried = sampler.given_count() >= 0 ? 0 : count < 0 ? 10 : std::min(10L, count);
    for (long i = 0; i < tried; ++i) {
        throw_if_stopped();
        SampleKey key{0, Split::train, static_cast<std::uint64_t>(i), 0};
        sampler.draw(key);
    }
}

struct Checked {
    CheckedSystem told;
    std::string line;  // for people
};

// Everything that generate would find wrong, short of integrating: the graph compiles and states can be drawn.
Checked check_one(const std::string& file) {
    const Progress progress("check " + std::filesystem::path(file).filename().string(), "compiling, drawing states");
    Checked checked{{file}, {}};
    try {
        const CompiledSystem compiled(load_system(file));
        checked.told.facts = system_facts_json(compiled);
        draw_some(compiled.sampler);
        checked.told.problems = compiled.sampler.impossible();
        checked.told.remarks = compiled.sampler.remarks();
        checked.line = verdict(compiled);
    } catch (const NumericalError& error) {
        checked.told.problems = error.problems();
    } catch (const SpecError& error) {
        checked.told.problems = error.problems();
    }
    return checked;
}

void print(const Checked& checked) {
    tell_of("%s: %s", checked.told.file.c_str(), checked.line.c_str());
    for (const std::string& remark : checked.told.remarks) tell_of("  %s\n", remark.c_str());
}

}  // namespace

ExitCode run(const CheckOptions& options) {
    const OutputRule rule{{options.files.begin(), options.files.end()}, options.force};
    return with_json({"cchnn-gen check", "files"}, options.json, rule, [&](auto& told) {
        std::vector<Problem> problems;
        told.not_done = options.files;
        for (const std::string& file : options.files) {
            throw_if_stopped();
            const Checked checked = check_one(file);
            told.items.push_back(checked_json(checked.told));
            told.not_done.erase(told.not_done.begin());
            problems.insert(problems.end(), checked.told.problems.begin(), checked.told.problems.end());
            if (checked.told.problems.empty() && !is_standard_output(options.json)) print(checked);
        }
        if (!problems.empty()) throw SpecError(std::move(problems));
        return ExitCode::ok;
    });
}

}  // namespace cchnn
