#pragma once
// What kernels compute of elements/magnetic_field.hpp: a table of all terms of a system, by the equations there.

#include "elements/magnetic_field.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <class C>
class MagneticForces {
  public:
    MagneticForces() = default;
    template <class B>
    explicit MagneticForces(const MagneticForces<B>& from)
        : charge_times_field_(converted<C>(from.charge_times_field_)), points_(from.points_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& c : charge_times_field_) action(c);
        points_.each_number(action);
    }
    void add(const ChargeInField& one, int dimension) {
        for (double entry : one.field) charge_times_field_.push_back(Exact(one.charge) * entry);
        add_separation(points_, separation_of(one.on), dimension);
    }
    bool empty() const { return charge_times_field_.empty(); }

    // (1), whose v is linear in the velocities of nodes.
    template <int D, class Real>
    void add_force(const Real*, const Real* v, Real* f) const {
        Real w[3], force[3];
        for (std::size_t k = 0; k < points_.terms.size(); ++k) {
            [[maybe_unused]] const C* const b = &charge_times_field_[k * 3];
            gather<D>(points_, k, v, nullptr, w);
            if constexpr (D == 2) {
                force[0] = b[2] * w[1];
                force[1] = -(b[2] * w[0]);
            } else if constexpr (D == 3) {
                for (int i = 0; i < 3; ++i)
                    force[i] = b[(i + 2) % 3] * w[(i + 1) % 3] - b[(i + 1) % 3] * w[(i + 2) % 3];
            }
            if constexpr (D > 1) scatter<D>(points_, k, force, f);
        }
    }

  private:
    template <class>
    friend class MagneticForces;
    std::vector<C> charge_times_field_;  // (terms, 3)
    SeparationTableOf<C> points_;
};

}  // namespace cchnn
