#include "report/commands/made_files.hpp"

#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// A largest value and where it was found; null where nothing was measured.
Json worst_json(const Worst& worst) {
    if (worst.trajectory < 0) return nullptr;
    return {{"value", json_number(worst.value)}, {"trajectory", worst.trajectory}, {"sample", worst.sample}};
}

}  // namespace

std::string rolled_out_json(const RolloutOptions& options, const RolloutReport& report) {
    Json json{{"file", options.output.string()}, {"trajectories", report.count},
              {"samples", report.samples},       {"dt", report.dt},
              {"ended_early", Json::object()},   {"content_digest", report.content_digest},
              {"context", options.context}};
    if (options.members) json["members"] = *options.members;
    for (const auto& [reason, times] : report.ended_early) json["ended_early"][reason] = times;
    return json_line(json);
}

std::string exported_json(const ExportReport& report) {
    Json json{{"file", report.file.string()}, {"arrays", Json::array()}};
    for (const ExportedShape& array : report.arrays)
        json["arrays"].push_back({{"name", array.name}, {"type", to_text(array.element)}, {"shape", array.shape}});
    return json_line(json);
}

std::string imported_json(const ImportReport& report) {
    Json json{{"system", report.system}, {"directory", report.directory.string()}, {"splits", Json::array()}};
    for (const ImportedSplit& split : report.splits)
        json["splits"].push_back({{"split", name(split.split)},
                                  {"file", split.file.string()},
                                  {"trajectories", split.count},
                                  {"samples", split.samples},
                                  {"dt", split.dt},
                                  {"largest",
                                   {{"phi", worst_json(split.states.phi)},
                                    {"phi_rate", worst_json(split.states.phi_rate)},
                                    {"motion", worst_json(split.motion)},
                                    {"energy_error", worst_json(split.states.drift)}}},
                                  {"truth_digest", split.truth_digest},
                                  {"content_digest", split.content_digest}});
    return json_line(json);
}

std::string view_made_json(const std::string& directory, const ViewLock& lock) {
    Json json{{"directory", directory}, {"system", lock.system}, {"command", lock.command}, {"files", Json::array()}};
    for (const ViewSplit& split : lock.splits)
        json["files"].push_back({{"file", split.file},
                                 {"trajectories", split.count},
                                 {"samples", split.samples},
                                 {"content_digest", split.content_digest},
                                 {"truth_digest", split.truth_digest}});
    return json_line(json);
}

std::string template_json(const std::string& file, std::uint64_t trajectories, int members, int samples,
                          bool in_coordinates, int context) {
    Json json{{"file", file}, {"trajectories", trajectories}};
    if (members > 0) json["members"] = members;
    json["samples"] = samples;
    json["coordinates"] = in_coordinates ? "q" : "x";
    json["context"] = context;
    return json_line(json);
}

}  // namespace cchnn
