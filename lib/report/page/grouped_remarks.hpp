#pragma once
// Remarks of many models and systems: what is said of several of them is said once, with who it is about.

#include <string>
#include <vector>

#include "score/standings.hpp"

namespace cchnn {

// One remark, and who it is about ("net", or "gyroscope, net"; "" for all).
struct Remark {
    std::string who, text;
};
std::vector<Remark> remarks_of(const Scores& scores);
std::vector<Remark> remarks_of(const Comparison& comparison);

// Remarks that differ in numbers alone are a group, in the order of their first ones.
struct RemarkGroup {
    std::string text;  // as all of them have it; "…" stands for numbers in which they differ
    std::vector<Remark> remarks;
};
std::vector<RemarkGroup> grouped(const std::vector<Remark>& remarks);

// A line a group, which opens to its remarks; "" without any.
std::string html_remarks(const std::vector<Remark>& remarks, const std::string& heading);

}  // namespace cchnn
