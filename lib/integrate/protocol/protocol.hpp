#pragma once
// How a trajectory is integrated. Presets; every field can be changed by a flag and is stored with the data.

#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "integrate/methods.hpp"

namespace cchnn {

class ConstrainedSystem;

struct Protocol {
    std::string name;  // "default", "paper", "symplectic", or "custom"
    Method method;
    double rtol, atol;    // per step: |err| <= atol + rtol max(|z|, |z_new|), RMS over z = (x, p/m)  (step_control.hpp)
    bool project = true;  // onto Phi = 0, dPhi/dt = 0 after each accepted step
    long max_steps = 100000;  // between two output times
    long substeps = 0;        // fixed steps: as many between two output times; these know no tolerance, no max_steps
    double stride = 1;        // of the step that the tolerance allows; second solutions take shorter ones
    std::optional<double> step = std::nullopt;  // s; until with_substeps() has turned it into substeps
    bool limited = true;  // steps pass nothing unseen (step_limit.hpp); tests alone do without, and no file says so

    // Every violated rule, by the name of its flag; empty when fine.
    std::vector<Problem> check() const;
};

Protocol default_protocol();                  // verner87 at tight tolerance
Protocol paper_protocol();                    // dopri5, rtol 1e-7, atol 1e-9 (paper, D.1)
Protocol fixed_step_protocol(Method method);  // substeps of the method's row

// The protocol with `step` as the number of substeps of an interval of dt. Throws UsageError when it does not divide
// dt.
Protocol with_substeps(const Protocol& protocol, double dt);
// What the method cannot do for this system, by name; empty when it can.
std::vector<Problem> refusals(const Protocol& protocol, const ConstrainedSystem& system);

// The protocol as JSON text, as stored in datasets and manifests: the fields that its method knows.
std::string to_json(const Protocol& protocol);
// The tolerance in such a text; nothing when it has none.
std::optional<double> protocol_rtol(const std::string& json);
// The flags of cchnn-gen that say the same: "--protocol paper", "--integrator rattle4 --substeps 20".
std::string to_flags(const Protocol& protocol);

}  // namespace cchnn
