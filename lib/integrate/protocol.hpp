#pragma once
// How a trajectory is integrated. Two presets; every field can be changed by a flag and is stored with the data.

#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

enum class Method { dopri5, verner87, fehlberg78 };  // embedded pairs of order 5 (4), 8 (7), and 8 (7) again
const char* name(Method method);

struct Protocol {
    std::string name;        // "default", "paper", or "custom"
    Method method;
    double rtol, atol;       // per step: |err| <= atol + rtol max(|z|, |z_new|), RMS over z = (x, p/m)  (step_control.hpp)
    bool project = true;     // onto Phi = 0, dPhi/dt = 0 after each accepted step
    long max_steps = 100000; // between two output times

    // Every violated rule, by the name of its flag; empty when fine.
    std::vector<Problem> check() const;
};

Protocol default_protocol();  // verner87 at tight tolerance
Protocol paper_protocol();    // dopri5, rtol 1e-7, atol 1e-9 (paper, D.1)

// Protocol <-> JSON text, as stored in datasets and manifests.
std::string to_json(const Protocol& protocol);

}  // namespace cchnn
