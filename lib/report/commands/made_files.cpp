#include "report/commands/made_files.hpp"

#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The worst error bound of a split and the level that bounds had to stay below; null where the split was made
// without bounds.
Json bound_json(const SplitReport& split) {
    if (split.bound_level <= 0) return nullptr;
    return {{"worst", split.worst_bound}, {"level", split.bound_level}, {"beyond_level", split.beyond_level}};
}

// Trajectories that were integrated again with a smaller tolerance because their bound was above the level;
// null where no level was asked for.
Json refinement_json(const SplitReport& split) {
    if (split.refine_level <= 0) return nullptr;
    return {{"level", split.refine_level}, {"trajectories", split.refined}, {"still_beyond", split.beyond_refinement}};
}

// How many initial states were drawn again, and for which reasons. A finished dataset stores the number but no
// reasons, so that a call that finds one reports the number alone.
Json drawn_again_json(const SplitReport& split, bool finished_before) {
    Json json{{"trajectories", split.redrawn}};
    if (finished_before && split.redrawn > 0) return json;
    json["reasons"] = Json::object();
    for (const auto& [reason, times] : split.failures) json["reasons"][reason] = times;
    return json;
}

// What a command did for one file of a dataset.
Json split_json(const SplitReport& split, bool finished_before) {
    Json json{{"split", name(split.split)}, {"file", split.file.string()}, {"trajectories", split.count}};
    if (!split.truth_digest.empty()) json["truth_digest"] = split.truth_digest;
    if (!split.content_digest.empty()) json["content_digest"] = split.content_digest;
    json["steps"] = {{"accepted", split.accepted}, {"rejected", split.rejected}};
    json["worst_energy_error"] = split.worst_energy_drift;
    json["error_bound"] = bound_json(split);
    json["refined"] = refinement_json(split);
    json["drawn_again"] = drawn_again_json(split, finished_before);
    return json;
}

// Shards of a system lie together in SYSTEM.shards until they are merged.
fs::path directory_of(const std::string& system, const GenerateOptions& options) {
    return options.directory / (options.shard ? system + ".shards" : system);
}

}  // namespace

// A dataset that is complete, by this call or an earlier one.
std::string made_json(const GenerateReport& report) {
    Json json{{"system", report.system},
              {"directory", report.directory.string()},
              {"state", report.finished_before ? "finished before" : "written"},
              {"trajectories_from_earlier_run", report.resumed},
              {"splits", Json::array()},
              {"remarks", report.remarks}};
    for (const SplitReport& split : report.splits) json["splits"].push_back(split_json(split, report.finished_before));
    return json_line(json);
}

// A system at which the command was ended: its directory says whether blocks of it are kept.
std::string interrupted_json(const std::string& system, const GenerateOptions& options) {
    const bool begun =
        fs::exists(options.shard ? directory_of(system, options) : options.directory / ("." + system + ".unfinished"));
    return json_line(Json{{"system", system},
                          {"directory", directory_of(system, options).string()},
                          {"state", begun ? "unfinished" : "not written"}});
}

// A system that would have come after the end.
std::string not_reached_json(const std::string& system, const GenerateOptions& options) {
    return json_line(
        Json{{"system", system}, {"directory", directory_of(system, options).string()}, {"state", "not reached"}});
}

// How what was made differs from the digests of a lock file.
std::string lock_json(const LockFile& lock, const LockComparison& found) {
    Json json{{"path", lock.path.string()}, {"same", found.differences.empty()}, {"differences", Json::array()}};
    for (const DigestDifference& difference : found.differences)
        json["differences"].push_back({{"split", difference.split},
                                       {"array", difference.array},
                                       {"expected", difference.expected},
                                       {"found", difference.found}});
    json["remarks"] = found.remarks;
    return json_line(Json{{"lock", json}});
}

// All planned parts in their order. Of those behind the last complete one, the first may have been begun.
std::vector<std::string> suite_parts_json(const SuiteReport& report, const fs::path& directory) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < report.planned.size(); ++i) {
        const fs::path path = report.planned[i];
        const bool begun = fs::exists(directory / path.parent_path() / ("." + path.filename().string()));
        const char* state = i > report.parts.size() ? "not reached" : begun ? "unfinished" : "not written";
        Json json{{"path", path.string()}, {"state", state}, {"files", Json::array()}};
        if (i < report.parts.size()) {
            json["state"] = report.kept[i] ? "finished before" : "written";
            for (const SuitePart::File& file : report.parts[i].files)
                json["files"].push_back({{"split", file.split},
                                         {"truth_digest", file.truth_digest},
                                         {"content_digest", file.content_digest}});
        }
        items.push_back(json_line(json));
    }
    return items;
}

std::string suite_made_json(const std::string& suite, const SuiteReport& report,
                            const std::vector<std::string>& differences) {
    return json_line(
        Json{{"suite", suite}, {"made", report.made}, {"complete", report.complete}, {"differences", differences}});
}

namespace {

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
