#include "report/page/html_report.hpp"

#include <nlohmann/json.hpp>

#include "core/counted.hpp"
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
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

// The number of coordinates in the animations of a page; at about 6 bytes each they make 2 MB at most.
constexpr std::size_t page_numbers = 300'000;

// SI where the system is not known.
Units units_of(const DescribedSystem& described) {
    return described.compiled ? described.compiled->spec.units : Units{};
}

// One line under the verdict: which test set, how long, how many submissions.
std::string facts_of(const Scores& scores, const Units& units) {
    const TruthInfo& truth = scores.truth;
    const std::size_t count = scores.submissions.size();
    return "<p class=\"scored\">" + html_escaped(truth.path) + ": " + trajectories_text(truth.trajectories) + " of " +
           std::to_string(truth.samples) + " samples, 0 .. " + time_text(truth.dt * (truth.samples - 1)) + " " +
           html_escaped(units.time + context_text(scores.choices)) + "; " + counted(count, "submission") + "</p>\n";
}

std::string signature_of(const Scores& scores) {
    return "<p class=\"signature\"><span>Signature: quote it with these numbers</span><code>" +
           html_escaped(scores.signature) + "</code></p>\n";
}

// A still for print, where nothing plays: the end of the first animated trajectory, with the trails of its
// bodies.
std::string still_of(const Scores& scores, const Units& units) {
    if (scores.animated.empty()) return "";
    const AnimatedTrajectory& shown = scores.animated.front();
    const std::size_t size = scores.truth.nodes * scores.truth.dimension;
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
           motion_svg(scores.drawing, scores.truth.dimension, scores.truth.nodes, motions, picture) +
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
std::string ranking_html(const std::vector<CaptionedTable>& tables) {
    constexpr std::size_t most_pairs = 6;
    std::string text;
    for (const CaptionedTable& table : tables) {
        const bool folded = &table != &tables.front() && table.table.rows.size() > most_pairs;
        if (folded) text += "<details class=\"folded\"><summary>" + html_escaped(table.caption) + "</summary>\n";
        text += html_tables({table}) + (folded ? "</details>\n" : "");
    }
    return text;
}

// All parts that belong to one system, with headings from `level` on. Its charts are added to the page, whose
// script needs their numbers; the caller adds the player.
std::string system_part(const Scores& scores, const DescribedSystem& described, int level, Page& page) {
    const std::size_t i = page.players.size();
    const Units units = units_of(described);
    const std::string figures =
        add_charts(score_charts(scores, described.floor, "s" + std::to_string(i), units.time), page);
    const std::vector<CaptionedTable> ranked = comparison_tables(scores);
    return filled_template(
        "system.html", {{"ranking", html_heading(level, scores.models.size() > 1 ? "Ranking" : "Relative error") +
                                        ranking_html(ranked)},
                        {"system", html_system(described, html_heading(level, "The system"))},
                        {"figures", html_heading(level, "Figures") + figures},
                        {"player", player_html(scores, i, html_heading(level, "Motion")) + still_of(scores, units)},
                        {"tables", html_heading(level, "All metrics") + html_tables(further_tables(scores, ranked))}});
}

std::string compact(const std::string& json) { return nlohmann::ordered_json::parse(json).dump() + "\n"; }

// The page of one system. `first` stands before the ranking, `json` is the report that the page offers to save.
std::string page_of_scores(const Scores& scores, const DescribedSystem& described, const std::string& title,
                           const Verdict& verdict, const std::string& first, const std::string& json,
                           std::size_t numbers) {
    Page page{
        title, "cchnn-eval", "", "", {}, {}, {{"scores.json", compact(json)}, {"scores.csv", csv_report({scores})}}};
    const Units units = units_of(described);
    page.head = html_verdict(verdict) + facts_of(scores, units) + signature_of(scores) + html_downloads(page.downloads);
    page.body = first + system_part(scores, described, 2, page) +
                html_remarks(remarks_of(scores), html_heading(2, "Remarks")) + html_last_verdict(verdict);
    page.players.push_back(player_json(scores, units, numbers));
    return html_page(page);
}

// Links to the sections of the systems.
std::string contents_of(const Comparison& comparison) {
    std::string text = "<nav aria-label=\"Systems\"><ul>";
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        text += "<li><a href=\"#system-" + std::to_string(i) + "\">" +
                html_escaped(comparison.systems[i].truth.system) + "</a></li>";
    return text + "</ul></nav>\n";
}

// One system of a comparison with its own verdict and signature.
std::string section_of(const Scores& scores, const DescribedSystem& described, std::size_t i, Page& page) {
    return "<section>\n<h2 id=\"system-" + std::to_string(i) + "\">" + html_escaped(scores.truth.system) + "</h2>\n" +
           html_verdict(verdict_of(scores)) + facts_of(scores, units_of(described)) + signature_of(scores) +
           system_part(scores, described, 3, page) + "</section>\n";
}

}  // namespace

std::string html_report(const Scores& scores, const DescribedSystem& described) {
    return page_of_scores(scores, described, "Scores on " + scores.truth.system, verdict_of(scores), "",
                          json_report(scores), page_numbers);
}

std::string html_gate(const Scores& scores, const std::vector<GateResult>& results, const DescribedSystem& described) {
    return page_of_scores(scores, described, "Gate on " + scores.truth.system, verdict_of(results),
                          html_heading(2, "Limits") + html_tables({limits_table(results)}),
                          json_gate_report(scores, results), page_numbers);
}

// All players of a page share the bound on coordinates, so the page stays as small as that of one system.
std::string html_comparison(const Comparison& comparison, const std::vector<DescribedSystem>& described) {
    const std::size_t systems = comparison.systems.size();
    const Verdict verdict = verdict_of(comparison);
    Page page{"Comparison on " + counted(systems, "system"),
              "cchnn-eval",
              "",
              "",
              {},
              {},
              {{"comparison.json", compact(json_comparison(comparison))},
               {"scores.csv", csv_report(comparison.systems, comparison.standings)}}};
    page.head = html_verdict(verdict) + html_downloads(page.downloads);
    Chart all = systems_chart(comparison);
    page.body = "<section>\n" + html_heading(2, "All systems") + html_tables(standings_table(comparison)) +
                html_tables(aggregates_table(comparison)) + "<div class=\"figures one\">" + chart_html(all) +
                "</div>\n" + contents_of(comparison) + "</section>\n" +
                html_remarks(remarks_of(comparison), html_heading(2, "Remarks"));
    page.charts.push_back(std::move(all));
    for (std::size_t i = 0; i < systems; ++i) {
        const DescribedSystem& system = i < described.size() ? described[i] : DescribedSystem{};
        page.body += section_of(comparison.systems[i], system, i, page);
        page.players.push_back(player_json(comparison.systems[i], units_of(system), page_numbers / systems));
    }
    page.body += html_last_verdict(verdict);
    return html_page(page);
}

}  // namespace cchnn
