#include "print_generated.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "../tell.hpp"
#include "core/counted.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

template <class... Values>
std::string text(const char* format, Values... values) {
    char line[400];
    std::snprintf(line, sizeof line, format, values...);
    return line;
}

std::vector<std::string> row(const SplitReport& split) {
    const double per = 1.0 / static_cast<double>(std::max<std::uint64_t>(split.count, 1));
    return {split.file.string(),
            std::to_string(split.count),
            text("%.1f", static_cast<double>(split.accepted) * per),
            text("%.1f", static_cast<double>(split.rejected) * per),
            text("%.1e", split.worst_energy_drift),
            split.bound_level > 0 ? text("%.1e", split.worst_bound) : "off",
            split.truth_digest.empty() ? "in the merge" : split.truth_digest.substr(0, 12)};
}

// What is said of a split below its row.
std::vector<std::string> notes(const SplitReport& split) {
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    std::vector<std::string> lines;
    if (split.refined > 0)
        lines.push_back(
            text("%llu of %llu recomputed in double-double arithmetic", number(split.refined), number(split.count)));
    if (split.beyond_refinement > 0)
        lines.push_back(text("%llu keep an estimated error above %g nevertheless", number(split.beyond_refinement),
                             split.refine_level));
    if (split.beyond_level > 0)
        lines.push_back(
            text(split.beyond_level == 1
                     ? "%llu trajectory exceeds an estimated error of %g before its end; see valid_until"
                     : "%llu trajectories exceed an estimated error of %g before their end; see valid_until",
                 number(split.beyond_level), split.bound_level));
    if (!split.passed_centres.empty()) lines.push_back(split.passed_centres);
    if (!split.raised_bounds.empty()) lines.push_back(split.raised_bounds);
    for (const auto& [reason, times] : split.failures)
        lines.push_back("drawn again " + counted(times, "time") + ": " + reason);
    return lines;
}

constexpr std::size_t no_limit = 100'000;

const std::vector<std::string> headings{"file",         "trajectories", "mean steps",  "rejected",
                                        "energy error", "error bound",  "truth digest"};

// A line for each split with its notes below; where that is too wide, columns go on below the table, and notes after it
// name their file.
std::string table(const std::vector<SplitReport>& splits, std::size_t width) {
    TextTable all{headings, {}};
    for (const SplitReport& split : splits) all.rows.push_back(row(split));
    const std::string wide = all.text(no_limit);
    const bool fits = wide.find('\n') <= width;
    const std::string lines = fits ? wide : all.text(width);
    std::string text = fits ? lines.substr(0, lines.find('\n') + 1) : lines;
    std::size_t at = text.size();
    for (const SplitReport& split : splits) {
        if (fits) {
            text += lines.substr(at, lines.find('\n', at) + 1 - at);
            at = lines.find('\n', at) + 1;
        }
        for (const std::string& note : notes(split))
            text += wrapped("    " + (fits ? note : split.file.filename().string() + ": " + note), 6, width);
    }
    return text;
}

}  // namespace

void print(const GenerateReport& report, double seconds) {
    const std::size_t width = isatty(STDOUT_FILENO) == 1 ? output_width() : no_limit;  // lines for grep
    if (report.finished_before) {
        tell_of("%s: finished already: %s\n", report.system.c_str(), report.directory.c_str());
        std::fflush(stdout);
        return;
    }
    tell_of("%s  (%.2f s)\n", report.system.c_str(), seconds);
    if (report.resumed > 0)
        tell_of("  %llu %s from an earlier run\n", static_cast<unsigned long long>(report.resumed),
                report.resumed == 1 ? "trajectory was there" : "trajectories were there");
    tell(table(report.splits, width));
    for (const std::string& remark : report.remarks) tell(wrapped("  " + remark, 4, width));
    std::fflush(stdout);
}

}  // namespace cchnn
