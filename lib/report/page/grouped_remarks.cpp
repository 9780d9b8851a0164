#include "report/page/grouped_remarks.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "report/tables/comparison_report.hpp"

namespace cchnn {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

// The text by which remarks are compared: words that begin with a digit become "…", and text in brackets, which
// lists details, is left out.
std::string without_numbers(const std::string& text) {
    std::string outside;
    int brackets = 0;
    for (const char c : text) {
        if (c == '(') ++brackets;
        if (brackets == 0) outside += c;
        if (c == ')' && brackets > 0) --brackets;
    }
    std::istringstream words(outside);
    std::string bare;
    for (std::string word; words >> word;) bare += (bare.empty() ? "" : " ") + (is_digit(word[0]) ? "…" : word);
    return bare;
}

// Separates the label of a submission, with which its remarks begin, from the rest.
Remark split_remark(const Scores& scores, const std::string& text) {
    for (const SubmissionScores& s : scores.submissions)
        if (const std::string label = short_label(s.label); text.starts_with(label + ": "))
            return {label, text.substr(label.size() + 2)};
    return {"", text};
}

// Whom the remarks of a group concern, at most four of them.
std::string heading_of(const RemarkGroup& group) {
    std::string names;
    const std::size_t shown = std::min<std::size_t>(group.remarks.size(), 4);
    for (std::size_t i = 0; i < shown; ++i) names += (i ? "; " : "") + group.remarks[i].who;
    if (group.remarks.size() > shown) names += "; and " + std::to_string(group.remarks.size() - shown) + " more";
    return names;
}

// A group is one line that unfolds into its remarks. A single remark is shown as it is.
Html group_html(const RemarkGroup& group) {
    if (group.remarks.size() == 1) {
        const Remark& r = group.remarks.front();
        return "<li>" + html_escaped((r.who.empty() ? "" : r.who + ": ") + r.text) + "</li>\n";
    }
    Html text = "<li><details class=\"remark\"><summary>" + html_escaped(group.text) + " <span class=\"who\">" +
                html_escaped(heading_of(group)) + "</span></summary><ul>\n";
    for (const Remark& r : group.remarks) text += "<li>" + html_escaped(r.who + ": " + r.text) + "</li>\n";
    return text + "</ul></details></li>\n";
}

}  // namespace

std::vector<Remark> remarks_of(const Scores& scores) {
    std::vector<Remark> remarks;
    for (const std::string& text : remarks_and_notes(scores)) remarks.push_back(split_remark(scores, text));
    return remarks;
}

// A remark of one system begins with the system's name, which becomes a part of `who`.
std::vector<Remark> remarks_of(const Comparison& comparison) {
    std::vector<Remark> remarks;
    for (const std::string& text : comparison_remarks(comparison)) {
        const auto of = std::ranges::find_if(
            comparison.systems, [&](const Scores& scores) { return text.starts_with(scores.truth.system + ": "); });
        if (of == comparison.systems.end()) {
            remarks.push_back({"", text});
            continue;
        }
        Remark remark = split_remark(*of, text.substr(of->truth.system.size() + 2));
        remark.who = of->truth.system + (remark.who.empty() ? "" : ", " + remark.who);
        remarks.push_back(std::move(remark));
    }
    return remarks;
}

// Groups in the order of their first remarks. A group whose remarks differ in numbers is headed by the text
// without numbers.
std::vector<RemarkGroup> grouped(const std::vector<Remark>& remarks) {
    std::vector<RemarkGroup> groups;
    for (const Remark& remark : remarks) {
        const std::string bare = without_numbers(remark.text);
        const auto same = std::ranges::find_if(
            groups, [&](const RemarkGroup& g) { return without_numbers(g.remarks.front().text) == bare; });
        if (same == groups.end()) {
            groups.push_back({remark.text, {remark}});
            continue;
        }
        if (same->text != remark.text) same->text = bare;
        same->remarks.push_back(remark);
    }
    return groups;
}

Html html_remarks(const std::vector<Remark>& remarks, const Html& heading) {
    if (remarks.empty()) return "";
    Html text = "<section class=\"remarks\">\n" + heading + "<ul>\n";
    for (const RemarkGroup& group : grouped(remarks)) text += group_html(group);
    return text + "</ul></section>\n";
}

}  // namespace cchnn
