#include "score/published_scores.hpp"

#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"

namespace cchnn {
namespace {

const nlohmann::json& tables() {
    static const nlohmann::json json = nlohmann::json::parse(embedded_files().at("schemas/published_scores.json"));
    return json;
}

Interval interval(const nlohmann::json& pair) { return {pair.at(0), pair.at(1)}; }

}  // namespace

std::vector<PublishedScore> published_scores(const std::string& system) {
    std::vector<PublishedScore> found;
    for (const nlohmann::json& row : tables().at("scores"))
        if (row.at("system") == system)
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
