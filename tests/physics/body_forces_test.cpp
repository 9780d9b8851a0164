// Forces and torques that follow their body, against Newton's and Euler's equations of a free body in its own axes, and what
// is refused.

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// A body of 2 kg with the moments (1.3, 0.9, 0.7) unit^2; a thruster pushes along f at the point p, a propeller turns it by
// tau; all along its own axes, times an input that is a formula of t. Lengths in units of `unit` m, at a place far away or not.
struct Rocket {
    Real unit;
    Three p{0.3L, -0.2L, 0.1L}, f{1, 2, -0.5L}, tau{0.48L, -0.6L, 0.64L};
    Three moments{1.3L, 0.9L, 0.7L};
};
std::string text_of(double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
    return buffer;
}
std::string text(const Three& v) {
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, "[%.17g, %.17g, %.17g]", number(v[0]), number(v[1]), number(v[2]));
    return buffer;
}
std::string rocket_json(const Rocket& r, const std::string& frame = R"("frame": "body")") {
    return R"json({"name": "rocket", "dimension": 3, "bodies": [{"id": "o", "type": "Origin"},
      {"id": "b", "type": "Obj3D", "mass": 2, "inertia": )json" +
           text((r.unit * r.unit) * r.moments) + R"json(}],
      "potentials": [{"type": "Force", "on": {"body": "b", "point": )json" +
           text(r.unit * r.p) + R"json(}, "force": )json" + text(r.unit * r.f) + R"json(, "input": "burn", )json" +
           frame + R"json(},
        {"type": "Torque", "bodies": ["o", "b"], "axis": [[0, 0, 1], )json" +
           text(r.tau) + R"json(], "torque": )json" + text_of(number(r.unit * r.unit * 1.5L)) +
           R"json(, "input": "burn", )json" + frame + R"json(}],
      "inputs": [{"id": "burn", "formula": "1 + 0.5*sin(3*t)"}],
      "initial_conditions": {"bodies": {"b": {"position": [0, 0, 0], "velocity": [0, 0, 0],
        "euler_zxz": [0.3, {"uniform": {"low": 0.4, "high": 2.6}}, -0.8], "euler_rates": [{"normal": {"mean": 0, "std": 2}}, 0.5, 1.2]}}},
      "sampling": {"dt": 0.1, "steps": 21}, "conserved": []})json";
}

// z: centre, velocity, three axes, omega along them, t, work.
using State = std::array<Real, 20>;
State rates(const Rocket& r, const State& z) {
    const Three e{z[6], z[7], z[8]}, f{z[9], z[10], z[11]}, g{z[12], z[13], z[14]}, w{z[15], z[16], z[17]};
    const Real u = 1 + 0.5L * std::sin(3 * z[18]);
    const Three push = u * r.f, torque = u * (cross(r.p, r.f) + 1.5L * r.tau);
    const Three force = push[0] * e + push[1] * f + push[2] * g, omega = w[0] * e + w[1] * f + w[2] * g;
    const Three spin{(torque[0] + (r.moments[1] - r.moments[2]) * w[1] * w[2]) / r.moments[0],
                     (torque[1] + (r.moments[2] - r.moments[0]) * w[2] * w[0]) / r.moments[1],
                     (torque[2] + (r.moments[0] - r.moments[1]) * w[0] * w[1]) / r.moments[2]};
    const Three e_rate = cross(omega, e), f_rate = cross(omega, f), g_rate = cross(omega, g), v{z[3], z[4], z[5]};
    return {v[0],         v[1],         v[2],      force[0] / 2,
            force[1] / 2, force[2] / 2, e_rate[0], e_rate[1],
            e_rate[2],    f_rate[0],    f_rate[1], f_rate[2],
            g_rate[0],    g_rate[1],    g_rate[2], spin[0],
            spin[1],      spin[2],      1,         dot(force, v) + dot(torque, w)};
}

TEST_CASE("forces and torques fixed in a body move it by Newton's and Euler's equations") {
    for (const Real unit : {1.0L, 1000.0L, 1e-3L}) {
        const Rocket rocket{unit};
        const Compiled c(rocket_json(rocket));
        const std::vector<InitialState> states = c.draw(3);
        const TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
        double off = 0, energy_off = 0;
        for (int i = 0; i < 3; ++i) {
            const auto axis = [&](const std::vector<double>& from, int node) {
                return node_of(from, batch, i, 0, node) - node_of(from, batch, i, 0, 0);
            };
            const Three e = axis(batch.x, 1), f = axis(batch.x, 2), g = axis(batch.x, 3);
            const Three e_rate = axis(batch.v, 1), f_rate = axis(batch.v, 2);
            State z{0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    e[0],
                    e[1],
                    e[2],
                    f[0],
                    f[1],
                    f[2],
                    g[0],
                    g[1],
                    g[2],
                    dot(f_rate, g),
                    Real(-1) * dot(e_rate, g),
                    dot(e_rate, f),
                    0,
                    0};
            for (int k = 1; k < batch.samples; ++k) {
                z = advance(std::function([&](const State& at) { return rates(rocket, at); }), z, 0.1L, 20);
                off = worse(off, norm(Three{z[0], z[1], z[2]} - (1 / unit) * node_of(batch.x, batch, i, k, 0)));
                off = worse(off, norm(Three{z[6], z[7], z[8]} -
                                      (node_of(batch.x, batch, i, k, 1) - node_of(batch.x, batch, i, k, 0))));
                const auto at = to_size(i * batch.samples);
                const double gained = (batch.energy[at + to_size(k)] - batch.energy[at]) / number(unit * unit);
                energy_off = worse(energy_off, z[19] - gained);
            }
        }
        MESSAGE("in units of " << number(unit) << " m: off by " << off << ", energy by " << energy_off
                               << " of some 100 J");
        CHECK(off < 2e-11);  // 2 s in steps with local errors of 1e-13, some m and turns
        CHECK(energy_off < 1e-9);
    }
}

TEST_CASE("a force fixed in a body needs an input and a body with that axis") {
    const auto said = [](const std::string& json) -> std::string {
        try {
            (void)parse_system(json, "a.json");
        } catch (const SpecError& error) {
            return error.what();
        }
        return "";
    };
    const std::string fine = rocket_json({1});
    CHECK(said(fine).empty());
    const auto with = [&](const std::string& old, const std::string& made) {
        std::string changed = fine;
        changed.replace(changed.find(old), old.size(), made);
        return said(changed);
    };
    CHECK(contains_text(with(R"("input": "burn", "frame": "body"},)", R"("frame": "body"},)"),
                        "/potentials/0/frame: 'body' needs an 'input'"));
    CHECK(contains_text(with(R"("frame": "body"},)", R"("frame": "bodie"},)"), "/potentials/0/frame"));
    CHECK(contains_text(with(R"(["o", "b"])", R"(["b", "o"])"), "nothing acts back"));
    CHECK(contains_text(with(R"("Obj3D", "mass": 2, "inertia": [1.3)", R"("Obj2D", "mass": 2, "inertia": [1.3)"),
                        "a.json"));
    std::string flat =
        R"json({"name": "flat", "dimension": 3, "bodies": [{"id": "b", "type": "Obj2D", "mass": 2, "second_moments": [1, 1]}],
      "potentials": [{"type": "Force", "on": "b", "force": [1, 0, 2], "input": "u", "frame": "body"}], "inputs": [{"id": "u", "formula": "1"}],
      "initial_conditions": {"bodies": {"b": {"position": [0, 0, 0], "euler_zxz": [0, 0, 0]}}}})json";
    CHECK(contains_text(said(flat), "/potentials/0/force/2: 'b' is an Obj2D with 2 principal axes of its own"));
}

}  // namespace
