#include <iostream>

#include "../run_program.hpp"
#include "commands.hpp"
#include "dataset/trajectory_file.hpp"
#include "report/text_table.hpp"
#include "score/submission.hpp"

namespace cchnn {

ExitCode run(const CheckOptions& options) {
    const TrajectoryFile truth(options.truth);
    check_truth(truth);
    const TrajectoryFile submission(options.submission, coordinates_of(truth));
    const SubmissionCheck check = check_submission(truth, submission);
    if (!check.problems.empty()) {
        print_problems("cchnn-eval", check.problems);
        return ExitCode::gate_failed;
    }
    const NotFinite bad = count_not_finite(submission, 10);
    std::cout << options.submission << ": can be scored against " << options.truth << '\n';
    for (const std::string& remark : check.remarks) std::cout << "  " << printable(remark) << '\n';
    if (bad.values > 0)
        std::cout << "  " << bad.values << " values in " << bad.trajectories << " of " << submission.info().count
                  << " trajectories are not finite and will have the worst value (ids "
                  << list_ids(bad.ids, bad.trajectories) << ")\n";
    return ExitCode::ok;
}

}  // namespace cchnn
