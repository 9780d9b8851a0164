#pragma once
// What kernels compute of elements/torsion_spring.hpp: a table of all terms of a system, by the equations there.

#include "elements/torsion_spring.hpp"

namespace cchnn {

template <class C>
class TorsionSpringTorques {
  public:
    TorsionSpringTorques() = default;
    template <class B>
    explicit TorsionSpringTorques(const TorsionSpringTorques<B>& from) : springs_(converted<One>(from.springs_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (One& spring : springs_) {
            action(spring.stiffness);
            action(spring.rest_angle);
        }
    }
    void add(const TorsionSpring& spring, std::size_t angle) {
        springs_.push_back({angle, spring.stiffness, spring.rest_angle});
    }
    bool empty() const { return springs_.empty(); }

    template <class Real>
    void add_energy(const Real* theta, Real& sum) const {
        for (const One& spring : springs_) {
            const Real off = theta[spring.angle] - spring.rest_angle;
            sum += 0.5 * spring.stiffness * (off * off);
        }
    }
    // push(angle, torque), (2)
    template <class Real, class Push>
    void each_torque(const Real* theta, Push&& push) const {
        for (const One& spring : springs_)
            push(spring.angle, Real(-(spring.stiffness * (theta[spring.angle] - spring.rest_angle))));
    }

  private:
    template <class>
    friend class TorsionSpringTorques;
    struct One {
        std::size_t angle;
        C stiffness, rest_angle;
        One(std::size_t a, const C& k, const C& rest) : angle(a), stiffness(k), rest_angle(rest) {}
        template <class From>
        explicit One(const From& from)
            : angle(from.angle), stiffness(converted<C>(from.stiffness)), rest_angle(converted<C>(from.rest_angle)) {}
    };
    std::vector<One> springs_;
};

}  // namespace cchnn
