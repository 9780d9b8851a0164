#include "report/page/page.hpp"

#include <nlohmann/json.hpp>

#include "core/joined.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "files/jail/jail_state.hpp"
#include "report/page/html_parts.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

// The data of the page's script as one JSON object: players, charts, and files to save.
std::string data_of(const Page& page) {
    std::vector<std::string> charts;
    for (const Chart& chart : page.charts) charts.push_back(chart_json(chart));
    nlohmann::ordered_json files = nlohmann::ordered_json::object();
    for (const auto& [name, text] : page.downloads) files[name] = text;
    return "{\"players\":[" + joined(page.players, ",") + "],\"charts\":[" + joined(charts, ",") +
           "],\"files\":" + json_line(files) + "}";
}

// Readers of a page cannot see the terminal of its maker: the warning about an incomplete jail stands in the
// footer too.
Html open_jail_sentence() {
    const std::string warning = open_jail_warning();
    return warning.empty() ? Html() : ". Warning: " + html_escaped(warning);
}

}  // namespace

// One file without any other: style, script and data are in it. The hash of the script stands in the page's
// content security policy, by which a browser runs this script and no other.
std::string html_page(const Page& page) {
    Html script;
    for (const char* name : {"scene.js", "strip.js", "player.js", "charts.js", "tables.js", "start.js"})
        script += filled_template(name, {});
    return filled_template("page.html", {{"title", html_escaped(page.title)},
                                         {"script-hash", html_escaped(base64_sha256_of_text(script.text()))},
                                         {"figure-style", filled_template("figure.css", {})},
                                         {"style", filled_template("page.css", {})},
                                         {"head", page.head},
                                         {"body", page.body},
                                         {"program", html_escaped(page.program)},
                                         {"version", html_escaped(tool_version) + open_jail_sentence()},
                                         {"data", script_escaped(data_of(page))},
                                         {"script", script}})
        .text();
}

Html add_charts(std::vector<Chart> charts, Page& page) {
    Html figures;
    for (Chart& chart : charts) {
        figures += chart_html(chart);
        if (!chart.series.empty()) page.charts.push_back(std::move(chart));
    }
    return "<div class=\"figures\">" + figures + "</div>\n";
}

Html html_downloads(const std::vector<std::pair<std::string, std::string>>& downloads) {
    if (downloads.empty()) return "";
    Html text = "<p class=\"downloads\">Save:";
    for (const auto& [name, ignored] : downloads)
        text += " <button type=\"button\" class=\"download\" data-file=\"" + html_escaped(name) + "\">" +
                html_escaped(name) + "</button>";
    return text + "</p>\n";
}

Html html_heading(int level, const std::string& text) {
    const Html tag = "h" + html_escaped(std::to_string(level));
    return "<" + tag + ">" + html_escaped(text) + "</" + tag + ">\n";
}

}  // namespace cchnn
