#include "report/explain/explain_system.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "elements/damping.hpp"
#include "elements/dashpot.hpp"
#include "elements/dipole.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/newtonian.hpp"
#include "elements/spring.hpp"
#include "elements/torsion_damper.hpp"
#include "spec/broken_system.hpp"
#include "spec/system_family.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string explained(const SystemSpec& spec) {
    const BodyGraph graph(spec);
    return explain_system(spec, graph, ConstrainedSystem(spec, graph));
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Each has a line, but for as many as a long list says that it leaves out.
void check_named(const std::string& text, const std::vector<std::string>& ids) {
    const auto named =
        std::count_if(ids.begin(), ids.end(), [&](const std::string& id) { return has(text, "\n  " + id + " "); });
    const auto left_out = std::ssize(ids) - named;
    if (left_out > 0) CHECK(has(text, "\n  ... " + std::to_string(left_out) + " more ...\n"));
    CHECK(named >= std::min<std::ptrdiff_t>(std::ssize(ids), 8));
}

TEST_CASE("every body, constraint, potential, damping and start of every built-in system is named") {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const SystemSpec spec = load_system(name);
        const BodyGraph graph(spec);
        const ConstrainedSystem system(spec, graph);
        const std::string bodies = explain_bodies(spec, graph), constraints = explain_constraints(spec, graph, system);
        std::vector<std::string> ids;
        for (const Body& body : graph.bodies()) ids.push_back(body.id);
        check_named(bodies, ids);
        for (const Link& link : graph.links()) CHECK(has(constraints, "    " + link.name + " "));
        const bool all_shown = !has(constraints, " more ...");  // of many parallelograms the first and last are
        for (const Joint& joint : graph.joints())
            CHECK((has(constraints, "    " + joint.name + " ") || (!all_shown && name.starts_with("a02_fourbar_"))));
        CHECK(has(constraints,
                  system.rows().empty() ? "  none\n" : ", rank " + std::to_string(system.independent_count()) + "\n"));
        const std::string forces = explain_forces(spec, graph);
        CHECK(has(forces, "Gravity, V = ") == !graph.terms<Gravity>().empty());
        CHECK(has(forces, "  Spring, V = ") == !graph.terms<Spring>().empty());
        CHECK(has(forces, "Newtonian, V = ") == !graph.terms<Attraction>().empty());
        CHECK(has(forces, "Dipole, V = ") == !graph.terms<Dipole>().empty());
        CHECK(has(forces, "\nDamping, ") == !(graph.terms<Damping>().empty() && graph.terms<Dashpot>().empty() &&
                                              graph.terms<TorsionDamper>().empty()));
        const std::string states = explain_states(spec, graph);
        if (const auto* drawn = std::get_if<DrawnStates>(&spec.initial_conditions)) {
            ids.clear();
            for (const auto& [id, placement] : drawn->bodies) ids.push_back(id);
            check_named(states, ids);
        }
        std::istringstream lines(explained(spec));
        for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 102);
    }
}

TEST_CASE("a chain is explained to the last number") {
    const SystemSpec spec = load_system("chain_pendulum_2");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    CHECK(explain_bodies(spec, graph) ==
          "\nBodies\n"
          "  pivot  Origin, fixed at (0, 0) m\n"
          "  bob1   Obj0D, a point mass of 1.17215 kg, node 0\n"
          "  bob2   Obj0D, a point mass of 1.03905 kg, node 1\n");
    CHECK(explain_constraints(spec, graph, system) ==
          "\nConstraints, Phi(x) = 0 and dPhi/dt = 0\n"
          "  Link, a massless rod: |x_a - x_b|^2 - length^2 = 0\n"
          "    Link pivot-bob1  1 row   length 1.03591 m\n"
          "    Link bob1-bob2   1 row   length 1.08221 m\n"
          "  2 scalar constraints, rank 2\n");
    CHECK(explain_states(spec, graph) ==
          "\nInitial states, drawn for each trajectory: N(mean, standard deviation), U(low, high), +- a random sign\n"
          "  bob1  at the end of Link pivot-bob1: angle from straight down N(0, 1) rad; rate N(0, 1) rad/s\n"
          "  bob2  at the end of Link bob1-bob2: angle from straight down N(0, 1) rad; rate N(0, 1) rad/s\n"
          "  then noise N(0, 0.2) m is added to every entry of x\n"
          "  then v becomes 1.5 v plus N(0, 1.2) m/s on every entry\n"
          "  then (x, v) is projected onto Phi = 0, dPhi/dt = 0; redrawn if that fails\n");
    CHECK(has(explained(spec),
              "\n2 dimensions, 2 bodies that move, 2 nodes: x and v have 4 entries each\n"
              "2 degrees of freedom: 4 less 2 independent scalar constraints\n"));
}

TEST_CASE("points, hinges, moments of inertia, units and what is lost are said") {
    const std::string arm = explained(load_system("hinged_arm_3"));
    CHECK(
        has(arm, "Joint+Axis base-link1   6 rows  (base, link1 at (-0.25, 0, 0); axis (0, 0, 1) in space)  rank 5\n"));
    CHECK(has(arm, "36 scalar constraints, rank 33\n"));
    const std::string top = explained(load_system("gyroscope"));
    CHECK(has(top, "mean square of coordinates along its axes (0.241378, 0.241378, 0.0369415) m^2\n"));
    CHECK(has(
        top,
        "moments of inertia about them (0.027832, 0.027832, 0.0482756) kg m^2\n"));  // 0.1 (0.241378 + 0.0369415), ...
    CHECK(has(top, "+-1.5 times N(7, 1) rad/s"));
    CHECK(has(explained(load_system("mesh_top")), "uniform inside the mesh meshes/top.obj, volume 1.73643e-05 m^3\n"));
    CHECK(has(explained(load_system("damped_pendulum")),
              "c = 0.2 N m s: R = c omega^2/2, omega its angular velocity about (0, 0) m\n"));
    CHECK(has(explained(load_system("outer_solar_system")), "G = 0.000295912 au^3/(solar mass day^2)\n"));
    CHECK(has(explained(load_system("satellite")), "not attached to an Origin, free to drift: hub, left, right\n"));
    const SystemSpec rotor = load_system("rigid_rotor");
    CHECK(has(explain_states(rotor, BodyGraph(rotor)), "v = 0.1 times N(0, 2) clipped to +-3 each m/s"));
}

TEST_CASE("a link that follows from others is said to") {
    const SystemSpec spec = parse_system(R"({"name": "braced", "dimension": 2,
      "bodies": [{"id": "a", "type": "Origin"}, {"id": "b", "type": "Origin", "position": [1, 0]},
                 {"id": "c", "type": "Origin", "position": [2, 0]}, {"id": "p", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["a", "p"], "length": 1.4142135623730951},
                      {"type": "Link", "between": ["b", "p"], "length": 1},
                      {"type": "Link", "between": ["c", "p"], "length": 1.4142135623730951}],
      "initial_conditions": {"state": {"position": {"p": [1, 1]}}}})",
                                         "a.json");
    const std::string text = explained(spec);
    CHECK(has(text, "Link c-p  1 row   length 1.41421 m  depends on the others\n"));
    CHECK(has(text, "3 scalar constraints, rank 2\n  depend on those before them, in the given state: Link c-p\n"));
}

TEST_CASE(
    "properties drawn for each trajectory are said with their distributions, and nothing is where there are none") {
    Json document = pendulum_2d();
    CHECK_FALSE(has(explained(parse_system(document.dump(), "a.json")), "/parameters"));
    document["bodies"][1]["mass"] = {{"uniform", {{"low", 1}, {"high", 4}}}};
    document["constraints"][0]["length"] = {{"normal", {{"mean", 1.5}, {"std", 0.1}}}};
    const std::string text = explained(parse_system(document.dump(), "a.json"));
    CHECK(has(text,
              "\nDrawn for each trajectory (the mean is shown above; datasets have the values in /parameters)\n"
              "  bob mass U(1, 4) kg\n  Link pivot-bob length N(1.5, 0.1) m\n"));
}

TEST_CASE("long lists are shortened in their middle and counted") {
    const SystemSpec spec = parse_system(system_text(ChainFamily{.count = 100}, {}), "a.json");
    const std::string bodies = explain_bodies(spec, BodyGraph(spec));
    CHECK(has(bodies, "  ... 93 more ...\n  bob99   Obj0D"));  // 101 bodies, 6 above and 2 below
    CHECK(!has(bodies, "bob50"));
}

}  // namespace
