#pragma once
// Chooses the kernel that computes the field of a system, and defines make_field(), make_family_field() of dynamics.hpp
// for any number type. Only files that compile kernels include this.

#include <exception>

#include "mechanics/kernels/angle_projection.hpp"
#include "mechanics/kernels/chain_dynamics.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/general_dynamics.hpp"
#include "mechanics/kernels/lane_constants.hpp"
#include "mechanics/kernels/passage.hpp"
#include "mechanics/kernels/trees/rigid_dynamics.hpp"
#include "mechanics/kernels/trees/tree_dynamics.hpp"

namespace cchnn {

// A kernel with its constants behind the interface KernelField; adds what all kernels share: counted angles, inputs and
// centres of forces. `Kernel` is DynamicsInDimension, ChainDynamics, TreeDynamics or RigidDynamics. `Constants` are
// shared by all lanes or one for each.
template <class Real, class Kernel, class Constants>
class FieldOf final : public KernelField<Real> {
  public:
    explicit FieldOf(const ConstrainedSystem& system)
        : constants_(system),
          kernel_(constants_.all()),
          rows_move_(!system.lagrangian() && any_moves_in_time(system.plan().formulas, system.dimension())) {}

    Real evaluate(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) override {
        const Real power_lost = kernel_.evaluate(x, p, s, dx, dp, ds);
        rate_angles(x, dx, ds);
        rate_inputs(x, dx, s, ds);
        return power_lost;
    }
    Real evaluate_on_manifold(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) override {
        if constexpr (steps_on_manifold<Real>) {
            const Real power_lost = kernel_.evaluate_on_manifold(x, p, s, dx, dp, ds);
            rate_angles(x, dx, ds);
            rate_inputs(x, dx, s, ds);
            return power_lost;
        }
        std::terminate();  // unreachable: Dynamics::on_manifold() does not compile
    }
    Real evaluate_projected(const Real* x, const Real* p, const Real* s, Real* dx, Real* dp, Real* ds) override {
        if constexpr (steps_on_manifold<Real>) {
            const Real power_lost = kernel_.evaluate_projected(x, p, s, dx, dp, ds);
            rate_angles(x, dx, ds);
            rate_inputs(x, dx, s, ds);
            return power_lost;
        }
        std::terminate();
    }
    void project(Real* x, Real* p, Real* s, const Mask<Real>& active) override {
        kernel_.project(x, p, s, active);
        const auto& angles = constants_.all().forces.angles;
        if (angles.empty()) return;
        if (constants_.all().dimension == 2) project_angles<2>(angles, x, s, active);
        else project_angles<3>(angles, x, s, active);
    }
    void velocity(const Real* p, Real* v) const override { constants_.all().velocity(p, v); }
    Real energy(const Real* x, const Real* v, const Real* s) const override { return constants_.all().energy(x, v, s); }
    Leading<Real> square_passage(const Real* x, const Real* x_new) const override {
        Passage<Real> passage;
        const auto& all = constants_.all();
        show_centres(all.dimension, all.forces, x, x_new, passage);
        return passage.square();
    }
    void seat(int lane, const ConstrainedSystem& member) override {
        constants_.seat(lane, member);
        kernel_.constants_changed();
    }

  private:
    void rate_angles(const Real* x, const Real* dx, Real* ds) const {
        const auto& angles = constants_.all().forces.angles;
        if (angles.empty()) return;
        if (constants_.all().dimension == 2) angle_rates<2>(angles, x, dx, ds);
        else angle_rates<3>(angles, x, dx, ds);
    }
    // Kernels have put the power of rows that move where that of the inputs goes. With a Lagrangian it is but rounding of unit masses,
    // and the power of its table is that of the rows too.
    void rate_inputs(const Real* x, const Real* dx, const Real* s, Real* ds) const {
        const auto& all = constants_.all();
        if (all.forces.driven.empty()) return;
        const Real of_rows = rows_move_ ? ds[all.forces.driven.first] : Real(0.0);
        ForceFunctions<Real, typename Constants::Number>::drive(all.dimension, all.forces, x, dx, s, ds);
        if (rows_move_) ds[all.forces.driven.first] += of_rows;
    }

    Constants constants_;
    Kernel kernel_;
    bool rows_move_;
};

// The choice, most specialised first: chains, trees of rigid bodies, other rigid bodies, distances only, anything.
// Except for double, kernels in space are compiled in files of their own, ..._in_space.cpp.
template <class Real, int D, class Constants>
std::unique_ptr<KernelField<Real>> make_field_in(const ConstrainedSystem& system) {
    using C = typename Constants::Number;
    using General = DynamicsInDimension<Real, D, RowValues<Real, D, C>>;
    // On a line nothing rotates, and special kernels would not pay.
    if constexpr (D > 1) {
        using Distances = DynamicsInDimension<Real, D, DistanceRows<Real, D, C>>;
        if (!system.constants().chain.empty())
            return std::make_unique<FieldOf<Real, ChainDynamics<Real, D, C>, Constants>>(system);
        if (!system.constants().tree.empty())
            return std::make_unique<FieldOf<Real, TreeDynamics<Real, D, General>, Constants>>(system);
        if (!system.rigid().bodies.empty())
            return std::make_unique<FieldOf<Real, RigidDynamics<Real, D, General>, Constants>>(system);
        if (DistanceRows<double, D>::fits(system.plan()))
            return std::make_unique<FieldOf<Real, Distances, Constants>>(system);
    }
    return std::make_unique<FieldOf<Real, General, Constants>>(system);
}

template <class Real, class Constants>
std::unique_ptr<KernelField<Real>> make_field_with(const ConstrainedSystem& system) {
    if (system.dimension() == 1) return make_field_in<Real, 1, Constants>(system);
    if (system.dimension() == 2) return make_field_in<Real, 2, Constants>(system);
    return make_field_in<Real, 3, Constants>(system);
}

template <class Real>
std::unique_ptr<KernelField<Real>> make_field(const ConstrainedSystem& system) {
    return make_field_with<Real, SharedConstants<Real>>(system);
}
template <class Real>
std::unique_ptr<KernelField<Real>> make_family_field(const ConstrainedSystem& like) {
    return make_field_with<Real, LaneConstants<Real>>(like);
}

}  // namespace cchnn
