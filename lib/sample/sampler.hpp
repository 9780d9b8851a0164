#pragma once
// Initial states: drawn as the system file says, or listed there, then projected onto Phi = 0, dPhi/dt = 0. A state
// depends on (system, seed, split, trajectory, attempt) alone: the first N trajectories of a larger set are the same N.
//
// Random numbers are drawn in the order of the file: for each body its slide and rate of slide, angles, rates, position
// and velocity entries, curve parameter and its rate, as far as it has them; then the noise of all positions and of all
// velocities, entry by entry. Constants, lists and formulas draw none; named draws have streams of their own.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/errors.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/placement.hpp"
#include "sample/random_stream.hpp"
#include "sample/sample_key.hpp"
#include "sample/state_projection.hpp"

namespace cchnn {

const char* name(Split split);

// Positions (n, d) m of test trajectory 0 of seed 0 at an attempt, before constraints are met; empty if states are
// given, if they are not finite, or if bodies cannot be placed. The analysis of constraint rows uses them.
std::vector<double> drawn_positions(const SystemSpec& spec, const BodyGraph& graph, std::uint32_t attempt);

// Positions (n, d) m at the midpoint of each distribution, without noise, or of the first given state, before
// constraints are met; empty if they are not finite or bodies cannot be placed.
std::vector<double> middle_positions(const SystemSpec& spec, const BodyGraph& graph);

// Draws and projects the initial states of one system; owns its projection and the given states. CompiledSystem owns
// one.
class Sampler {
  public:
    // A given state that violates constraints by up to 10 % is projected, from 1 % on with a remark. One that violates
    // them by more, or cannot be projected, is left out. Throws SpecError if none remains, or if one is left out while
    // the file also lists values: these belong to states by number, and would then belong to other ones.
    Sampler(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);

    // The state of a key. If it is not finite or its projection does not converge, it draws again with attempt + 1, ...
    // and returns the final attempt in key.attempt. Throws NumericalError after 100 attempts, UsageError if the file
    // lists no state or value for `trajectory`.
    InitialState draw(SampleKey& key) const;

    const SystemSpec& spec() const { return spec_; }

    // Whether drawing again may give another motion. Without numbers at random it repeats the same one.
    bool draws_at_random() const;

    // The problems of given states that are left out; remarks() has a line for each of them and for each constraint
    // that a given state violates by more than 1 %. Of drawn states it has one if their midpoints do.
    const std::vector<Problem>& impossible() const { return impossible_; }
    std::vector<std::string> remarks() const;

    // The number of given states without those left out; -1 if states are drawn.
    long given_count() const;
    // The number of trajectories that the file lists states or values for; -1 without a limit.
    long trajectory_count() const;

    // The state with N(0, epsilon) added to every entry of x and v, projected again: the perturbation of paper fig. 6.
    InitialState perturb_entries(const InitialState& state, double epsilon, std::uint64_t seed,
                                 std::uint64_t trajectory) const;
    // The state moved by `length` in a random direction of (x, v), projected again.
    InitialState perturb(const InitialState& state, double length, std::uint64_t seed, std::uint64_t trajectory) const;

    // Projects a state in space, at its time t; false when Newton does not converge to a state on all constraints.
    bool project(InitialState& state) const;

  private:
    // The same for a state as seen from the Origins (mechanics/base_motion.hpp), as the file places bodies.
    bool bring_to_manifold(InitialState& state, const std::vector<bool>& held = {}) const;
    // Such a state in space, with the inputs of a key.
    InitialState finished(InitialState state, const SampleKey& key) const;
    std::vector<double> direction(const InitialState& state, std::uint64_t seed, std::uint64_t trajectory) const;
    InitialState moved(const InitialState& state, const std::vector<double>& direction, double scale, double epsilon,
                       std::uint64_t trajectory) const;
    InitialState place(const DrawnStates& drawn, const NumberSource& source) const;
    std::vector<Problem> off_manifold(const InitialState& state, const std::string& where, double share) const;
    InitialState given_state(const GivenState& given) const;
    void read_given(const std::vector<GivenState>& all);

    const SystemSpec& spec_;
    const BodyGraph& graph_;
    const ConstrainedSystem& system_;
    BaseMotion base_;
    StateProjection projection_;
    std::vector<std::string> placing_order_;  // bodies, each after the one it is placed from
    std::vector<bool> held_;                  // entries that the projection leaves as they are placed, (n, d) or empty
    std::vector<InitialState> given_;
    std::vector<Problem> impossible_;
    std::vector<std::string> remarks_;
};

}  // namespace cchnn
