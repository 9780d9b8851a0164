#pragma once
// Systems without any submission, as a page: what each is, and its motion to watch. Several make a gallery, drawings
// first.

#include <string>
#include <vector>

#include "stories/generate/described_system.hpp"

namespace cchnn {

std::string html_of_system(const DescribedSystem& described);
std::string html_gallery(const std::vector<DescribedSystem>& described);

}  // namespace cchnn
