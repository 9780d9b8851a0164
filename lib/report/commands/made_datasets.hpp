#pragma once
// The datasets that generate, merge and suite made, as items of the command's JSON (command_report.hpp;
// schemas/commands.md). No item holds a time of day or a duration: the same command gives the same JSON.

#include <filesystem>
#include <string>
#include <vector>

#include "stories/benchmark/make_suite.hpp"
#include "stories/generate/generate.hpp"
#include "stories/verify/regenerate.hpp"

namespace cchnn {

// A dataset that is complete: made by this call, or by an earlier one ("finished before").
std::string made_json(const GenerateReport& report);
// The system that an error or a signal left without its dataset. "unfinished" if its working directory exists,
// from which the next call continues; else "not written".
std::string interrupted_json(const std::string& system, const GenerateOptions& options);
// A system of the same call whose turn had not come when an error or a signal ended it.
std::string not_reached_json(const std::string& system, const GenerateOptions& options);
// {"lock": ...}: how a dataset compares with the lock file that it was made from, split by split.
std::string lock_json(const LockFile& lock, const LockComparison& found);

// The parts of a suite in the order of making, with the state of each: written or kept by this call, at work
// when it ended, or not reached.
std::vector<std::string> suite_parts_json(const SuiteReport& report, const std::filesystem::path& directory);
// {"suite": ..., "made": ..., "complete": ..., "differences": [...]}
std::string suite_made_json(const std::string& suite, const SuiteReport& report,
                            const std::vector<std::string>& differences);

}  // namespace cchnn
