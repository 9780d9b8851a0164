#include "report/tables/optional_tables.hpp"

#include "core/counted.hpp"
#include "core/number_text.hpp"

namespace cchnn {

namespace {

constexpr const char* open = "-";

using Rung = std::optional<std::size_t>;

const SolverRung* rung_of(const SolverLadder& ladder, Rung rung) { return rung ? &ladder.rungs[*rung] : nullptr; }

// The fastest setting that is as accurate as the model. If even the cheapest one is, its time is only an upper
// limit ("or less").
std::vector<std::string> cells_at_equal_error(const SolverLadder& ladder, const SolverComparison& c) {
    const SolverRung* rung = rung_of(ladder, c.at_equal_error);
    if (!rung) return {"none", open, open};
    const std::string limit = c.cheapest_is_enough ? " or less" : "";
    return {rung->setting + " (" + error_text(rung->error) + ")", error_text(rung->seconds) + limit,
            c.seconds ? error_text(rung->seconds / *c.seconds) + limit : open};
}

// The most accurate setting that is as fast as the model says to be; nothing if it says no time.
std::vector<std::string> cells_at_equal_time(const SolverLadder& ladder, const SolverComparison& c) {
    const SolverRung* rung = rung_of(ladder, c.at_equal_time);
    if (!rung) return {c.seconds ? "none is as fast" : open, open, open};
    return {rung->setting, error_text(rung->error), error_text(rung->error / c.error)};
}

// One row for each model. Times of models are those that their files state.
CaptionedTable beside_models(const Scores& scores, const SolverLadder& ladder) {
    TextTable table{{"", "error", "time, s", "solver as good", "its time, s", "time / model's", "solver in that time",
                     "its error", "error / model's"},
                    {}};
    for (const ModelScores& model : scores.models) {
        const SolverComparison& c = *model.solver;
        std::vector<std::string> row{short_label(model.label), error_text(c.error),
                                     c.seconds ? error_text(*c.seconds) : "not said"};
        for (std::string& cell : cells_at_equal_error(ladder, c)) row.push_back(std::move(cell));
        for (std::string& cell : cells_at_equal_time(ladder, c)) row.push_back(std::move(cell));
        table.rows.push_back(std::move(row));
    }
    return {
        "Classical solver of the true equations beside each model, at equal error and at equal time, s a trajectory "
        "on one core (for models as submitted, not measured; 'or less': the cheapest setting is already as good):",
        table,
        {},
        TableColumns::beside_solver};
}

CaptionedTable settings(const SolverLadder& ladder) {
    TextTable table{{"", "time, s", "error", "steps", "evaluations"}, {}};
    for (const SolverRung& rung : ladder.rungs)
        table.rows.push_back({rung.setting, error_text(rung.seconds), error_text(rung.error),
                              short_number(rung.steps, 4), short_number(rung.evaluations, 4)});
    return {"Settings of that solver, each on " +
                std::string(ladder.trajectories == 1 ? "the first trajectory"
                                                     : "the first " + trajectories_text(ladder.trajectories)) +
                ", one core of " + (ladder.machine.empty() ? "this machine" : printable(ladder.machine)) + ":",
            table,
            {},
            TableColumns::solver_settings};
}

}  // namespace

std::vector<CaptionedTable> solver_tables(const Scores& scores) {
    if (!scores.solver) return {};
    return {beside_models(scores, *scores.solver), settings(*scores.solver)};
}

// Times of two machines cannot be compared, which is said for each model.
std::vector<std::string> solver_remarks(const Scores& scores) {
    std::vector<std::string> remarks;
    if (!scores.solver) return remarks;
    for (const SubmissionScores& s : scores.submissions) {
        if (!s.stated_time || s.stated_time->hardware == scores.solver->machine) continue;
        const std::string& hardware = s.stated_time->hardware;
        remarks.push_back(short_label(s.label) + ": its time is " +
                          (hardware.empty() ? "measured on an unnamed machine"
                                            : "measured on another machine than the solver's: " + printable(hardware)));
    }
    return remarks;
}

std::string solver_sentence(const Scores& scores, const ModelScores& model) {
    if (!scores.solver || !model.solver) return "";
    const SolverComparison& c = *model.solver;
    const SolverRung* rung = rung_of(*scores.solver, c.at_equal_error);
    const std::string label = short_label(model.label);
    if (!rung) return "No setting of the classical solver that was run is as accurate as " + label + ".";
    std::string text = "A classical solver (" + rung->setting + "), with an error of " + error_text(rung->error) +
                       " against " + error_text(c.error) + ", is at least as accurate as " + label + " in " +
                       error_text(rung->seconds) + " s a trajectory" + (c.cheapest_is_enough ? " or less" : "");
    if (c.seconds) text += "; the model takes " + error_text(*c.seconds) + " s, as submitted, not measured";
    return text + ".";
}

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
    const std::string text = error_text(p.summary.geometric_mean, p.summary.geometric_mean_ci95);
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
