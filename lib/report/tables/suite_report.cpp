#include "report/tables/suite_report.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "report/json_parts.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// The error on a split as a multiple of the error in distribution, with its interval.
std::string ratio_text(const Generalisation& over_in) {
    return short_number(over_in.ratio, 3) + ratio_ends(over_in.ci95);
}

// Models in the order of their first appearance.
template <class Row>
std::vector<std::string> models_of(const std::vector<Row>& rows) {
    std::vector<std::string> models;
    for (const Row& row : rows)
        if (std::ranges::find(models, row.model) == models.end()) models.push_back(row.model);
    return models;
}

// Null if the model did not answer the split.
const SuiteError* error_of(const SuiteTaskScores& task, const std::string& model, const std::string& split) {
    for (const SuiteError& error : task.errors)
        if (error.model == model && error.split == split) return &error;
    return nullptr;
}

// Splits with at least one submission.
std::vector<std::string> answered_splits(const SuiteTaskScores& task) {
    std::vector<std::string> splits;
    for (const std::string& split : task.splits)
        if (std::ranges::any_of(task.errors, [&](const SuiteError& error) { return error.split == split; }))
            splits.push_back(split);
    return splits;
}

// A table of models over splits, with `cell` as the text of each error.
template <class Cell>
TextTable split_table(const SuiteTaskScores& task, const Cell& cell) {
    TextTable table{{""}, {}};
    const std::vector<std::string> splits = answered_splits(task);
    table.headings.insert(table.headings.end(), splits.begin(), splits.end());
    for (const std::string& model : models_of(task.errors)) {
        std::vector<std::string> row{short_label(model)};
        for (const std::string& split : splits) {
            const SuiteError* error = error_of(task, model, split);
            row.push_back(error ? cell(*error) : "not answered");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

// In brackets stands an error of a model that has none in distribution to compare it with.
CaptionedTable errors_table(const SuiteTaskScores& task) {
    return {task.name + ": " + task.error_words + " on in [95 %], then error on each split over error on in [95 %]:",
            split_table(task, [](const SuiteError& e) {
                if (e.split == in_distribution) return error_text(e.error, e.error_ci95);
                return e.over_in ? ratio_text(*e.over_in) : "(" + error_text(e.error) + ")";
            })};
}

// Without rows, and so left out, if no model has a start error on this task.
CaptionedTable start_errors_table(const SuiteTaskScores& task) {
    CaptionedTable table{
        task.name + ": equivalent start error on each split [95 %]:",
        split_table(task, [](const SuiteError& e) { return e.start_error ? start_error_text(*e.start_error) : "-"; })};
    const bool any = std::ranges::any_of(task.errors, [](const SuiteError& e) { return e.start_error.has_value(); });
    if (!any) table.table.rows.clear();
    return table;
}

// CRPS, the continuous ranked probability score, exists for ensembles only.
template <class Scored>
std::string crps_text(const Scored& scored) {
    if (!scored.crps) return "-";
    if (!(scored.climatology > 0)) return error_text(*scored.crps);
    const double share = *scored.crps / scored.climatology;
    return error_text(*scored.crps) + " (" + short_number(share, 2) + (share > 2 ? ", counts as 2)" : ")");
}

// What stands in brackets, if ranks go by CRPS.
template <class Scored>
std::string crps_caption(const std::vector<Scored>& all) {
    const bool shares = std::ranges::any_of(all, [](const Scored& scored) { return scored.climatology > 0; });
    return std::string(", mean over trajectories") + (shares ? " (over that of climatology)" : "") + ":";
}

template <class Scored>
bool any_crps(const std::vector<Scored>& all) {
    return std::ranges::any_of(all, [](const Scored& scored) { return scored.crps.has_value(); });
}

CaptionedTable crps_table(const SuiteTaskScores& task) {
    CaptionedTable table{task.name + ": CRPS on each split" + crps_caption(task.errors),
                         split_table(task, crps_text<SuiteError>)};
    if (!any_crps(task.errors)) table.table.rows.clear();
    return table;
}

// What each model has found on each split that it answers, where ranks go by it: means over trajectories.
CaptionedTable structure_table(const SuiteTaskScores& task) {
    CaptionedTable table{task.name + ": what is found, mean over trajectories and seeds:", {{""}, {}}};
    for (const SuiteError& error : task.errors) {
        if (error.structure.empty()) continue;
        table.table.headings.push_back(short_label(error.model) +
                                       (error.split == in_distribution ? "" : ", " + error.split));
        table.table.rows.resize(error.structure.size());
        for (std::size_t m = 0; m < error.structure.size(); ++m) {
            if (table.table.rows[m].empty()) table.table.rows[m] = {error.structure[m].metric.heading};
            table.table.rows[m].push_back(short_number(error.structure[m].summary.mean, 3));
        }
    }
    return table;
}

// The training sets at which a curve has points, in order. In a suite that was shortened two sets may have the
// same size.
std::vector<std::pair<double, std::string>> trainings_of(const std::vector<SuitePoint>& points) {
    std::vector<std::pair<double, std::string>> trainings;
    for (const SuitePoint& point : points)
        if (std::ranges::find(trainings, std::pair(point.at, point.training)) == trainings.end())
            trainings.emplace_back(point.at, point.training);
    std::ranges::stable_sort(trainings, [](const auto& a, const auto& b) { return a.first < b.first; });
    return trainings;
}

// "50", or "20 (size_50)" if another training set has the size 20 too.
std::string training_heading(const std::pair<double, std::string>& training,
                             const std::vector<std::pair<double, std::string>>& all) {
    const auto same = [&](const auto& other) { return other.first == training.first; };
    const bool alone = std::ranges::count_if(all, same) == 1;
    return number_text(training.first) + (alone ? "" : " (" + training.second + ")");
}

template <class Cell>
CaptionedTable curve_table(const std::string& caption, const std::vector<SuitePoint>& points, const Cell& text_of) {
    const auto trainings = trainings_of(points);
    TextTable table{{""}, {}};
    for (const auto& training : trainings) table.headings.push_back(training_heading(training, trainings));
    for (const std::string& model : models_of(points)) {
        table.rows.push_back({short_label(model)});
        for (const auto& training : trainings) {
            std::string cell = "-";
            for (const SuitePoint& point : points)
                if (point.model == model && point.training == training.second) cell = text_of(point);
            table.rows.back().push_back(cell);
        }
    }
    return {caption, table};
}

std::string error_of_point(const SuitePoint& point) { return error_text(point.error, point.error_ci95); }

Json ratio_json(const Generalisation& over_in) {
    return {{"ratio", json_number(over_in.ratio)}, {"ratio_ci95", json_interval(over_in.ci95)}};
}

Json error_json(const SuiteError& e) {
    Json json{{"model", e.model},
              {"split", e.split},
              {"reference", e.reference},
              {"naive", text_or_null(e.naive)},
              {"seeds", e.seeds},
              {"error", json_number(e.error)},
              {"error_ci95", json_interval(e.error_ci95)}};
    if (e.crps) json["crps"] = json_number(*e.crps);
    for (const MetricScore& score : e.structure) json["structure"][score.metric.key] = json_number(score.summary.mean);
    json["over_in"] = e.over_in ? ratio_json(*e.over_in) : Json(nullptr);
    if (e.start_error) json["start_error"] = json_start_error(*e.start_error);
    return json;
}

// `at` is the key under which the abscissa stands: the number of training trajectories, or the noise level.
Json points_json(const std::vector<SuitePoint>& points, const char* key) {
    Json all = Json::array();
    for (const SuitePoint& p : points) {
        all.push_back({{"model", p.model},
                       {"training", p.training},
                       {key, p.at},
                       {"seeds", p.seeds},
                       {"error", json_number(p.error)},
                       {"error_ci95", json_interval(p.error_ci95)}});
        if (p.crps) all.back()["crps"] = json_number(*p.crps);
    }
    return all;
}

Json task_json(const SuiteTaskScores& task) {
    return {{"name", task.name},
            {"system", task.system},
            {"splits", task.splits},
            {"signatures", task.signatures},
            {"errors", json_list(task.errors, error_json)},
            {"by_training_size", points_json(task.by_size, "trajectories")},
            {"by_noise", points_json(task.by_noise, "noise")}};
}

// Reference rollouts and naive forecasts have a place in the table, and no rank.
std::string rank_text(const SuiteStanding& standing) {
    if (!standing.kind.ranked()) return standing.kind.reference ? "reference" : "naive";
    return rank_text(standing.out) + (standing.out.unordered ? ", no order" : "");
}

Json standing_json(const SuiteStanding& standing) {
    Json json{
        {"model", standing.out.model},
        {"reference", standing.kind.reference},
        {"naive", text_or_null(standing.kind.naive)},
        {"error_out", json_number(standing.out.error)},
        {"error_out_ci95", json_interval(standing.out.error_ci95)},
        {"error_in", json_number(standing.in)},
        {"error_in_ci95", json_interval(standing.in_ci95)},
        {"out_over_in", json_number(standing.over_in.ratio)},
        {"out_over_in_ci95", json_interval(standing.over_in.ci95)},
        {"rank", standing.kind.ranked() ? Json(standing.out.rank) : Json(nullptr)},
        {"first_in_draws", standing.out.draws ? Json(standing.out.draws->first) : Json(nullptr)},
        {"rank_range95",
         standing.out.draws ? Json::array({standing.out.draws->lowest, standing.out.draws->highest}) : Json(nullptr)},
        {"persistence", text_or_null(standing.out.persistence)},
        {"same_as", standing.out.same_as.empty() ? Json(nullptr) : Json(standing.out.same_as)},
        {"unordered_with_first", standing.out.unordered},
        {"missing", standing.out.missing}};
    if (standing.compute.declared()) json["compute"] = json_compute(standing.compute);
    return json;
}

}  // namespace

std::string compute_text(const TrainingCompute& compute) {
    std::vector<std::string> parts;
    if (compute.hours) parts.push_back(short_number(*compute.hours, 3) + " h");
    if (!compute.device.empty()) parts.push_back(printable(compute.device));
    if (compute.parameters) parts.push_back(short_number(to_double(*compute.parameters), 3) + " parameters");
    return parts.empty() ? "-" : joined(parts);
}

// Ordered by the error out of distribution; a suite whose tasks have no other splits has the error in
// distribution alone.
std::vector<CaptionedTable> suite_standings_table(const SuiteStandings& standings) {
    if (standings.models.empty()) return {};
    const bool by_out = standings.splits > 0;
    const std::size_t parts = standings.splits + standings.tasks;
    TextTable table{{"", "rank [95 %]", "first in"}, {}};
    const bool shares = standings.worst > 1;  // of the CRPS of climatology
    const std::string what = column_words(standings.ranked_by) + (shares ? " / climatology" : "");
    if (by_out) table.headings.push_back(what + " out [95 %]");
    table.headings.push_back(what + " in [95 %]");
    if (by_out) table.headings.push_back("out / in [95 %]");
    table.headings.push_back("answered");
    const bool trained =
        std::ranges::any_of(standings.models, [](const SuiteStanding& one) { return one.compute.declared(); });
    if (trained) table.headings.push_back("training");
    for (const SuiteStanding& standing : standings.models) {
        table.rows.push_back(
            {name_text(standing.out), rank_text(standing), standing.kind.ranked() ? first_text(standing.out) : ""});
        std::vector<std::string>& row = table.rows.back();
        if (by_out) row.push_back(error_text(standing.out.error, standing.out.error_ci95));
        row.push_back(error_text(standing.in, standing.in_ci95));
        if (by_out) row.push_back(ratio_text(standing.over_in));
        row.push_back(std::to_string(parts - standing.out.missing.size()) + " of " + std::to_string(parts));
        if (trained) row.push_back(compute_text(standing.compute));
    }
    const bool defined = by_out && !by_means(standings.ranked_by),
               means = shares || standings.ranked_by == RankChoice::structure;
    const std::string where = by_out ? " out of distribution and in" : " in distribution";
    std::string caption =
        words(standings.ranked_by) + std::string(shares ? " over that of climatology (1 - skill)" : "") + where;
    caption[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(caption[0])));
    return {{caption + (means ? ", mean over " : ", geometric mean over ") +
                 (by_out ? counted(standings.splits, "split") + " of " : "") + counted(standings.tasks, "task") +
                 (of_ensembles(standings.ranked_by) ? "; ensembles of " + std::to_string(standings.members) + " members"
                                                    : "") +
                 "; a split that is not answered counts as " + number_text(standings.worst) +
                 (shares ? ", and no more counts:" : ":"),
             table,
             {},
             defined ? TableColumns::suite_standings : TableColumns::undefined}};
}

// Splits of the same name in several tasks are taken together, for instance "longer". The number in brackets is
// that of tasks.
std::vector<CaptionedTable> suite_means_table(const SuiteScores& scores) {
    std::vector<std::string> splits;
    for (const SuiteTaskScores& task : scores.tasks)
        for (const std::string& split : task.splits)
            if (std::ranges::any_of(scores.means, [&](const SuiteMean& mean) { return mean.split == split; }) &&
                std::ranges::find(splits, split) == splits.end())
                splits.push_back(split);
    if (splits.empty()) return {};
    TextTable table{{""}, {}};
    table.headings.insert(table.headings.end(), splits.begin(), splits.end());
    for (const std::string& model : models_of(scores.means)) {
        table.rows.push_back({short_label(model)});
        for (const std::string& split : splits) {
            std::string cell = "not answered";
            for (const SuiteMean& mean : scores.means)
                if (mean.model == model && mean.split == split)
                    cell = ratio_text(mean.over_in) + " (" + std::to_string(mean.tasks) + ")";
            table.rows.back().push_back(cell);
        }
    }
    return {{"Generalisation: error on a split over error on in, geometric mean over tasks [95 %] (how many):",
             table,
             {},
             TableColumns::suite_means}};
}

// All tables of one task, without those that have no rows.
std::vector<CaptionedTable> task_tables(const SuiteTaskScores& task) {
    std::vector<CaptionedTable> tables{errors_table(task)};
    tables.push_back(structure_table(task));
    tables.push_back(start_errors_table(task));
    tables.push_back(crps_table(task));
    tables.push_back(curve_table(task.name + ": " + task.error_words + " on in, over training trajectories [95 %]:",
                                 task.by_size, error_of_point));
    tables.push_back(curve_table(task.name + ": " + task.error_words +
                                     " on in, over the noise of the training set, relative to its spread [95 %]:",
                                 task.by_noise, error_of_point));
    if (any_crps(task.by_noise))
        tables.push_back(
            curve_table(task.name + ": CRPS on in, over the noise of the training set" + crps_caption(task.by_noise),
                        task.by_noise, crps_text<SuitePoint>));
    std::erase_if(tables, [](const CaptionedTable& t) { return t.table.rows.empty(); });
    return tables;
}

std::string suite_text(const SuiteScores& scores, std::size_t width) {
    std::string text = wrapped("suite " + printable(scores.name) + ", " + printable(scores.title), 2, width);
    const Verdict verdict = verdict_of(scores.standings);
    text += verdict_text(verdict, width) + text_of(suite_standings_table(scores.standings), width);
    text += text_of(suite_means_table(scores), width);
    for (const SuiteTaskScores& task : scores.tasks) text += text_of(task_tables(task), width);
    text += text_of_remarks(scores.remarks, width) + "\n";
    for (const SuiteTaskScores& task : scores.tasks)
        for (const std::string& signature : task.signatures) text += "signature " + signature + "\n";
    return text + wrapped(printable(verdict.sentence), 2, width);
}

// Tasks without submissions have no section.
std::string suite_markdown(const SuiteScores& scores) {
    std::string text = "## Suite " + scores.name + "\n" + markdown_of(verdict_of(scores.standings)) +
                       markdown_of(suite_standings_table(scores.standings)) + markdown_of(suite_means_table(scores));
    for (const SuiteTaskScores& task : scores.tasks) {
        if (task.signatures.empty()) continue;
        text += "\n### " + task.name + "\n" + markdown_of(task_tables(task));
        for (const std::string& signature : task.signatures) text += "\n`" + signature + "`\n";
    }
    return text + markdown_of_remarks(scores.remarks);
}

std::string suite_json(const SuiteScores& scores) {
    Json json = report_head("cchnn-eval suite", "scored", ExitCode::ok);
    json["suite"] = scores.name;
    json["most"] = scores.most;
    json["rank_by"] = name(scores.standings.ranked_by);
    json["standings"] = json_list(scores.standings.models, standing_json);
    json["means"] = json_list(scores.means, [](const SuiteMean& mean) {
        Json json_mean{{"model", mean.model}, {"split", mean.split}, {"tasks", mean.tasks}};
        json_mean.update(ratio_json(mean.over_in));
        return json_mean;
    });
    json["tasks"] = json_list(scores.tasks, task_json);
    json["remarks"] = scores.remarks;
    return json_document(json);
}

}  // namespace cchnn
