#pragma once
// The constants of a family in duals: a number a lane, and beside it how that number changes with a parameter of the
// system. A lane is seated twice, with the system whose parameter is a little smaller, then with the one where it is
// larger by d:
//
//   (1)  c = (c(below) + c(above)) / 2,   dc = c(above) - c(below) = d dc/dtheta
//
// In 106 bits both are exact to rounding where d is 1e-9 of the parameter: (1) is off by the square of that, and what a
// difference loses, 1e-32 / 1e-9, is far below it. Derivatives are linear, so that whoever reads them divides by d.

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
        : all_(like.exact_constants()), before_(lane_width, numbers_of(like.exact_constants())) {}
    const SystemConstants<Number>& all() const { return all_; }

    // `member` has the shape of `like` (same_shape()). The system of the lane is between it and the one before.
    void seat(int l, const ConstrainedSystem& member) {
        std::vector<Exact> now = numbers_of(member.exact_constants());
        std::vector<Exact>& before = before_[static_cast<std::size_t>(l)];
        std::size_t next = 0;
        all_.each_number([&](Number& c) {
            set_lane(c.value, l, (Exact(0.5) * (now[next] + before[next])).high);
            set_lane(c.tangent, l, (now[next] - before[next]).high);
            ++next;
        });
        before = std::move(now);
    }

  private:
    SystemConstants<Number> all_;
    std::vector<std::vector<Exact>> before_;  // of each lane
};

// A constant that is 0 and changes is no zero.
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
