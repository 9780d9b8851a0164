#include "report/page/html_board.hpp"

#include <cmath>

#include "core/counted.hpp"
#include "model/compiled_system.hpp"
#include "report/page/grouped_remarks.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/html_system.hpp"
#include "report/page/page.hpp"
#include "report/page/score_charts.hpp"
#include "report/tables/board_report.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/table_reports.hpp"

namespace cchnn {
namespace {

using Links = std::map<std::string, std::string>;

// Names of models -> their pages, as seen from a page whose way to the site is `root`, "" or "../".
Links model_links(const BoardScores& scores, const std::string& root) {
    Links links;
    for (const BoardEntry& entry : scores.board.entries)
        links[short_label(entry.model)] = root + "models/" + entry.id + ".html";
    return links;
}

// Names of systems with their pages.
Links system_links(const BoardScores& scores, const std::string& root) {
    Links links;
    for (const Scores& system_scores : scores.systems)
        links[system_scores.truth.system] = root + "systems/" + system_scores.truth.system + ".html";
    return links;
}

// A link. Addresses come from entries of others, so it neither tells the page it leads from nor lets the new
// page reach back.
Html anchor(const std::string& address, const std::string& text) {
    return "<a href=\"" + html_escaped(address) + "\" rel=\"noopener noreferrer\">" + html_escaped(text) + "</a>";
}

Html list_of(const Links& links) {
    Html text = "<ul>";
    for (const auto& [name, address] : links) text += "<li>" + anchor(address, name) + "</li>";
    return text + "</ul>\n";
}

Html paragraph(const std::string& text) {
    return text.empty() ? Html() : "<p class=\"scored\">" + html_escaped(text) + "</p>\n";
}

// The standings of a division: a row for each model. A division holds the models that know the same.
Chart division_chart(const BoardDivision& division, std::size_t number) {
    Chart chart{Chart::Kind::rows,
                "division" + std::to_string(number),
                "Models that know " + division.knows,
                "Geometric mean over systems, trajectories and training seeds, with its 95 % interval.",
                words(division.comparison.systems.front().choices.rank_by),
                ""};
    for (const Standing& s : division.comparison.standings) {
        const Interval none{std::nan(""), std::nan("")}, ends = s.error_ci95.value_or(none);
        const std::size_t row = chart.rows.size();
        chart.rows.push_back(printable(s.model));
        chart.series.push_back({chart.rows.back(), row, {s.error}, {to_double(row)}, {ends.low}, {ends.high}});
    }
    return chart;
}

// The tables and charts of all divisions for the front page; the charts go into `page`, whose script shows
// their values.
Html divisions_of(const BoardScores& scores, Page& page) {
    Links links = model_links(scores, "");
    for (const BoardEntry& entry : scores.board.entries)
        if (!entry.address.empty()) links[printable(entry.address)] = entry.address;  // no name of a model has a colon
    Html drawn;
    for (std::size_t d = 0; d < scores.divisions.size(); ++d) {
        page.charts.push_back(division_chart(scores.divisions[d], d));
        drawn += chart_html(page.charts.back());
    }
    return (drawn.empty() ? Html() : "<div class=\"figures one\">" + drawn + "</div>\n") +
           html_tables(board_front_tables(scores), links);
}

// A page with its title. All but the front page have a link back to it.
Page page_titled(const BoardScores& scores, const std::string& title, const std::string& root) {
    Page page{title, "cchnn-eval", "", "", {}, {}, {}};
    if (!root.empty())
        page.head = "<nav aria-label=\"Leaderboard\">" + anchor(root + "index.html", scores.board.title) + "</nav>\n";
    return page;
}

// The front page: the standings of each division, then errors on single systems, then remarks.
std::string index_page(const BoardScores& scores) {
    Page page = page_titled(scores, scores.board.title, "");
    for (const Verdict& verdict : board_verdicts(scores)) page.head += html_verdict(verdict);
    page.head += paragraph(scores.board.description);
    page.body = "<section>\n" + html_heading(2, "Models") +
                paragraph(
                    "Models are ranked among those that know the same. What a model knows is declared by its entry; "
                    "it cannot be inferred from a submission. Arrived is the line of the ledger, which decides what "
                    "was first; the date is declared.") +
                divisions_of(scores, page) + "</section>\n<section>\n" + html_heading(2, "Systems") +
                html_tables({board_errors_table(scores)}, model_links(scores, "")) + "<nav aria-label=\"Systems\">" +
                list_of(system_links(scores, "")) + "</nav>\n<p>" + anchor("history.html", "History") + ", " +
                anchor("scores.csv", "scores.csv") + ", " + anchor("board.json", "board.json") + "</p>\n</section>\n";
    std::vector<Remark> remarks;
    for (const std::string& remark : scores.remarks) remarks.push_back({"", printable(remark)});
    page.body += html_remarks(remarks, html_heading(2, "Remarks"));
    return html_page(page);
}

// The description with the test set named as the board names it, so that the page says the same wherever the
// files lie.
DescribedSystem at_home(DescribedSystem described, const TruthInfo& truth) {
    for (auto& [name, text] : described.facts)
        if (name == "test set") text = truth.path + ", " + trajectories_text(truth.trajectories);
    return described;
}

// One system with its ranking, description, figures and all metrics.
std::string system_page(const BoardScores& scores, const Scores& system_scores, const DescribedSystem& described) {
    const std::string root = "../";
    Page page = page_titled(scores, system_scores.truth.system, root);
    const std::string unit = described.compiled ? described.compiled->spec.units.time : Units{}.time;
    const Html facts = paragraph(trajectories_text(system_scores.truth.trajectories) + " of " +
                                 std::to_string(system_scores.truth.samples) + " samples, truth digest " +
                                 system_scores.truth.digest) +
                       "<p class=\"signature\"><span>Signature: quote it with these numbers</span><code>" +
                       html_escaped(system_scores.signature) + "</code></p>\n";
    const Links links = model_links(scores, root);
    const Html figures = add_charts(score_charts(system_scores, described.floor, "s", unit), page);
    page.body = html_heading(2, "Figures") + figures + "<section>\n" + html_heading(2, "Ranking") +
                html_tables(board_system_tables(scores, system_scores.truth.system), links) + facts + "</section>\n" +
                html_system(at_home(described, system_scores.truth), html_heading(2, "The system")) +
                html_heading(2, "All metrics") + html_tables(score_tables(system_scores), links) +
                html_remarks(remarks_of(system_scores), html_heading(2, "Remarks"));
    return html_page(page);
}

Html facts_of(const BoardEntry& entry) {
    Html text = "<ul class=\"limits\"><li>knows " + html_escaped(division_of(entry.knows)) + "</li><li>" +
                html_escaped(counted(entry.seeds, "training seed")) + "</li><li>entered " + html_escaped(entry.date) +
                "</li>";
    if (!entry.reference.empty()) text += "<li>" + html_escaped(printable(entry.reference)) + "</li>";
    if (!entry.address.empty()) text += "<li>" + anchor(entry.address, entry.address) + "</li>";
    return text + "</ul>\n";
}

// The submissions of an entry, with the SHA-256 by which a reader can check a download.
Html files_of(const BoardEntry& entry) {
    Html text = html_heading(2, "Submissions") + "<ul>";
    for (const auto& [system, answers] : entry.answers)
        for (const BoardAnswer& answer : answers) {
            text += "<li>" + html_escaped(system + ": ");
            text +=
                answer.address.empty() ? html_escaped(printable(answer.file)) : anchor(answer.address, answer.address);
            if (!answer.sha256.empty()) text += " <code>" + html_escaped(answer.sha256) + "</code>";
            text += "</li>";
        }
    return text + "</ul>\n";
}

// Error over time on each system that the entry answers, with the best of the other models on it.
std::vector<Chart> entry_charts(const BoardScores& scores, std::size_t i) {
    const std::string& own = scores.board.entries[i].model;
    std::vector<Chart> charts;
    for (const Scores& on : scores.systems) {
        std::string other;
        for (const RankedModel& ranked : models_by_error(on))
            if (const ModelScores& m = on.models[ranked.model]; other.empty() && m.ranked() && m.label != own)
                other = m.label;
        Chart chart = score_charts(on, std::nullopt, "s" + std::to_string(charts.size()), Units{}.time).front();
        chart.title += " on " + on.truth.system;
        std::vector<ChartSeries> kept;
        bool answered = false;
        for (std::size_t s = 0; s < on.submissions.size(); ++s) {
            const std::string& label = on.submissions[s].label;
            answered = answered || label == own;
            if (label != own && label != other) continue;
            kept.push_back(std::move(chart.series[s]));
            kept.back().style = label == own ? 0 : 1;  // this model in the accent colour
        }
        chart.series = std::move(kept);
        if (answered) charts.push_back(std::move(chart));
    }
    return charts;
}

// One entry: what it declares of itself, its errors, its files.
std::string model_page(const BoardScores& scores, std::size_t i) {
    const BoardEntry& entry = scores.board.entries[i];
    Page page = page_titled(scores, printable(entry.model), "../");
    page.head += paragraph(printable(entry.title)) + facts_of(entry) + paragraph(printable(entry.notes));
    page.body = html_heading(2, "Figures") + add_charts(entry_charts(scores, i), page) +
                html_tables({board_entry_table(scores, i)}, system_links(scores, "../")) + files_of(entry);
    return html_page(page);
}

// The entries in the order in which they arrived.
std::string history_page(const BoardScores& scores) {
    Page page = page_titled(scores, "History of " + scores.board.title, "./");
    page.body = html_tables({board_history_table(scores)}, model_links(scores, "")) +
                paragraph("One program scores all entries, old ones too, on one test set for each system.");
    return html_page(page);
}

}  // namespace

// Paths of the site's files with their texts; run_board.cpp writes them. Links between them are relative, so that
// the site may lie anywhere.
std::map<std::string, std::string> board_site(const BoardScores& scores,
                                              const std::vector<DescribedSystem>& described) {
    std::map<std::string, std::string> site{{"index.html", index_page(scores)},
                                            {"history.html", history_page(scores)},
                                            {"scores.csv", csv_report(scores.systems)},
                                            {"board.json", board_json(scores)}};
    for (std::size_t i = 0; i < scores.systems.size(); ++i)
        site["systems/" + scores.systems[i].truth.system + ".html"] =
            system_page(scores, scores.systems[i], i < described.size() ? described[i] : DescribedSystem{});
    for (std::size_t i = 0; i < scores.board.entries.size(); ++i)
        site["models/" + scores.board.entries[i].id + ".html"] = model_page(scores, i);
    return site;
}

}  // namespace cchnn
