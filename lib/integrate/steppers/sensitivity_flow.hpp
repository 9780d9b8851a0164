#pragma once
// Forward sensitivities: one trajectory in each lane with its derivative y with respect to one number theta, by Verner
// 8(7) on dual numbers. KernelDoor::sensitivity_each makes it.
//
//   (1)  dz/dt = F(z, theta),   dy/dt = F_z y + F_theta
//   (2)  z = (x, p),  p = M v:  dp = M dv + dM/dtheta v at t = 0,  dv = M^-1 dp + d(M^-1)/dtheta p later
//
// theta is a parameter of the system, and then the constants of the kernel are dual numbers, or the coordinate along a
// direction of the initial state.

#include "integrate/steppers/sensitivity_motion.hpp"
#include "integrate/steppers/tangent_flow.hpp"
#include "mechanics/kernels/dual_lane_constants.hpp"

namespace cchnn {

class SensitivityFlow final : public TangentFlow<Lanes, SensitivityMotion> {
  public:
    SensitivityFlow(const ConstrainedSystem& like, double tolerance, double longest_step)
        : TangentFlow(like, EachLane{}, tolerance, longest_step), velocity_(half()), between_(lane_width, 1.0) {}

    void seat(int l, const SystemSlope& slope, const InitialState& state, std::span<const double> dx,
              std::span<const double> dv) override;
    void turn(int l, std::span<const double> rates) override;
    void drive(int l, std::span<const double> values, std::span<const double> rates) override;
    void read(int l, double* dx, double* dv) override;

  private:
    std::vector<Real> velocity_;
    std::vector<double> between_;  // scale of the tangents in each lane: dual_lane_constants.hpp
};

// A flow of lane_width trajectories. `like` outlives it and has the shape of every system that is seated.
std::unique_ptr<SensitivityMotion> sensitivity_each(const ConstrainedSystem& like, double tolerance,
                                                    double longest_step);

}  // namespace cchnn
