#pragma once
// A converted model beside its original in MuJoCo. Bodies are found by name, or else by their order; nodes are points
// that stay where they are in the body.

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "cchnn/cchnn.hpp"
#include "convert/convert_model.hpp"
#include "convert/mujoco_model.hpp"

namespace cchnn_test {

struct MujocoPair {
    explicit MujocoPair(const std::string& file)
        : mujoco(file), converted(cchnn::convert_model(file, {})), system(cchnn::System::from_json(converted.json)) {
        const nlohmann::json document = nlohmann::json::parse(system.json());
        const nlohmann::json& start = document.at("initial_conditions");
        const nlohmann::json& state = start.contains("state") ? start.at("state") : start.at("states").at(0);
        int moving = 0;
        for (const nlohmann::json& body : document.at("bodies")) {
            if (body.at("type") == "Origin") continue;
            const std::string id = body.at("id");
            const int by_order = mujoco.moving_body(moving++);
            const int there = mujoco.body(id) > 0 ? mujoco.body(id) : by_order;
            if (there < 0) throw std::runtime_error("no body of MuJoCo is '" + id + "'");
            nlohmann::json nodes = state.at("position").at(id);
            if (body.at("type") == "Obj0D") nodes = nlohmann::json::array({nodes});
            for (const Numbers node : nodes) markers.push_back(mujoco.marker(there, node.data()));
        }
        if (static_cast<int>(markers.size()) != system.node_count()) throw std::runtime_error("nodes are missing");
    }

    // MuJoCo without what the conversion lists as lost of its joints.
    void forget_losses() {
        const std::regex joint("joint '([^']*)'");
        for (const cchnn::Loss& loss : converted.remarks.losses()) {
            if (loss.kind != "armature" && loss.kind != "damping" && loss.kind != "stiffness") continue;
            if (std::smatch found; std::regex_search(loss.what.what, found, joint)) mujoco.forget(loss.kind, found[1]);
        }
    }

    // J^T (M x 1) J: our mass matrix in MuJoCo's rates.
    Numbers mass_matrix() const {
        const std::size_t n = markers.size(), nv = static_cast<std::size_t>(mujoco.nv());
        const Numbers jacobian = mujoco.jacobian(markers), mass = system.mass_matrix();
        Numbers full(nv * nv);
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b)
                for (std::size_t k = 0; k < 3 && mass[a * n + b] != 0; ++k)
                    for (std::size_t i = 0; i < nv; ++i)
                        for (std::size_t j = 0; j < nv; ++j)
                            full[i * nv + j] +=
                                jacobian[(3 * a + k) * nv + i] * mass[a * n + b] * jacobian[(3 * b + k) * nv + j];
        return full;
    }

    MujocoModel mujoco;
    cchnn::ConvertedModel converted;
    cchnn::System system;
    std::vector<Marker> markers;
};

}  // namespace cchnn_test
