#pragma once
// Derivatives of one rollout along several directions at once: of its start, its inputs and its parameters.
//
//   (1)  dz(t) = S(t) Q Q^T (dz - sum_p dtheta_p m_p) + S_u(t) du + sum_p dtheta_p S_p(t)
//
// S is that of sensitivities.hpp, Q that of tangent_basis.hpp, S_p the derivative by parameter p whose start moves by
// m_p = S_p(0). So the start moves as Sampler::project() moves it, by the least change of (x, v).

#include "integrate/tangent_basis.hpp"

namespace cchnn {

class MotionTangents {
  public:
    // All of these outlive it.
    MotionTangents(const ConstrainedSystem& like, const ConstrainedSystem& system,
                   const std::vector<SlopedSystem>& slopes, const InitialState& start, TimeGrid times);

    // Whether its constraints depend on each other at the start, which then has no derivatives.
    bool singular() const;
    void add(StartDirection direction, const std::vector<double>& of_parameters);
    // In the order of add().
    std::vector<Sensitivity> solve() const;

  private:
    SensitivityTask task(std::vector<StartDirection> directions) const;

    const ConstrainedSystem &like_, &system_;
    const std::vector<SlopedSystem>& slopes_;
    const InitialState& start_;
    const TimeGrid times_;
    std::vector<StartDirection> along_;  // Q
    std::vector<Sensitivity> moves_;     // m_p
    struct Asked {
        std::vector<double> parts, du, of_parameters;  // parts: along Q
    };
    std::vector<Asked> asked_;
};

}  // namespace cchnn
