#pragma once
// Where the gradients are that no constant vector or separation gives: of bodies that roll (kernels/rolling_terms.hpp)
// and of points on curves (kernels/track_terms.hpp).

#include <array>
#include <memory>
#include <vector>

namespace cchnn {

class Curve;

// Indices of terms and slots in the pools of RowValues.
struct RollingTerm {
    int term, slot, rate_slot;
    double radius;
    std::array<double, 3> across, up;
};
struct UprightTerms {
    std::array<int, 2> term, slot, rate_slot;
    std::array<double, 3> up;
};

struct RollingTerms {
    std::vector<RollingTerm> rolling;
    std::vector<UprightTerms> upright;
    bool empty() const { return rolling.empty() && upright.empty(); }
};

// One row of a point on a curve.
struct TrackTerm {
    int row, term, slot, rate_slot;
    int across;  // j
};
// One point on a curve with its rows, d-1 or fewer where some follow from others.
struct TrackTerms {
    int track;  // which s
    std::shared_ptr<const Curve> curve;
    std::vector<TrackTerm> rows;
};

}  // namespace cchnn
