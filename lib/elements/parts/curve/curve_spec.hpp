#pragma once
// A smooth curve C(s) as a file gives it: one formula of s for each axis of space
// (schemas/system/constraints.md, "curve").

#include <string>
#include <vector>

namespace cchnn {

struct CurveSpec {
    std::string parameter;              // its name in the formulas
    std::vector<std::string> formulas;  // (d) m; empty texts beyond
    std::vector<double> range;          // (2) low < high: where the nearest point of the curve is looked for
    bool operator==(const CurveSpec&) const = default;
};

// The spec that a curve was made of, for code that writes text about it and need not compile its evaluation.
class Curve;
const CurveSpec& spec_of(const Curve& curve);

}  // namespace cchnn
