#pragma once
// Runs gnuplot on a script, without a shell, in the script's directory.

#include <filesystem>
#include <string>

namespace cchnn {

// Empty when it worked; else why not.
std::string run_gnuplot(const std::filesystem::path& directory, const std::string& script);

}  // namespace cchnn
