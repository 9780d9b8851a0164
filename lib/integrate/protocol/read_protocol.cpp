#include "integrate/protocol/read_protocol.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

Method method_called(const std::string& wanted) {
    for (Method method : all_methods())
        if (wanted == name(method)) return method;
    throw std::invalid_argument("method '" + wanted + "' is not known");
}

Protocol protocol_in(const nlohmann::ordered_json& json) {
    Protocol protocol{json.at("name"), method_called(json.at("method")), 0, 0};
    if (fixed_step(protocol.method)) {
        protocol.substeps = json.at("substeps");
        if (projects(protocol.method)) protocol.project = json.at("project");
        return protocol;
    }
    protocol.rtol = json.at("rtol");
    protocol.atol = json.at("atol");
    protocol.project = json.at("project");
    protocol.max_steps = json.at("max_steps");
    if (json.contains("substeps")) protocol.substeps = json["substeps"];  // sampled impacts
    return protocol;
}

}  // namespace

Protocol read_protocol(const std::string& json, const std::string& source) {
    try {
        return protocol_in(parse_json(json, source));
    } catch (const Error& error) {
        throw DataError(error.problems());
    } catch (const nlohmann::json::exception&) {
        throw DataError(
            source, "is not a description of integration settings: a key is missing, or has a value of the wrong type");
    } catch (const std::exception& error) {
        throw DataError(source, std::string("is not a description of integration settings: ") + error.what());
    }
}

}  // namespace cchnn
