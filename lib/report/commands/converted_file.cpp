#include "report/commands/converted_file.hpp"

#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Notes or losses with their places in the model's file.
Json list(const std::vector<Problem>& lines) {
    Json all = Json::array();
    for (const Problem& line : lines) all.push_back({{"where", line.where}, {"what", line.what}});
    return all;
}

}  // namespace

std::string converted_json(const ConvertOptions& options, const Conversion& conversion, const std::string& written) {
    const Json json{{"model", options.model.string()},
                    {"file", text_or_null(written)},
                    {"notes", list(conversion.notes)},
                    {"not_carried_over", list(conversion.losses)},
                    {"not_accepted", conversion.not_accepted}};
    return json_line(json);
}

}  // namespace cchnn
