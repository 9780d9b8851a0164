#include "commands.hpp"

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "report/tables/file_reports.hpp"

namespace cchnn {

ExitCode run(const DiffOptions& options) {
    const OutputRule rule{{options.a, options.b}, options.force};
    const ReportFile report{"--json", options.json, ReportFormat::json};
    std::string json;
    return with_reports({report}, rule, json, [&] {
        const FileDifference difference = [&] {
            const Progress progress("diff", "reading and comparing");
            return compare_files(options.a, options.b, options.tolerance);
        }();
        json = difference_json(difference, options.a, options.b, options.tolerance);
        if (!is_standard_output(options.json))
            tell(difference_text(difference, options.a, options.b, options.tolerance));
        return difference.differs() ? ExitCode::gate_failed : ExitCode::ok;
    });
}

}  // namespace cchnn
