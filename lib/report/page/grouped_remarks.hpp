#pragma once
// Remarks on a page. Scores of many models on many systems repeat the same remark with other numbers: such
// remarks become one line that names whom it is about, and opens to the single ones.

#include <string>
#include <vector>

#include "report/page/html_parts.hpp"
#include "score/standings.hpp"

namespace cchnn {

// One remark and whom it is about: "net", or "gyroscope, net" in a comparison of systems; "" if it is about
// all.
struct Remark {
    std::string who, text;
};
std::vector<Remark> remarks_of(const Scores& scores);
std::vector<Remark> remarks_of(const Comparison& comparison);

// Remarks that differ in their numbers only. `text` is what all have in common, with "…" in place of numbers
// that differ. Groups stand in the order of their first remarks.
struct RemarkGroup {
    std::string text;
    std::vector<Remark> remarks;
};
std::vector<RemarkGroup> grouped(const std::vector<Remark>& remarks);

// A section with one line for each group under the heading; "" without remarks.
Html html_remarks(const std::vector<Remark>& remarks, const Html& heading);

}  // namespace cchnn
