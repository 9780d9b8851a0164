#pragma once
// What the numbers of a table mean, for the pages: below each table a folded list of definitions. The
// definitions of metrics are read from the table in section 1 of schemas/metrics.md, which is embedded into the
// program, so that page and document cannot differ; a test checks that each metric has a row there.

#include <string>
#include <vector>

namespace cchnn {

// A row of that table as plain text. `table` is how the captions of its tables on the page begin.
struct MetricDefinition {
    std::string key, equation, over_time, unit, table;  // plain text; `table`: how captions of its table begin
};
std::vector<MetricDefinition> metric_definitions();

// The list for the table with this caption; "" if nothing in it is defined.
std::string html_definitions(const std::string& caption);

}  // namespace cchnn
