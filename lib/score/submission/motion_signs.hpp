#pragma once
// Finds mistakes that scores do not show: a prediction that does not move, which keeps energy and constraints better
// than any model, and a v that is not the dx/dt of its x.
//
// Central differences D_k = (x_k+1 - x_k-1) / (2 dt) are compared with the submitted values, over all samples of all
// trajectories, by
//   (1)  rho = sqrt( sum |D - u|^2 / sum (|D|^2 + |u|^2) )
// with u = v, and with what v may be by mistake: v dt (per step), M v (momentum), v of the sample before or after. A
// remark is made if rho is above 0.02 + 3 rho of the truth itself, whose differences have an error too, and one of the
// mistakes explains it; else above 0.1 + 3 rho of the truth, since networks are noisy. A prediction
// that is one sample late or early is found by the distance of its x to that of the truth at neighbouring samples.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanics/constrained_system.hpp"
#include "score/metrics/metrics.hpp"

namespace cchnn {

// Sums over trajectories; score_submission.cpp adds them up, remarks() and gates read them.
struct MotionSigns {
    enum Reading { as_v, per_step, momentum, late, early, reading_count };
    struct Sum {
        double off = 0, size = 0;
        double rho() const;
    };

    std::uint64_t trajectories = 0, still = 0;  // still: moves by less than 1/1000 of what the truth does
    std::uint64_t barely = 0;                   // by less than 1/10 of it
    std::uint64_t uncounted =
        0;  // the truth's samples do not tell how often an angle turns (mechanics/angle_count.hpp)
    Sum truth;
    std::array<Sum, reading_count> readings{};
    // Sums over early samples, `states` of them, of log |xhat_k - x_k-1| / |xhat_k - x_k| within -3 .. 3, and with
    // x_k+1.
    double behind = 0, ahead = 0;
    std::uint64_t states = 0;

    void merge(const MotionSigns& other);
};

// Whether one prediction moves, of those that are finite everywhere.
struct Stillness {
    bool still = false, barely = false;
};
Stillness stillness(int samples, std::size_t state_size, const double* truth_x, const double* predicted_x);

// Of one trajectory.
MotionSigns motion_signs(const ConstrainedSystem& system, int samples, double dt, TrajectoryView truth,
                         TrajectoryView predicted);
// For people; empty when all is as it should be.
std::vector<std::string> remarks(const MotionSigns& signs);

}  // namespace cchnn
