// The same motions by two roads: built-in systems of bodies and constraints, and Lagrangians in coordinates (roads/ and
// systems/lagrangians/). The two share no equations, so that motions from the same start differ by no more than the sum
// of their error bounds. Bodies move in other places and in other units as well.

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/embedded_files.hpp"
#include "integrate/error_bound.hpp"
#include "physics/moving.hpp"
#include "places.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Json = nlohmann::ordered_json;

// Coordinates with their rates, and the constants of the Lagrangian.
using Values = std::map<std::string, Moving>;
// The nodes of the bodies in the order of their file: a centre of mass, then the tips of its axes.
using Places = std::function<std::vector<Place>(const Values&)>;
// Units of length and mass in a constant of the Lagrangian: metres^first kilograms^second.
using Units = std::map<std::string, std::pair<int, int>>;

struct Road {
    std::string bodies, lagrangian;  // paths of system files
    Places places;
    Units units = {};                             // of the constants; empty: the bodies keep their units
    Three moved{};                                // where the bodies are moved, m
    std::function<void(Json&)> change = nullptr;  // what of the system of bodies differs from the built-in one
    int trajectories = 3;
    double known_to = 1e-7;  // largest sum of the bounds, of |z|, so that the test says something
};

// ---- A system of bodies in other units of length and mass, and in another place

Json scaled(const Json& number, double factor) {
    if (factor == 1) return number;
    if (number.is_number()) return number.get<double>() * factor;
    std::ostringstream text;
    text.precision(17);
    if (number.is_string()) text << "(" << number.get<std::string>() << ")*" << factor;
    if (number.is_string()) return text.str();
    Json all = number;
    for (Json& one : all) one = scaled(one, factor);
    return all;
}

void scale_units(Json& json, double length, double mass) {
    const std::map<std::string, double> factors{{"position", length},
                                                {"velocity", length},
                                                {"length", length},
                                                {"point", length},
                                                {"g", length},
                                                {"rest_length", length},
                                                {"second_moments", length * length},
                                                {"mass", mass},
                                                {"stiffness", mass},
                                                {"charge", mass},
                                                {"coefficient", mass * length * length},
                                                {"gravitational_constant", length * length * length / mass}};
    for (auto& [key, value] : json.items()) {
        const auto factor = factors.find(key);
        if (factor != factors.end()) value = scaled(value, factor->second);
        else if (value.is_structured()) scale_units(value, length, mass);
    }
}

Json moved_place(const Json& place, const Three& by) {
    Json all = Json::array();
    for (std::size_t k = 0; k < place.size(); ++k) {
        std::ostringstream text;
        text.precision(17);
        text << (place[k].is_string() ? place[k].get<std::string>() : place[k].dump()) << " + " << number(by[k]);
        all.push_back(text.str());
    }
    return all;
}

// Places are arrays under "position"; that of a `state` has one for each body.
void move_positions(Json& json, const Three& by) {
    for (auto& [key, value] : json.items()) {
        if (key == "position" && value.is_array()) value = moved_place(value, by);
        else if (key == "position")
            for (Json& place : value) place = moved_place(place, by);
        else if (value.is_structured()) move_positions(value, by);
    }
}

// An Origin that a file leaves at 0 is written there, so that it moves.
void write_origins(Json& system) {
    for (Json& body : system["bodies"])
        if (body["type"] == "Origin" && !body.contains("position"))
            body["position"] = std::vector<double>(system["dimension"].get<std::size_t>(), 0.0);
}

Json scaled_lagrangian(const Json& file, const Units& units, double length, double mass) {
    Json system = file;
    for (auto& [name, value] : system["lagrangian"]["constants"].items()) {
        const auto [metres, kilograms] = units.at(name);
        value = scaled(value, std::pow(length, metres) * std::pow(mass, kilograms));
    }
    for (const auto& [name, about] : system["lagrangian"]["coordinates"].items())
        if (!about.value("angle", false))
            for (const std::string& key : {name, name + "d"})
                if (system["initial_conditions"].contains(key)) {
                    Json& start = system["initial_conditions"][key];
                    if (start.is_object())
                        for (Json& law : start)
                            for (auto& [parameter, number_of_it] : law.items())
                                number_of_it = scaled(number_of_it, length);
                    else start = scaled(start, length);
                }
    return system;
}

Json system_file(const std::string& path) {
    if (embedded_files().contains(path)) return Json::parse(embedded_files().at(path));
    std::ifstream file(std::filesystem::path(source_dir()) / path);
    REQUIRE_MESSAGE(file.good(), path);
    return Json::parse(file);
}

// ---- Two motions

using Vector = std::vector<Real>;

Real size_of(const Vector& z) {
    Real sum = 0;
    for (const Real entry : z) sum += entry * entry;
    return std::sqrt(sum);
}

// z = (x, v) of all nodes of the bodies, from (q, dq/dt).
class NodesOfCoordinates {
  public:
    NodesOfCoordinates(const Json& lagrangian, const Road& road, int dimension)
        : places_(road.places), moved_(road.moved), dimension_(dimension) {
        for (const auto& [name, value] : lagrangian["lagrangian"]["constants"].items())
            if (value.is_number()) constants_[name] = Moving(value.get<double>());
        for (const auto& [name, about] : lagrangian["lagrangian"]["coordinates"].items()) names_.push_back(name);
    }

    std::size_t coordinates() const { return names_.size(); }

    Vector operator()(const Vector& state) const {
        Values values = constants_;
        const std::size_t n = names_.size();
        for (std::size_t i = 0; i < n; ++i) values[names_[i]] = Moving(state[i], state[n + i]);
        Vector x, v;
        for (const Place& node : places_(values))
            for (std::size_t k = 0; k < to_size(dimension_); ++k) {
                x.push_back(node[k].at);
                v.push_back(node[k].rate);
            }
        // Tips of axes move along with their centre, so that every node does.
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += moved_[i % to_size(dimension_)];
        x.insert(x.end(), v.begin(), v.end());
        return x;
    }

    // The largest |dz| of changes of (q, dq/dt) of size 1: the norm of the derivative, by power iteration.
    Real stretch(const Vector& state) const {
        constexpr Real step = 1e-6L;  // of central differences: 12 digits in long double
        std::vector<Vector> columns;
        for (std::size_t i = 0; i < state.size(); ++i) {
            Vector ahead = state, behind = state;
            const Real by = step * (std::fabs(state[i]) + step);
            ahead[i] += by;
            behind[i] -= by;
            Vector column = (*this)(ahead);
            const Vector other = (*this)(behind);
            for (std::size_t k = 0; k < column.size(); ++k) column[k] = (column[k] - other[k]) / (2 * by);
            columns.push_back(std::move(column));
        }
        Vector direction(state.size(), 1), image(columns.front().size());
        Real norm = 0;
        for (int turn = 0; turn < 40; ++turn) {
            const Real length = size_of(direction);
            std::fill(image.begin(), image.end(), Real(0));
            for (std::size_t i = 0; i < columns.size(); ++i)
                for (std::size_t k = 0; k < image.size(); ++k) image[k] += columns[i][k] * direction[i] / length;
            norm = size_of(image);
            for (std::size_t i = 0; i < columns.size(); ++i) {
                direction[i] = 0;
                for (std::size_t k = 0; k < image.size(); ++k) direction[i] += columns[i][k] * image[k];
            }
        }
        return norm;
    }

  private:
    Places places_;
    Three moved_;
    int dimension_;
    Values constants_;
    std::vector<std::string> names_;
};

// (x, v) of one sample of a trajectory.
Vector state_of(const TrajectoryBatch& batch, int i, int k) {
    const std::size_t width = to_size(batch.nodes * batch.dimension);
    const auto at = static_cast<std::ptrdiff_t>(to_size(i * batch.samples + k) * width);
    const auto end = at + static_cast<std::ptrdiff_t>(width);
    Vector z(batch.x.begin() + at, batch.x.begin() + end);
    z.insert(z.end(), batch.v.begin() + at, batch.v.begin() + end);
    return z;
}

// Without refinement: bounds of doubles come from starts that are perturbed by a hundred times their rounding, and so
// cover that places which follow from coordinates are rounded.
TrajectoryBatch bounded(const Compiled& c, const std::vector<InitialState>& starts, TimeGrid times) {
    TrajectoryBatch batch = integrate(c.system, starts, times, default_protocol());
    add_error_bounds(c.system, starts, times, ErrorBoundRule(default_protocol(), 0.0), batch);
    return batch;
}

void check_alike(const Road& road, double length = 1, double mass = 1) {
    CAPTURE(road.bodies);
    CAPTURE(length);
    Json bodies = system_file(road.bodies);
    if (road.change) road.change(bodies);
    bodies["initial_conditions"].erase("noise");  // the start is that of the Lagrangian
    scale_units(bodies, length, mass);
    if (road.moved != Three{}) {
        write_origins(bodies);
        move_positions(bodies, road.moved);
    }
    Json lagrangian = system_file(road.lagrangian);
    if (length != 1 || mass != 1) lagrangian = scaled_lagrangian(lagrangian, road.units, length, mass);
    const Compiled of_bodies(bodies.dump()), of_formulas(lagrangian.dump());
    const NodesOfCoordinates nodes(lagrangian, road, of_bodies.spec.dimension);

    const int count = std::min(road.trajectories, static_cast<int>(of_formulas.sampler.trajectory_count() < 0
                                                                       ? road.trajectories
                                                                       : of_formulas.sampler.trajectory_count()));
    const std::vector<InitialState> starts = of_formulas.draw(count);
    std::vector<InitialState> same;
    for (const InitialState& start : starts) {
        Vector state(start.x.begin(), start.x.end());
        state.insert(state.end(), start.v.begin(), start.v.end());
        const Vector z = nodes(state);
        InitialState one;
        for (std::size_t i = 0; i < z.size(); ++i) (i < z.size() / 2 ? one.x : one.v).push_back(number(z[i]));
        REQUIRE(of_bodies.sampler.project(one));
        same.push_back(one);
    }
    const TimeGrid times = of_formulas.own_times();
    const TrajectoryBatch a = bounded(of_bodies, same, times), b = bounded(of_formulas, starts, times);
    double closest = 0, energy = 0, known = 0;
    for (int i = 0; i < count; ++i) {
        REQUIRE(a.outcomes[to_size(i)].reason == EndReason::completed);
        REQUIRE(b.outcomes[to_size(i)].reason == EndReason::completed);
        Real moved = 0, most_kinetic = 0;
        const Vector first = state_of(a, i, 0);
        double worst = 0;
        for (int k = 0; k < times.samples; ++k) {
            const std::size_t at = to_size(i * times.samples + k);
            const Vector z = state_of(a, i, k), q = state_of(b, i, k), same_z = nodes(q);
            REQUIRE(z.size() == same_z.size());
            Vector off(z.size());
            for (std::size_t j = 0; j < z.size(); ++j) off[j] = z[j] - same_z[j];
            const Real allowed = a.error_bound[at] * (size_of(z) + size_of(same_z)) +
                                 nodes.stretch(q) * 2 * b.error_bound[at] * size_of(q);
            worst = worse(worst, size_of(off) / allowed);
            known = worse(known, allowed / size_of(z));
            Vector away(first.size());
            for (std::size_t j = 0; j < z.size(); ++j) away[j] = z[j] - first[j];
            moved = std::max(moved, size_of(away) / size_of(first));
            const std::vector<double> v(z.begin() + static_cast<std::ptrdiff_t>(z.size() / 2), z.end());
            const std::vector<double> x(z.begin(), z.begin() + static_cast<std::ptrdiff_t>(z.size() / 2));
            most_kinetic = std::max(most_kinetic, Real(of_bodies.system.kinetic_energy(x.data(), v.data())));
        }
        for (int k = 0; k < times.samples; ++k) {
            const std::size_t at = to_size(i * times.samples + k), start = to_size(i * times.samples);
            energy =
                worse(energy, ((a.energy[at] - a.energy[start]) - (b.energy[at] - b.energy[start])) / most_kinetic);
        }
        closest = worse(closest, worst);
        CHECK(moved > 0.01);
    }
    MESSAGE(road.bodies << ": " << closest << " of the sum of the bounds, which is " << known
                        << " of the state; energy " << energy);
    CHECK(closest <= 1);
    CHECK(known < road.known_to);
    CHECK(energy < 1e-9);  // hundreds of steps that keep 1e-13 each, and differences of energies of that size
}

// ---- The roads

std::string in_roads(const std::string& name) { return "tests/physics/roads/" + name + ".json"; }
std::string in_systems(const std::string& name) { return "systems/lagrangians/" + name + ".json"; }

// u and the columns of R_z(phi) R_x(theta) R_z(psi), as schemas/system/initial_conditions.md has them.
Place hanging(const Moving& angle) { return {sin(angle), -cos(angle), 0}; }
Place along(const Moving& z, const Moving& p) { return {-cos(p), sin(z) * sin(p), cos(z) * sin(p)}; }
std::array<Place, 3> axes(const Values& q) {
    const Moving cf = cos(q.at("phi")), sf = sin(q.at("phi")), ct = cos(q.at("theta")), st = sin(q.at("theta")),
                 cp = cos(q.at("psi")), sp = sin(q.at("psi"));
    return {Place{cf * cp - sf * ct * sp, sf * cp + cf * ct * sp, st * sp},
            Place{-(cf * sp) - sf * ct * cp, cf * ct * cp - sf * sp, st * cp}, Place{sf * st, -(cf * st), ct}};
}

Places chain(int rods) {
    return [rods](const Values& q) {
        std::vector<Place> nodes;
        for (int i = 1; i <= rods; ++i) {
            const std::string number_of_it = std::to_string(i);
            const Place rod = q.at("l" + number_of_it) * hanging(q.at("a" + number_of_it));
            nodes.push_back(i == 1 ? rod : nodes.back() + rod);
        }
        return nodes;
    };
}
Units chain_units(int rods) {
    Units units{{"g", {1, 0}}};
    for (int i = 1; i <= rods; ++i) {
        units["m" + std::to_string(i)] = {0, 1};
        units["l" + std::to_string(i)] = {1, 0};
    }
    return units;
}

const Units of_a_top{{"m", {0, 1}}, {"h", {1, 0}}, {"s1", {2, 0}}, {"s3", {2, 0}}, {"g", {1, 0}}};
// A centre at h along axis 3 from the tip, and all axes.
std::vector<Place> top(const Values& q) {
    const std::array<Place, 3> turned = axes(q);
    const Place centre = q.at("h") * turned[2];
    return {centre, centre + turned[0], centre + turned[1], centre + turned[2]};
}
std::vector<Place> bead(Moving x, Moving y, Moving z) { return {Place{x, y, z}}; }
const Three elsewhere{3, -2, 1};

}  // namespace

TEST_CASE("chains move in angles as on rods, in three units of length and mass, and elsewhere") {
    for (int n = 1; n <= 3; ++n) {
        const std::string name = "chain_pendulum_" + std::to_string(n);
        Road road{"systems/" + name + ".json", in_roads(name), chain(n), chain_units(n)};
        check_alike(road);
        check_alike(road, 1e-3, 1e-6);
        check_alike(road, 1e3, 1e4);
        road.moved = elsewhere;
        check_alike(road);
    }
}

TEST_CASE("three coupled pendulums and the magnetic pendulum move in spherical angles as on rods") {
    Road coupled{"systems/coupled_pendulum_3.json",
                 in_roads("coupled_pendulum_3"),
                 [](const Values& q) {
                     std::vector<Place> nodes;
                     for (const char* i : {"1", "2", "3"})
                         nodes.push_back(Place{Real(nodes.size()) * q.at("b"), 0, 0} +
                                         q.at("l") * along(q.at(std::string("z") + i), q.at(std::string("p") + i)));
                     return nodes;
                 },
                 {{"m", {0, 1}}, {"l", {1, 0}}, {"b", {1, 0}}, {"k", {0, 1}}, {"g", {1, 0}}}};
    check_alike(coupled);
    check_alike(coupled, 1e-3, 1e-6);
    coupled.moved = elsewhere;
    check_alike(coupled);
    Road magnet{"systems/magnet_pendulum.json", in_roads("magnet_pendulum"),
                [](const Values& q) { return std::vector<Place>{q.at("l") * along(q.at("z"), q.at("p"))}; }};
    magnet.known_to = 1e-3;  // 12 Lyapunov times
    check_alike(magnet);
    magnet.moved = elsewhere;
    check_alike(magnet);
}

TEST_CASE("tops and a free rotor move in Euler's angles as rigid bodies do, away from the poles") {
    Road gyroscope{"systems/gyroscope.json", in_roads("gyroscope"), top, of_a_top};
    check_alike(gyroscope);
    check_alike(gyroscope, 1e-2, 1e3);
    gyroscope.moved = elsewhere;
    check_alike(gyroscope);
    check_alike({"systems/benchmarks/lagrange_top.json", in_roads("lagrange_top"), top, of_a_top});
    check_alike({"systems/rigid_rotor.json", in_roads("rigid_rotor"), [](const Values& q) {
                     const std::array<Place, 3> turned = axes(q);
                     const Place centre{q.at("x"), q.at("y"), q.at("z")};
                     return std::vector<Place>{centre, centre + turned[0], centre + turned[1], centre + turned[2]};
                 }});
}

TEST_CASE("the crossed rods move in Euler's angles as three links move them") {
    check_alike({"systems/dzhanibekov_cross.json", in_systems("dzhanibekov_euler"), [](const Values& q) {
                     const std::array<Place, 3> turned = axes(q);
                     return std::vector<Place>{q.at("R") * turned[0], q.at("R") * turned[2]};
                 }});
}

TEST_CASE("the crossed rods move in six coordinates with three constraints as three links move them") {
    check_alike(
        {"systems/dzhanibekov_cross.json", in_systems("dzhanibekov_rods"), [](const Values& q) {
             return std::vector<Place>{{q.at("x1"), q.at("y1"), q.at("z1")}, {q.at("x2"), q.at("y2"), q.at("z2")}};
         }});
}

TEST_CASE("three beams move in spherical angles as on ball joints") {
    const Places beams = [](const Values& q) {
        std::vector<Place> nodes;
        Place end{};
        for (const char* i : {"1", "2", "3"}) {
            const Place axis = along(q.at(std::string("z") + i), q.at(std::string("p") + i));
            const Place beam = q.at(std::string("l") + i) * axis, centre = end + Moving(0.5L) * beam;
            nodes.insert(nodes.end(), {centre, centre + axis});
            end = end + beam;
        }
        return nodes;
    };
    Road chained{"systems/beam_chain_3.json", in_roads("beam_chain_3"), beams};
    chained.known_to = 1e-6;  // three Lyapunov times, and rates of angles that are larger than any velocity
    check_alike(chained);
}

TEST_CASE("pendulums on springs and with friction move in polar coordinates as bodies do") {
    const Places polar = [](const Values& q) { return std::vector<Place>{q.at("r") * hanging(q.at("theta"))}; };
    Road spring{"systems/spring_pendulum.json",
                in_systems("spring_pendulum_ross"),
                polar,
                {{"m", {0, 1}}, {"r0", {1, 0}}, {"k", {0, 1}}, {"g", {1, 0}}}};
    check_alike(spring);
    check_alike(spring, 1e-3, 1e-6);
    spring.moved = elsewhere;
    check_alike(spring);
    Road hooke = spring;
    hooke.lagrangian = in_systems("spring_pendulum_polar");
    hooke.change = [](Json& system) { system["potentials"][1]["rest_length"] = 1; };
    check_alike(hooke);
    Road damped{"systems/damped_pendulum.json",
                in_systems("damped_pendulum_angle"),
                [](const Values& q) { return std::vector<Place>{q.at("R") * hanging(q.at("theta"))}; },
                {{"m", {0, 1}}, {"R", {1, 0}}, {"g", {1, 0}}, {"c", {2, 1}}}};
    check_alike(damped);
    check_alike(damped, 1e3, 1e4);
}

TEST_CASE("a mass on a spring moves for 300 s as the pendulum for small angles does") {
    check_alike({"systems/harmonic_oscillator.json", in_systems("small_angle_pendulum"),
                 [](const Values& q) { return bead(q.at("R") * q.at("theta"), 0, 0); }});
}

TEST_CASE("comets and planets move in polar and Cartesian coordinates as bodies do") {
    Road kepler{"systems/benchmarks/kepler.json",
                in_roads("kepler"),
                [](const Values& q) { return bead(q.at("r") * cos(q.at("phi")), q.at("r") * sin(q.at("phi")), 0); },
                {{"G", {3, -1}}, {"M", {0, 1}}, {"m", {0, 1}}}};
    kepler.known_to = 1e-6;  // passes the sun, at eccentricities up to 0.999
    check_alike(kepler);
    check_alike(kepler, 1e3, 1e4);
    kepler.moved = elsewhere;
    check_alike(kepler);
    check_alike({"systems/outer_solar_system.json", in_systems("outer_planets"), [](const Values& q) {
                     std::vector<Place> nodes;
                     for (const char* planet : {"j", "s", "u", "n", "p"})
                         nodes.push_back({q.at(std::string("x") + planet), q.at(std::string("y") + planet),
                                          q.at(std::string("z") + planet)});
                     return nodes;
                 }});
}

TEST_CASE("a swinging Atwood machine and a cart with a pole move in coordinates as bodies on rails and ropes do") {
    Road atwood{"systems/peers/dysts_swinging_atwood.json", in_roads("dysts_swinging_atwood"), [](const Values& q) {
                    const Moving r = q.at("r");
                    return std::vector<Place>{{0, r - 1, 0}, Place{1, 0, 0} + r * hanging(q.at("th"))};
                }};
    atwood.known_to = 1e-3;  // close to the pulley the rate of the angle is large, and an error of it as well
    check_alike(atwood);
    Road cart{"systems/peers/cart_pole.json",
              in_roads("cart_pole"),
              [](const Values& q) {
                  const Place on_rail{q.at("x"), 0, 0}, axis = hanging(q.at("a"));
                  return std::vector<Place>{on_rail, on_rail + q.at("l") * axis, on_rail + (q.at("l") + 1) * axis};
              },
              {{"M", {0, 1}}, {"m", {0, 1}}, {"l", {1, 0}}, {"s", {2, 0}}, {"g", {1, 0}}}};
    cart.change = [](Json& system) {
        system.erase("inputs");
        system["potentials"].erase(1);
    };
    check_alike(cart);
    cart.moved = elsewhere;
    check_alike(cart);
}

TEST_CASE("a cart moves in the parameter of its track as a point on the curve does") {
    Road cart{"systems/roller_coaster.json", in_systems("roller_coaster_cart"), [](const Values& values) {
                  const Moving q = values.at("q"), s = q + Real(M_PIl) * Moving(0.5L);
                  const Moving far = Moving(0.5L) * (1 + tanh(Moving(2.5L) * s));
                  return bead((1 - far) * 30 * s + far * 10 * (s + Moving(1.8L) * cos(q)), far * 10 * (sin(q) + 1), 0);
              }};
    cart.change = [](Json& system) {
        system["bodies"].erase(2);
        system["bodies"].erase(1);
        system["constraints"].erase(2);
        system["constraints"].erase(1);
        system["constraints"][0]["points"] = {"cart1"};
        system["initial_conditions"]["bodies"].erase("cart2");
        system["initial_conditions"]["bodies"].erase("cart3");
    };
    cart.trajectories = 6;
    check_alike(cart);
}

TEST_CASE("beads and Foucault's pendulum move in coordinates on their surfaces as constraints move them") {
    check_alike({"systems/surfaces/bead_on_torus.json", in_roads("bead_on_torus"), [](const Values& q) {
                     const Moving out = q.at("R") + q.at("a") * cos(q.at("w"));
                     return bead(out * cos(q.at("u")), out * sin(q.at("u")), q.at("a") * sin(q.at("w")));
                 }});
    check_alike({"systems/surfaces/bead_on_paraboloid.json", in_roads("bead_on_paraboloid"), [](const Values& q) {
                     const Moving r = q.at("r");
                     return bead(r * cos(q.at("phi")), r * sin(q.at("phi")), q.at("c") * r * r);
                 }});
    Road foucault{"systems/benchmarks/foucault_pendulum.json",
                  in_roads("foucault_pendulum"),
                  [](const Values& q) {
                      const Moving x = q.at("x"), y = q.at("y"), l = q.at("l");
                      return bead(x, y, -sqrt(l * l - x * x - y * y));
                  },
                  {{"m", {0, 1}}, {"l", {1, 0}}, {"g", {1, 0}}, {"q", {0, 1}}, {"n", {0, 0}}, {"u", {0, 0}}}};
    check_alike(foucault);
    check_alike(foucault, 1e-3, 1e-6);
    foucault.moved = elsewhere;
    check_alike(foucault);
}

TEST_CASE("a star moves in Cartesian coordinates as a body does") {
    check_alike({"systems/peers/dysts_henon_heiles.json", in_roads("dysts_henon_heiles"),
                 [](const Values& q) { return bead(q.at("x"), q.at("y"), 0); }});
}
