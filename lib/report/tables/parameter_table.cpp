#include "report/tables/parameter_table.hpp"

#include "core/counted.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

std::string true_parameter_text(const ParameterScore& p) {
    return p.truth ? short_number(*p.truth, 6) + (p.unit.empty() ? "" : " " + p.unit) : "drawn";
}
// The estimate, or how many estimates there are, by trajectories or by training seeds.
std::string estimated_text(const ParameterScore& p) {
    if (p.estimate) return short_number(*p.estimate, 6);
    return counted(p.errors.size(), p.per_trajectory ? "estimate" : "seed");
}
std::string parameter_error_cell(const ParameterScore& p) {
    const auto& ci = p.summary.geometric_mean_ci95;
    std::string text = error_text(p.summary.geometric_mean);
    if (ci) text += " [" + error_text(ci->low) + ", " + error_text(ci->high) + "]";
    return p.kind == ParameterErrorKind::log ? text : text + " (" + name(p.kind) + ")";
}
// "3.1e-04 (x 1.2)": the bound, and the error as a multiple of it; "not identifiable" if the observations do
// not determine the parameter.
std::string bound_text(const ParameterScore& p, std::optional<ParameterBound::Deviation> ParameterBound::*which) {
    if (!p.bound) return "-";
    const auto& bound = *p.bound.*which;
    return bound ? error_text(bound->value) + " (x " + short_number(bound->ratio, 2) + ")" : "not identifiable";
}

void add_parameter_rows(const std::string& label, const std::vector<ParameterScore>& parameters, bool bounded,
                        TextTable& table) {
    for (const ParameterScore& p : parameters) {
        table.rows.push_back(
            {short_label(label), p.pointer, true_parameter_text(p), estimated_text(p), parameter_error_cell(p)});
        if (bounded)
            for (const auto which : {&ParameterBound::start_estimated, &ParameterBound::start_known})
                table.rows.back().push_back(bound_text(p, which));
    }
}

}  // namespace

CaptionedTable parameter_table(const Scores& scores) {
    const bool bounded = !scores.observed.empty();
    std::string caption = "Estimated parameters, |ln(estimate/true value)|, geometric mean [95 %]";
    TextTable table{{"", "parameter", "true value", "estimate", "error [95 %]"}, {}};
    if (bounded) {
        caption += "; beside it the smallest standard deviation that the observations allow (" + scores.observed +
                   "), and the error as a multiple of it";
        table.headings.insert(table.headings.end(), {"bound, start estimated", "bound, start known"});
    }
    for (const SubmissionScores& s : scores.submissions)
        if (!scores.grouped) add_parameter_rows(s.label, s.parameters, bounded, table);
    for (const ModelScores& m : scores.models)
        if (scores.grouped) add_parameter_rows(m.label, m.parameters, bounded, table);
    return {caption + ":", table, {}, TableColumns::parameters};
}

}  // namespace cchnn
