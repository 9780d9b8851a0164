#include "commands.hpp"

#include <iostream>

#include "report/page/html_report.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_table.hpp"
#include "stories/compare.hpp"
#include "written_files.hpp"

namespace cchnn {
namespace {

CompareRequest request_of(const CompareOptions& options) {
    CompareRequest request{{}, options.scoring, options.published, {}, !options.html.empty()};
    if (options.pairs.empty())
        find_systems(options.data, {options.submissions.begin(), options.submissions.end()}, request);
    else request.systems = pair_systems(options.pairs);
    return request;
}

}  // namespace

ExitCode run(const CompareOptions& options) {
    const Comparison comparison = or_report_failure(options.json, [&] { return compare(request_of(options)); });
    if (options.json != "-") std::cout << comparison_text(comparison, output_width());
    write_if_asked(options.json, [&] { return json_comparison(comparison); });
    write_if_asked(options.csv, [&] { return csv_report(comparison.systems); });
    write_if_asked(options.markdown, [&] { return comparison_markdown(comparison); });
    write_if_asked(options.html, [&] { return html_comparison(comparison); });
    return ExitCode::ok;
}

}  // namespace cchnn
