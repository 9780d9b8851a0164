#include "commands.hpp"

#include <iostream>

#include "../progress.hpp"
#include "report/tables/difference_report.hpp"
#include "written_files.hpp"

namespace cchnn {

ExitCode run(const DiffOptions& options) {
    const OutputRule rule{{options.a, options.b}, options.force};
    const ReportFile report{"--json", options.json, ReportFormat::json};
    const FileDifference difference = or_report_failure({report}, rule, [&] {
        const Progress progress("diff", "reading and comparing");
        return compare_files(options.a, options.b, options.tolerance);
    });
    if (!is_standard_output(options.json))
        std::cout << difference_text(difference, options.a, options.b, options.tolerance);
    write_report(report, difference_json(difference, options.a, options.b, options.tolerance), rule);
    return difference.differs() ? ExitCode::gate_failed : ExitCode::ok;
}

}  // namespace cchnn
