#pragma once
// What a system is, for a page: a drawing, bodies with their masses, forces and constraints with their formulas, how
// its motions were made.

#include <string>

#include "report/page/motion_svg.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

// "" when there is nothing to describe (no compiled system).
std::string html_system(const DescribedSystem& described, const std::string& heading);
// The drawing alone: the initial state and trails of the motion; bodies and constraints by their names.
std::string system_svg(const DescribedSystem& described, bool standalone);

}  // namespace cchnn
