#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/off_states.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;

Vector rate_of(const ConstrainedSystem& system, const Vector& z) {
    Dynamics<double> dynamics(system);
    Vector out(z.size());
    dynamics(z, out, 0.0);
    return out;
}

// Rounding of a solve: 1e-16 times the condition of G M^-1 G^T, for which this leaves room up to 1e4.
constexpr double rounding = 1e-12;

TEST_CASE("in quad precision the field agrees with double to double's rounding") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const Vector z = s->z(s->state(1)), f = rate_of(s->system, z);
        const std::vector<Quad> wide(z.begin(), z.end());
        std::vector<Quad> f_wide(z.size());
        Dynamics<Quad> dynamics(s->system);
        dynamics(wide, f_wide, 0.0);
        Vector narrowed;
        for (const Quad& c : f_wide) narrowed.push_back(static_cast<double>(c));
        CHECK(apart(f, narrowed) <= rounding * (1 + largest(f)));
        std::vector<Quad> projected = wide;
        dynamics.project(projected, true);
        for (std::size_t i = 0; i < z.size(); ++i)
            CHECK(std::fabs(static_cast<double>(projected[i]) - z[i]) <= rounding * (1 + largest(z)));
    }
}

}  // namespace
