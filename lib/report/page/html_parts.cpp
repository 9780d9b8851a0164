#include "report/page/html_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/embedded_files.hpp"
#include "core/text_pattern.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_columns = 8;  // on paper, in letters of the usual size

const char* entity(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return nullptr;
    }
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; }

// Bytes that are not UTF-8 become U+FFFD, by the JSON library, which replaces them when it writes a string.
std::string valid_utf8(const std::string& text) { return nlohmann::json::parse(json_line(text)).get<std::string>(); }

// Browsers may break a line at a hyphen, which would split "5.51e-08": words with a hyphen are kept whole.
Html words_html(const std::string& text) {
    std::istringstream words(text);
    Html html;
    for (std::string word; words >> word;) {
        if (!html.empty()) html += " ";
        const Html safe = html_escaped(word);
        html += word.find('-', 1) == std::string::npos ? safe : "<span>" + safe + "</span>";
    }
    return html;
}

// "1.0e-05 [8e-06, 1e-05]": the interval stands small below its number.
Html cell_html(const std::string& text) {
    const std::size_t open = text.find(" [");
    if (open == std::string::npos) return words_html(text);
    return words_html(text.substr(0, open)) + " <small>" + words_html(text.substr(open)) + "</small>";
}

// "https://example.org/code" -> "example.org"; the whole address is in the link.
std::string host_of(const std::string& address) {
    const std::size_t begin = address.find("//");
    if (begin == std::string::npos) return address;
    return address.substr(begin + 2, address.find('/', begin + 2) - begin - 2);
}

Html linked(const std::string& text, const std::map<std::string, std::string>& links) {
    const auto link = links.find(text);
    if (link == links.end()) return html_escaped(text);
    const Html foreign = link->second.starts_with("http") ? Html(" rel=\"noopener noreferrer\"") : Html();
    return "<a href=\"" + html_escaped(link->second) + "\"" + foreign + ">" +
           html_escaped(link->second == text ? host_of(text) : text) + "</a>";
}

Html headings_of(const std::vector<std::string>& cells) {
    Html row = "<tr>";
    for (std::size_t c = 0; c < cells.size(); ++c)
        row += "<th scope=\"col\">" + (c == 0 ? html_escaped(cells[c]) : cell_html(cells[c])) + "</th>";
    return row + "</tr>\n";
}

Html row_of(const std::vector<std::string>& cells, const std::map<std::string, std::string>& links) {
    Html row = "<tr><th scope=\"row\">" + linked(cells.front(), links) + "</th>";
    for (std::size_t c = 1; c < cells.size(); ++c)
        row += "<td>" + (links.contains(cells[c]) ? linked(cells[c], links) : cell_html(cells[c])) + "</td>";
    return row + "</tr>\n";
}

// "Relative error, geometric mean over time:" without its colon.
std::string title_of(std::string caption) {
    if (caption.ends_with(':')) caption.pop_back();
    return caption;
}

}  // namespace

// For text and for attributes in quotation marks. Control characters, which HTML forbids, become U+FFFD.
Html html_escaped(const std::string& text) {
    std::string safe;
    for (char c : valid_utf8(text)) {
        if (const char* name = entity(c)) safe += name;
        else if (is_control(c)) safe += "\xEF\xBF\xBD";
        else safe += c;
    }
    return Html(safe);
}

// JSON inside a <script>: a "</script>" within a text must not end it. The escapes mean the same to JSON.
Html script_escaped(const std::string& json) {
    std::string safe;
    for (char c : json) {
        if (c == '<') safe += "\\u003c";
        else if (c == '>') safe += "\\u003e";
        else if (c == '&') safe += "\\u0026";
        else safe += c;
    }
    return Html(safe);
}

const std::string& page_file(const std::string& name) { return embedded_files().at("lib/report/page/html/" + name); }

// A place {{key}} without a value is an error of the program.
Html filled_template(const std::string& name, const std::vector<std::pair<std::string, Html>>& values) {
    const std::string& text = page_file(name);
    std::string page;
    std::size_t begin = 0;
    for (std::size_t open; (open = text.find("{{", begin)) != std::string::npos;) {
        const std::size_t close = text.find("}}", open);
        const std::string key = text.substr(open + 2, close - open - 2);
        const auto value = std::ranges::find_if(values, [&](const auto& v) { return v.first == key; });
        if (value == values.end()) throw std::logic_error(name + " has {{" + key + "}}, which has no value");
        page.append(text, begin, open - begin).append(value->second.text());
        begin = close + 2;
    }
    return Html(page.append(text, begin));
}

namespace {

// Browsers break a line after the sign of an exponent.
Html html_with_whole_numbers(const std::string& text) {
    static const TextPattern number("[0-9][0-9.]*e-[0-9]+");
    return html_escaped(text).replaced(number, "<span class=\"number\">$&</span>");
}

}  // namespace

Html html_verdict(const Verdict& verdict) {
    const Html kind = verdict.kind == Verdict::Kind::passed   ? Html(" passed")
                      : verdict.kind == Verdict::Kind::failed ? Html(" failed")
                                                              : Html();
    Html text = "<p class=\"verdict" + kind + "\">" + html_with_whole_numbers(verdict.sentence) + "</p>\n";
    if (verdict.more.empty()) return text;
    text += "<ul class=\"limits\">";
    for (const std::string& line : verdict.more) text += "<li>" + html_with_whole_numbers(line) + "</li>";
    return text + "</ul>\n";
}

Html html_tables(const std::vector<CaptionedTable>& tables, const std::map<std::string, std::string>& links) {
    Html text;
    for (const CaptionedTable& t : tables) {
        const bool many = t.table.headings.size() > most_columns;
        const Html caption = html_escaped(title_of(t.caption));
        text += "<p class=\"caption\">" + caption + "</p>\n<div class=\"table" + (many ? Html(" many") : Html()) +
                "\" tabindex=\"0\" role=\"region\" aria-label=\"" + caption + "\"><table>\n<thead>" +
                headings_of(t.table.headings) + "</thead>\n<tbody>\n";
        for (const std::vector<std::string>& row : t.table.rows) text += row_of(row, links);
        text += "</tbody></table></div>\n" + html_definitions(t);
    }
    return text;
}

namespace {

std::string trimmed(std::string text) {
    std::erase(text, '`');
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, last + 1 - first);
}

// The cells of a row of a Markdown table; "\|" is a bar inside of a cell.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') cell += line[++i];
        else if (line[i] == '|') {
            cells.push_back(trimmed(cell));
            cell.clear();
        } else cell += line[i];
    }
    return cells;
}

// A column of a table: its heading, and what it means.
struct ColumnDefinition {
    TableColumns table;
    const char *column, *text;
};
constexpr ColumnDefinition defined_columns[] = {
    {TableColumns::pairs, "error ratio",
     "exp of the mean over trajectories of log a - log b, the relative errors of the two on the same trajectory: below "
     "1, "
     "the first is better"},
    {TableColumns::pairs, "better on", "trajectories on which the first has the smaller error"},
    {TableColumns::pairs, "p",
     "sign-flip permutation test: how often random signs give as large a mean; (Holm): corrected for the number of "
     "pairs"},
    {TableColumns::standings, "error",
     "geometric mean over systems of the error of a model there, of the kind in the heading"},
    {TableColumns::standings, "ratio to first", "this error over that of the first row; it does not affect the rank"},
    {TableColumns::standings, "rank",
     "1 + models ahead + half of those with the same error or without an order; in brackets its central 95 % over "
     "bootstrap samples"},
    {TableColumns::standings, "first in",
     "the share of bootstrap samples in which the model is ahead of all others: its error is smaller, also on "
     "more of the trajectories, and it fails on no more of them"},
    {TableColumns::standings, "failed", "trajectories whose error is above 0.5, over all systems that are answered"},
    {TableColumns::standings, "p (Holm)", "of the difference from the first, corrected for the number of models"},
    {TableColumns::ranking, "failed",
     "trajectories whose relative error, or kinetic error where ranks go by it, is above 0.5; of a method the lowest "
     "and the highest share of its seeds"},
    {TableColumns::start_errors, "start error",
     "the perturbation of the initial condition, in units of the spread of the test set, that makes the true motion as "
     "wrong as the prediction; 95 % interval"},
    {TableColumns::beside_solver, "solver as good",
     "the fastest setting that is at least as accurate as the model, with its error"},
    {TableColumns::beside_solver, "solver in that time",
     "the most accurate setting that is at least as fast as the model"},
    {TableColumns::beside_solver, "error",
     "geometric mean over time and trajectories, not below the error of the reference"},
    {TableColumns::solver_settings, "evaluations", "of accelerations, each of all bodies, a trajectory"},
    {TableColumns::parameters, "error",
     "|ln(estimate / true value)| of a positive parameter, else |estimate - true value| / |true value|; of several "
     "estimates the geometric mean"},
    {TableColumns::parameters, "bound",
     "Cramer-Rao: the smallest standard deviation of an unbiased estimate from what was observed, with unknown or with "
     "known "
     "initial states; not identifiable: the observations do not determine it"},
    {TableColumns::suite_means, "ratio",
     "geometric mean error on the split over that on in, for models trained on the whole training set; geometric mean "
     "over tasks"},
    {TableColumns::suite_standings, "error out",
     "geometric mean over tasks and splits except in; a split that is not answered counts as 1"},
    {TableColumns::suite_standings, "error in", "the same on split in"},
    {TableColumns::suite_standings, "out / in",
     "error out over error in; it does not affect the rank, since a prediction of zeros has 1"},
    {TableColumns::arrivals, "arrived", "line of the ledger in board.lock.json, which fixes the order of arrival"},
    {TableColumns::limits, "value",
     "the statistic of the metric over trajectories; a limit that is met exactly passes"},
};

// An entry of an HTML list of definitions.
Html definition(const std::string& name, const std::string& unit, const std::string& text) {
    return "<dt><code>" + html_escaped(name) + "</code>" + (unit.empty() ? Html() : ", " + html_escaped(unit)) +
           "</dt><dd>" + html_escaped(text) + "</dd>\n";
}

}  // namespace

// Reads the rows of the one table whose heading begins with key, equation and over time, up to its end.
std::vector<MetricDefinition> metric_definitions() {
    std::istringstream text(embedded_files().at("schemas/metrics.md"));
    std::vector<MetricDefinition> definitions;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("| key | equation | over time |")) inside = true;
        else if (inside && !line.starts_with("|")) break;
        else if (const auto cells = inside && line.starts_with("| `") ? cells_of(line) : std::vector<std::string>{};
                 cells.size() == 5)
            definitions.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
    }
    return definitions;
}

// Metrics come from schemas/metrics.md, so that the page says what the specification says.
Html html_definitions(const CaptionedTable& table) {
    Html text;
    for (const ColumnDefinition& c : defined_columns)
        if (c.table == table.columns) text += definition(c.column, "", c.text);
    if (table.metrics)
        for (const MetricDefinition& d : metric_definitions())
            if (d.table == table_name(*table.metrics))
                text += definition(d.key, d.unit == "1" ? "" : d.unit,
                                   d.equation + (d.over_time.empty() ? "" : "; over time: " + d.over_time));
    if (text.empty()) return "";
    return "<details class=\"definitions\"><summary>Definitions</summary><dl>\n" + text + "</dl></details>\n";
}

}  // namespace cchnn
