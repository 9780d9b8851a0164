#include "sample/draw_varied.hpp"

#include "core/errors.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

// Separates the random stream from those of states (sampler.cpp), which have only the split in their low 16 bits.
constexpr std::uint32_t varied_stream = 0x40;

}  // namespace

std::vector<double> draw_varied(const SystemSpec& spec, SampleKey& key) {
    constexpr int most_attempts = 100;
    for (int tried = 0; tried < most_attempts; ++tried, ++key.attempt) {
        RandomStream random(key.seed, static_cast<std::uint32_t>(key.split) | varied_stream | key.attempt << 16,
                            static_cast<std::uint32_t>(key.trajectory),
                            static_cast<std::uint32_t>(key.trajectory >> 32));
        const NamedNumbers named = shared_draws(spec, key);
        std::vector<double> values;
        for (const VariedProperty& property : spec.varied)
            values.push_back(draw(property.distribution, {random, named, key.trajectory}, spec, property.pointer));
        if (in_range(spec.varied, values)) return values;
    }
    throw NumericalError(spec.source, "the varied properties of " + std::string(name(key.split)) + " trajectory " +
                                          std::to_string(key.trajectory) + " were out of range in " +
                                          std::to_string(most_attempts) + " attempts; narrow their distributions");
}

}  // namespace cchnn
