#pragma once
// The files that rollout, export, import, observe and template wrote, as items of the command's JSON
// (command_report.hpp; schemas/commands.md). Options that decide what is in a file are repeated in its item.

#include <string>

#include "dataset/view_description.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/import_arrays.hpp"

namespace cchnn {

std::string rolled_out_json(const RolloutOptions& options, const RolloutReport& report);
std::string exported_json(const ExportReport& report);
// With the largest Phi, dPhi/dt, disagreement of v with the motion of x, and energy error of the imported
// states, each with the trajectory and sample where it was found.
std::string imported_json(const ImportReport& report);
std::string view_made_json(const std::string& directory, const ViewLock& lock);
std::string template_json(const std::string& file, std::uint64_t trajectories, int members, int samples,
                          bool in_coordinates, int context);
}  // namespace cchnn
