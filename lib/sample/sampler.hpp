#pragma once
// Initial states: drawn as the system's JSON says, or given there, then projected onto Phi = 0, dPhi/dt = 0.
// A state depends on (system, seed, split, trajectory, attempt) alone: the first N of a larger set are the same N.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

enum class Split : std::uint32_t { train = 0, valid = 1, test = 2 };
const char* name(Split split);

struct InitialState {
    std::vector<double> x, v;  // (n, d) m, m/s
};

// Which random numbers a trajectory sees.
struct SampleKey {
    std::uint64_t seed = 0;
    Split split = Split::train;
    std::uint64_t trajectory = 0;
    std::uint32_t attempt = 0;  // 0, then 1, 2, ... when a state had to be drawn again
};

class Sampler {
  public:
    Sampler(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);

    // The state of a key. Draws again (attempt + 1, ...) while the projection does not converge; `attempt` returns the
    // one that did. Throws NumericalError after 100 attempts.
    InitialState draw(SampleKey key, std::uint32_t* attempt = nullptr) const;

    // Number of states the JSON gives one by one; -1 when they are drawn.
    long given_count() const;

  private:
    const SystemSpec& spec_;
    const BodyGraph& graph_;
    const ConstrainedSystem& system_;
};

}  // namespace cchnn
