#include "stories/serve/system_calls.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/state_quantities.hpp"
#include "mechanics/rows_in_time.hpp"
#include "spec/json/json_list.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"
#include "stories/serve/call_arrays.hpp"

namespace cchnn {

std::string text_of(const Shape& shape) {
    std::string text;
    for (const std::size_t size : shape) text += (text.empty() ? "(" : ", ") + std::to_string(size);
    return text + ")";
}

Shape joined(std::size_t first, Shape rest) {
    rest.insert(rest.begin(), first);
    return rest;
}

// The numbers of an array for `count` states, each of the shape `one`: its first axis has as many, or one for all.
std::vector<double> rows_of(const Request& request, const std::string& name, const Shape& one, std::size_t count) {
    const RequestArray& array = request.arrays.at(name);
    if (array.shape == joined(count, one)) return array.values;
    if (array.shape != joined(1, one))
        throw UsageError(name, "must have the shape " + text_of(joined(count, one)) +
                                   (count == 1 ? "" : " or " + text_of(joined(1, one))) + ", got " +
                                   text_of(array.shape));
    std::vector<double> all;
    for (std::size_t i = 0; i < count; ++i) all.insert(all.end(), array.values.begin(), array.values.end());
    return all;
}

namespace {

using Json = nlohmann::ordered_json;

void require_finite(const Request& request) {
    std::vector<Problem> problems;
    for (const auto& [name, array] : request.arrays) {
        const auto odd = std::ranges::find_if(array.values, [](double x) { return !std::isfinite(x); });
        if (odd == array.values.end()) continue;
        auto place = static_cast<std::size_t>(odd - array.values.begin());
        Shape entry(array.shape.size());
        for (std::size_t k = entry.size(); k-- > 0; place /= array.shape[k]) entry[k] = place % array.shape[k];
        problems.push_back({name, "must be finite, and entry " + text_of(entry) + " is " + std::to_string(*odd)});
    }
    if (!problems.empty()) throw DataError(std::move(problems));
}

Json numbers_of(const std::vector<VariedProperty>& properties, const std::map<std::string, double>& values) {
    return json_list(properties, [&](const VariedProperty& property) {
        return Json{{"pointer", property.pointer},
                    {"name", property.name},
                    {"unit", property.unit},
                    {"value", values.at(property.pointer)}};
    });
}

// Nominal values by JSON pointer.
std::map<std::string, double> values_of(const SystemSpec& spec) {
    std::map<std::string, double> values;
    for (const VariedProperty& parameter : system_parameters(spec))
        values[parameter.pointer] = std::get<Constant>(parameter.distribution).value;
    return values;
}

// The system with its drawn numbers at their nominal values, in which those of the pointers vary.
SystemSpec varying(const SystemSpec& spec, const std::vector<std::string>& pointers) {
    const std::map<std::string, double> nominal = values_of(spec);
    const std::vector<VariedProperty> wanted = chosen_parameters(spec, pointers, "vary");
    std::vector<double> own;
    for (const VariedProperty& property : spec.varied) own.push_back(nominal.at(property.pointer));
    return varying_instead(spec, own, wanted);
}

std::shared_ptr<const CompiledSystem> member_at(const CompiledSystem& like, const std::vector<double>& values) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const VariedProperty& property = like.spec.varied[i]; !in_range({property}, {values[i]}))
            problems.push_back({"parameters", property.name + " (" + property.pointer + ") is out of range, got " +
                                                  short_number(values[i]) + " " + property.unit});
    if (!problems.empty()) throw DataError(std::move(problems));
    return std::make_shared<const CompiledSystem>(like.spec, like.system, values);
}

}  // namespace

// A call by its name, with the arrays that it needs and those that it may have.
struct SystemCalls::Call {
    std::string name;
    std::vector<std::string> needed, allowed;
    void (SystemCalls::*answer)(const Request&, FrameWriter&) const;
};

const std::vector<SystemCalls::Call>& SystemCalls::calls() {
    const std::vector<std::string> beside{"parameters", "t", "u", "track_parameter", "counted_angle"};
    std::vector<std::string> along = beside;
    along.insert(along.end(), {"dx", "dv", "du", "dparameters"});
    static const std::vector<Call> all{
        {"info", {}, {}, nullptr},
        {"acceleration", {"x", "v"}, beside, &SystemCalls::accelerate},
        {"acceleration_jacobian", {"x", "v"}, beside, &SystemCalls::differentiate},
        {"energy", {"x", "v"}, beside, &SystemCalls::energy},
        {"phi", {"x", "v"}, beside, &SystemCalls::phi},
        {"phi_jacobian", {"x", "v"}, beside, &SystemCalls::phi_jacobian},
        {"multipliers", {"x", "v"}, beside, &SystemCalls::multipliers},
        {"mass_matrix", {}, {"parameters"}, &SystemCalls::mass_matrix},
        {"project", {"x", "v"}, beside, &SystemCalls::project},
        {"to_coordinates", {"x", "v"}, {"parameters"}, &SystemCalls::to_coordinates},
        {"from_coordinates", {"q", "qdot"}, {"parameters"}, &SystemCalls::from_coordinates},
        {"initial_states", {}, {}, &SystemCalls::initial_states},
        {"rollout", {"x", "v"}, beside, &SystemCalls::rollout},
        {"rollout_tangents", {"x", "v"}, along, &SystemCalls::rollout_tangents},
    };
    return all;
}

SystemCalls::SystemCalls(SystemSpec spec) : nominal_(std::make_shared<const CompiledSystem>(std::move(spec))) {}
SystemCalls::~SystemCalls() = default;

std::string SystemCalls::answer(const Request& request, const std::string& keys) {
    const auto& all = calls();
    const auto call = std::ranges::find(all, request.call, &Call::name);
    if (call == all.end()) {
        std::vector<std::string> names;
        for (const Call& one : all) names.push_back(one.name);
        throw UsageError("call", "'" + request.call + "' is unknown" + suggestion(request.call, names));
    }
    require_names(*call, request);
    require_finite(request);
    read_systems(request);
    if (!call->answer) return FrameWriter(keys.substr(0, keys.size() - 1) + "," + info().substr(1)).bytes();
    FrameWriter out(keys);
    (this->*call->answer)(request, out);
    return out.bytes();
}

void SystemCalls::require_names(const Call& call, const Request& request) const {
    std::vector<std::string> names = call.needed;
    names.insert(names.end(), call.allowed.begin(), call.allowed.end());
    std::vector<Problem> problems;
    for (const std::string& name : call.needed)
        if (!request.arrays.contains(name))
            problems.push_back({name, "is missing: " + call.name + " needs this array"});
    for (const auto& [name, array] : request.arrays)
        if (std::ranges::find(names, name) == names.end())
            problems.push_back({name, "is not an array of " + call.name + suggestion(name, names)});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// The system of each state: the nominal one, or that at given values of its drawn numbers, or of those of `vary`.
void SystemCalls::read_systems(const Request& request) {
    systems_ = {nominal_};
    const auto given = request.arrays.find("parameters");
    if (given == request.arrays.end()) {
        if (!request.vary.empty())
            throw UsageError("vary", "needs the array parameters, with a number for each pointer");
        return;
    }
    if (!request.vary.empty() && (!varying_ || vary_ != request.vary)) {
        member_.reset();
        varying_ = std::make_shared<const CompiledSystem>(varying(nominal_->spec, request.vary));
        vary_ = request.vary;
    }
    const CompiledSystem& like = request.vary.empty() ? *nominal_ : *varying_;
    const std::size_t width = like.spec.varied.size();
    const Shape& shape = given->second.shape;
    if (width == 0)
        throw UsageError("parameters",
                         nominal_->spec.name + " draws no numbers; name those that are to vary in `vary`");
    if (shape.size() != 2 || shape[1] != width)
        throw UsageError("parameters", "must have the shape (B, " + std::to_string(width) + ") or (1, " +
                                           std::to_string(width) + "), got " + text_of(shape));
    const std::vector<double>& values = given->second.values;
    if (shape[0] == 1) {
        if (!member_ || member_->values != values || member_->spec.varied.size() != width ||
            member_->spec.varied[0].pointer != like.spec.varied[0].pointer)
            member_ = member_at(like, values);
        systems_ = {member_};
        return;
    }
    systems_.clear();
    for (std::size_t i = 0; i < shape[0]; ++i) {
        throw_if_stopped();
        const auto own = values.begin() + static_cast<long>(i * width);
        systems_.push_back(member_at(like, {own, own + static_cast<long>(width)}));
    }
}

// x and v, the times, and what follows the state in z.
BatchStates SystemCalls::states_of(const Request& request) const {
    const ConstrainedSystem& system = nominal_->system;
    const Shape state{to_size(system.node_count()), to_size(system.dimension())};
    const RequestArray& x = request.arrays.at("x");
    if (x.shape.size() != 3 || x.shape != joined(x.shape[0], state))
        throw UsageError("x", "must have the shape (B, " + text_of(state).substr(1) + ", got " + text_of(x.shape));
    BatchStates states{x.shape[0], x.values, {}, std::vector<double>(x.shape[0]), {}};
    const std::size_t count = states.count;
    if (systems_.size() != 1 && systems_.size() != count)
        throw UsageError("parameters", "has " + std::to_string(systems_.size()) + " rows, x has " +
                                           std::to_string(count) + " states");
    states.v = rows_of(request, "v", state, count);
    if (request.arrays.contains("t")) states.t = rows_of(request, "t", {}, count);

    std::vector<double> u, s;
    const std::size_t inputs = system.inputs().size(), tracks = system.tracks().size(), angles = system.angles().size();
    const bool held = std::ranges::any_of(system.inputs(), [](const Input& input) { return !input.formula; });
    const bool rolls = request.call.starts_with("rollout");
    const bool by_forces = rolls || request.call == "multipliers" || request.call.starts_with("acceleration");
    if (held && by_forces && !request.arrays.contains("u"))
        throw UsageError("u", "is missing: " + system.name() + " is driven by " + system.inputs().front().id);
    for (const auto& [name, width] :
         std::map<std::string, std::size_t>{{"u", inputs}, {"track_parameter", tracks}, {"counted_angle", angles}})
        if (request.arrays.contains(name) && width == 0) throw UsageError(name, system.name() + " has none");
    if (request.arrays.contains("u") && !rolls) u = rows_of(request, "u", {inputs}, count);
    const bool has_tracks = request.arrays.contains("track_parameter"),
               has_angles = request.arrays.contains("counted_angle");
    if (tracks > 0 && angles > 0 && has_tracks != has_angles)
        throw UsageError(has_tracks ? "counted_angle" : "track_parameter", "is missing: give both or none");
    const std::vector<double> along = has_tracks ? rows_of(request, "track_parameter", {tracks}, count) : s;
    const std::vector<double> turned = has_angles ? rows_of(request, "counted_angle", {angles}, count) : s;

    states.s.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<double>& own = states.s[i];
        const auto part = [&](const std::vector<double>& from, std::size_t width) {
            if (!from.empty())
                own.insert(own.end(), from.begin() + static_cast<long>(i * width),
                           from.begin() + static_cast<long>((i + 1) * width));
        };
        part(along, tracks);
        part(turned, angles);
        if (rolls || !system.driven()) continue;
        if (own.empty() && system.parameter_count() > 0) {
            SeenFromBase seen(system_of(i).system);
            const std::size_t at = i * to_size(system.state_size());
            seen.see(states.t[i], &states.x[at], &states.v[at]);
            own = system_of(i).system.nearest_parameters(seen.x(), seen.v());
        }
        own.insert(own.end(), {0.0, states.t[i]});
        if (u.empty()) own.resize(own.size() + inputs);
        else part(u, inputs);
        own.resize(system.parameter_count() + system.driven_size());  // inputs of moving Origins, and slopes
    }
    return states;
}

template <class Visit>
void SystemCalls::each_state(const BatchStates& states, bool with_acceleration, const Visit& visit) const {
    const std::size_t size = nominal_->system.state_size();
    std::optional<StateQuantities> reader;
    for (std::size_t i = 0; i < states.count; ++i) {
        if (i == 0 || systems_.size() > 1) reader.emplace(system_of(i));
        throw_if_stopped();
        reader->see(states.t[i], &states.x[i * size], &states.v[i * size],
                    states.s[i].empty() ? nullptr : states.s[i].data(), with_acceleration);
        visit(i, *reader);
    }
}

std::string SystemCalls::info() const {
    const ConstrainedSystem& system = nominal_->system;
    const std::map<std::string, double> values = values_of(nominal_->spec);
    const auto input_json = [](const Input& input) {
        return Json{
            {"id", input.id}, {"unit", input.unit}, {"formula", input.formula != nullptr}, {"linear", input.linear}};
    };
    const auto coordinate_json = [](const Coordinate& one) {
        return Json{{"body", one.body}, {"kind", one.kind}, {"unit", one.unit}};
    };
    Json nodes = Json::array();
    for (const Body& body : nominal_->graph.bodies())
        for (int node = 0; node < body.node_count; ++node)
            nodes.push_back(node == 0 ? body.id : body.id + " axis " + std::to_string(node));
    return Json{{"version", tool_version},
                {"name", system.name()},
                {"nodes", nodes},
                {"dimension", system.dimension()},
                {"degrees_of_freedom", system.degrees_of_freedom()},
                {"constraints", json_list(system.rows(), [](const ConstraintRow& row) { return row.name; })},
                {"track_parameters", system.tracks().size()},
                {"counted_angles", system.angles().size()},
                {"inputs", json_list(system.inputs(), input_json)},
                {"coordinates", json_list(nominal_->coordinates.table(), coordinate_json)},
                {"parameters", numbers_of(nominal_->spec.varied, values)},
                {"numbers", numbers_of(system_parameters(nominal_->spec), values)},
                {"dt", nominal_->spec.sampling.dt},
                {"samples", nominal_->spec.sampling.steps},
                {"system", Json::parse(nominal_->spec.json)}}
        .dump();
}

// One evaluation of the field for all states of a system: making its kernel takes as long as several evaluations.
void SystemCalls::accelerate(const Request& request, FrameWriter& out) const {
    const BatchStates states = states_of(request);
    const std::size_t size = nominal_->system.state_size(), count = states.count;
    std::vector<double> z, rate, all(count * size);
    std::optional<StateQuantities> last;
    std::size_t waiting = 0;
    each_state(states, false, [&](std::size_t i, StateQuantities& reader) {
        reader.append_state(z);
        if (++waiting < 512 && systems_.size() == 1 && i + 1 < count) return;
        rate.resize(z.size());
        cchnn_kernels()->vector_field(system_of(i).system, z, rate);
        for (std::size_t k = 0; k < waiting; ++k) {
            const std::size_t state = i + 1 - waiting + k;
            reader.take_rate(states.t[state], &rate[k * (z.size() / waiting)]);
            const std::vector<double> one = reader.acceleration();
            std::ranges::copy(one, all.begin() + static_cast<long>(state * size));
        }
        z.clear();
        waiting = 0;
    });
    out.add("acceleration", request.arrays.at("x").shape, all);
}

// The derivatives of the acceleration by x, v and u. Parameters of curves and counted angles follow x: their derivative
// along dx is their rate at the velocity dx.
void SystemCalls::differentiate(const Request& request, FrameWriter& out) const {
    const BatchStates states = states_of(request);
    const ConstrainedSystem& nominal = nominal_->system;
    const std::size_t size = nominal.state_size(), inputs = nominal.inputs().size(), count = states.count;
    const std::size_t directions = 2 * size + inputs, parameters = nominal.parameter_count();
    const std::size_t width = 2 * size + (nominal.dissipative() ? 1 : 0) + parameters + nominal.driven_size();
    const std::size_t after = width - parameters - nominal.driven_size();  // where s begins
    std::vector<double> by_x(count * size * size), by_v(by_x), by_u(count * size * inputs), column(size);
    each_state(states, false, [&](std::size_t i, StateQuantities& reader) {
        const ConstrainedSystem& system = system_of(i).system;
        std::vector<double> z, dz(directions * width), moved(dz), rate(dz), unit(size);
        reader.append_state(z);
        for (std::size_t j = 0; j < size; ++j) {
            unit[j] = 1;
            dz[j * width + j] = 1;
            system.momentum(unit.data(), &dz[(size + j) * width + size]);
            unit[j] = 0;
        }
        for (std::size_t k = 0; k < inputs; ++k) dz[(2 * size + k) * width + after + parameters + 2 + k] = 1;
        for (std::size_t j = 0; parameters > 0 && j < size; ++j) {
            std::vector<double> along = z, its_rate(width);
            const double* const momentum = &dz[(size + j) * width + size];
            std::copy(momentum, momentum + size, along.begin() + static_cast<long>(size));
            cchnn_kernels()->vector_field(system, along, its_rate);
            const auto s = its_rate.begin() + static_cast<long>(after);
            std::copy(s, s + static_cast<long>(parameters), dz.begin() + static_cast<long>(j * width + after));
        }
        cchnn_kernels()->field_tangents(system, z, directions, dz, rate);
        for (std::size_t j = 0; j < directions; ++j) {
            system.velocity(&rate[j * width + size], column.data());
            for (std::size_t a = 0; a < size; ++a) {
                const std::size_t row = i * size + a;
                if (j < size) by_x[row * size + j] = column[a];
                else if (j < 2 * size) by_v[row * size + j - size] = column[a];
                else by_u[row * inputs + j - 2 * size] = column[a];
            }
        }
    });
    Shape shape = request.arrays.at("x").shape, with_inputs = shape;
    with_inputs.push_back(inputs);
    shape.insert(shape.end(), {shape[1], shape[2]});
    out.add("by_x", shape, by_x);
    out.add("by_v", shape, by_v);
    out.add("by_u", with_inputs, by_u);
}

void SystemCalls::energy(const Request& request, FrameWriter& out) const {
    const BatchStates states = states_of(request);
    std::vector<double> all(states.count);
    each_state(states, false, [&](std::size_t i, const StateQuantities& reader) { all[i] = reader.energy(); });
    out.add("energy", {states.count}, all);
}

void SystemCalls::phi(const Request& request, FrameWriter& out) const {
    const BatchStates states = states_of(request);
    const std::size_t size = nominal_->system.state_size(), rows = nominal_->system.rows().size();
    std::vector<double> phi(states.count * rows), rate(phi);
    for (std::size_t i = 0; i < states.count && rows > 0; ++i) {
        const ConstrainedSystem& system = system_of(i).system;
        SeenFromBase seen(system);
        seen.see(states.t[i], &states.x[i * size], &states.v[i * size]);
        const RowsInTime at(system, states.t[i]);
        at.phi(seen.x(), &phi[i * rows]);
        at.phi_rate(seen.x(), seen.v(), &rate[i * rows]);
    }
    out.add("phi", {states.count, rows}, phi);
    out.add("phi_rate", {states.count, rows}, rate);
}

void SystemCalls::phi_jacobian(const Request& request, FrameWriter& out) const {
    const BatchStates states = states_of(request);
    const std::size_t size = nominal_->system.state_size(), rows = nominal_->system.rows().size();
    std::vector<double> all(states.count * rows * size);
    if (!all.empty())
        each_state(states, false,
                   [&](std::size_t i, StateQuantities& reader) { reader.jacobian(&all[i * rows * size]); });
    const Shape& x = request.arrays.at("x").shape;
    out.add("phi_jacobian", {x[0], rows, x[1], x[2]}, all);
}

void SystemCalls::multipliers(const Request& request, FrameWriter& out) const {
    if (nominal_->system.lagrangian())
        throw UsageError("call",
                         "multipliers are those of forces on bodies, and " + nominal_->spec.name +
                             " is given by a Lagrangian: lambda follows from its formulas and the acceleration");
    const BatchStates states = states_of(request);
    const std::size_t rows = nominal_->system.rows().size();
    std::vector<double> all(states.count * rows);
    if (!all.empty())
        each_state(states, true, [&](std::size_t i, StateQuantities& reader) { reader.multipliers(&all[i * rows]); });
    out.add("multipliers", {states.count, rows}, all);
}

void SystemCalls::mass_matrix(const Request&, FrameWriter& out) const {
    if (nominal_->system.lagrangian())
        throw UsageError("call", "mass_matrix is that of bodies, and " + nominal_->spec.name +
                                     " is given by a Lagrangian: M(q) is d2T/dqd2 of its formula");
    std::vector<double> all;
    for (const auto& system : systems_) {
        const std::vector<double> one = system->system.mass_matrix();
        all.insert(all.end(), one.begin(), one.end());
    }
    const std::size_t nodes = nominal_->system.node_count();
    out.add("mass_matrix", {systems_.size(), nodes, nodes}, all);
}

void SystemCalls::project(const Request& request, FrameWriter& out) const {
    BatchStates states = states_of(request);
    const std::size_t size = nominal_->system.state_size(), tracks = nominal_->system.tracks().size();
    const std::size_t parameters = nominal_->system.parameter_count();
    std::vector<double> along, turned;
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < states.count && problems.size() < most_problems; ++i) {
        throw_if_stopped();
        const auto first = static_cast<long>(i * size), end = static_cast<long>((i + 1) * size);
        InitialState state{{states.x.begin() + first, states.x.begin() + end},
                           {states.v.begin() + first, states.v.begin() + end}};
        state.t = states.t[i];
        state.s.assign(states.s[i].begin(),
                       states.s[i].begin() + static_cast<long>(std::min(parameters, states.s[i].size())));
        if (!system_of(i).sampler.project(state))
            problems.push_back({"x", "state " + std::to_string(i) + " cannot be projected onto the constraints"});
        std::ranges::copy(state.x, states.x.begin() + first);
        std::ranges::copy(state.v, states.v.begin() + first);
        if (state.s.size() != parameters) continue;
        const auto angles = state.s.begin() + static_cast<long>(tracks);
        along.insert(along.end(), state.s.begin(), angles);
        turned.insert(turned.end(), angles, state.s.end());
    }
    if (!problems.empty()) throw NumericalError(std::move(problems));
    const Shape& shape = request.arrays.at("x").shape;
    out.add("x", shape, states.x);
    out.add("v", shape, states.v);
    out.add("track_parameter", {states.count, tracks}, along);
    out.add("counted_angle", {states.count, parameters - tracks}, turned);
}

void SystemCalls::to_coordinates(const Request& request, FrameWriter& out) const {
    if (!nominal_->coordinates.exist())
        throw UsageError("to_coordinates", "has no answer: " + nominal_->coordinates.why_none());
    const ConstrainedSystem& system = nominal_->system;
    const Shape state{to_size(system.node_count()), to_size(system.dimension())}, shape = request.arrays.at("x").shape;
    const std::vector<double> x = rows_of(request, "x", state, shape[0]), v = rows_of(request, "v", state, shape[0]);
    const std::size_t size = system.state_size(), m = nominal_->coordinates.count();
    if (systems_.size() != 1 && systems_.size() != shape[0])
        throw UsageError("parameters", "must have one row, or one for each state");
    std::vector<double> q(shape[0] * m), qdot(q);
    for (std::size_t i = 0; i < shape[0]; ++i)
        system_of(i).coordinates.to_q(&x[i * size], &v[i * size], nullptr, &q[i * m], &qdot[i * m]);
    out.add("q", {shape[0], m}, q);
    out.add("qdot", {shape[0], m}, qdot);
}

void SystemCalls::from_coordinates(const Request& request, FrameWriter& out) const {
    if (!nominal_->coordinates.exist())
        throw UsageError("from_coordinates", "has no answer: " + nominal_->coordinates.why_none());
    const ConstrainedSystem& system = nominal_->system;
    const std::size_t size = system.state_size(), m = nominal_->coordinates.count();
    const std::size_t count = request.arrays.at("q").shape[0];
    const std::vector<double> q = rows_of(request, "q", {m}, count), qdot = rows_of(request, "qdot", {m}, count);
    if (systems_.size() != 1 && systems_.size() != count)
        throw UsageError("parameters", "must have one row, or one for each state");
    std::vector<double> x(count * size), v(x);
    for (std::size_t i = 0; i < count; ++i)
        system_of(i).coordinates.to_cartesian(&q[i * m], &qdot[i * m], &x[i * size], &v[i * size]);
    const Shape shape{count, to_size(system.node_count()), to_size(system.dimension())};
    out.add("x", shape, x);
    out.add("v", shape, v);
}

}  // namespace cchnn
