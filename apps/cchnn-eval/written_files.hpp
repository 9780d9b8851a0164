#pragma once
// The reports of a command, and that its failure is told in the JSON too.

#include "../run_program.hpp"
#include "report/json_report.hpp"
#include "report/report_file.hpp"

namespace cchnn {

// What `work` gives. Whoever reads the JSON learns of its failure there; the program ends with the same code. Before
// the work every report has its place, that of the JSON first.
template <class Work>
auto or_report_failure(const std::vector<ReportFile>& reports, const OutputRule& rule, const Work& work) {
    require_places({reports.front()}, rule);
    try {
        require_places(reports, rule);
        return work();
    } catch (const Error& error) {
        try {
            write_report(reports.front(), json_failure(error.exit_code(), error.problems()), rule);
        } catch (const IoError& not_written) {
            print_problems("cchnn-eval", not_written.problems());  // the first failure decides the exit code
        }
        throw;
    }
}

}  // namespace cchnn
