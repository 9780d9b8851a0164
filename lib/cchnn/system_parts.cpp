#include "cchnn/system_parts.hpp"

#include <cmath>
#include <map>

#include "core/to_size.hpp"
#include "integrate/kernel_door.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rows_in_time.hpp"
#include "sample/draw_varied.hpp"
#include "spec/system_parameters.hpp"

namespace cchnn {
namespace {

template <int D>
std::vector<double> forces_in(const Forces& forces, const std::vector<double>& x, const std::vector<double>& v,
                              const std::vector<double>& s) {
    std::vector<double> f(x.size());
    forces_at<D>(forces, x.data(), v.data(), s.data(), f.data());
    return f;
}

void refuse_inputs(const char* function, const ConstrainedSystem& system) {
    if (system.driven())
        throw UsageError(function,
                         "does not take inputs, and " + system.name() + " is driven by " + system.inputs().front().id);
}

// Where Origins or constraints move, positions mean something at a time alone.
void refuse_moving(const char* function, const ConstrainedSystem& system) {
    if (!BaseMotion(system).at_rest())
        throw UsageError(function, "does not know the time, and the Origins of " + system.name() + " move");
    if (RowsInTime(system, 0).any_moves())
        throw UsageError(function, "does not know the time, and constraints of " + system.name() + " move");
}

}  // namespace

System::Parts::Parts(SystemSpec spec) : compiled(std::move(spec)) {}

System::Parts::Parts(const Parts& nominal, std::vector<double> values, std::uint32_t drawn_at_attempt)
    : compiled(nominal.compiled.spec, nominal.compiled.system, std::move(values)), attempt(drawn_at_attempt) {}

void System::Parts::require_state(const char* name, const std::vector<double>& values) const {
    const ConstrainedSystem& system = compiled.system;
    if (values.size() == to_size(system.state_size())) return;
    throw UsageError(name, "must be " + std::to_string(system.node_count()) + " nodes times " +
                               std::to_string(system.dimension()) + " = " + std::to_string(system.state_size()) +
                               " numbers, got " + std::to_string(values.size()));
}

std::vector<std::string> System::Parts::node_names() const {
    std::vector<std::string> names;
    for (const Body& body : compiled.graph.bodies())
        for (int node = 0; node < body.node_count; ++node)
            names.push_back(node == 0 ? body.id : body.id + " axis " + std::to_string(node));
    return names;
}

std::vector<std::string> System::Parts::constraint_names() const {
    std::vector<std::string> names;
    for (const ConstraintRow& row : compiled.system.rows()) names.push_back(row.name);
    return names;
}

std::vector<double> System::Parts::momenta(const std::vector<double>& v) const {
    require_state("v", v);
    std::vector<double> p(v.size());
    compiled.system.momentum(v.data(), p.data());
    return p;
}

std::vector<double> System::Parts::velocities(const std::vector<double>& p) const {
    require_state("p", p);
    std::vector<double> v(p.size());
    compiled.system.velocity(p.data(), v.data());
    return v;
}

double System::Parts::energy(const std::vector<double>& x, const std::vector<double>& v) const {
    refuse_moving("energy", compiled.system);
    require_state("x", x);
    require_state("v", v);
    return compiled.system.energy(x.data(), v.data());
}

double System::Parts::potential_energy(const std::vector<double>& x) const {
    refuse_moving("potential_energy", compiled.system);
    require_state("x", x);
    return compiled.system.potential_energy(x.data());
}

std::vector<double> System::Parts::forces(const std::vector<double>& x, const std::vector<double>& v) const {
    refuse_inputs("forces", compiled.system);
    require_state("x", x);
    require_state("v", v);
    const Forces& forces = compiled.system.forces();
    std::vector<double> s(compiled.system.parameter_count(), NAN);
    compiled.system.settle_angles(x.data(), s.data());
    if (compiled.system.dimension() == 1) return forces_in<1>(forces, x, v, s);
    return compiled.system.dimension() == 2 ? forces_in<2>(forces, x, v, s) : forces_in<3>(forces, x, v, s);
}

std::vector<double> System::Parts::phi(const std::vector<double>& x) const {
    refuse_moving("phi", compiled.system);
    require_state("x", x);
    std::vector<double> out(compiled.system.rows().size());
    compiled.system.phi(x.data(), out.data());
    return out;
}

std::vector<double> System::Parts::phi_rate(const std::vector<double>& x, const std::vector<double>& v) const {
    refuse_moving("phi_rate", compiled.system);
    require_state("x", x);
    require_state("v", v);
    std::vector<double> out(compiled.system.rows().size());
    compiled.system.phi_rate(x.data(), v.data(), out.data());
    return out;
}

VectorField System::Parts::vector_field(const std::vector<double>& x, const std::vector<double>& p) const {
    require_state("x", x);
    require_state("p", p);
    const ConstrainedSystem& system = compiled.system;
    refuse_inputs("vector_field", system);
    std::vector<double> z = x;
    z.insert(z.end(), p.begin(), p.end());
    if (system.dissipative()) z.push_back(0);  // nothing lost yet
    const std::vector<double> s = system.nearest_parameters(x.data(), velocities(p).data());
    z.insert(z.end(), s.begin(), s.end());
    std::vector<double> rate(z.size());
    cchnn_kernels()->vector_field(system, z, rate);
    const auto half = rate.begin() + system.state_size();
    return {{rate.begin(), half}, {half, half + system.state_size()}};
}

std::vector<double> System::Parts::acceleration(const std::vector<double>& x, const std::vector<double>& v) const {
    return velocities(vector_field(x, momenta(v)).dp);
}

State System::Parts::initial_state(std::uint64_t seed, Split split, std::uint64_t i) const {
    const SystemSpec& spec = compiled.spec;
    if (!spec.varied.empty() && compiled.values.empty())
        throw UsageError("initial_state", spec.name + " is a family: it draws " + spec.varied.front().name +
                                              " for each trajectory; ask member(seed, split, i) for its state");
    SampleKey key{seed, split, i, attempt};
    const InitialState state = compiled.sampler.draw(key);
    return {state.x, state.v, state.s};
}

State System::Parts::projected(const State& state) const {
    require_state("x", state.x);
    require_state("v", state.v);
    InitialState moved{state.x, state.v, {}};
    if (!compiled.sampler.project(moved))
        throw NumericalError(compiled.spec.name, "a state cannot be projected onto the constraints");
    return {moved.x, moved.v, moved.s};
}

std::vector<DrawnParameter> System::Parts::varied() const {
    std::map<std::string, double> values;  // by pointer
    for (const VariedProperty& parameter : system_parameters(compiled.spec))
        values[parameter.pointer] = std::get<Constant>(parameter.distribution).value;
    std::vector<DrawnParameter> drawn;
    for (const VariedProperty& property : compiled.spec.varied)
        drawn.push_back({property.name, property.pointer, property.unit, values[property.pointer]});
    return drawn;
}

std::shared_ptr<const System::Parts> System::Parts::member(std::uint64_t seed, Split split, std::uint64_t i) const {
    SampleKey key{seed, split, i, 0};
    const std::vector<double> values = draw_varied(compiled.spec, key);
    return std::make_shared<const Parts>(*this, values, key.attempt);
}

}  // namespace cchnn
