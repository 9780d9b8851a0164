#include "spec/reading/read_distribution.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/reading/optional_value.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Distribution read_normal(const Json& n) {
    const Normal normal{n.at("mean"), n.at("std")};
    if (!n.contains("limit") && !n.contains("scale") && !n.contains("random_sign")) return normal;
    const Shaped plain;
    return Shaped{normal, optional_value(n, "limit", plain.limit), optional_value(n, "scale", plain.scale),
                  optional_value(n, "random_sign", plain.random_sign)};
}

}  // namespace

Distribution read_distribution(const Json& value) {
    if (value.is_number()) return Constant{value.get<double>()};
    if (value.is_string()) return Computed{std::make_shared<const NumberFormula>(value.get<std::string>())};
    if (const auto list = value.find("values"); list != value.end()) return Listed{*list};
    if (const auto choice = value.find("choice"); choice != value.end()) return Chosen{*choice};
    if (const auto n = value.find("normal"); n != value.end()) return read_normal(*n);
    const Json& u = value.at("uniform");
    return Uniform{u.at("low"), u.at("high")};
}

}  // namespace cchnn
