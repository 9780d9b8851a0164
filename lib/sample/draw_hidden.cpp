#include "sample/draw_hidden.hpp"

#include <nlohmann/json.hpp>

#include "core/overloaded.hpp"

namespace cchnn {
namespace {

std::string as_json(double number) { return nlohmann::ordered_json(number).dump(); }

}  // namespace

std::string draw_hidden(const HiddenValue& value, RandomStream& stream) {
    return std::visit(
        Overloaded{[&](const HiddenValue::Uniform& u) { return as_json(u.low + (u.high - u.low) * stream.uniform()); },
                   [&](const HiddenValue::Normal& n) { return as_json(n.mean + n.std * stream.normal()); },
                   [&](const HiddenValue::Choice& c) { return c.values[stream.below(c.values.size())]; }},
        value.distribution);
}

}  // namespace cchnn
