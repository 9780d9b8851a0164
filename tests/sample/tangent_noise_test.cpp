#include "sample/tangent_noise.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

InitialState start_of(const CompiledSystem& compiled) {
    SampleKey key{1, Split::test, 0, 0};
    return compiled.sampler.draw(key);
}
RandomStream draw(std::uint32_t i) { return {7, 0x201, i, 0}; }

}  // namespace

TEST_CASE("noise has the size that is asked for in every free direction, in the kinetic metric") {
    for (const char* name : {"chain_pendulum_3", "gyroscope", "four_bar_linkage", "rolling_disk", "roller_coaster",
                             "spring_pendulum_polar", "dzhanibekov_euler", "outer_planets"}) {
        CAPTURE(name);
        const CompiledSystem compiled(load_system(name));
        const ConstrainedSystem& system = compiled.system;
        const TangentNoise noise(system, compiled.sampler);
        const InitialState start = start_of(compiled);
        constexpr int draws = 2000;
        constexpr double size = 1e-7;  // curvature moves it by 1e-7 of itself
        double of_x = 0, of_v = 0;
        for (std::uint32_t i = 0; i < draws; ++i) {
            InitialState moved = noise.moved(start, {size, 0}, draw(i));
            for (std::size_t c = 0; c < moved.x.size(); ++c) moved.x[c] -= start.x[c];
            of_x += 2 * system.kinetic_energy(start.x.data(), moved.x.data()) / (size * size);
            InitialState kicked = noise.moved(start, {0, size}, draw(i));
            for (std::size_t c = 0; c < kicked.v.size(); ++c) kicked.v[c] -= start.v[c];
            of_v += 2 * system.kinetic_energy(start.x.data(), kicked.v.data()) / (size * size);
        }
        // chi^2 with so many degrees of freedom: its mean, and four standard errors of that.
        const double m_v = system.degrees_of_freedom(), m_x = system.tangent_dimension() - m_v;
        CHECK(std::fabs(of_x / draws - m_x) < 4 * std::sqrt(2 * m_x / draws));
        CHECK(std::fabs(of_v / draws - m_v) < 4 * std::sqrt(2 * m_v / draws));
    }
}

TEST_CASE("a moved state meets the constraints, of its velocities at the place where it is") {
    for (const char* name : {"chain_pendulum_3", "gyroscope", "four_bar_linkage", "roller_coaster"}) {
        CAPTURE(name);
        const CompiledSystem compiled(load_system(name));
        const InitialState moved =
            TangentNoise(compiled.system, compiled.sampler).moved(start_of(compiled), {1e-2, 1e-2}, draw(1));
        std::vector<double> off(compiled.system.rows().size()), rate(off);
        compiled.system.position_errors(moved.x.data(), off.data());
        compiled.system.phi_rate(moved.x.data(), moved.v.data(), rate.data());
        for (std::size_t c = 0; c < off.size(); ++c) {
            CHECK(std::fabs(off[c]) < 1e-12);  // rounding of lengths of 1 m, times the condition of the loop
            CHECK(std::fabs(rate[c]) < 1e-10);
        }
    }
}
