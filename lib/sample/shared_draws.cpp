#include "sample/shared_draws.hpp"

#include <algorithm>
#include <charconv>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/sha256.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

// Separates the random streams from those of states (sampler.cpp) and of varied properties (draw_varied.cpp).
constexpr std::uint32_t shared_stream = 0x80;

// The first 64 bits of a name's SHA-256. std::hash would differ between standard libraries.
std::uint64_t bits_of(const std::string& name) {
    Sha256 hash;
    hash.add(name.data(), name.size());
    const std::string hex = hash.hex();
    std::uint64_t bits = 0;
    std::from_chars(hex.data(), hex.data() + 16, bits, 16);
    return bits;
}

double clamped(const Shaped& s, double value) { return std::clamp(value, -s.limit, s.limit); }

// scale * clamp(N(mean, std), -limit, limit), with a random sign if asked for.
double shaped_value(const Shaped& s, RandomStream& random) {
    const double value = clamped(s, s.normal.mean + s.normal.std * random.normal());
    return s.scale * (s.random_sign && random.uniform() < 0.5 ? -value : value);
}

const Listed* as_listed(const Distribution& distribution) {
    return std::visit(
        Overloaded{[](const Listed& l) { return &l; }, [](const auto&) { return static_cast<const Listed*>(nullptr); }},
        distribution);
}

}  // namespace

double draw(const Distribution& distribution, const NumberSource& source) {
    struct Middle {
        const NamedNumbers& named;
        double operator()(const Constant& c) const { return c.value; }
        double operator()(const Normal& n) const { return n.mean; }
        double operator()(const Uniform& u) const { return 0.5 * (u.low + u.high); }
        double operator()(const Shaped& s) const { return s.scale * clamped(s, s.normal.mean); }
        double operator()(const Listed& l) const { return l.values.front(); }
        double operator()(const Chosen& c) const { return c.values.front(); }
        double operator()(const Computed& c) const { return c.formula->value(named); }
    };
    if (source.middle) return std::visit(Middle{source.named}, distribution);
    struct Draw {
        const NumberSource& source;
        double operator()(const Constant& c) const { return c.value; }
        double operator()(const Normal& n) const { return n.mean + n.std * source.random.normal(); }
        double operator()(const Uniform& u) const { return u.low + (u.high - u.low) * source.random.uniform(); }
        double operator()(const Shaped& s) const { return shaped_value(s, source.random); }
        double operator()(const Listed& l) const { return l.values.at(source.trajectory); }
        double operator()(const Chosen& c) const { return c.values[source.random.below(c.values.size())]; }
        double operator()(const Computed& c) const { return c.formula->value(source.named); }
    };
    return std::visit(Draw{source}, distribution);
}

double draw(const Distribution& distribution, const NumberSource& source, const SystemSpec& spec,
            const std::string& pointer) {
    const Listed* const listed = as_listed(distribution);
    if (!listed || source.trajectory < listed->values.size()) return draw(distribution, source);
    throw UsageError(spec.source + "#" + pointer,
                     "holds " + std::to_string(listed->values.size()) + " values, asked for trajectory " +
                         std::to_string(source.trajectory) + "; ask for fewer trajectories or list more values");
}

RandomStream named_stream(const SampleKey& key, std::uint32_t stream, const std::string& name) {
    return {key.seed ^ bits_of(name), static_cast<std::uint32_t>(key.split) | stream | key.attempt << 16,
            static_cast<std::uint32_t>(key.trajectory), static_cast<std::uint32_t>(key.trajectory >> 32)};
}

NamedNumbers shared_draws(const SystemSpec& spec, const SampleKey& key) {
    NamedNumbers named;
    for (const NamedDraw& one : spec.draws) {
        RandomStream random = named_stream(key, shared_stream, one.name);
        named[one.name] = draw(one.distribution, {random, named, key.trajectory}, spec, "/draws/" + one.name);
    }
    return named;
}

bool properties_are_computed(const SystemSpec& spec) {
    return std::ranges::any_of(
        spec.varied, [](const VariedProperty& property) { return formula_of(property.distribution) != nullptr; });
}

long listed_count(const SystemSpec& spec) {
    long least = -1;
    const auto count = [&](const Distribution& distribution) {
        if (const Listed* listed = as_listed(distribution))
            least = least < 0 ? std::ssize(listed->values) : std::min<long>(least, std::ssize(listed->values));
    };
    for (const NamedDraw& one : spec.draws) count(one.distribution);
    for (const VariedProperty& property : spec.varied) count(property.distribution);
    return least;
}

}  // namespace cchnn
