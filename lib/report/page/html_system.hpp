#pragma once
// What a system is, as part of a page or as a page: a drawing, the bodies with their masses, forces and constraints with
// their formulas (explain/), and facts of the test set.

#include <string>
#include <vector>

#include "report/page/html_parts.hpp"
#include "report/page/motion_svg.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {

// "" if there is no compiled system to describe.
Html html_system(const DescribedSystem& described, const Html& heading);
// The drawing alone: the initial state with the paths of the tips of its bodies; bodies and constraints are
// named. A file of its own is for `cchnn-gen show`, a thumbnail for galleries.
enum class SystemPicture { part, file, thumbnail };
std::string system_svg(const DescribedSystem& described, SystemPicture form);

// Systems without a submission, as a page of its own: what each is, and its motion to watch. `cchnn-gen show --html`
// writes it; several systems make a gallery with a drawing of each at the top.
std::string html_of_system(const DescribedSystem& described);
std::string html_gallery(const std::vector<DescribedSystem>& described, const std::string& title);

}  // namespace cchnn
