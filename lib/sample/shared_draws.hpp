#pragma once
// Named numbers that are drawn once for a trajectory and used in formulas: (q, p) on an annulus, x and v together.
//
//   "draws": {"r": {"uniform": {"low": 0.1, "high": 1}}, "phi": {"uniform": {"low": 0, "high": "2*pi"}}, "q":
//   "r*cos(phi)"}
//
// Each has its own random stream, named by seed, split, trajectory, attempt and its name: neither other draws, nor
// their order, nor threads and shards change its bits.

#include "elements/parts/formula/number_formula.hpp"
#include "sample/random_stream.hpp"
#include "sample/sample_key.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The random stream of something that the file names, for one trajectory. `stream` separates the sorts of such things.
RandomStream named_stream(const SampleKey& key, std::uint32_t stream, const std::string& name);

// All named draws of one trajectory, in the order of the file. A formula may use those before it.
NamedNumbers shared_draws(const SystemSpec& spec, const SampleKey& key);

// The source of the random numbers of one trajectory.
struct NumberSource {
    RandomStream& random;
    const NamedNumbers& named;
    std::uint64_t trajectory = 0;
    bool middle = false;  // use midpoints, and the first value of a list
};
// Draws from a distribution that may be a list. `pointer` is its place in the system file, "/draws/m". Throws
// UsageError if the list has no value for the trajectory.
double draw(const Distribution& distribution, const NumberSource& source, const SystemSpec& spec,
            const std::string& pointer);
// Draws from a distribution that is no list.
double draw(const Distribution& distribution, const NumberSource& source);

// Whether masses, lengths, ... are formulas of draws: a state that is drawn again then keeps the draws of its system.
bool properties_are_computed(const SystemSpec& spec);
// The length of the shortest list of values; -1 without lists.
long listed_count(const SystemSpec& spec);

}  // namespace cchnn
