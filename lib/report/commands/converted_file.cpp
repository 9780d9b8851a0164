#include "report/commands/converted_file.hpp"

#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {

std::string converted_json(const ConvertOptions& options, const Conversion& conversion, const std::string& written) {
    const nlohmann::ordered_json json{{"model", options.model.string()},
                                      {"file", text_or_null(written)},
                                      {"notes", problems_json(conversion.notes)},
                                      {"not_carried_over", problems_json(conversion.losses)},
                                      {"not_accepted", conversion.not_accepted}};
    return json_line(json);
}

}  // namespace cchnn
