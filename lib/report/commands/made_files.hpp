#pragma once
// Files that rollout, export, import, observe and template wrote, as items of a command's JSON
// (command_report.hpp).

#include <string>

#include "dataset/view_description.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/import_arrays.hpp"

namespace cchnn {

std::string rolled_out_json(const RolloutOptions& options, const RolloutReport& report);
std::string exported_json(const ExportReport& report);
std::string imported_json(const ImportReport& report);
std::string view_made_json(const std::string& directory, const ViewLock& lock);
std::string template_json(const std::string& file, std::uint64_t trajectories, int members, int samples,
                          bool in_coordinates, int context);
}  // namespace cchnn
