#pragma once
// The implementation of System: a compiled system and the functions that cchnn.hpp declares of it, in a translation
// unit of its own: cchnn.cpp sets the arithmetic before it calls them, and a compiler that saw both could move
// calculations before or behind that.

#include "cchnn/cchnn.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

struct System::Parts {
    explicit Parts(SystemSpec spec);
    Parts(const Parts& nominal, std::vector<double> values, std::uint32_t drawn_at_attempt);

    std::vector<std::string> node_names() const;
    std::vector<std::string> constraint_names() const;
    std::vector<double> momenta(const std::vector<double>& v) const;
    std::vector<double> velocities(const std::vector<double>& p) const;
    double energy(const std::vector<double>& x, const std::vector<double>& v) const;
    double potential_energy(const std::vector<double>& x) const;
    std::vector<double> forces(const std::vector<double>& x, const std::vector<double>& v) const;
    std::vector<double> phi(const std::vector<double>& x) const;
    std::vector<double> phi_rate(const std::vector<double>& x, const std::vector<double>& v) const;
    VectorField vector_field(const std::vector<double>& x, const std::vector<double>& p) const;
    std::vector<double> acceleration(const std::vector<double>& x, const std::vector<double>& v) const;
    State initial_state(std::uint64_t seed, Split split, std::uint64_t i) const;
    State projected(const State& state) const;
    Motion motion(const State& start, const MotionOptions& options) const;
    std::vector<DrawnParameter> varied() const;
    std::shared_ptr<const Parts> member(std::uint64_t seed, Split split, std::uint64_t i) const;

    // Throws UsageError when `values` are not the n d numbers of a state.
    void require_state(const char* name, const std::vector<double>& values) const;

    const CompiledSystem compiled;
    const std::uint32_t attempt = 0;  // at which a member's numbers were drawn: its states go on from there
};

}  // namespace cchnn
