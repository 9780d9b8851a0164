#include "report/commands/made_datasets.hpp"

#include <nlohmann/json.hpp>

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Names come from files of others and need not be UTF-8.
std::string dataset_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json bound_json(const SplitReport& split) {
    if (split.bound_level <= 0) return nullptr;
    return {{"worst", split.worst_bound}, {"level", split.bound_level}, {"beyond_level", split.beyond_level}};
}

Json refinement_json(const SplitReport& split) {
    if (split.refine_level <= 0) return nullptr;
    return {{"level", split.refine_level}, {"trajectories", split.refined}, {"still_beyond", split.beyond_refinement}};
}

Json split_json(const SplitReport& split) {
    Json json{{"split", name(split.split)}, {"file", split.file.string()}, {"trajectories", split.count}};
    if (!split.truth_digest.empty()) json["truth_digest"] = split.truth_digest;
    if (!split.content_digest.empty()) json["content_digest"] = split.content_digest;
    json["steps"] = {{"accepted", split.accepted}, {"rejected", split.rejected}};
    json["worst_energy_error"] = split.worst_energy_drift;
    json["error_bound"] = bound_json(split);
    json["refined"] = refinement_json(split);
    json["drawn_again"] = {{"trajectories", split.redrawn}, {"reasons", Json::object()}};
    for (const auto& [reason, times] : split.failures) json["drawn_again"]["reasons"][reason] = times;
    return json;
}

}  // namespace

std::string made_json(const GenerateReport& report) {
    Json json{{"system", report.system},
              {"directory", report.directory.string()},
              {"state", report.finished_before ? "finished before" : "written"},
              {"trajectories_from_earlier_run", report.resumed},
              {"splits", Json::array()},
              {"remarks", report.remarks}};
    for (const SplitReport& split : report.splits) json["splits"].push_back(split_json(split));
    return dataset_text(json);
}

std::string left_json(const std::string& system, const GenerateOptions& options) {
    const fs::path work = options.shard ? options.directory / (system + ".shards") : options.directory;
    const bool begun = fs::exists(options.shard ? work : work / ("." + system + ".unfinished"));
    return dataset_text(Json{{"system", system},
                             {"directory", (options.shard ? work : options.directory / system).string()},
                             {"state", begun ? "unfinished" : "not written"}});
}

std::string lock_json(const LockFile& lock, const LockComparison& found) {
    Json json{{"path", lock.path.string()}, {"same", found.differences.empty()}, {"differences", Json::array()}};
    for (const DigestDifference& one : found.differences)
        json["differences"].push_back(
            {{"split", one.split}, {"array", one.array}, {"expected", one.expected}, {"found", one.found}});
    json["remarks"] = found.remarks;
    return dataset_text(Json{{"lock", json}});
}

std::string made_json(const SuitePart& part) {
    Json json{{"path", part.path}, {"files", Json::array()}};
    for (const SuitePart::File& one : part.files)
        json["files"].push_back(
            {{"split", one.split}, {"truth_digest", one.truth_digest}, {"content_digest", one.content_digest}});
    return dataset_text(json);
}

std::string suite_made_json(const std::string& suite, const SuiteReport& report,
                            const std::vector<std::string>& differences) {
    return dataset_text(
        Json{{"suite", suite}, {"made", report.made}, {"complete", report.complete}, {"differences", differences}});
}

}  // namespace cchnn
