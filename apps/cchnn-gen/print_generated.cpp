#include "print_generated.hpp"
#include "../quiet.hpp"

#include <algorithm>
#include <cstdio>

namespace cchnn {
namespace {

void print_row(const SplitReport& split, int width) {
    const double per = 1.0 / static_cast<double>(std::max<std::uint64_t>(split.count, 1));
    char bound[16] = "off";
    if (split.bound_level > 0) std::snprintf(bound, sizeof bound, "%.1e", split.worst_bound);
    std::printf("  %-*s  %12llu  %10.1f  %8.1f  %12.1e  %11s  %.12s\n", width, split.file.c_str(),
                static_cast<unsigned long long>(split.count), static_cast<double>(split.accepted) * per,
                static_cast<double>(split.rejected) * per, split.worst_energy_drift, bound,
                split.truth_digest.empty() ? "in the merge" : split.truth_digest.c_str());
    if (split.refined > 0)
        std::printf("    %llu of %llu recomputed in double-double arithmetic\n",
                    static_cast<unsigned long long>(split.refined), static_cast<unsigned long long>(split.count));
    if (split.beyond_refinement > 0)
        std::printf("    %llu keep an estimated error above %g all the same\n",
                    static_cast<unsigned long long>(split.beyond_refinement), split.refine_level);
    if (split.beyond_level > 0)
        std::printf(split.beyond_level == 1
                        ? "    %llu trajectory exceeds an estimated error of %g before its end; see valid_until\n"
                        : "    %llu trajectories exceed an estimated error of %g before their end; see valid_until\n",
                    static_cast<unsigned long long>(split.beyond_level), split.bound_level);
    if (!split.passed_centres.empty()) std::printf("    %s\n", split.passed_centres.c_str());
    for (const auto& [reason, times] : split.failures)
        std::printf("    drawn again %llu %s: %s\n", static_cast<unsigned long long>(times),
                    times == 1 ? "time" : "times", reason.c_str());
}

}  // namespace

void print(const GenerateReport& report, double seconds) {
    if (quiet) return;
    if (report.finished_before) {
        std::printf("%s: finished already: %s\n", report.system.c_str(), report.directory.c_str());
        std::fflush(stdout);
        return;
    }
    std::printf("%s  (%.2f s)\n", report.system.c_str(), seconds);
    if (report.resumed > 0)
        std::printf("  %llu %s from an earlier run\n", static_cast<unsigned long long>(report.resumed),
                    report.resumed == 1 ? "trajectory was there" : "trajectories were there");
    std::size_t width = 4;
    for (const SplitReport& split : report.splits) width = std::max(width, split.file.string().size());
    std::printf("  %-*s  trajectories  mean steps  rejected  energy error  error bound  truth digest\n",
                static_cast<int>(width), "file");
    for (const SplitReport& split : report.splits) print_row(split, static_cast<int>(width));
    for (const std::string& remark : report.remarks) std::printf("  %s\n", remark.c_str());
    std::fflush(stdout);
}

}  // namespace cchnn
