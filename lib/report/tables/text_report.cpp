#include "report/tables/text_report.hpp"

#include "report/tables/score_tables.hpp"

namespace cchnn {

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

std::string text_report(const Scores& scores, std::size_t width) {
    return wrapped(score_heading(scores), 2, width) + text_of(score_tables(scores), width) +
           text_of_remarks(remarks_and_notes(scores), width) + "\nsignature " + scores.signature + "\n";
}

}  // namespace cchnn
