#include <algorithm>
#include <array>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/printable.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "model/compiled_system.hpp"
#include "model/finite_energy.hpp"
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

// Counts initial states with the same fault.
class FaultyStates {
  public:
    explicit FaultyStates(const char* fault) : fault_(fault) {}
    void see(long trajectory, const std::string& what) {
        if (!what.empty() && count_++ == 0) first_ = "in that of trajectory " + std::to_string(trajectory) + " " + what;
    }
    // A problem if none of the states is left, or none may be missing; else a remark. `advice` is for the two.
    void tell(const CompiledSystem& compiled, long tried, bool all_needed, const std::array<const char*, 2>& advice,
              CheckedSystem& result) const {
        if (count_ == 0) return;
        const std::string where = compiled.spec.source + "#/initial_conditions",
                          text = std::to_string(count_) + " of " +
                                 counted(static_cast<std::uint64_t>(tried), "initial state") +
                                 (count_ == 1 ? " has " : " have ") + fault_ + ": " + first_ + "; ";
        if (all_needed || count_ == tried) result.problems.push_back({where, text + advice[0]});
        else result.remarks.push_back(where + ": " + text + advice[1]);
    }

  private:
    const char* fault_;
    long count_ = 0;
    std::string first_;
};

// Computes energy and forces of the first ten states that generate would draw, or of up to a thousand given states. If
// they are not finite, generate draws a state again; a trajectory from a given state ends there. The same of states with a
// closed contact, which generate draws again only if asked to.
void look_at_states(const CompiledSystem& compiled, CheckedSystem& result) {
    const Sampler& sampler = compiled.sampler;
    const bool given = sampler.given_count() >= 0;
    const long most = given ? 1000 : 10, count = sampler.trajectory_count(),
               tried = count < 0 ? most : std::min(most, count);
    if (compiled.system.lagrangian()) {
        SampleKey key{0, Split::train, 0, 0};
        const std::string problem = problem_of_lagrangian(compiled.system, sampler.draw(key).x);
        if (!problem.empty()) {
            result.problems.push_back({compiled.spec.source + "#/lagrangian", problem});
            return;
        }
    }
    FaultyStates not_finite{"no finite energy or force"}, closed{"a closed contact"};
    for (long i = 0; i < tried; ++i) {
        throw_if_stopped();
        SampleKey key{0, Split::train, static_cast<std::uint64_t>(i), 0};
        const InitialState state = sampler.draw(key);
        not_finite.see(i, not_finite_in(compiled, state));
        closed.see(i, closed_contact_in(compiled.graph, compiled.system, state, compiled.spec.units.length));
    }
    not_finite.tell(compiled, tried, given,
                    {"start where they are finite, or use a finite potential", "generate redraws such states"}, result);
    closed.tell(
        compiled, tried, given,
        {"move the bodies apart, or within their limits", "generate redraws such states with --on-failure resample"},
        result);
}

struct Checked {
    CheckedSystem result;
    std::string line;              // for people
    ExitCode code = ExitCode::ok;  // of its problems
};

void check_compiled(const CompiledSystem& compiled, Checked& checked) {
    checked.result.facts = system_facts_json(compiled);
    checked.result.problems = compiled.sampler.impossible();
    checked.result.remarks = compiled.sampler.remarks();
    look_at_states(compiled, checked.result);
    checked.line = verdict(compiled);
}

// A quantity that is declared and not conserved says nothing about states: these are judged without the declaration.
std::vector<Problem> problems_beside_declared(SystemSpec spec) {
    spec.conserved.clear();
    Checked checked;
    try {
        check_compiled(CompiledSystem(std::move(spec)), checked);
    } catch (const Error& error) {
        return error.problems();
    }
    return std::move(checked.result.problems);
}

void check_spec(const SystemSpec& spec, Checked& checked) {
    try {
        check_compiled(CompiledSystem(spec), checked);
    } catch (const SpecError& error) {
        std::vector<Problem> problems = error.problems();
        if (!problems.front().where.starts_with(spec.source + "#/conserved/")) throw;
        for (Problem& problem : problems_beside_declared(spec)) problems.push_back(std::move(problem));
        throw SpecError(std::move(problems));
    }
}

// Finds what generate would find wrong before it integrates: whether the graph compiles and states can be drawn.
Checked check_one(const std::string& file) {
    const Progress progress("check " + std::filesystem::path(file).filename().string(), "compiling, drawing states");
    Checked checked{{file}, {}};
    try {
        check_spec(load_system(file), checked);
    } catch (const Error& error) {  // a file that is missing hides nothing of the next one
        checked.result.problems = error.problems();
        checked.code = error.exit_code();
    }
    const bool unread = checked.code == ExitCode::usage || checked.code == ExitCode::io;
    if (!checked.result.problems.empty() && !unread) checked.code = ExitCode::invalid_input;
    return checked;
}

void print(const Checked& checked) {
    tell_of("%s: %s", printable(checked.result.file).c_str(), checked.line.c_str());
    for (const std::string& remark : checked.result.remarks) tell_of("  %s\n", printable(remark).c_str());
}

}  // namespace

ExitCode run(const CheckOptions& options) {
    const OutputRule rule{{options.files.begin(), options.files.end()}, options.force};
    return with_json({"cchnn-gen check", "files"}, options.json, rule, [&](auto& command_report) {
        std::vector<Problem> problems;
        ExitCode code = ExitCode::ok;  // that of a file that is wrong, before that of one that cannot be read
        command_report.not_done = options.files;
        for (const std::string& file : options.files) {
            throw_if_stopped();
            const Checked checked = check_one(file);
            command_report.items.push_back(checked_json(checked.result));
            command_report.not_done.erase(command_report.not_done.begin());
            problems.insert(problems.end(), checked.result.problems.begin(), checked.result.problems.end());
            if (code == ExitCode::ok || checked.code == ExitCode::invalid_input) code = checked.code;
            if (checked.result.problems.empty() && !is_standard_output(options.json)) print(checked);
        }
        if (!problems.empty()) throw Error(code, std::move(problems));
        return ExitCode::ok;
    });
}

}  // namespace cchnn
