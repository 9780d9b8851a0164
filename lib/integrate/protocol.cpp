#include "integrate/protocol.hpp"

#include <nlohmann/json.hpp>

namespace cchnn {

const char* name(Method method) { return method == Method::dopri5 ? "dopri5" : "verner87"; }

Protocol default_protocol() { return {"default", Method::verner87, 1e-13, 1e-14}; }

Protocol paper_protocol() { return {"paper", Method::dopri5, 1e-7, 1e-9}; }

std::string to_json(const Protocol& p) {
    nlohmann::ordered_json json{{"name", p.name}, {"method", name(p.method)}, {"rtol", p.rtol},
                                {"atol", p.atol}, {"project", p.project},     {"max_steps", p.max_steps}};
    return json.dump(2);
}

}  // namespace cchnn
