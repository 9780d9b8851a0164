#pragma once
// The motion of a mechanism, mostly with one degree of freedom, which meets its constraints all the way.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "integrate/integrate_fixture.hpp"

namespace cchnn_test {

inline cchnn::TrajectoryBatch motion_on_manifold(const Compiled& c, int freedom = 1) {
    CHECK(c.system.degrees_of_freedom() == freedom);
    const cchnn::TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), cchnn::default_protocol());
    REQUIRE(batch.outcomes[0].reason == cchnn::EndReason::completed);
    std::vector<double> phi(c.system.rows().size());
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        c.system.phi(&batch.x[cchnn::to_size(k * c.system.state_size())], phi.data());
        for (const double row : phi) worst = std::max(worst, std::fabs(row));
    }
    CHECK(worst < 1e-12);  // some roundings of a way of up to 300 m
    return batch;
}

// A system file whose only phase is left out.
inline std::string without_phase(std::string text) {
    const std::size_t begin = text.find(R"(, "phase": )");
    return text.erase(begin, text.find_first_of(",}", begin + 1) - begin);
}

}  // namespace cchnn_test
