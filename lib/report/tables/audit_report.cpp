#include "report/tables/audit_report.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
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

std::vector<std::string> row_of(const AuditReport& r) {
    const AuditedTrajectory& worst = r.worst_trajectory();
    std::vector<std::string> row{printable(r.system), std::to_string(r.trajectories.size()),
                                 r.bounded ? percent(r.share()) : "-"};
    for (double ratio : r.ratio) row.push_back(r.bounded ? ratio_text(ratio) : "-");
    row.insert(row.end(),
               {error_text(r.median_error), r.bounded ? error_text(r.median_bound) : "-", error_text(r.median_worst),
                error_text(worst.worst_error), worst.split + " " + std::to_string(worst.trajectory)});
    return row;
}

std::string verdict_line(const AuditReport& r) {
    if (!r.bounded)
        return "  " + printable(r.directory) + " has no error bounds: generated with --bound off, or imported\n";
    if (r.passed()) return "";
    return "  " + printable(r.directory) + " FAILED: " + percent(r.share()) + " of " + std::to_string(r.samples) +
           " samples are within their bound, " + percent(AuditReport::required_share) + " are required\n";
}

Json to_json(const AuditedTrajectory& t) {
    return {{"split", t.split},
            {"trajectory", t.trajectory},
            {"samples", t.samples},
            {"within", t.within},
            {"worst_error", t.worst_error},
            {"worst_time", t.worst_time},
            {"worst_bound", t.worst_bound}};
}

Json to_json(const AuditReport& r) {
    Json json{{"system", r.system},
              {"directory", r.directory},
              {"bounded", r.bounded},
              {"passed", r.passed()},
              {"population", r.population},
              {"samples", r.samples},
              {"median_error", r.median_error},
              {"median_worst_error", r.median_worst},
              {"worst_error", r.worst_trajectory().worst_error}};
    if (r.bounded) {
        json["within"] = r.within;
        json["share"] = r.share();
        json["median_bound"] = r.median_bound;
        json["error_over_bound"] = {
            {"median", r.ratio[0]}, {"p99", r.ratio[1]}, {"p99.9", r.ratio[2]}, {"max", r.ratio[3]}};
    }
    json["trajectories"] = Json::array();
    for (const AuditedTrajectory& t : r.trajectories) json["trajectories"].push_back(to_json(t));
    return json;
}

}  // namespace

std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width) {
    TextTable table{{"", "trajectories", "within bound", "error/bound 50 %", "99 %", "99.9 %", "max", "median error",
                     "median bound", "median worst error", "worst error", "in"},
                    {}};
    std::string verdicts;
    for (const AuditReport& report : reports) {
        table.rows.push_back(row_of(report));
        verdicts += verdict_line(report);
    }
    return "True relative error, against quad precision; samples after t = 0:\n" + table.text(width) + verdicts;
}

std::string audit_json(const std::vector<AuditReport>& reports) {
    const bool passed = std::all_of(reports.begin(), reports.end(), [](const AuditReport& r) { return r.passed(); });
    Json json{{"format", "cchnn-gen audit"},
              {"format_version", report_format_version},
              {"tool_version", tool_version},
              {"verdict", passed ? "passed" : "failed"},
              {"exit_code", static_cast<int>(passed ? ExitCode::ok : ExitCode::gate_failed)},
              {"required_share", AuditReport::required_share},
              {"systems", Json::array()}};
    for (const AuditReport& report : reports) json["systems"].push_back(to_json(report));
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cchnn
