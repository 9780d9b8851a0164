#include "report/tables/text_report.hpp"

#include <algorithm>
#include <sstream>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

constexpr std::size_t screen_lines = 23;  // and one for what the reader types next

// The lines that a text takes on a terminal, which breaks lines that are wider.
std::size_t lines_on_screen(const std::string& text, std::size_t width) {
    std::istringstream in(text);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line);) lines += line.empty() ? 1 : (line.size() - 1) / width + 1;
    return lines;
}

}  // namespace

std::string text_of(const std::vector<CaptionedTable>& tables, std::size_t width) {
    std::string text;
    for (const CaptionedTable& t : tables) text += "\n" + wrapped(t.caption, 0, width) + t.table.text(width);
    return text;
}

std::string text_of_remarks(const std::vector<std::string>& remarks, std::size_t width) {
    if (remarks.empty()) return "";
    std::string text = "\nRemarks:\n";
    for (const std::string& remark : remarks) text += wrapped("  " + remark, 4, width);
    return text;
}

std::string line_report(const Scores& scores) {
    std::string text;
    for (const SubmissionScores& submission : scores.submissions) {
        const MetricScore& error = submission.metrics.front();
        text += printable(submission.label) + "  " +
                with_interval(error.metric, error.summary.geometric_mean, error.summary.geometric_mean_ci95) + "\n";
    }
    return text;
}

std::string remarks_that_fit(const std::vector<std::string>& remarks, const std::string& others, std::size_t width) {
    if (remarks.empty()) return "";
    const std::size_t room = screen_lines - std::min(screen_lines, lines_on_screen(others, width) + 2);
    std::string text;
    std::size_t shown = 0;
    for (; shown < remarks.size(); ++shown) {
        const std::string lines = wrapped("  " + remarks[shown], 4, width);
        if (lines_on_screen(text + lines, width) > room) break;
        text += lines;
    }
    const std::size_t more = remarks.size() - shown;
    if (shown == 0) return counted(more, "remark") + ": " + option("all") + "\n";
    return "Remarks:\n" + text + (more > 0 ? "  " + std::to_string(more) + " more: " + option("all") + "\n" : "");
}

std::string text_summary(const Scores& scores, std::size_t width) {
    const Verdict verdict = verdict_of(scores);
    const std::string text = verdict_text(verdict, width) + wrapped(score_heading(scores), 2, width) +
                             text_of(headline_tables(scores), width) + "\n",
                      end = "signature " + scores.signature + "\n" + wrapped(verdict.sentence, 2, width);
    return text + remarks_that_fit(score_remarks(scores), text + end, width) + end;
}

std::string text_report(const Scores& scores, std::size_t width) {
    const Verdict verdict = verdict_of(scores);
    return verdict_text(verdict, width) + wrapped(score_heading(scores), 2, width) +
           text_of(score_tables(scores), width) + text_of_remarks(remarks_and_notes(scores), width) + "\nsignature " +
           scores.signature + "\n" + wrapped(verdict.sentence, 2, width);
}

}  // namespace cchnn
