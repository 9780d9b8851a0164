#pragma once
// The calls of cchnn-gen serve on one compiled system: a request with a batch of states in, named arrays out
// (schemas/serve.md). What generate stores comes from the same functions, so both have the same bits.

#include <memory>
#include <string>
#include <vector>

#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"
#include "stories/serve/frame.hpp"
#include "stories/serve/request.hpp"

namespace cchnn {

struct BatchStates;

class SystemCalls {
  public:
    explicit SystemCalls(SystemSpec spec);
    ~SystemCalls();

    // The answer to a request, as a frame whose header begins with `keys`, a JSON object. Throws UsageError, DataError,
    // SpecError, NumericalError with every problem, by the name of the array or the key.
    std::string answer(const Request& request, const std::string& keys);

  private:
    struct Call;
    using Systems = std::vector<std::shared_ptr<const CompiledSystem>>;  // one for all states, or one for each
    static const std::vector<Call>& calls();

    void read_systems(const Request& request);
    void require_names(const Call& call, const Request& request) const;
    const CompiledSystem& system_of(std::size_t i) const { return *systems_[systems_.size() == 1 ? 0 : i]; }
    BatchStates states_of(const Request& request) const;
    struct Starts {
        TimeGrid times;
        std::vector<InitialState> states;
    };
    Starts starts_of(const Request& request, std::uint64_t numbers_a_sample) const;
    template <class Visit>
    void each_state(const BatchStates& states, bool with_acceleration, const Visit& visit) const;

    std::string info() const;
    void accelerate(const Request& request, FrameWriter& out) const;
    void differentiate(const Request& request, FrameWriter& out) const;
    void energy(const Request& request, FrameWriter& out) const;
    void phi(const Request& request, FrameWriter& out) const;
    void phi_jacobian(const Request& request, FrameWriter& out) const;
    void multipliers(const Request& request, FrameWriter& out) const;
    void mass_matrix(const Request& request, FrameWriter& out) const;
    void project(const Request& request, FrameWriter& out) const;
    void to_coordinates(const Request& request, FrameWriter& out) const;
    void from_coordinates(const Request& request, FrameWriter& out) const;
    void initial_states(const Request& request, FrameWriter& out) const;
    void rollout(const Request& request, FrameWriter& out) const;
    void rollout_tangents(const Request& request, FrameWriter& out) const;

    const std::shared_ptr<const CompiledSystem> nominal_;
    // Of the last call with `vary`, which mostly is that of the next one too: the system in which these numbers vary, and
    // that at the last values.
    std::vector<std::string> vary_;
    std::shared_ptr<const CompiledSystem> varying_, member_;
    Systems systems_;  // of the request that is answered
};

}  // namespace cchnn
