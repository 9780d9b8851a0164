#pragma once
// A peer of integrate(): Boost.Odeint integrates the same initial states one after the other, on other equations. It
// stores its states at the output times as they are; integrate() also turns them into nodes and computes energies. A
// peer that computes another motion ends the program with status 1.

#include <benchmark/benchmark.h>

#include <boost/numeric/odeint.hpp>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "drawn_system.hpp"

namespace cchnn::bench {

// What peers of one system start from, and its trajectories at the default settings.
struct PeerTask {
    explicit PeerTask(const std::string& name)
        : drawn(name),
          starts(drawn.draw()),
          reference(integrate(drawn.system, starts, drawn.times, default_protocol())) {
        for (int k = 0; k < drawn.times.samples; ++k) times.push_back(drawn.times.time(k));
    }
    DrawnSystem drawn;
    std::vector<InitialState> starts;
    TrajectoryBatch reference;
    std::vector<double> times;
};
// Computed once for each system: Google Benchmark calls a benchmark several times.
inline const PeerTask& peer_task(const std::string& name) {
    static std::map<std::string, PeerTask> tasks;
    return tasks.try_emplace(name, name).first->second;
}

template <class Equations>
class Peer {
  public:
    using State = typename Equations::State;

    Peer(const PeerTask& task, const Equations& equations)
        : task_(task), equations_(equations), states_(task.starts.size() * task.times.size()) {}

    // Returns the number of accepted steps.
    template <class Stepper>
    std::size_t run(const Stepper& stepper) {
        std::size_t steps = 0;
        State* out = states_.data();
        for (const InitialState& start : task_.starts) {
            State y = equations_.state(start);
            steps += boost::numeric::odeint::integrate_times(stepper, std::cref(equations_), y, task_.times.begin(),
                                                             task_.times.end(), 0.01 * task_.drawn.times.dt,
                                                             [&](const State& at, double) { *out++ = at; });
        }
        return steps;
    }

    // Of the nodes, (trajectory, sample, nodes, dimension) m.
    std::vector<double> positions() const {
        std::vector<double> all;
        all.reserve(task_.reference.x.size());
        for (std::size_t i = 0; i < task_.starts.size(); ++i)
            for (std::size_t k = 0; k < task_.times.size(); ++k) {
                const State& y = states_[i * task_.times.size() + k];
                const std::vector<double> x = equations_.positions(y, task_.starts[i], task_.times[k]);
                all.insert(all.end(), x.begin(), x.end());
            }
        return all;
    }

  private:
    const PeerTask& task_;
    const Equations& equations_;
    std::vector<State> states_;  // (trajectory, sample)
};

// Up to sample 3 some ten steps add errors of at most rtol each, and motions part little in that time.
inline void check_same_motion(const std::string& name, const std::vector<double>& x, const TrajectoryBatch& reference,
                              double rtol) {
    const std::vector<double> differences = largest_differences(x, reference, 3);
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (differences[i] < 10 * rtol) continue;
        std::fprintf(stderr, "a peer of %s differs from integrate() by %g m in trajectory %zu\n", name.c_str(),
                     differences[i], i);
        std::exit(1);
    }
}

// `make_stepper(atol, rtol)` makes a controlled stepper for Equations::State.
template <class Equations, class MakeStepper>
void peer_benchmark(benchmark::State& state, const std::string& name, const Protocol& protocol,
                    MakeStepper make_stepper) {
    const PeerTask& task = peer_task(name);
    const Equations equations(task.drawn.spec);
    const auto stepper = make_stepper(protocol.atol, protocol.rtol);
    Peer<Equations> peer(task, equations);
    std::size_t steps = 0;
    for (auto _ : state) steps = peer.run(stepper);
    const std::vector<double> x = peer.positions();
    check_same_motion(name, x, task.reference, protocol.rtol);
    report_time_of(state, trajectories);
    report_accuracy(state, steps, x, task.reference);
}

template <class State>
auto dopri5_stepper(double atol, double rtol) {
    return boost::numeric::odeint::make_controlled(atol, rtol, boost::numeric::odeint::runge_kutta_dopri5<State>());
}

}  // namespace cchnn::bench
