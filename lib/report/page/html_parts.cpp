#include "report/page/html_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/embedded_files.hpp"
#include "report/page/definitions.hpp"
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
std::string cell_html(const std::string& text) {
    std::istringstream words(text);
    std::string html;
    for (std::string word; words >> word;) {
        const std::string safe = html_escaped(word);
        html +=
            (html.empty() ? "" : " ") + (word.find('-', 1) == std::string::npos ? safe : "<span>" + safe + "</span>");
    }
    return html;
}

// "https://example.org/code" -> "example.org"; the whole address is in the link.
std::string host_of(const std::string& address) {
    const std::size_t begin = address.find("//");
    if (begin == std::string::npos) return address;
    return address.substr(begin + 2, address.find('/', begin + 2) - begin - 2);
}

std::string linked(const std::string& text, const std::map<std::string, std::string>& links) {
    const auto link = links.find(text);
    if (link == links.end()) return html_escaped(text);
    const char* foreign = link->second.starts_with("http") ? "\" rel=\"noopener noreferrer" : "";
    return "<a href=\"" + html_escaped(link->second) + foreign + "\">" +
           html_escaped(link->second == text ? host_of(text) : text) + "</a>";
}

std::string row_of(const std::vector<std::string>& cells, const char* first_cell, const char* cell,
                   const std::map<std::string, std::string>& links = {}) {
    std::string text = "<tr>";
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string tag = c == 0 ? first_cell : cell;
        text += "<" + tag + ">" + (c == 0 || links.contains(cells[c]) ? linked(cells[c], links) : cell_html(cells[c])) +
                "</" + tag.substr(0, tag.find(' ')) + ">";
    }
    return text + "</tr>\n";
}

// "Relative error, geometric mean over time:" without its colon.
std::string title_of(std::string caption) {
    if (caption.ends_with(':')) caption.pop_back();
    return caption;
}

}  // namespace

// For text and for attributes in quotation marks. Control characters, which HTML forbids, become U+FFFD.
std::string html_escaped(const std::string& text) {
    std::string safe;
    for (char c : valid_utf8(text)) {
        if (const char* name = entity(c)) safe += name;
        else if (is_control(c)) safe += "\xEF\xBF\xBD";
        else safe += c;
    }
    return safe;
}

// JSON inside a <script>: a "</script>" within a text must not end it. The escapes mean the same to JSON.
std::string script_escaped(const std::string& json) {
    std::string safe;
    for (char c : json) {
        if (c == '<') safe += "\\u003c";
        else if (c == '>') safe += "\\u003e";
        else if (c == '&') safe += "\\u0026";
        else safe += c;
    }
    return safe;
}

const std::string& page_file(const std::string& name) { return embedded_files().at("lib/report/page/html/" + name); }

// A place {{key}} without a value is an error of the program. Values are put in as they are, so callers escape
// them.
std::string filled_template(const std::string& name, const std::vector<std::pair<std::string, std::string>>& values) {
    const std::string& text = page_file(name);
    std::string page;
    std::size_t begin = 0;
    for (std::size_t open; (open = text.find("{{", begin)) != std::string::npos;) {
        const std::size_t close = text.find("}}", open);
        const std::string key = text.substr(open + 2, close - open - 2);
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == key; });
        if (value == values.end()) throw std::logic_error(name + " has {{" + key + "}}, which has no value");
        page.append(text, begin, open - begin).append(value->second);
        begin = close + 2;
    }
    return page.append(text, begin);
}

std::string html_verdict(const Verdict& verdict) {
    const char* kind = verdict.kind == Verdict::Kind::passed   ? " passed"
                       : verdict.kind == Verdict::Kind::failed ? " failed"
                                                               : "";
    std::string text = "<p class=\"verdict" + std::string(kind) + "\">" + html_escaped(verdict.sentence) + "</p>\n";
    if (verdict.more.empty()) return text;
    text += "<ul class=\"limits\">";
    for (const std::string& line : verdict.more) text += "<li>" + html_escaped(line) + "</li>";
    return text + "</ul>\n";
}

std::string html_last_verdict(const Verdict& verdict) {
    return "<section aria-label=\"Verdict\">\n" + html_verdict({verdict.kind, verdict.sentence, {}}) + "</section>\n";
}

std::string html_tables(const std::vector<CaptionedTable>& tables, const std::map<std::string, std::string>& links) {
    std::string text;
    for (const CaptionedTable& t : tables) {
        const bool many = t.table.headings.size() > most_columns;
        const std::string caption = html_escaped(title_of(t.caption));
        text += "<p class=\"caption\">" + caption + "</p>\n<div class=\"table" + (many ? " many" : "") +
                "\" tabindex=\"0\" role=\"region\" aria-label=\"" + caption + "\"><table>\n<thead>" +
                row_of(t.table.headings, "th scope=\"col\"", "th scope=\"col\"") + "</thead>\n<tbody>\n";
        for (const std::vector<std::string>& row : t.table.rows) text += row_of(row, "th scope=\"row\"", "td", links);
        text += "</tbody></table></div>\n" + html_definitions(t);
    }
    return text;
}

}  // namespace cchnn
