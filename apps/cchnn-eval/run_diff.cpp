#include "commands.hpp"

#include <iostream>

#include "report/tables/difference_report.hpp"
#include "written_files.hpp"

namespace cchnn {

ExitCode run(const DiffOptions& options) {
    const FileDifference difference =
        or_report_failure(options.json, [&] { return compare_files(options.a, options.b, options.tolerance); });
    if (options.json != "-") std::cout << difference_text(difference, options.a, options.b, options.tolerance);
    write_if_asked(options.json, [&] { return difference_json(difference, options.a, options.b, options.tolerance); });
    return difference.differs() ? ExitCode::gate_failed : ExitCode::ok;
}

}  // namespace cchnn
