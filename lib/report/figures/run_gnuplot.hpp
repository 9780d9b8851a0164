#pragma once
// Runs gnuplot on a script in the script's directory. No shell takes part, so that names cannot be commands.

#include <filesystem>
#include <string>

namespace cchnn {

// Waits until gnuplot ends. Returns "" if it succeeded, else a sentence that says why not. Throws Stopped if a
// signal asked this program to stop meanwhile; gnuplot is killed then.
std::string run_gnuplot(const std::filesystem::path& directory, const std::string& script);

}  // namespace cchnn
