#include <iostream>
#include <memory>

#include "../progress.hpp"
#include "../quiet.hpp"
#include "../run_program.hpp"
#include "commands.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "report/tables/text_table.hpp"
#include "score/submission.hpp"

namespace cchnn {
namespace {

// Problems of one file; empty when it can be scored, which is then printed with its remarks.
std::vector<Problem> check_one(const TrajectoryFile& truth, const std::string& path, const CheckOptions& options) {
    auto progress = std::make_unique<Progress>("check", "reading");
    const TrajectoryFile submission(path, coordinates_of(truth), truth.info());
    const SubmissionCheck check = check_submission(truth, submission, options.most_ids);
    if (!check.problems.empty()) return check.problems;
    const NotFinite bad = count_not_finite(submission, options.most_ids);
    progress.reset();  // its line goes before the report
    if (quiet) return {};
    std::cout << path << ": can be scored against " << options.truth << '\n';
    for (const std::string& remark : check.remarks) std::cout << "  " << printable(remark) << '\n';
    if (bad.values > 0)
        std::cout << "  " << bad.values << " values in " << bad.trajectories << " of " << submission.info().count
                  << " trajectories are not finite and will have the worst value (ids "
                  << list_ids(bad.ids, bad.trajectories) << ")\n";
    return {};
}

}  // namespace

ExitCode run(const CheckOptions& options) {
    const TrajectoryFile truth(options.truth);
    check_truth(truth);
    std::vector<Problem> problems;
    ExitCode code = ExitCode::gate_failed;
    for (const std::string& path : options.submissions) {
        try {
            for (const Problem& problem : check_one(truth, path, options)) problems.push_back(problem);
        } catch (const Error& error) {  // no trajectory file at all
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
            code = error.exit_code();
        }
    }
    print_problems("cchnn-eval", problems);
    return problems.empty() ? ExitCode::ok : code;
}

}  // namespace cchnn
