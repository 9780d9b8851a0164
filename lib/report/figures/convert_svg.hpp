#pragma once
// Converts a picture to PDF by rsvg-convert. No shell takes part, so that names cannot be commands.

#include <filesystem>
#include <string>

namespace cchnn {

// Both names are in the directory. Waits until the program ends. Returns "" if there is a PDF, else a sentence that says
// why not, and no file is left then. Throws Stopped if a signal asked this program to stop meanwhile.
std::string convert_svg(const std::filesystem::path& directory, const std::string& svg, const std::string& pdf);

}  // namespace cchnn
