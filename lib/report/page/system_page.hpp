#pragma once
// Systems without a submission, as a page: what each is, and its motion to watch. `cchnn-gen show --html`
// writes it; several systems make a gallery with a drawing of each at the top.

#include <string>
#include <vector>

#include "stories/generate/described_system.hpp"

namespace cchnn {

std::string html_of_system(const DescribedSystem& described);
std::string html_gallery(const std::vector<DescribedSystem>& described);

}  // namespace cchnn
