#include "report/page/html_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "model/compiled_system.hpp"
#include "report/json_report.hpp"
#include "report/page/grouped_remarks.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/html_player.hpp"
#include "report/page/html_system.hpp"
#include "report/page/page.hpp"
#include "report/page/score_charts.hpp"
#include "report/page/svg_text.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/gate_report.hpp"
#include "report/tables/suite_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

// The number of coordinates in the animations of a page; at about 6 bytes each they make 2 MB at most.
constexpr std::size_t page_numbers = 300'000;

// SI where the system is not known.
Units units_of(const DescribedSystem& described) {
    return described.compiled ? described.compiled->spec.units : Units{};
}

// One line under the verdict: which test set, how long, how many submissions.
Html facts_of(const Scores& scores, const Units& units) {
    const TruthInfo& truth = scores.truth;
    const std::size_t count = scores.submissions.size();
    return "<p class=\"scored\">" +
           html_escaped(truth.path + ": " + trajectories_text(truth.trajectories) + " of " +
                        std::to_string(truth.samples) + " samples, 0 .. " + time_text(truth.dt * (truth.samples - 1)) +
                        " " + units.time + context_text(scores.choices) + "; " + counted(count, "submission")) +
           "</p>\n";
}

Html signature_of(const Scores& scores) {
    return "<p class=\"signature\"><span>Signature: quote it with these numbers</span><code>" +
           html_escaped(scores.signature) + "</code></p>\n";
}

// A still for print, where nothing plays: the end of the first animated trajectory, with the trails of its
// bodies.
Html still_of(const Scores& scores, const Units& units) {
    if (scores.animated.empty()) return "";
    const AnimatedTrajectory& shown = scores.animated.front();
    const std::size_t size = scores.drawing.nodes * scores.drawing.dimension;
    const std::size_t last = shown.x.front().size() / size - 1;
    std::vector<StillMotion> motions{{&shown.x.front(), last, "truth", 0, "reference"}};
    for (const std::size_t s : drawn_submissions(scores))
        motions.push_back(
            {&shown.x[s + 1], last, "c" + std::to_string(s % line_colours), s, printable(scores.submissions[s].label)});
    StillPicture picture{"Trajectory " + std::to_string(shown.id) + " of " + scores.truth.system + " at its end",
                         units.length,
                         false,
                         {},
                         false};
    return "<figure class=\"print-still\"><figcaption>" + html_escaped(picture.title) +
           "</figcaption><div class=\"drawn\">" +
           Html::drawing(motion_svg(scores.drawing, scores.drawing.dimension, scores.drawing.nodes, motions, picture)) +
           "</div></figure>\n";
}

// The tables of a score that do not already stand in the ranking.
std::vector<CaptionedTable> further_tables(const Scores& scores, const std::vector<CaptionedTable>& shown) {
    std::vector<CaptionedTable> tables;
    for (CaptionedTable& table : score_tables(scores)) {
        bool is_new = true;
        for (const CaptionedTable& other : shown) is_new = is_new && other.caption != table.caption;
        if (is_new) tables.push_back(std::move(table));
    }
    return tables;
}

// The ranked table, then paired comparisons, which are folded if there are many.
Html ranking_html(const std::vector<CaptionedTable>& tables) {
    constexpr std::size_t most_pairs = 6;
    Html text;
    for (const CaptionedTable& table : tables) {
        const bool folded = &table != &tables.front() && table.table.rows.size() > most_pairs;
        if (folded) text += "<details class=\"folded\"><summary>" + html_escaped(table.caption) + "</summary>\n";
        text += html_tables({table}) + (folded ? Html("</details>\n") : Html());
    }
    return text;
}

// All parts that belong to one system, with headings from `level` on. Its charts are added to the page, whose
// script needs their numbers; the caller adds the player.
Html system_part(const Scores& scores, const DescribedSystem& described, int level, Page& page) {
    const std::size_t i = page.players.size();
    const Units units = units_of(described);
    const Html figures = add_charts(score_charts(scores, described.floor, "s" + std::to_string(i), units.time), page);
    const std::vector<CaptionedTable> ranked = comparison_tables(scores);
    return filled_template(
        "system.html", {{"ranking", html_heading(level, scores.models.size() > 1 ? "Ranking" : "Relative error") +
                                        facts_of(scores, units) + ranking_html(ranked) + signature_of(scores)},
                        {"system", html_system(described, html_heading(level, "The system"))},
                        {"figures", html_heading(level, "Figures") + figures},
                        {"player", player_html(scores, i, html_heading(level, "Motion")) + still_of(scores, units)},
                        {"tables", html_heading(level, "All metrics") + html_tables(further_tables(scores, ranked))}});
}

std::string compact(const std::string& json) { return nlohmann::ordered_json::parse(json).dump() + "\n"; }

// The page of one system. `first` stands before the ranking, `json` is the report that the page offers to save.
std::string page_of_scores(const Scores& scores, const DescribedSystem& described, const std::string& title,
                           const Verdict& verdict, const Html& first, const std::vector<Remark>& remarks,
                           const std::string& json) {
    Page page{
        title, "cchnn-eval", "", "", {}, {}, {{"scores.json", compact(json)}, {"scores.csv", csv_report({scores})}}};
    page.head = html_verdict(verdict);
    page.body = first + system_part(scores, described, 2, page) + html_remarks(remarks, html_heading(2, "Remarks")) +
                html_downloads(page.downloads);
    page.players.push_back(player_json(scores, units_of(described), page_numbers));
    return html_page(page);
}

// Links to the sections of the systems.
Html contents_of(const Comparison& comparison) {
    Html text = "<nav aria-label=\"Systems\"><ul>";
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        text += "<li><a href=\"#system-" + html_escaped(std::to_string(i)) + "\">" +
                html_escaped(comparison.systems[i].truth.system) + "</a></li>";
    return text + "</ul></nav>\n";
}

// One system of a comparison with its own verdict and signature.
Html section_of(const Scores& scores, const DescribedSystem& described, std::size_t i, Page& page) {
    return "<section>\n<h2 id=\"system-" + html_escaped(std::to_string(i)) + "\">" + html_escaped(scores.truth.system) +
           "</h2>\n" + html_verdict(verdict_of(scores)) + system_part(scores, described, 3, page) + "</section>\n";
}

}  // namespace

std::string html_report(const Scores& scores, const DescribedSystem& described) {
    return page_of_scores(scores, described, "Scores on " + scores.truth.system, verdict_of(scores), "",
                          remarks_of(scores), json_report(scores));
}

std::string html_gate(const Scores& scores, const std::vector<GateResult>& results, const DescribedSystem& described) {
    return page_of_scores(scores, described, "Gate on " + scores.truth.system, verdict_of(results),
                          html_heading(2, "Limits") + html_tables({limits_table(results)}), remarks_of(scores),
                          json_gate_report(scores, results));
}

// One system has one verdict and one table, since its error over "all" systems is rounded up to another floor. All
// players of a page share the bound on coordinates, so the page stays as small as that of one system.
std::string html_comparison(const Comparison& comparison, const std::vector<DescribedSystem>& described) {
    const std::size_t systems = comparison.systems.size();
    if (systems == 1) {
        const Scores& scores = comparison.systems.front();
        return page_of_scores(scores, described.empty() ? DescribedSystem{} : described.front(),
                              "Scores on " + scores.truth.system, verdict_of(scores), "", remarks_of(comparison),
                              json_comparison(comparison));
    }
    const Verdict verdict = verdict_of(comparison);
    Page page{"Comparison on " + counted(systems, "system"),
              "cchnn-eval",
              "",
              "",
              {},
              {},
              {{"comparison.json", compact(json_comparison(comparison))},
               {"scores.csv", csv_report(comparison.systems, comparison.standings)}}};
    page.head = html_verdict(verdict);
    Chart all = systems_chart(comparison);
    page.body = "<section>\n" + html_heading(2, "All systems") + "<div class=\"figures one\">" + chart_html(all) +
                "</div>\n" + html_tables(standings_table(comparison)) + html_tables(aggregates_table(comparison)) +
                contents_of(comparison) + "</section>\n";
    page.charts.push_back(std::move(all));
    for (std::size_t i = 0; i < systems; ++i) {
        const DescribedSystem& system = i < described.size() ? described[i] : DescribedSystem{};
        page.body += section_of(comparison.systems[i], system, i, page);
        page.players.push_back(player_json(comparison.systems[i], units_of(system), page_numbers / systems));
    }
    page.body += html_remarks(remarks_of(comparison), html_heading(2, "Remarks")) + html_downloads(page.downloads);
    return html_page(page);
}

namespace {

// The series of a model; a new one at its first point.
ChartSeries& series_named(Chart& chart, const std::string& label) {
    const auto found = std::ranges::find(chart.series, label, &ChartSeries::label);
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
    std::ranges::stable_sort(points, {}, &SuitePoint::at);
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
    const bool of_structure = !task.errors.empty() && !task.errors.front().structure.empty();
    Chart chart{
        Chart::Kind::rows,
        id,
        "Error on each split",
        std::string(of_structure ? "Mean" : "Geometric mean") + " over trajectories and seeds, with its 95 % interval.",
        task.error_words,
        ""};
    chart.rows = task.splits;
    for (const SuiteError& error : task.errors) {
        ChartSeries& series = series_named(chart, printable(error.model));
        const auto row = std::ranges::find(task.splits, error.split) - task.splits.begin();
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
Html standings_section(const SuiteScores& scores, Page& page) {
    Html text = "<section>\n" + html_heading(2, "Generalisation");
    if (scores.standings.splits > 0) {
        page.charts.push_back(generalisation_chart(scores.standings));
        text += "<div class=\"figures one\">" + chart_html(page.charts.back()) + "</div>\n";
    }
    return text + html_tables(suite_standings_table(scores.standings)) + html_tables(suite_means_table(scores)) +
           "</section>\n";
}

// Why each split is there, in the words of the suite.
Html splits_list(const SuiteTaskScores& task) {
    Html text = "<ul class=\"limits\">";
    for (std::size_t i = 0; i < task.splits.size(); ++i)
        if (!task.why[i].empty()) text += "<li>" + html_escaped(task.splits[i] + ": " + task.why[i]) + "</li>";
    return text + "</ul>\n";
}

// A task with its charts; curves over size and noise only where there are submissions for them.
Html task_section(const SuiteTaskScores& task, std::size_t number, Page& page) {
    const std::string id = "t" + std::to_string(number);
    std::vector<Chart> charts{splits_chart(id + "splits", task)};
    if (!task.by_size.empty())
        charts.push_back(curve_chart(id + "size", "Error over training set size", "training trajectories",
                                     task.error_words, task.by_size));
    if (!task.by_noise.empty())
        charts.push_back(curve_chart(id + "noise", "Error over noise of the training set", "noise / spread",
                                     task.error_words, task.by_noise));
    const Html figures = add_charts(std::move(charts), page);
    Html text =
        "<section>\n" + html_heading(2, task.name) + figures + html_tables(task_tables(task)) + splits_list(task);
    for (const std::string& signature : task.signatures)
        text += "<p class=\"signature\"><code>" + html_escaped(signature) + "</code></p>\n";
    return text + "</section>\n";
}

}  // namespace

std::string html_suite(const SuiteScores& scores) {
    Page page{"Suite " + scores.name, "cchnn-eval", "", "", {}, {}, {{"suite.json", suite_json(scores)}}};
    page.head = html_verdict(verdict_of(scores.standings)) + "<p class=\"scored\">" +
                html_escaped(sentence_of(scores)) + "</p>\n";
    page.body = standings_section(scores, page);
    for (std::size_t i = 0; i < scores.tasks.size(); ++i)
        if (!scores.tasks[i].signatures.empty()) page.body += task_section(scores.tasks[i], i, page);
    std::vector<Remark> remarks;
    for (const std::string& remark : scores.remarks) remarks.push_back({"", printable(remark)});
    page.body += html_remarks(remarks, html_heading(2, "Remarks")) + html_downloads(page.downloads);
    return html_page(page);
}

}  // namespace cchnn
