#include "report/tables/audit_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "report/json_parts.hpp"
#include "report/json_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f %%", 100 * share);
    return text;
}

std::string ratio_text(double ratio) { return short_number(ratio, 2); }
// Processor time for one trajectory, on average.
double seconds_each(const AuditReport& r) {
    double sum = 0;
    for (const AuditedTrajectory& t : r.trajectories) sum += t.seconds;
    return sum / to_double(std::max<std::size_t>(r.trajectories.size(), 1));
}

// Whether no trajectory could be judged since the dataset itself was refused.
bool is_refused(const AuditReport& r) { return r.trajectories.empty() && !r.refused.problems.empty(); }
// "19 of 20": trajectories that could be decided.
std::string counts_text(const AuditReport& r) {
    return std::to_string(r.judged) + " of " + std::to_string(r.trajectories.size());
}

// Derivatives of a dataset have a row and lines of their own.
std::string of_derivatives(const AuditReport& r) { return r.of_derivatives ? ", derivatives" : ""; }
std::string place_of(const AuditReport& r) { return printable(r.directory) + of_derivatives(r); }

// A dash stands where nothing was compared, or where a dataset has no bounds.
std::vector<std::string> row_of(const AuditReport& r) {
    const AuditedTrajectory worst = r.worst_trajectory();
    const bool bounds = r.bounded, found = r.compared > 0;
    std::vector<std::string> row{printable(r.system) + of_derivatives(r), is_refused(r) ? "rejected" : counts_text(r),
                                 bounds && r.judged > 0 ? std::to_string(r.wholly_within) : "-",
                                 bounds && r.samples > 0 ? percent(r.share()) : "-"};
    for (double ratio : r.ratio) row.push_back(bounds && found ? ratio_text(ratio) : "-");
    const auto error = [found](double value) { return found ? error_text(value) : "-"; };
    row.insert(row.end(), {error(r.median_error), bounds ? error(r.median_bound) : "-", error(r.median_worst),
                           found ? worst.split + " " + std::to_string(worst.trajectory) : "-", error(worst.worst_error),
                           found ? short_number(bounds ? worst.ratio_time : worst.worst_time, 3) : "-",
                           short_number(seconds_each(r), 3)});
    return row;
}

// Stored values that follow from the system alone are compared with those of the independent code: mass matrix,
// Phi, energy.
std::string physics_line(const AuditReport& r) {
    if (r.physics_agrees()) return "";
    const auto deviation = [](const char* name, double off) {
        return off > AuditReport::allowed_physics ? std::string(" ") + name + " by " + ratio_text(off) : std::string();
    };
    return "  " + place_of(r) + " FAILED: stored values contradict the system:" + deviation("mass matrix", r.mass_off) +
           deviation("Phi", r.phi_off) + deviation("energy", r.energy_off) + "\n";
}

// H(t) - H(0) = work - dissipated, where energy is gained or lost.
std::string work_line(const AuditReport& r) {
    if (!r.work_off) return "";
    return "  " + place_of(r) + (r.work_agrees() ? ": " : " FAILED: ") +
           "work and dissipated energy differ from those of the independent solution by " + ratio_text(*r.work_off) +
           " of the energies that pass, " + ratio_text(r.work_ratio) + " of what is allowed\n";
}

// Long chaotic trajectories cannot be solved from their start; their intervals between samples can.
std::string interval_line(const AuditReport& r) {
    if (!r.by_intervals) return "";
    return "  " + place_of(r) +
           ": intervals between samples, each solved from the stored state at its start; a bound that holds at their "
           "ends is not proved for their sum\n";
}

// The trajectories that were not judged, each reason once with their number.
std::string not_judged_line(const AuditReport& r) {
    if (r.judged == r.trajectories.size()) return "";
    std::map<std::string, int> reasons;
    for (const AuditedTrajectory& t : r.trajectories)
        if (!t.judged()) ++reasons[t.not_judged];
    std::string text = "  " + place_of(r) +
                       (r.judged_share() >= AuditReport::required_judged ? ": not decided:"
                        : r.verdict() == AuditVerdict::not_judged ? " TIME LIMIT REACHED, and nothing wrong found:"
                                                                  : " FAILED: not decided:");
    for (const auto& [reason, count] : reasons) text += " " + std::to_string(count) + " (" + printable(reason) + ")";
    const bool late = std::any_of(r.trajectories.begin(), r.trajectories.end(),
                                  [](const AuditedTrajectory& t) { return t.out_of_time; });
    if (!late) return text + "\n";
    return text + "; " + option("budget") + " allows more time" +
           (r.of_derivatives ? "\n" : ", " + option("intervals") + " looks at single intervals, which take far less\n");
}

std::string refused_lines(const AuditReport& r) {
    std::string text;
    for (const Problem& problem : r.refused.problems)
        text += "  " + place_of(r) + " REJECTED: " + printable(to_text({problem})) + "\n";
    return text;
}

// A dataset fails if fewer samples than required lie within their stored error bounds.
std::string bound_line(const AuditReport& r) {
    if (is_refused(r)) return "";
    if (!r.bounded)
        return "  " + place_of(r) + " has no error bounds: generated with " + option("bound") + " off, or imported\n";
    if (r.samples == 0 || r.share() >= AuditReport::required_share) return "";
    return "  " + place_of(r) + " FAILED: " + percent(r.share()) + " of " + counted(r.samples, "sample") +
           one_or_many(r.samples, " is within its bound", " are within their bound") + ", " +
           percent(AuditReport::required_share) + " are required\n";
}

Json number_json(double value, bool found) { return found ? json_number(value) : Json(nullptr); }

Json errors_json(const std::vector<double>& errors) {
    Json json = Json::array();
    for (double error : errors) json.push_back(json_number(error));
    return json;
}

Json to_json(const AuditedTrajectory& t) {
    const bool found = t.compared > 0;
    Json json{{"split", t.split}, {"trajectory", t.trajectory}, {"judged", t.judged()}};
    if (t.interval) json["first_sample"] = *t.interval;
    if (!t.judged()) json["why_not"] = t.not_judged;
    json.update(Json{{"samples", t.samples},
                     {"compared", t.compared},
                     {"within", t.within},
                     {"worst_error", number_json(t.worst_error, found)},
                     {"worst_time", number_json(t.worst_time, found)},
                     {"worst_bound", number_json(t.worst_bound, found)},
                     {"worst_error_over_bound", number_json(t.worst_ratio, found)},
                     {"worst_error_over_bound_time", number_json(t.ratio_time, found)},
                     {"digits", t.digits},
                     {"seconds", t.seconds}});
    if (!t.errors.empty()) json["errors"] = errors_json(t.errors);
    return json;
}

Json to_json(const AuditReport& r) {
    const bool found = r.compared > 0;
    Json json{{"system", r.system},
              {"directory", r.directory},
              {"bounded", r.bounded},
              {"passed", r.passed()},
              {"verdict", name(r.verdict())},
              {"population", r.population},
              {"by_intervals", r.by_intervals},
              {"judged", r.judged},
              {"judged_share", r.judged_share()},
              {"samples", r.samples},
              {"compared", r.compared},
              {"median_error", number_json(r.median_error, found)},
              {"median_worst_error", number_json(r.median_worst, found)},
              {"worst_error", number_json(r.worst_trajectory().worst_error, found)}};
    if (r.bounded) {
        json["within"] = r.within;
        json["share"] = number_json(r.share(), r.samples > 0);
        json["wholly_within"] = r.wholly_within;
        json["median_bound"] = number_json(r.median_bound, found);
        json["error_over_bound"] = {{"median", number_json(r.ratio[0], found)},
                                    {"p99", number_json(r.ratio[1], found)},
                                    {"p99.9", number_json(r.ratio[2], found)},
                                    {"max", number_json(r.ratio[3], found)}};
    }
    if (r.work_off) {
        json["work_off"] = json_number(*r.work_off);
        json["work_off_over_allowed"] = json_number(r.work_ratio);
    }
    if (!r.times.empty()) json["times"] = r.times;
    json["trajectories"] = Json::array();
    for (const AuditedTrajectory& t : r.trajectories) json["trajectories"].push_back(to_json(t));
    return json;
}

}  // namespace

std::string audit_text(const std::vector<AuditReport>& reports, std::size_t width) {
    TextTable table{{"", "checked", "all samples in bound", "samples in bound", "median error/bound", "99 %", "99.9 %",
                     "max", "median error", "median bound", "median worst error", "worst", "error", "at t", "s each"},
                    {}};
    std::string verdicts;
    const auto add = [&](const AuditReport& report) {
        table.rows.push_back(row_of(report));
        verdicts += interval_line(report) + bound_line(report) + physics_line(report) + work_line(report) +
                    not_judged_line(report) + refused_lines(report);
    };
    for (const AuditReport& report : reports) {
        add(report);
        for (const AuditReport& derivatives : report.derivatives) add(derivatives);
    }
    std::string text =
        "True relative error, from an independent solution in up to 34 digits; samples of t > 0:\n" +
        table.text(width) + verdicts +
        "Compared: x, v, counted angles, energy, Phi, mass matrix, work, dissipated energy and derivatives of "
        "motions. `verify` looks at q, windows, inputs, other derived arrays, tables and digests.\n";
    for (const AuditReport& report : reports)
        if (!report.times.empty()) text += error_growth_text(report, width);
    return text;
}

// Wrong data comes first, then what could not be judged. A dataset that was refused is an error of its own,
// which the caller throws.
ExitCode exit_code(const std::vector<AuditReport>& reports) {
    ExitCode code = ExitCode::ok;
    for (const AuditReport& report : reports) {
        if (is_refused(report)) continue;
        if (report.verdict() == AuditVerdict::failed) return ExitCode::gate_failed;
        if (report.verdict() == AuditVerdict::not_judged) code = ExitCode::not_judged;
    }
    return code;
}

// Refused datasets have no entry: their problems are those of the command.
std::string audit_json(const std::vector<AuditReport>& reports) {
    const ExitCode code = exit_code(reports);
    Json json = report_head("cchnn-gen audit", code == ExitCode::ok ? "passed" : verdict(code), code);
    json["required_share"] = AuditReport::required_share;
    json["required_judged_share"] = AuditReport::required_judged;
    json["systems"] = Json::array();
    for (const AuditReport& report : reports) {
        if (is_refused(report)) continue;
        Json system = to_json(report);
        system["mass_matrix_off"] = json_number(report.mass_off);
        system["phi_off"] = json_number(report.phi_off);
        system["energy_off"] = json_number(report.energy_off);
        for (const AuditReport& derivatives : report.derivatives) system["derivatives"] = to_json(derivatives);
        json["systems"].push_back(std::move(system));
    }
    return json_document(json);
}

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
