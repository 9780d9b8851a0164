#pragma once
// The constants of a kernel: those of one system for all lanes, or of a family with one member in each lane. FieldOf
// (make_field.hpp), except that of LaneDuals, FreeBodies and JointStates own one of these, Rattle a LaneConstants.

#include <type_traits>
#include <vector>

#include "mechanics/constrained_system.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

// Constants of one system: a reference to those in double, or converted ones if the kernel computes with more digits.
template <class Real>
class SharedConstants {
  public:
    using Number = typename ConstantFor<Real>::type;
    explicit SharedConstants(const ConstrainedSystem& system) : all_(of(system)) {}
    const SystemConstants<Number>& all() const { return all_; }
    void seat(int, const ConstrainedSystem&) {}

  private:
    static constexpr bool in_double = std::is_same_v<Number, double>;
    using Held = std::conditional_t<in_double, const SystemConstants<double>&, const SystemConstants<Number>>;
    static Held of(const ConstrainedSystem& system) {
        if constexpr (in_double) return system.constants();
        else return converted<SystemConstants<Number>>(system.exact_constants());
    }
    Held all_;
};

// Constants of a family: one number in each lane, in the type of the lanes.
template <class Real>
class LaneConstants {
  public:
    using Number = Real;
    explicit LaneConstants(const ConstrainedSystem& like)
        : all_(converted<SystemConstants<Number>>(like.exact_constants())) {}
    const SystemConstants<Number>& all() const { return all_; }
    // `member` has the shape of `like` (same_shape()).
    void seat(int l, const ConstrainedSystem& member) {
        const std::vector<Exact> numbers = numbers_of(member.exact_constants());
        const Exact* next = numbers.data();
        auto set = [&](Number& c) { set_lane(c, l, FromExact<OneLane>::of(*next++)); };
        each_number_in<Number>(all_, set);
    }

  private:
    using OneLane = std::conditional_t<is_double_double<Real>, DoubleDouble, double>;
    SystemConstants<Number> all_;
};

}  // namespace cchnn
