#pragma once
// What kernels compute of elements/torque.hpp: a table of all terms of a system, by the equations there.

#include "elements/torque.hpp"

namespace cchnn {

template <class C>
class ConstantTorques {
  public:
    ConstantTorques() = default;
    template <class B>
    explicit ConstantTorques(const ConstantTorques<B>& from) : torques_(converted<One>(from.torques_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (One& one : torques_) action(one.torque);
    }
    void add(const Torque& torque, std::size_t angle) { torques_.push_back({angle, torque.torque}); }
    bool empty() const { return torques_.empty(); }

    template <class Real>
    void add_energy(const Real* theta, Real& sum) const {
        for (const One& one : torques_) sum -= one.torque * theta[one.angle];
    }
    // push(angle, torque), (2)
    template <class Real, class Push>
    void each_torque(const Real*, Push&& push) const {
        for (const One& one : torques_) push(one.angle, Real(one.torque));
    }

  private:
    template <class>
    friend class ConstantTorques;
    struct One {
        std::size_t angle;
        C torque;
        One(std::size_t a, const C& m) : angle(a), torque(m) {}
        template <class From>
        explicit One(const From& from) : angle(from.angle), torque(converted<C>(from.torque)) {}
    };
    std::vector<One> torques_;
};

}  // namespace cchnn
