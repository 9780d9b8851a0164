#pragma once
// What the numbers of a table are, from the table of schemas/metrics.md, section 1, which says it once: a test asks that
// each metric has a row there.

#include <string>
#include <vector>

namespace cchnn {

struct MetricDefinition {
    std::string key, equation, over_time, unit, table;  // plain text; `table`: how captions of its table begin
};
std::vector<MetricDefinition> metric_definitions();

// A list for the table with this caption, folded away; "" where nothing is defined.
std::string html_definitions(const std::string& caption);

}  // namespace cchnn
