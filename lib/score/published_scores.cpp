#include "score/published_scores.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

const nlohmann::json& tables() {
    static const nlohmann::json json = nlohmann::json::parse(embedded_files().at("schemas/published_scores.json"));
    return json;
}

Interval interval(const nlohmann::json& pair) { return {pair.at(0), pair.at(1)}; }

// What makes the motion: neither texts nor the sampling, which a test set may have otherwise.
nlohmann::json content(const std::string& system_json) {
    nlohmann::json json = nlohmann::json::parse(system_json);
    for (const char* key : {"title", "description", "reference", "sampling"}) json.erase(key);
    return json;
}

}  // namespace

std::string published_elsewhere(const MeasuredOn& data) {
    const auto is_its = [&](const nlohmann::json& row) { return row.at("system") == data.system; };
    for (const nlohmann::json& other : tables().at("elsewhere"))
        if (is_its(other)) return other.at("text");
    if (std::ranges::none_of(tables().at("scores"), is_its)) return "";
    const std::string& built_in = embedded_files().at("systems/" + data.system + ".json");
    const nlohmann::json changes = nlohmann::json::diff(content(built_in), content(data.system_json));
    if (!changes.empty())
        return "measured on the built-in system, where " + changes.front().at("path").get<std::string>() + " differs";
    const nlohmann::json sampling = nlohmann::json::parse(built_in).at("sampling");
    const double dt = sampling.at("dt");
    if (data.dt != dt) return "measured at dt = " + number_text(dt) + " s, not " + number_text(data.dt) + " s";
    const int samples = sampling.at("steps");
    if (data.samples == samples) return "";
    return "measured on " + std::to_string(samples) + " samples, not " + std::to_string(data.samples);
}

std::vector<PublishedScore> published_scores(const MeasuredOn& data) {
    std::vector<PublishedScore> found;
    if (!published_elsewhere(data).empty()) return found;
    for (const nlohmann::json& row : tables().at("scores"))
        if (row.at("system") == data.system)
            found.push_back({row.at("system"), row.at("model"), row.at("n"), row.at("mean"), row.at("geometric_mean"),
                             interval(row.at("mean_ci95")), interval(row.at("geometric_mean_ci95"))});
    return found;
}

std::vector<std::string> published_remarks(const std::string& system) {
    const nlohmann::json& json = tables();
    std::vector<std::string> remarks{json.at("source"), json.at("recipe")};
    for (const nlohmann::json& caveat : json.at("caveats"))
        if (!caveat.contains("system") || caveat.at("system") == system) remarks.push_back(caveat.at("text"));
    return remarks;
}

}  // namespace cchnn
