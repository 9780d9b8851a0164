#pragma once
// The constants of a family as dual numbers: one number in each lane, with its derivative with respect to a parameter
// of the system. SensitivityFlow seats each lane twice, first with the system whose parameter is slightly smaller, then
// with the one where it is larger by d:
//
//   (1)  c = (c(below) + c(above)) / 2,   dc = c(above) - c(below) = d dc/dtheta
//
// In 106 bits both are exact to rounding if d is 1e-9 of the parameter: (1) is off by the square of that, and a
// difference loses 1e-32 / 1e-9 only. The derivatives are scaled by d; they are linear, so that the caller divides by d
// at the end.

#include <memory>
#include <vector>

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

using LaneDuals = Dual<Lanes, Lanes>;

class DualLaneConstants {
  public:
    using Number = LaneDuals;
    explicit DualLaneConstants(const ConstrainedSystem& like)
        : all_(converted<SystemConstants<Number>>(like.exact_constants())),
          before_(lane_width, numbers_of(like.exact_constants())) {}
    const SystemConstants<Number>& all() const { return all_; }

    // `member` has the shape of `like` (same_shape()). The system of the lane is the mean of this member and the one
    // before.
    void seat(int l, const ConstrainedSystem& member) {
        std::vector<Exact> now = numbers_of(member.exact_constants());
        std::vector<Exact>& before = before_[l];
        std::size_t next = 0;
        auto set = [&](Number& c) {
            set_lane(c.value, l, (Exact(0.5) * (now[next] + before[next])).high);
            set_lane(c.tangent, l, (now[next] - before[next]).high);
            ++next;
        };
        each_number_in<Number>(all_, set);
        before = std::move(now);
    }

  private:
    SystemConstants<Number> all_;
    std::vector<std::vector<Exact>> before_;  // of each lane
};

// A constant that is 0 but has a derivative is not skipped as zero.
template <>
struct Nonzero<LaneDuals> {
    static bool any(const LaneDuals& c) { return cchnn::any(where(c)); }
    template <class Real>
    static Real choose(const LaneDuals& c, const Real& where_nonzero, const Real& elsewhere) {
        return select(where(c), where_nonzero, elsewhere);
    }

  private:
    static LanesMask where(const LaneDuals& c) { return c.value != Lanes(0.0) || c.tangent != Lanes(0.0); }
};

template <>
std::unique_ptr<KernelField<LaneDuals>> make_family_field<LaneDuals>(const ConstrainedSystem& like);

}  // namespace cchnn
