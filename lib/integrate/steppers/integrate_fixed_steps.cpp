#include "integrate/steppers/integrate_fixed_steps.hpp"

#include "integrate/steppers/fixed_step_driver.hpp"
#include "integrate/steppers/lane_steps.hpp"
#include "integrate/steppers/runge_kutta.hpp"
#include "mechanics/kernels/rattle.hpp"

namespace cchnn {
namespace {

template <class Motion>
Motion of_batch(const BatchSystems& systems) {
    return systems.one_for_all() ? Motion(systems.like()) : Motion(systems.like(), EachLane{});
}

// One step of a symmetric composition of RATTLE (mechanics/kernels/rattle.hpp, integrate/composition.hpp). It owns a
// Rattle for the steps, and a Dynamics for dz/dt and passages of centres.
class RattleSteps {
  public:
    using State = std::vector<Lanes>;
    RattleSteps(const BatchSystems& systems, const Protocol& protocol, double step)
        : rattle_(of_batch<Rattle<Lanes>>(systems)), dynamics_(of_batch<Dynamics<Lanes>>(systems)) {
        for (const double weight : facts(protocol.method).weights) stages_.push_back(weight * step);
    }

    std::size_t size() const { return rattle_.size(); }
    void seat(int lane, const ConstrainedSystem& member) {
        rattle_.seat(lane, member);
        dynamics_.seat(lane, member);
    }
    void start(const State& z) { rattle_.start(z); }
    StepSuccess<Lanes> advance(State& z) {
        StepSuccess<Lanes> all = rattle_.advance(z, stages_.front());
        for (std::size_t s = 1; s < stages_.size(); ++s) {
            const StepSuccess<Lanes> stage = rattle_.advance(z, stages_[s]);
            all.finite = all.finite && (stage.finite || !all.solved);  // after a failed stage the state is meaningless
            all.solved = all.solved && stage.solved;
        }
        rattle_.project_momentum(z);
        return all;
    }
    void read_rates(const State& z, State& rate) { dynamics_.on_manifold(z, rate); }
    Lanes square_passage(const State& z, const State& z_new) const { return dynamics_.square_passage(z, z_new); }
    void velocity(const Lanes* p, Lanes* v) const { rattle_.velocity(p, v); }
    Lanes energy(const Lanes* x, const Lanes* v, const Lanes* s) const { return rattle_.energy(x, v, s); }

  private:
    Rattle<Lanes> rattle_;
    Dynamics<Lanes> dynamics_;
    std::vector<double> stages_;  // step lengths, s
};

// One step of a Runge-Kutta method, followed by the projection onto the manifold if the protocol asks for it.
template <const auto& tableau>
class RungeKuttaSteps {
  public:
    using State = std::vector<Lanes>;
    RungeKuttaSteps(const BatchSystems& systems, const Protocol& protocol, double step)
        : dynamics_(of_batch<Dynamics<Lanes>>(systems)),
          field_{&dynamics_, protocol.project},
          step_(step),
          rate_(dynamics_.size(), Lanes(0.0)),
          z_new_(rate_) {}

    std::size_t size() const { return dynamics_.size(); }
    void seat(int lane, const ConstrainedSystem& member) { dynamics_.seat(lane, member); }
    void start(const State&) { projected_ = false; }
    StepSuccess<Lanes> advance(State& z) {
        if (projected_) dynamics_.after_projection(z, rate_);
        else read_rates(z, rate_);
        stepper_.do_step(field_, z, rate_, Lanes(0.0), z_new_, Lanes(step_));
        z = z_new_;
        Lanes none = Lanes(0.0);  // 0, or NaN where the state is not finite
        for (const Lanes& c : z) none += c - c;
        const Mask<Lanes> finite = none == Lanes(0.0), all = Lanes(0.0) <= Lanes(0.0);
        if (field_.on_manifold) dynamics_.project(z, finite);
        projected_ = field_.on_manifold;
        return {finite, all, !all};
    }
    void read_rates(const State& z, State& rate) { field_(z, rate, 0.0); }
    Lanes square_passage(const State& z, const State& z_new) const { return dynamics_.square_passage(z, z_new); }
    void velocity(const Lanes* p, Lanes* v) const { dynamics_.velocity(p, v); }
    Lanes energy(const Lanes* x, const Lanes* v, const Lanes* s) const { return dynamics_.energy(x, v, s); }

  private:
    Dynamics<Lanes> dynamics_;
    const StageField<Lanes> field_;
    const double step_;
    RungeKutta<tableau, State, Lanes> stepper_;
    State rate_, z_new_;
    bool projected_ = false;  // dynamics_ has Jacobian and factors of this state
};

}  // namespace

void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out) {
    FixedStepDriver<Lanes, RattleSteps>(systems, states, times, protocol, out).run();
}

template <const auto& tableau>
void integrate_runge_kutta(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                           const Protocol& protocol, TrajectoryBatch& out) {
    FixedStepDriver<Lanes, RungeKuttaSteps<tableau>>(systems, states, times, protocol, out).run();
}
template void integrate_runge_kutta<tableaus::runge_kutta_4>(const BatchSystems&, const std::vector<InitialState>&,
                                                             TimeGrid, const Protocol&, TrajectoryBatch&);

}  // namespace cchnn
