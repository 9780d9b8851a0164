#include "report/tables/audit_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/tables/error_growth.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f %%", 100 * share);
    return text;
}

std::string ratio_text(double ratio) { return short_number(ratio, 2); }
double seconds_each(const AuditReport& r) {
    double sum = 0;
    for (const AuditedTrajectory& t : r.trajectories) sum += t.seconds;
    return sum / static_cast<double>(r.trajectories.size());
}

std::vector<std::string> row_of(const AuditReport& r) {
    const AuditedTrajectory& worst = r.worst_trajectory();
    std::vector<std::string> row{
        printable(r.system), std::to_string(r.judged) + " of " + std::to_string(r.trajectories.size()),
        r.bounded ? std::to_string(r.wholly_within) : "-", r.bounded ? percent(r.share()) : "-"};
    for (double ratio : r.ratio) row.push_back(r.bounded ? ratio_text(ratio) : "-");
    row.insert(row.end(),
               {error_text(r.median_error), r.bounded ? error_text(r.median_bound) : "-", error_text(r.median_worst),
                worst.split + " " + std::to_string(worst.trajectory), error_text(worst.worst_error),
                short_number(r.bounded ? worst.ratio_time : worst.worst_time, 3), short_number(seconds_each(r), 3)});
    return row;
}

std::string physics_line(const AuditReport& r) {
    if (r.physics_agrees()) return "";
    const auto one = [](const char* name, double off) {
        return off > AuditReport::allowed_physics ? std::string(" ") + name + " by " + ratio_text(off) : std::string();
    };
    return "  " + printable(r.directory) +
           " FAILED: what is stored is not what the system says:" + one("mass matrix", r.mass_off) +
           one("Phi", r.phi_off) + one("energy", r.energy_off) + "\n";
}

std::string interval_line(const AuditReport& r) {
    if (!r.by_intervals) return "";
    return "  " + printable(r.directory) +
           ": intervals between samples, each followed from what is stored at its start; that they are within the "
           "bound at "
           "their ends\n    does not prove that their sum is\n";
}

// Why trajectories were not judged, each reason once.
std::string not_judged_line(const AuditReport& r) {
    if (r.judged == r.trajectories.size()) return "";
    std::map<std::string, int> reasons;
    for (const AuditedTrajectory& t : r.trajectories)
        if (!t.judged()) ++reasons[t.not_judged];
    std::string text = "  " + printable(r.directory) +
                       (r.judged_share() < AuditReport::required_judged ? " FAILED: not judged:" : ": not judged:");
    for (const auto& [reason, count] : reasons) text += " " + std::to_string(count) + " (" + printable(reason) + ")";
    return text + (reasons.contains("time is up") ? "; --budget allows more time\n" : "\n");
}

std::string bound_line(const AuditReport& r) {
    if (!r.bounded)
        return "  " + printable(r.directory) + " has no error bounds: generated with --bound off, or imported\n";
    if (r.share() >= AuditReport::required_share) return "";
    return "  " + printable(r.directory) + " FAILED: " + percent(r.share()) + " of " + std::to_string(r.samples) +
           " samples are within their bound, " + percent(AuditReport::required_share) + " are required\n";
}

Json to_json(const AuditedTrajectory& t) {
    Json json{{"split", t.split}, {"trajectory", t.trajectory}, {"judged", t.judged()}};
    if (t.interval) json["first_sample"] = *t.interval;
    if (!t.judged()) json["why_not"] = t.not_judged;
    json.update(Json{{"samples", t.samples},
                     {"within", t.within},
                     {"worst_error", t.worst_error},
                     {"worst_time", t.worst_time},
                     {"worst_bound", t.worst_bound},
                     {"worst_error_over_bound", t.worst_ratio},
                     {"worst_error_over_bound_time", t.ratio_time},
                     {"digits", t.digits},
                     {"seconds", t.seconds}});
    if (!t.errors.empty()) json["errors"] = t.errors;
    return json;
}

Json to_json(const AuditReport& r) {
    Json json{{"system", r.system},
              {"directory", r.directory},
              {"bounded", r.bounded},
              {"passed", r.passed()},
              {"population", r.population},
              {"by_intervals", r.by_intervals},
              {"judged", r.judged},
              {"judged_share", r.judged_share()},
              {"mass_matrix_off", r.mass_off},
              {"phi_off", r.phi_off},
              {"energy_off", r.energy_off},
              {"samples", r.samples},
              {"median_error", r.median_error},
              {"median_worst_error", r.median_worst},
              {"worst_error", r.worst_trajectory().worst_error}};
    if (r.bounded) {
        json["within"] = r.within;
        json["share"] = r.share();
        json["wholly_within"] = r.wholly_within;
        json["median_bound"] = r.median_bound;
        json["error_over_bound"] = {
            {"median", r.ratio[0]}, {"p99", r.ratio[1]}, {"p99.9", r.ratio[2]}, {"max", r.ratio[3]}};
    }
    if (!r.times.empty()) json["times"] = r.times;
    json["trajectories"] = Json::array();
    for (const AuditedTrajectory& t : r.trajectories) json["trajectories"].push_back(to_json(t));
    return json;
}

}  // namespace

std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width) {
    TextTable table{{"", "judged", "wholly within", "samples within", "error/bound 50 %", "99 %", "99.9 %", "max",
                     "median error", "median bound", "median worst error", "worst", "error", "at t", "s each"},
                    {}};
    std::string verdicts;
    for (const AuditReport& report : reports) {
        table.rows.push_back(row_of(report));
        verdicts += interval_line(report) + bound_line(report) + physics_line(report) + not_judged_line(report);
    }
    std::string text = "True relative error, found independently in up to 34 digits; samples after t = 0:\n" +
                       table.text(width) + verdicts;
    for (const AuditReport& report : reports)
        if (!report.times.empty()) text += error_growth_text(report, width);
    return text;
}

std::string audit_json(const std::vector<AuditReport>& reports) {
    const bool passed = std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
    Json json{{"format", "cchnn-gen audit"},
              {"format_version", report_format_version},
              {"tool_version", tool_version},
              {"verdict", passed ? "passed" : "failed"},
              {"exit_code", static_cast<int>(passed ? ExitCode::ok : ExitCode::gate_failed)},
              {"required_share", AuditReport::required_share},
              {"required_judged_share", AuditReport::required_judged},
              {"systems", Json::array()}};
    for (const AuditReport& report : reports) json["systems"].push_back(to_json(report));
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cchnn
