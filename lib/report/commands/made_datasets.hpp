#pragma once
// Datasets that generate, merge and suite made, as items of a command's JSON (command_report.hpp). No time that a clock
// told is among them: the same command gives the same JSON.

#include <filesystem>
#include <string>
#include <vector>

#include "stories/benchmark/make_suite.hpp"
#include "stories/generate/generate.hpp"
#include "stories/verify/regenerate.hpp"

namespace cchnn {

std::string made_json(const GenerateReport& report);
// Of a system that an error or a signal left without its dataset.
std::string left_json(const std::string& system, const GenerateOptions& options);
// Of a system that an error or a signal left before its turn, or that has not had it yet.
std::string not_reached_json(const std::string& system, const GenerateOptions& options);
// {"lock": ...}: a dataset against the lock file it was made from.
std::string lock_json(const LockFile& lock, const LockComparison& found);

// The parts of a suite that a call made, kept, was at when it ended, or did not reach.
std::vector<std::string> suite_parts_json(const SuiteReport& report, const std::filesystem::path& directory);
// {"suite": ..., "made": ..., "complete": ..., "differences": [...]}
std::string suite_made_json(const std::string& suite, const SuiteReport& report,
                            const std::vector<std::string>& differences);

}  // namespace cchnn
