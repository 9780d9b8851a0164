#include "report/tables/error_growth.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "report/tables/text_report.hpp"

namespace cchnn {
namespace {

constexpr std::size_t told_times = 9, most_rows = 20;

// The ceil(q n)-th smallest of n numbers, n >= 1: always one of them.
double quantile(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    const double rank = std::ceil(q * static_cast<double>(values.size()));
    return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

// The errors of all judged trajectories at sample k that have one there.
std::vector<double> errors_at(const AuditReport& report, std::size_t k) {
    std::vector<double> errors;
    for (const AuditedTrajectory& t : report.trajectories)
        if (t.judged() && k < t.errors.size() && !std::isnan(t.errors[k])) errors.push_back(t.errors[k]);
    return errors;
}

// Where the bound is 1 at the end there is no error.
std::string at_end(const AuditedTrajectory& t) {
    return std::isnan(t.errors.back()) ? "-" : error_text(t.errors.back());
}

std::string first_beyond(const AuditReport& report, const AuditedTrajectory& t, double limit) {
    for (std::size_t k = 0; k < t.errors.size(); ++k)
        if (t.errors[k] > limit) return short_number(report.times[k], 4);
    return "-";
}

}  // namespace

CaptionedTable growth_table(const AuditReport& report) {
    TextTable table{{"t, s", "median", "95 %", "largest", "beyond 1e-6", "beyond 1e-3", "over"}, {}};
    const std::size_t last = report.times.size() - 1;
    std::size_t last_shown = 0;
    bool fewer = false;  // at some time
    for (std::size_t i = 0; i < told_times && last > 0; ++i) {
        const std::size_t k = std::max<std::size_t>(1, (i * last + (told_times - 1) / 2) / (told_times - 1));
        const std::vector<double> errors = errors_at(report, k);
        if (k == last_shown || errors.empty()) continue;
        last_shown = k;
        const auto beyond = [&](double limit) {
            return std::to_string(std::count_if(errors.begin(), errors.end(), [&](double e) { return e > limit; }));
        };
        table.rows.push_back({short_number(report.times[k], 4), error_text(quantile(errors, 0.5)),
                              error_text(quantile(errors, 0.95)), error_text(quantile(errors, 1)), beyond(1e-6),
                              beyond(1e-3), std::to_string(errors.size())});
        fewer = fewer || errors.size() < report.judged;
    }
    if (!fewer) {
        table.headings.pop_back();
        for (std::vector<std::string>& row : table.rows) row.pop_back();
    }
    return {report.system + ", true relative error over time, over " + std::to_string(report.judged) +
                " decided trajectories:",
            table};
}

CaptionedTable trajectories_table(const AuditReport& report) {
    TextTable table{{"", "at its end", "largest", "at t, s", "beyond 1e-6 from", "beyond 1e-3 from"}, {}};
    std::vector<const AuditedTrajectory*> order;
    for (const AuditedTrajectory& t : report.trajectories)
        if (t.judged() && !t.errors.empty()) order.push_back(&t);
    std::stable_sort(order.begin(), order.end(), [](const AuditedTrajectory* a, const AuditedTrajectory* b) {
        return a->worst_error > b->worst_error;
    });
    for (std::size_t i = 0; i < std::min(order.size(), most_rows); ++i) {
        const AuditedTrajectory& t = *order[i];
        table.rows.push_back({t.split + " " + std::to_string(t.trajectory), at_end(t), error_text(t.worst_error),
                              short_number(t.worst_time, 4), first_beyond(report, t, 1e-6),
                              first_beyond(report, t, 1e-3)});
    }
    return {"Trajectories, worst first" +
                (order.size() > most_rows ? ", " + std::to_string(most_rows) + " of " + std::to_string(order.size())
                                          : std::string()) +
                ":",
            table};
}

std::string error_growth_text(const AuditReport& report, std::size_t width) {
    if (report.judged == 0) return "";
    return text_of({growth_table(report), trajectories_table(report)}, width);
}

}  // namespace cchnn
