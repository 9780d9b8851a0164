#include "integrate/protocol.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace cchnn {

const char* name(Method method) {
    switch (method) {
        case Method::dopri5: return "dopri5";
        case Method::verner87: return "verner87";
        case Method::fehlberg78: return "fehlberg78";
    }
    return "unknown";
}

Protocol default_protocol() { return {"default", Method::verner87, 1e-13, 1e-13}; }

Protocol paper_protocol() { return {"paper", Method::dopri5, 1e-7, 1e-9}; }

std::vector<Problem> Protocol::check() const {
    std::vector<Problem> problems;
    // A step cannot be accurate to less than the rounding of its own state, 2.2e-16.
    if (!(std::isfinite(rtol) && rtol >= 1e-15 && rtol < 1))
        problems.push_back({"--rtol", "must be between 1e-15 and 1, got " + nlohmann::json(rtol).dump()});
    if (!(std::isfinite(atol) && atol > 0))
        problems.push_back({"--atol", "must be > 0, got " + nlohmann::json(atol).dump()});
    if (max_steps < 1) problems.push_back({"--max-steps", "must be at least 1, got " + std::to_string(max_steps)});
    return problems;
}

std::string to_json(const Protocol& p) {
    nlohmann::ordered_json json{{"name", p.name}, {"method", name(p.method)}, {"rtol", p.rtol},
                                {"atol", p.atol}, {"project", p.project},     {"max_steps", p.max_steps}};
    return json.dump(2);
}

}  // namespace cchnn
