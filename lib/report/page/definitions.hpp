#pragma once
// What the numbers of a table mean, for the pages: below each table a folded list of definitions. The
// definitions of metrics are read from the table in section 1 of schemas/metrics.md, which is embedded into the
// program, so that page and document cannot differ; a test checks that each metric has a row there.

#include <string>
#include <vector>

#include "report/tables/score_tables.hpp"

namespace cchnn {

// A row of that table as plain text; `table` is the name of its family's table (table_name()).
struct MetricDefinition {
    std::string key, equation, over_time, unit, table;
};
std::vector<MetricDefinition> metric_definitions();

// The list for a table; "" if nothing in it is defined.
std::string html_definitions(const CaptionedTable& table);

}  // namespace cchnn
