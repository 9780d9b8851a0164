#include "report/commands/made_datasets.hpp"

#include <nlohmann/json.hpp>

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

}  // namespace cchnn
