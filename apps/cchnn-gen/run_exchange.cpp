#include <cstdio>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/paths/input_files.hpp"
#include "core/printable.hpp"
#include "dataset/documents/manifest.hpp"
#include "report/commands/made_files.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

std::string text_of(const Worst& worst) {
    char text[80];
    std::snprintf(text, sizeof text, "%.2g (trajectory %ld, sample %d)", worst.value, worst.trajectory, worst.sample);
    return worst.trajectory < 0 ? "-" : text;
}

void print(const ImportReport& report) {
    tell_of("%s: imported, without error bounds; largest deviations:\n", report.system.c_str());
    for (const ImportedSplit& split : report.splits)
        tell_of(
            "  %s  %s of %d samples, dt %g s\n"
            "    Phi                         %s\n"
            "    dPhi/dt                     %s\n"
            "    motion to the next sample   %s\n"
            "    energy error                %s\n"
            "    truth digest                %.12s\n",
            printable(split.file.string()).c_str(), trajectories_text(split.count).c_str(), split.samples, split.dt,
            text_of(split.states.phi).c_str(), text_of(split.states.phi_rate).c_str(), text_of(split.motion).c_str(),
            text_of(split.states.drift).c_str(), split.truth_digest.c_str());
}

void print(const ExportReport& report) {
    tell_of("%s\n", printable(report.file.string()).c_str());
    for (const ExportedShape& array : report.arrays)
        tell_of("  %-34s %s\n", printable(array.name).c_str(), to_text(array.shape).c_str());
}

// The output of the command; if it is a directory, also a JSON report in it that does not end in .json.
std::vector<std::filesystem::path> outputs_of(const ExportCommand& command) {
    const std::filesystem::path json = command.json, &output = command.options.output;
    std::vector<std::filesystem::path> outputs{output};
    if (!json.empty() && json.extension() != ".json" && place_of(json).parent_path() == place_of(output))
        outputs.push_back(json);
    return outputs;
}

}  // namespace

ExitCode run(const ExportCommand& command) {
    const OutputRule rule{{command.options.source}, command.options.overwrite, outputs_of(command)};
    return with_json({"cchnn-gen export", "files"}, command.json, rule, [&](auto& command_report) {
        const std::vector<ExportReport> reports = [&] {
            const Progress progress("export", "reading and writing");
            return export_arrays(command.options);
        }();
        for (const ExportReport& report : reports) {
            command_report.items.push_back(exported_json(report));
            if (!is_silent(command.json)) print(report);
        }
        return ExitCode::ok;
    });
}

ExitCode run(const ImportCommand& command) {
    const SystemSpec spec = load_system(command.system);
    OutputRule rule{{command.options.arrays.begin(), command.options.arrays.end()}, command.options.overwrite};
    rule.inputs.push_back(command.system);
    for (const std::string& file : dataset_files())
        rule.outputs.push_back(command.options.directory / spec.name / file);
    return with_json({"cchnn-gen import", "systems"}, command.json, rule, [&](auto& command_report) {
        ImportOptions options = command.options;
        ImportReport report;
        {
            Progress progress("import " + spec.name, "reading");
            options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
            report = import_arrays(spec, options);
        }
        command_report.items.push_back(imported_json(report));
        if (!is_silent(command.json)) print(report);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
