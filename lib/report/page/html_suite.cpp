#include "report/page/html_suite.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "report/page/grouped_remarks.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/page.hpp"
#include "report/tables/suite_report.hpp"
#include "report/tables/verdict.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

// The series of a model; a new one at its first point.
ChartSeries& series_named(Chart& chart, const std::string& label) {
    const auto found = std::find_if(chart.series.begin(), chart.series.end(),
                                    [&](const ChartSeries& series) { return series.label == label; });
    if (found != chart.series.end()) return *found;
    chart.series.push_back({label, chart.series.size()});
    return chart.series.back();
}

// Error over the size or the noise of the training set. Points at 0 are left out, since the axis is
// logarithmic.
Chart curve_chart(const std::string& id, const std::string& title, const std::string& across,
                  const std::string& error_words, std::vector<SuitePoint> points) {
    Chart chart{
        Chart::Kind::curves,   id, title, "Geometric mean over trajectories and seeds, with its 95 % interval.", across,
        error_words + " on in"};
    std::stable_sort(points.begin(), points.end(),
                     [](const SuitePoint& a, const SuitePoint& b) { return a.at < b.at; });
    for (const SuitePoint& point : points) {
        if (!(point.at > 0)) continue;
        ChartSeries& series = series_named(chart, printable(point.model));
        const Interval ends = point.error_ci95.value_or(Interval{point.error, point.error});
        series.add(point.at, point.error, ends.low, ends.high);
    }
    return chart;
}

// A row for each split, and a mark for each model that answered it.
Chart splits_chart(const std::string& id, const SuiteTaskScores& task) {
    Chart chart{Chart::Kind::rows,     id,
                "Error on each split", "Geometric mean over trajectories and seeds, with its 95 % interval.",
                task.error_words,      ""};
    chart.rows = task.splits;
    for (const SuiteError& error : task.errors) {
        ChartSeries& series = series_named(chart, printable(error.model));
        const auto row = std::find(task.splits.begin(), task.splits.end(), error.split) - task.splits.begin();
        series.add(error.error, static_cast<double>(row), error.error_ci95 ? error.error_ci95->low : NAN,
                   error.error_ci95 ? error.error_ci95->high : NAN);
    }
    return chart;
}

std::string sentence_of(const SuiteScores& scores) {
    std::size_t tasks = 0;
    for (const SuiteTaskScores& task : scores.tasks) tasks += !task.signatures.empty();
    return "Suite " + scores.name + ", " + scores.title + ": " + std::to_string(tasks) + " of " +
           counted(scores.tasks.size(), "task") + one_or_many(tasks, " is", " are") + " answered.";
}

// Each model as a mark, error out of distribution over error in distribution. The line beside the marks
// separates two causes: errors grow faster on some splits for any model. It is that of the true motion, from
// perturbed initial conditions if start errors were computed, else of reference rollouts; with fewer than two of these
// it is the line of equal errors.
Chart generalisation_chart(const SuiteStandings& standings) {
    const bool measured = standings.truth.size() > 1;
    const std::string what = words(standings.ranked_by) + std::string(standings.worst > 1 ? " / climatology" : ""),
                      axis = standings.ranked_by == RankChoice::error ? "relative error Err" : what;
    Chart chart{
        Chart::Kind::curves,
        "generalisation",
        axis + " out of distribution over the same in distribution",
        std::string(standings.worst > 1 ? "Means" : "Geometric means") +
            " over tasks and splits; bars are 95 % intervals out of distribution. " +
            (measured ? "The line of true physics is that of reference rollouts, as from perturbed initial conditions: "
                        "above it, a model loses more than the growth of errors explains."
                      : "The line is that of equal errors. For the line of true physics, which separates the growth of "
                        "errors from a failure to generalise, give " +
                            option("start-error") + " and answers to every split."),
        axis + " in distribution",
        axis + " out of distribution"};
    double least = 1;
    for (const SuiteStanding& standing : standings.models) {
        ChartSeries series{
            printable(standing.out.model), chart.series.size(), {standing.in}, {standing.out.error}, {}, {}};
        if (const auto& ends = standing.out.error_ci95) {
            series.low = {ends->low};
            series.high = {ends->high};
        }
        chart.series.push_back(std::move(series));
        least = std::min({least, standing.in, standing.out.error});
    }
    const std::vector<double> ends{least, standings.worst};
    ChartSeries line{measured ? "true physics" : "equal errors", chart.series.size(), ends, ends, {}, {}};
    if (measured) {
        line.x.clear();
        line.y.clear();
    }
    for (const TruePhysics& point : standings.truth) line.add(point.in, point.out);
    chart.series.push_back(std::move(line));
    return chart;
}

// The chart needs errors out of distribution, which a suite without other splits does not have.
std::string standings_section(const SuiteScores& scores, Page& page) {
    std::string text =
        "<section>\n" + html_heading(2, "Generalisation") + html_tables(suite_standings_table(scores.standings));
    if (scores.standings.splits > 0) {
        page.charts.push_back(generalisation_chart(scores.standings));
        text += "<div class=\"figures one\">" + chart_html(page.charts.back()) + "</div>\n";
    }
    return text + html_tables(suite_means_table(scores)) + "</section>\n";
}

// Why each split is there, in the words of the suite.
std::string splits_list(const SuiteTaskScores& task) {
    std::string text = "<ul class=\"limits\">";
    for (std::size_t i = 0; i < task.splits.size(); ++i)
        if (!task.why[i].empty()) text += "<li>" + html_escaped(task.splits[i] + ": " + task.why[i]) + "</li>";
    return text + "</ul>\n";
}

// A task with its charts; curves over size and noise only where there are submissions for them.
std::string task_section(const SuiteTaskScores& task, std::size_t number, Page& page) {
    const std::string id = "t" + std::to_string(number);
    std::vector<Chart> charts{splits_chart(id + "splits", task)};
    if (!task.by_size.empty())
        charts.push_back(curve_chart(id + "size", "Error over training set size", "training trajectories",
                                     task.error_words, task.by_size));
    if (!task.by_noise.empty())
        charts.push_back(curve_chart(id + "noise", "Error over noise of the training set", "noise / spread",
                                     task.error_words, task.by_noise));
    const std::string figures = add_charts(std::move(charts), page);
    std::string text =
        "<section>\n" + html_heading(2, task.name) + splits_list(task) + html_tables(task_tables(task)) + figures;
    for (const std::string& signature : task.signatures)
        text += "<p class=\"signature\"><code>" + html_escaped(signature) + "</code></p>\n";
    return text + "</section>\n";
}

}  // namespace

std::string html_suite(const SuiteScores& scores) {
    Page page{"Suite " + scores.name, "cchnn-eval", "", "", {}, {}, {{"suite.json", suite_json(scores)}}};
    const Verdict verdict = verdict_of(scores.standings);
    page.head = html_verdict(verdict) + "<p class=\"scored\">" + html_escaped(sentence_of(scores)) + "</p>\n" +
                html_downloads(page.downloads);
    page.body = standings_section(scores, page);
    for (std::size_t i = 0; i < scores.tasks.size(); ++i)
        if (!scores.tasks[i].signatures.empty()) page.body += task_section(scores.tasks[i], i, page);
    std::vector<Remark> remarks;
    for (const std::string& remark : scores.remarks) remarks.push_back({"", printable(remark)});
    page.body += html_remarks(remarks, html_heading(2, "Remarks")) + html_last_verdict(verdict);
    return html_page(page);
}

}  // namespace cchnn
