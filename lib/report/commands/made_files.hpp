#pragma once
// What commands made, as items of their JSON (command_report.hpp; schemas/commands.md): first the datasets of generate,
// merge and suite. No item holds a time of day or a duration: the same command gives the same JSON.

#include <filesystem>
#include <string>
#include <vector>
#include "dataset/view_description.hpp"
#include "stories/benchmark/make_suite.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/import_arrays.hpp"
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

// The files that rollout, export, import, observe and template wrote. Options that decide what is in a file are repeated
// in its item.
std::string rolled_out_json(const RolloutOptions& options, const RolloutReport& report);
std::string exported_json(const ExportReport& report);
// With the largest Phi, dPhi/dt, disagreement of v with the motion of x, and energy error of the imported
// states, each with the trajectory and sample where it was found.
std::string imported_json(const ImportReport& report);
std::string view_made_json(const std::string& directory, const ViewLock& lock);
std::string template_json(const std::string& file, std::uint64_t trajectories, int members, int samples,
                          bool in_coordinates, int context);

}  // namespace cchnn
