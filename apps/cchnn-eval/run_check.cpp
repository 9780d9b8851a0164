#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/stop.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "report/commands/checked_files.hpp"
#include "report/tables/text_table.hpp"
#include "score/metrics/metric_choices.hpp"
#include "score/submission/found_structure.hpp"
#include "score/submission/submission.hpp"

namespace cchnn {
namespace {

struct Checked {
    CheckedSubmission result;
    std::uint64_t trajectories = 0;
};

Checked check_one(const TrajectoryFile& truth, const std::string& path, const CheckOptions& options) {
    const Progress progress("check", "reading");
    const TrajectoryFile submission(path, coordinates_of(truth), truth.info());
    SubmissionCheck check = check_submission(truth, submission, options.most_ids, StartOf::truth, options.context);
    Checked checked{{path, std::move(check.problems), std::move(check.remarks)}, submission.info().count};
    if (checked.result.problems.empty() && says_structure(submission)) try {
            check_structure(truth, submission);
        } catch (const Error& error) {  // of what is found, in a file that can be read
            checked.result.problems = error.problems();
        }
    if (checked.result.problems.empty())
        checked.result.not_finite =
            count_not_finite(submission, options.most_ids, options.context > 1 ? options.context : 0);
    return checked;
}

void print(const Checked& checked, const std::string& truth) {
    tell(printable(checked.result.file) + ": can be scored against " + printable(truth) + "\n");
    for (const std::string& remark : checked.result.remarks) tell("  " + printable(remark) + "\n");
    const NotFinite& bad = *checked.result.not_finite;
    if (bad.values > 0)
        tell("  " + counted(bad.values, "value") + " in " + std::to_string(bad.trajectories) + " of " +
             trajectories_text(checked.trajectories) +
             one_or_many(bad.values, " is not finite and", " are not finite and") +
             " will count as the worst value (ids " + list_ids(bad.ids, bad.trajectories) + ")\n");
}

// Checks all submissions; their problems are also added to the report.
ExitCode check_all(const CheckOptions& options, CommandReport& command_report) {
    const TrajectoryFile truth(options.truth);
    check_truth(truth);
    MetricChoices choices;
    choices.context = options.context;
    std::vector<Problem> problems = choices.check();
    if (!problems.empty()) throw UsageError(std::move(problems));
    require_context(choices, truth.info().samples, options.truth);
    ExitCode code = ExitCode::gate_failed;
    command_report.not_done = options.submissions;
    for (const std::string& path : options.submissions) {
        throw_if_stopped();
        Checked checked{{path}};
        try {
            checked = check_one(truth, path, options);
        } catch (const Error& error) {  // no trajectory file at all
            checked.result.problems = error.problems();
            code = error.exit_code();
        }
        command_report.items.push_back(checked_json(checked.result));
        command_report.not_done.erase(command_report.not_done.begin());
        problems.insert(problems.end(), checked.result.problems.begin(), checked.result.problems.end());
        if (checked.result.problems.empty() && !is_silent(options.json)) print(checked, options.truth);
    }
    print_problems("cchnn-eval", problems);
    return problems.empty() ? ExitCode::ok : code;
}

}  // namespace

ExitCode run(const CheckOptions& options) {
    OutputRule rule{{options.submissions.begin(), options.submissions.end()}, options.force};
    rule.inputs.push_back(options.truth);
    return with_json({"cchnn-eval check", "submissions"}, options.json, rule,
                     [&](auto& command_report) { return check_all(options, command_report); });
}

}  // namespace cchnn
