#include <algorithm>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

void print_largest(const SystemSpec& spec, const LyapunovEstimate& e) {
    const char* time = spec.units.time.c_str();
    const MeanInterval& largest = e.largest();
    tell_of("  largest exponent  %.5g  [%.5g, %.5g] 1/%s\n", largest.mean, largest.low, largest.high, time);
    std::size_t apart = 0, used = 0;
    double lowest = largest.mean, highest = largest.mean;
    for (const TrajectoryExponents& one : e.trajectories) {
        if (one.failed) continue;
        const double value = one.exponents.front();
        if (used++ == 0) lowest = highest = value;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
        apart += one.largest_over_blocks.low > e.resolution;
    }
    if (e.chaotic())
        tell_of("  Lyapunov time     %.4g  [%.4g, %.4g] %s\n", 1 / largest.mean, 1 / largest.high, 1 / largest.low,
                time);
    else if (apart == 0)
        tell_of("  no chaos seen; exponents below %.3g 1/%s are not significantly different from 0 in %g %s\n",
                e.resolution, time, e.time, time);
    else
        tell_of(
            "  the mean is not significantly different from 0, though single trajectories are chaotic: ask for more "
            "--trajectories\n");
    tell_of("  of single trajectories: %.5g .. %.5g 1/%s; %zu of %zu are chaotic by their own blocks of time\n", lowest,
            highest, time, apart, used);
}

void print_spectrum(const SystemSpec& spec, const LyapunovEstimate& e) {
    tell_of("  all exponents, 1/%s:\n", spec.units.time.c_str());
    double sum = 0;
    for (std::size_t i = 0; i < e.exponents.size(); ++i) {
        const MeanInterval& one = e.exponents[i];
        sum += one.mean;
        tell_of("    %3zu  %12.5g  [%.5g, %.5g]\n", i + 1, one.mean, one.low, one.high);
    }
    tell_of("    sum  %12.3g\n", sum);
}

void print(const SystemSpec& spec, const LyapunovEstimate& estimate, double seconds) {
    const char* time = spec.units.time.c_str();
    tell_of("%s: %s of %g %s  (%.2f s)\n", spec.name.c_str(), trajectories_text(estimate.trajectories.size()).c_str(),
            estimate.time, time, seconds);
    print_largest(spec, estimate);
    if (estimate.exponents.size() > 1) print_spectrum(spec, estimate);
    if (estimate.failed > 0)
        tell_of("  %llu met a singularity and %s left out\n", static_cast<unsigned long long>(estimate.failed),
                estimate.failed == 1 ? "is" : "are");
    tell_of(
        "  exact tangent vectors, verner87 at %g, made orthonormal every %.4g %s; the first tenth of the time is left "
        "out\n"
        "  95 %% intervals over %s, towards 0 wider by the resolution, %.3g 1/%s\n",
        estimate.tolerance, estimate.interval, time,
        estimate.trajectories.size() - estimate.failed > 1 ? "trajectories" : "blocks of time", estimate.resolution,
        time);
}

// What is found, and after how many seconds.
std::pair<LyapunovEstimate, double> estimated(const CompiledSystem& compiled, LyapunovOptions options) {
    const SamplingSpec& sampling = compiled.spec.sampling;
    Progress progress(compiled.spec.name, "sampling, integrating tangents", "blocks of time");
    options.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
    LyapunovEstimate estimate = lyapunov(compiled.system, compiled.sampler, {sampling.dt, sampling.steps}, options);
    return {std::move(estimate), progress.seconds()};
}

}  // namespace

ExitCode run(const LyapunovCommand& command) {
    const OutputRule rule{{command.system}, command.force};
    return with_json({"cchnn-gen lyapunov", ""}, command.json, rule, [&](auto& command_report) {
        const CompiledSystem compiled(load_system(command.system));
        const auto [estimate, seconds] = estimated(compiled, command.options);
        command_report.besides = to_json(estimate);
        if (!is_standard_output(command.json)) print(compiled.spec, estimate, seconds);
        return ExitCode::ok;
    });
}

}  // namespace cchnn
