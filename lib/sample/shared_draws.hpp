#pragma once
// Numbers that are drawn once for a trajectory and named by formulas: (q, p) on an annulus, x and v together.
//
//   "draws": {"r": {"uniform": {"low": 0.1, "high": 1}}, "phi": {"uniform": {"low": 0, "high": "2*pi"}}, "q": "r*cos(phi)"}
//
// Each has a random stream of its own, named by seed, split, trajectory, attempt and its name: neither other draws, nor
// their order, nor threads and shards change its bits.

#include "elements/parts/formula/number_formula.hpp"
#include "sample/random_stream.hpp"
#include "sample/sample_key.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

NamedNumbers shared_draws(const SystemSpec& spec, const SampleKey& key);

// What numbers of one trajectory are drawn from.
struct NumberSource {
    RandomStream& random;
    const NamedNumbers& named;
    std::uint64_t trajectory = 0;
    bool middle = false;  // of each distribution instead, and the first value of a list
};
// `pointer`: where it stands in the file of the system, "/draws/m"; of what may be a list. Throws UsageError where fewer
// values are listed than there are trajectories.
double draw(const Distribution& distribution, const NumberSource& source, const SystemSpec& spec,
            const std::string& pointer);
// Of what is no list.
double draw(const Distribution& distribution, const NumberSource& source);

// Whether masses, lengths, ... are formulas of draws: a state that is drawn again then keeps the draws of its system.
bool properties_are_computed(const SystemSpec& spec);
// The least number of values that a list of the system has; -1 without lists.
long listed_count(const SystemSpec& spec);

}  // namespace cchnn
