#pragma once
// What a system is, as part of a page: a drawing, the bodies with their masses, forces and constraints with
// their formulas (explain/), and facts of the test set.

#include <string>

#include "report/page/motion_svg.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

// "" if there is no compiled system to describe.
std::string html_system(const DescribedSystem& described, const std::string& heading);
// The drawing alone: the initial state with the paths of the tips of its bodies; bodies and constraints are
// named. `standalone` makes a file of its own, for `cchnn-gen show`.
std::string system_svg(const DescribedSystem& described, bool standalone);

}  // namespace cchnn
