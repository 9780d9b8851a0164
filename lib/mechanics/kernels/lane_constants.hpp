#pragma once
// The constants of a kernel: those of one system for all lanes, or those of a family, one member a lane.

#include <vector>

#include "core/errors.hpp"
#include "mechanics/system_constants.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

class SharedConstants {
  public:
    using Number = double;
    explicit SharedConstants(const SystemConstants<double>& system) : all_(system) {}
    const SystemConstants<double>& all() const { return all_; }
    void seat(int, const SystemConstants<double>&) {}

  private:
    const SystemConstants<double>& all_;
};

template <class Real>
class LaneConstants {
  public:
    using Number = Leading<Real>;
    explicit LaneConstants(const SystemConstants<double>& like) : all_(like) {}
    const SystemConstants<Number>& all() const { return all_; }
    // `member` has the shape of `like` (same_shape()).
    void seat(int l, const SystemConstants<double>& member) {
        const std::vector<double> numbers = numbers_of(member);
        const double* next = numbers.data();
        all_.each_number([&](Number& c) { set_lane(c, l, *next++); });
    }

  private:
    SystemConstants<Number> all_;
};

}  // namespace cchnn
