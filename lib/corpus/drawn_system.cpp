#include "corpus/drawn_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "corpus/draw_system.hpp"
#include "integrate/kernel_door.hpp"
#include "integrate/trajectory_source.hpp"
#include "lyapunov/lyapunov.hpp"
#include "model/compiled_system.hpp"
#include "sample/random_stream.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t stream_of_corpora = 0x700;
constexpr int looked_at = 4;       // starts whose rates decide dt
const std::string six = "000000";  // digits of a number in a name

// An attempt that gives no system.
struct Unusable {
    std::string reason;
};

std::string name_of(const Recipe& recipe, std::uint64_t number) {
    const std::string digits = std::to_string(number);
    return recipe.name + "_" + (digits.size() < six.size() ? six.substr(digits.size()) : "") + digits;
}

// One attempt at a system of a corpus, with random numbers of its own: draws it, compiles it as any file of a user,
// labels it and integrates its trajectories into `drawn`. Throws Unusable where the system cannot be used, and the next
// attempt follows.
class Attempt {
  public:
    Attempt(const Recipe& recipe, std::uint64_t seed, DrawnSystem& drawn)
        : recipe_(recipe),
          seed_(seed),
          drawn_(drawn),
          random_(seed, stream_of_corpora + (drawn.attempt << 16), static_cast<std::uint32_t>(drawn.number),
                  static_cast<std::uint32_t>(drawn.number >> 32)) {}

    void run() {
        const std::string text = draw_system(recipe_, random_, name_of(recipe_, drawn_.number));
        if (text.empty()) throw Unusable{"nothing attaches a body"};
        drawn_.graph = graph_id(text);
        label_parts(text);
        Json system = Json::parse(text);
        describe(system);
        const double spread = six_digits(uniform(random_, recipe_.spread)), energy = uniform(random_, recipe_.energy);
        const double per_period = uniform(random_, recipe_.samples_per_period);
        add_noise(system, spread * (recipe_.length.low + recipe_.length.high) / 2, energy);
        const CompiledSystem compiled(read(system));
        label(compiled, system);
        const double highest = rate_of(compiled);
        drawn_.times = {six_digits(2 * std::numbers::pi / (highest * per_period)), recipe_.samples};
        system["sampling"] = {{"dt", drawn_.times.dt}, {"steps", drawn_.times.samples}};
        drawn_.json = readable_json(system) + "\n";
        integrate(compiled);
        if (!recipe_.free_fall) require_near(compiled.system.length_scale());
        if (recipe_.lyapunov > 0) estimate_exponents(compiled);
    }

  private:
    void label_parts(const std::string& text) const {
        const SystemParts parts = parts_of(text);
        const std::size_t count = parts.ids.size();
        if (count < to_size(recipe_.fewest_parts)) throw Unusable{"is of fewer independent parts than are asked for"};
        if (count > to_size(recipe_.most_parts)) throw Unusable{"is of more independent parts than are asked for"};
        if (parts.free_fall && !recipe_.free_fall) throw Unusable{"falls freely"};
        drawn_.labels.parts = parts;
    }

    // As any file of a user: syntax, schema and meaning.
    SystemSpec read(const Json& system) const {
        try {
            return parse_system(system.dump(), "system " + std::to_string(drawn_.number));
        } catch (const SpecError& error) {
            throw Unusable{"is not a valid system file: " + error.problems().front().what};
        }
    }

    void describe(Json& system) const {
        Json described{
            {"name", system.at("name")},
            {"title", recipe_.title + ", system " + std::to_string(drawn_.number)},
            {"description", "Drawn by the recipe " + recipe_.name + ": seed " + std::to_string(seed_) + ", system " +
                                std::to_string(drawn_.number) + ", attempt " + std::to_string(drawn_.attempt) + "."}};
        for (const auto& [key, value] : system.items())
            if (key != "name") described[key] = value;
        system = described;
    }

    void add_noise(Json& system, double spread, double energy) {
        const auto normal = [](double std) { return Json{{"normal", {{"mean", 0}, {"std", six_digits(std)}}}}; };
        if (spread > 0) system["initial_conditions"]["noise"]["position"] = normal(spread);
        const CompiledSystem still(read(system));
        if (still.system.degrees_of_freedom() == 0) throw Unusable{"cannot move"};
        SampleKey key{seed_, Split::train, 0, 0};
        const double length = still.system.length_scale();
        double pace = acceleration_at_rest(still.system, still.sampler.draw(key));
        if (!std::isfinite(pace)) throw Unusable{"has no finite force at its start"};
        if (pace < 1e-9 * length) pace = length;
        drawn_.labels.stiffness = std::sqrt(length / pace);  // times the rate, once it is known
        const double speed = std::sqrt(2 * energy * pace * length / still.system.dimension());
        if (speed > 0) system["initial_conditions"]["noise"]["velocity"] = normal(speed);
    }

    void label(const CompiledSystem& compiled, const Json& system) const {
        SystemLabels& labels = drawn_.labels;
        labels.dimension = compiled.system.dimension();
        labels.nodes = compiled.system.node_count();
        labels.freedom = compiled.system.degrees_of_freedom();
        labels.closes_loops = compiled.system.closes_loops();
        for (const ConservedQuantity& quantity : compiled.system.conserved()) labels.conserved.push_back(quantity.name);
        for (const char* list : {"bodies", "constraints", "potentials", "damping"})
            for (const Json& item : system.value(list, Json::array())) ++labels.kinds[item.at("type")];
        for (const char* joint : {"Joint", "Joint+Axis", "Slider", "Universal", "Planar", "Screw"})
            labels.has_joint = labels.has_joint || labels.kinds.contains(joint);
        for (const Json& body : system.at("bodies")) labels.bodies += body.at("type") != "Origin";
    }

    double rate_of(const CompiledSystem& compiled) const {
        double highest = 0;
        for (int i = 0; i < looked_at; ++i) {
            SampleKey key{seed_, Split::train, to_size(i), 0};
            const double rate = highest_rate(compiled.system, compiled.sampler.draw(key));
            if (!std::isfinite(rate)) throw Unusable{"has no finite rate at a start"};
            highest = std::max(highest, rate);
        }
        if (highest < 1e-9) throw Unusable{"has no time scale"};
        drawn_.labels.rate = highest;
        drawn_.labels.stiffness *= highest;
        return highest;
    }

    void integrate(const CompiledSystem& compiled) const {
        Protocol protocol = default_protocol();
        const double most_steps = static_cast<double>(recipe_.most_evaluations) / evaluations_of_step;
        protocol.max_steps = std::min(protocol.max_steps, static_cast<long>(most_steps));
        ErrorBoundRule bound(protocol);
        bound.refinement->most_evaluations =
            std::min(bound.refinement->most_evaluations, static_cast<double>(recipe_.most_evaluations));
        bound.refinement->all_or_none = true;  // one such trajectory, and the system is drawn again
        try {
            drawn_.batch = drawn_trajectories(compiled.system, compiled.sampler, seed_, Split::train, 0,
                                              recipe_.trajectories, drawn_.times, protocol, false, &bound)
                               .batch;
        } catch (const NumericalError&) {
            throw Unusable{"a trajectory cannot be integrated within the budget"};
        }
        // A trajectory that is refined to the end has the bits that a larger budget gives.
        for (const double one : drawn_.batch.error_bound)
            if (one > bound.refinement->level) throw Unusable{"a trajectory cannot be refined within the budget"};
        double steps = 0;
        for (const Outcome& outcome : drawn_.batch.outcomes) {
            const double own = static_cast<double>(outcome.accepted + outcome.rejected);
            if (own > most_steps) throw Unusable{"needs more evaluations than the budget"};
            steps += own;
        }
        drawn_.labels.evaluations = evaluations_of_step * steps / static_cast<double>(recipe_.trajectories);
    }

    // Down a rail, under a steady force or in a rotating frame a body leaves as in free fall: one fast growing number
    // decides its error, and its positions are nothing like those of other systems.
    void require_near(double length) const {
        const std::vector<double>& x = drawn_.batch.x;
        const std::size_t whole = x.size() / recipe_.trajectories, state = whole / to_size(recipe_.samples);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (std::abs(x[i] - x[i - i % whole + i % state]) > most_lengths * length)
                throw Unusable{"moves away without end"};
    }

    // A system is not drawn again because of its label.
    void estimate_exponents(const CompiledSystem& compiled) const {
        LyapunovOptions options;
        options.time = lyapunov_lengths * drawn_.times.dt * (drawn_.times.samples - 1);
        options.trajectories = recipe_.lyapunov;
        options.seed = seed_;
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        drawn_.labels.lyapunov = MeanInterval{none, none, none};
        try {
            drawn_.labels.lyapunov = lyapunov(compiled.system, compiled.sampler, drawn_.times, options).largest();
        } catch (const NumericalError&) {
        }
    }

    const Recipe& recipe_;
    const std::uint64_t seed_;
    DrawnSystem& drawn_;
    RandomStream random_;
};

using Vector = std::vector<double>;

Vector state_vector(const ConstrainedSystem& system, const InitialState& state, bool at_rest) {
    const Vector still(state.v.size(), 0);
    const Vector& v = at_rest ? still : state.v;
    Vector p(v.size());
    const std::size_t d = system.dimension(), n = v.size() / d;
    const Vector mass = system.mass_matrix();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = 0; k < d; ++k) p[i * d + k] += mass[i * n + j] * v[j * d + k];
    Vector z = state.x;
    z.insert(z.end(), p.begin(), p.end());
    if (system.dissipative()) z.push_back(0);
    const Vector s = system.nearest_parameters(state.x.data(), v.data());
    z.insert(z.end(), s.begin(), s.end());
    return z;
}

Vector field(const ConstrainedSystem& system, const Vector& z) {
    Vector rate(z.size());
    cchnn_kernels()->vector_field(system, z, rate);
    return rate;
}

double norm(const Vector& u) {
    double sum = 0;
    for (const double one : u) sum += one * one;
    return std::sqrt(sum);
}

}  // namespace

DrawnSystem drawn_system(const Recipe& recipe, std::uint64_t seed, std::uint64_t number) {
    std::map<std::string, std::uint64_t> redrawn;
    for (std::uint32_t attempt = 0; attempt < most_attempts; ++attempt) {
        throw_if_stopped();
        DrawnSystem drawn;
        drawn.number = number;
        drawn.attempt = attempt;
        try {
            Attempt(recipe, seed, drawn).run();
            drawn.redrawn = redrawn;
            return drawn;
        } catch (const Unusable& unusable) {
            ++redrawn[unusable.reason];
        } catch (const SpecError&) {
            ++redrawn["does not close, or its constraints contradict each other"];
        } catch (const NumericalError&) {
            ++redrawn["no start meets its constraints"];
        }
    }
    std::string reasons;
    for (const auto& [reason, times] : redrawn)
        reasons += (reasons.empty() ? "" : ", ") + std::to_string(times) + " times: " + reason;
    throw NumericalError("recipe " + recipe.name, "gives no system " + std::to_string(number) + " in " +
                                                      std::to_string(most_attempts) + " attempts (" + reasons +
                                                      "); change what the recipe draws");
}

const std::vector<std::string>& drawn_kinds() {
    static const std::vector<std::string> kinds{
        "Origin",        "Obj0D",         "Obj1D",         "Obj2D",   "Obj3D",         "Link",      "Joint",
        "Joint+Axis",    "Slider",        "Universal",     "Planar",  "Gravity",       "Newtonian", "Spring",
        "Potential",     "MagneticField", "Force",         "Torque",  "TorsionSpring", "Damping",   "Dashpot",
        "TorsionDamper", "Weld",          "Screw",         "Rolling", "Track",         "Rope",      "Gear",
        "Rack",          "Dipole",        "RotatingFrame", "Drag"};
    return kinds;
}

double acceleration_at_rest(const ConstrainedSystem& system, const InitialState& state) {
    const Vector rate = field(system, state_vector(system, state, true));
    const std::size_t size = state.x.size();
    const Vector force(rate.begin() + size, rate.begin() + 2 * size);
    Vector acceleration(size);
    system.velocity(force.data(), acceleration.data());
    double power = 0, whole = 0;
    for (std::size_t i = 0; i < size; ++i) power += force[i] * acceleration[i];
    for (const double entry : system.mass_matrix()) whole += entry;  // rows of an extended body sum to its mass
    return std::sqrt(std::max(power, 0.0) / whole);
}

double highest_rate(const ConstrainedSystem& system, const InitialState& state) {
    constexpr int rounds = 16, first = 8;
    const Vector z = state_vector(system, state, false);
    RandomStream random(0, 0x600, 0, 0);
    Vector u(z.size());
    for (double& one : u) one = random.normal();
    const double step = 0x1p-20 * norm(z) / std::sqrt(static_cast<double>(z.size()));
    double growth = 1;
    for (int round = 0; round < rounds; ++round) {
        const double length = norm(u);
        if (!(length > 0) || !std::isfinite(length)) return 0;
        Vector ahead = z, behind = z;
        for (std::size_t i = 0; i < z.size(); ++i) {
            ahead[i] += step * u[i] / length;
            behind[i] -= step * u[i] / length;
        }
        const Vector up = field(system, ahead), down = field(system, behind);
        for (std::size_t i = 0; i < z.size(); ++i) u[i] = (up[i] - down[i]) / (2 * step);
        if (round >= first) growth *= norm(u);
    }
    return std::sqrt(std::sqrt(std::sqrt(growth)));
}

}  // namespace cchnn
