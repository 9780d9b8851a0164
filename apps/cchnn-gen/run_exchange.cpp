#include <cstdio>

#include "../progress.hpp"
#include "../quiet.hpp"
#include "commands.hpp"
#include "core/trajectory_count.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

std::string text_of(const Worst& worst) {
    char text[80];
    std::snprintf(text, sizeof text, "%.2g (trajectory %ld, sample %d)", worst.value, worst.trajectory, worst.sample);
    return worst.trajectory < 0 ? "-" : text;
}

void print(const ImportReport& report) {
    if (quiet) return;
    std::printf("%s: imported, without error bounds; the largest of\n", report.system.c_str());
    for (const ImportedSplit& split : report.splits)
        std::printf(
            "  %s  %s of %d samples, dt %g s\n"
            "    Phi                         %s\n"
            "    dPhi/dt                     %s\n"
            "    motion to the next sample   %s\n"
            "    energy error                %s\n"
            "    truth digest                %.12s\n",
            split.file.c_str(), trajectories_text(split.count).c_str(), split.samples, split.dt,
            text_of(split.states.phi).c_str(), text_of(split.states.phi_rate).c_str(), text_of(split.motion).c_str(),
            text_of(split.states.drift).c_str(), split.truth_digest.c_str());
}

}  // namespace

ExitCode run(const ExportCommand& command) {
    const std::vector<ExportReport> reports = [&] {
        const Progress progress("export", "reading and writing");
        return export_arrays(command.options);
    }();
    for (const ExportReport& report : reports) {
        if (quiet) continue;
        std::printf("%s\n", report.file.c_str());
        for (const ExportedShape& array : report.arrays)
            std::printf("  %-34s %s\n", array.name.c_str(), to_text(array.shape).c_str());
    }
    return ExitCode::ok;
}

ExitCode run(const ImportCommand& command) {
    const SystemSpec spec = load_system(command.system);
    ImportOptions options = command.options;
    ImportReport report;
    {
        Progress progress("import " + spec.name, "reading");
        options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
        report = import_arrays(spec, options);
    }
    print(report);
    return ExitCode::ok;
}

}  // namespace cchnn
