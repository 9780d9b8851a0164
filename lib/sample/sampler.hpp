#pragma once
// Initial states: drawn as the system's JSON says, or given there, then projected onto Phi = 0, dPhi/dt = 0.
// A state depends on (system, seed, split, trajectory, attempt) alone: the first N of a larger set are the same N.
//
// Random numbers are used in the order of the file: for each body its angles then rates (or position then velocity
// entries), then position noise and velocity noise entry by entry; constants use none.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/errors.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/placement.hpp"
#include "sample/random_stream.hpp"
#include "sample/sample_key.hpp"
#include "sample/state_projection.hpp"

namespace cchnn {

const char* name(Split split);

// (n, d) m of test trajectory 0 at an attempt, as bodies are placed and before constraints are met; empty where states
// are given.
std::vector<double> drawn_positions(const SystemSpec& spec, const BodyGraph& graph, std::uint32_t attempt);

// (n, d) m of bodies placed by the middle of each distribution, without noise, or of the first state that is given;
// before constraints are met. Empty where they are not finite.
std::vector<double> middle_positions(const SystemSpec& spec, const BodyGraph& graph);

class Sampler {
  public:
    // A given state that is off the constraints by up to 10 % is projected, from 1 % on with a remark; one that is off
    // by more, or that cannot be projected, is left out. Throws SpecError where none is left, or values are listed
    // beside states.
    Sampler(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);

    // The state of a key. Draws again (attempt + 1, ...) while the projection does not converge and returns in
    // key.attempt the one that did. Throws NumericalError after 100 more attempts, UsageError when the JSON gives fewer
    // states than `trajectory`.
    InitialState draw(SampleKey& key) const;

    const SystemSpec& spec() const { return spec_; }

    // Given states that are left out, and these and what was projected from 1 % off and more, a line each.
    const std::vector<Problem>& impossible() const { return impossible_; }
    std::vector<std::string> remarks() const;

    // Number of states the JSON gives one by one, less those that are left out; -1 when they are drawn.
    long given_count() const;
    // Number of trajectories that the JSON has numbers for: states, or values that it lists one by one; -1 without end.
    long trajectory_count() const;

    // A state with N(0, epsilon) added to every entry of x and v, projected again: the reference of paper fig. 6.
    InitialState perturb_entries(const InitialState& state, double epsilon, std::uint64_t seed,
                                 std::uint64_t trajectory) const;
    // A state moved by `length` in a random direction of (x, v), projected again.
    InitialState perturb(const InitialState& state, double length, std::uint64_t seed, std::uint64_t trajectory) const;

    // Projects a user's own state; false when Newton does not converge.
    bool project(InitialState& state) const;

  private:
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
    StateProjection projection_;
    std::vector<std::string> placing_order_;  // bodies, each after the one it is placed from
    std::vector<InitialState> given_;
    std::vector<Problem> impossible_;
    std::vector<std::string> remarks_;
};

}  // namespace cchnn
