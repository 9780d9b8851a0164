#include "report/page/html_report.hpp"

#include "core/sha256.hpp"
#include "core/version.hpp"
#include "report/page/html_figures.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/html_player.hpp"
#include "report/tables/comparison_report.hpp"

namespace cchnn {
namespace {

// Coordinates in a page, 6 bytes each: 2 MB at most.
constexpr std::size_t page_numbers = 300'000;

std::string count_of(std::size_t n, const std::string& what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string facts_of(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return "<p class=\"facts\">" + html_escaped(truth.path) + ": " + std::to_string(truth.trajectories) +
           " trajectories of " + std::to_string(truth.samples) + " samples, 0 .. " +
           time_text(truth.dt * (truth.samples - 1)) + " s; " + count_of(scores.submissions.size(), "submission") +
           "</p>\n";
}

std::string signature_of(const Scores& scores) {
    return "<p class=\"signature\"><span>Signature, to be quoted with these numbers</span><code>" +
           html_escaped(scores.signature) + "</code></p>\n";
}

// Everything but the path of a motion, which the animation shows, and one point per submission, where there is one.
std::vector<PageFigure> figures_for(const Scores& scores) {
    std::vector<PageFigure> figures{
        {error_over_time_figure(scores), "Relative error over time, median and 5-95 % band"}};
    if (scores.submissions.size() > 1)
        figures.push_back({relative_error_figure(scores), "Mean relative error and its 95 % interval"});
    figures.push_back({error_distribution_figure(scores), "Distribution of the relative error over trajectories"});
    figures.push_back({energy_over_time_figure(scores), "Energy error over time, median and 5-95 % band"});
    if (!scores.submissions.front().violation_over_time.times.empty())
        figures.push_back(
            {violation_over_time_figure(scores), "Constraint violation over time, median and 5-95 % band"});
    if (const auto by_rtol = violation_by_rtol_figure(scores))
        figures.push_back({*by_rtol, "Constraint violation and tolerance"});
    return figures;
}

std::string system_section(const Scores& scores, std::size_t i, const std::vector<CaptionedTable>& tables) {
    return filled_template("system.html",
                           {{"player", player_html(scores, i)},
                            {"figures", html_figures(figures_for(scores), "s" + std::to_string(i) + "-")},
                            {"tables", html_tables(tables)}});
}

std::string page(const std::string& title, const std::string& head, const std::string& body,
                 const std::string& players) {
    const std::string script = page_file("scene.js") + page_file("player.js");
    return filled_template("page.html", {{"title", html_escaped(title)},
                                         {"script-hash", base64_sha256_of_text(script)},
                                         {"style", page_file("page.css")},
                                         {"head", head},
                                         {"body", body},
                                         {"version", tool_version},
                                         {"data", script_escaped("[" + players + "]")},
                                         {"script", script}});
}

}  // namespace

std::string html_report(const Scores& scores) {
    return page("Scores on " + scores.truth.system, facts_of(scores) + signature_of(scores),
                system_section(scores, 0, score_tables(scores)) + html_remarks(score_remarks(scores)),
                player_json(scores, page_numbers));
}

std::string html_comparison(const Comparison& comparison) {
    std::string players, sections;
    const std::size_t systems = comparison.systems.size();
    for (std::size_t i = 0; i < systems; ++i) {
        const Scores& scores = comparison.systems[i];
        sections += "<section>\n<h2 id=\"system-" + std::to_string(i) + "\">" + html_escaped(scores.truth.system) +
                    "</h2>\n" + facts_of(scores) + signature_of(scores) +
                    system_section(scores, i, comparison_tables(scores)) + "</section>\n";
        players += (i ? "," : "") + player_json(scores, page_numbers / systems);
    }
    std::string contents = "<nav><ul>";
    for (std::size_t i = 0; i < systems; ++i)
        contents += "<li><a href=\"#system-" + std::to_string(i) + "\">" +
                    html_escaped(comparison.systems[i].truth.system) + "</a></li>";
    const std::string over_all =
        html_figures({{systems_figure(comparison), "Mean relative error of each model on each system"}}, "all-");
    return page("Comparison on " + count_of(systems, "system"), "",
                "<section>\n<h2>All systems</h2>\n" + html_tables(standings_table(comparison)) +
                    "<div class=\"figures\">" + over_all + "</div>\n" + html_remarks(comparison_remarks(comparison)) +
                    contents + "</ul></nav></section>\n" + sections,
                players);
}

}  // namespace cchnn
