#pragma once
// Integration settings. They begin as a preset; each field can be changed by a flag and is stored with the data.

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
    long substeps = 0;        // fixed steps only: steps between two output times; no tolerance, no max_steps
    double stride = 1;        // factor of the steps that the control proposes: below 1 for comparison solutions
    std::optional<double> step = std::nullopt;  // s; until with_substeps() has turned it into substeps
    bool limited = true;  // step_limit.hpp is in force; only tests disable it, and no file stores it

    // All violated rules, each under the name of its flag; empty if there are none.
    std::vector<Problem> check() const;
};

Protocol default_protocol();                  // verner87 at tight tolerance
Protocol paper_protocol();                    // dopri5, rtol 1e-7, atol 1e-9 (paper, D.1)
Protocol fixed_step_protocol(Method method);  // substeps of the method's row

// The protocol with `step` converted to a number of substeps of dt. Throws UsageError if it does not divide dt.
Protocol with_substeps(const Protocol& protocol, double dt);
// Reasons why the method cannot integrate this system; empty if it can.
std::vector<Problem> refusals(const Protocol& protocol, const ConstrainedSystem& system);

// The protocol as JSON text, as stored in datasets and manifests. Only fields that its method uses are written.
std::string to_json(const Protocol& protocol);
// The tolerance in such a text; nothing when it has none.
std::optional<double> protocol_rtol(const std::string& json);
// The options of cchnn-gen that give this protocol: "--protocol paper", "--integrator rattle4 --substeps 20".
std::string to_flags(const Protocol& protocol);

}  // namespace cchnn
