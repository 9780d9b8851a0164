#include <algorithm>

#include "core/counted.hpp"
#include "core/joined.hpp"
#include "core/overloaded.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/parts/curve/curve_spec.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/terms.hpp"
#include "elements/track.hpp"
#include "report/explain/explain_system.hpp"

namespace cchnn {
namespace {

std::string normal_text(const Normal& normal) {
    if (normal.std == 0) return short_number(normal.mean);
    return "N(" + short_number(normal.mean) + ", " + short_number(normal.std) + ")";
}

// Values that the file lists one by one, for the trajectories 0, 1, ... in order.
std::string listed_text(const Listed& listed) {
    std::string text;
    for (std::size_t i = 0; i < listed.values.size() && i < 5; ++i)
        text += (i > 0 ? ", " : "") + short_number(listed.values[i]);
    return text + (listed.values.size() > 5 ? ", ..." : "") + " in trajectories 0 to " +
           std::to_string(listed.values.size() - 1);
}

std::string choice_text(const Chosen& choice) {
    std::string text = "one of ";
    for (std::size_t i = 0; i < choice.values.size() && i < 5; ++i)
        text += (i > 0 ? ", " : "") + short_number(choice.values[i]);
    return text + (choice.values.size() > 5 ? ", ..." : "");
}

// A distribution in short; one function for each alternative.
struct DistributionText {
    std::string operator()(const Constant& c) const { return short_number(c.value); }
    std::string operator()(const Normal& n) const { return normal_text(n); }
    std::string operator()(const Uniform& u) const {
        return "U(" + short_number(u.low) + ", " + short_number(u.high) + ")";
    }
    std::string operator()(const Shaped& s) const {
        std::string text = normal_text(s.normal);
        if (s.limit < INFINITY) text += " clipped to +-" + short_number(s.limit);
        if (s.scale != 1) text = short_number(s.scale) + " times " + text;
        return s.random_sign ? "+-" + text : text;
    }
    std::string operator()(const Listed& l) const { return listed_text(l); }
    std::string operator()(const Chosen& c) const { return choice_text(c); }
    std::string operator()(const Computed& c) const { return c.formula->text(); }
};

}  // namespace

std::string text_of(const Distribution& distribution) { return std::visit(DistributionText{}, distribution); }

namespace {

// Whether a distribution is the constant 0; it is then left out of the text.
bool is_zero(const Distribution& distribution) {
    return std::visit(Overloaded{[](const Constant& c) { return c.value == 0; }, [](const Normal&) { return false; },
                                 [](const Uniform&) { return false; }, [](const Shaped&) { return false; },
                                 [](const Listed&) { return false; }, [](const Chosen&) { return false; },
                                 [](const Computed&) { return false; }},
                      distribution);
}
// Whether two draws differ. A computed value follows from other draws and is no draw itself.
bool varies(const Distribution& distribution) {
    return std::visit(Overloaded{[](const Constant&) { return false; }, [](const Normal&) { return true; },
                                 [](const Uniform&) { return true; }, [](const Shaped&) { return true; },
                                 [](const Listed&) { return true; }, [](const Chosen&) { return true; },
                                 [](const Computed&) { return false; }},
                      distribution);
}
bool all_zero(const std::vector<Distribution>& list) { return std::ranges::all_of(list, is_zero); }

// The components of a vector: "(0, N(0, 1))", or "N(0, 1) each" if all have the same distribution.
std::string entries(const std::vector<Distribution>& list, const char* open = "(", const char* close = ")") {
    std::vector<std::string> texts;
    for (const Distribution& entry : list) texts.push_back(text_of(entry));
    const bool alike = std::ranges::all_of(texts, [&](const std::string& text) { return text == texts.front(); });
    if (alike && texts.size() > 1 && varies(list.front())) return texts.front() + " each";
    return open + joined(texts) + close;
}

// The angles of a placement by their number: one of a hinge or in the plane, two of a direction in space, three
// Euler angles.
std::vector<std::string> angle_names(std::size_t count, bool hinge, BodyType type) {
    if (hinge) return {"hinge angle"};
    if (count == 3) return {"Euler angles phi", "theta", "psi"};
    if (count == 2) return {"azimuth", "polar angle"};
    return {type == BodyType::obj0d ? "angle from straight down" : "angle of axis 1 from straight down"};
}

std::string angles_text(const std::vector<Distribution>& angles, const std::vector<Distribution>& rates,
                        const std::vector<std::string>& names, const std::string& time) {
    const std::string text = joined(names) + " " + entries(angles, "", "") + " rad; ";
    if (all_zero(rates)) return text + "at rest";
    return text + (rates.size() > 1 ? "rates " : "rate ") + entries(rates, "", "") + " rad/" + time;
}

// Where a body starts, in a sentence; one function for each kind of placement. The pointers of the graph say by
// which link or joint a body hangs on the one before it.
struct PlacementText {
    const BodyGraph& graph;
    const Body& body;
    const Units& units;

    std::string operator()(const CartesianPlacement& p) const { return vectors(p.position, p.velocity); }
    std::string operator()(const AngularPlacement& p) const {
        const Link* link = graph.link_between(p.from, body.id);
        const std::string length = p.length ? short_number(*p.length) + " " + units.length + " from " + p.from
                                   : link   ? "at the end of " + link->name
                                            : "from " + p.from;
        return length + ": " + angles(p.angles, p.rates, false);
    }
    std::string operator()(const RigidPlacement& p) const {
        const Joint* joint = p.from.empty() ? nullptr : graph.joint_between(p.from, body.id);
        if (!p.track.empty()) return on_curve(p.track[0], p.track[1]) + ": " + angles(p.angles, p.rates, p.hinge);
        if (p.from.empty() && p.velocity.empty())
            return "centre of mass at " + entries(p.position) + " " + units.length +
                   ", rolling: " + angles(p.angles, p.rates, p.hinge);
        return (joint ? "where " + joint->name + " holds it" : vectors(p.position, p.velocity)) + ": " +
               angles(p.angles, p.rates, p.hinge);
    }
    std::string operator()(const TrackPlacement& p) const {
        if (p.from.empty()) return on_curve(p.parameter, p.rate);
        const Link* link = graph.link_between(p.from, body.id);
        const std::string length = p.length ? short_number(*p.length) + " " + units.length
                                   : link   ? "the length of " + link->name
                                            : "";
        return length + (p.ahead ? " ahead of " : " behind ") + p.from +
               " on its curve, at the rate that keeps this distance";
    }
    std::string operator()(const HeldPlacement& p) const {
        std::string text = "held by " + p.from;
        if (p.slide)
            text += ", slide " + text_of(*p.slide) + " " + units.length + ", " +
                    (is_zero(p.slide_rate) ? "at rest"
                                           : "rate " + text_of(p.slide_rate) + " " + units.length + "/" + units.time);
        return p.angles.empty() ? text : text + "; " + angles(p.angles, p.rates, p.hinge);
    }
    std::string on_curve(const Distribution& parameter, const Distribution& rate) const {
        const std::string s = spec_of(*graph.track_points()[graph.track_point_of(body.id)].curve).parameter;
        return "on its curve at " + s + " = " + text_of(parameter) + ", " +
               (is_zero(rate) ? "at rest" : "d" + s + "/dt = " + text_of(rate) + " 1/" + units.time);
    }
    std::string angles(const std::vector<Distribution>& list, const std::vector<Distribution>& rates,
                       bool hinge) const {
        return angles_text(list, rates, angle_names(list.size(), hinge, body.type), units.time);
    }
    std::string vectors(const std::vector<Distribution>& position, const std::vector<Distribution>& velocity) const {
        const std::string what = body.node_count > 1 ? "centre of mass at " : "x = ";
        return what + entries(position) + " " + units.length + ", " +
               (all_zero(velocity) ? "at rest" : "v = " + entries(velocity) + " " + units.length + "/" + units.time);
    }
};

// What happens to the state after the poses are set, in the order in which it happens.
std::string noise_text(const DrawnStates& drawn, const Units& units) {
    std::string text;
    if (!is_zero(drawn.position_noise))
        text +=
            "  then noise " + text_of(drawn.position_noise) + " " + units.length + " is added to every entry of x\n";
    if (drawn.velocity_factor != 1 || !is_zero(drawn.velocity_noise)) {
        text += "  then v becomes " + (drawn.velocity_factor == 1 ? "v" : short_number(drawn.velocity_factor) + " v");
        if (!is_zero(drawn.velocity_noise))
            text +=
                " plus " + text_of(drawn.velocity_noise) + " " + units.length + "/" + units.time + " on every entry";
        text += "\n";
    }
    return text;
}

// Bodies are listed in the order of the file, which is the order of drawing; then the noise, and the projection
// onto the constraints, after which the written state holds exactly.
std::string drawn_text(const SystemSpec& spec, const BodyGraph& graph, const DrawnStates& drawn) {
    std::size_t width = 0;
    for (const auto& [id, placement] : drawn.bodies) width = std::max(width, id.size() + 2);
    std::vector<std::string> lines;
    for (const Body& body : graph.bodies())
        if (const auto found = drawn.bodies.find(body.id); found != drawn.bodies.end())
            lines.push_back(left_aligned(body.id, width) +
                            std::visit(PlacementText{graph, body, spec.units}, found->second));
    return "\nInitial states, drawn for each trajectory: N(mean, standard deviation), U(low, high), +- a random "
           "sign\n" +
           listed(lines, 2) + noise_text(drawn, spec.units) +
           "  then (x, v) is projected onto Phi = 0, dPhi/dt = 0; redrawn if that fails\n";
}

std::string given_text(std::size_t count) {
    return "\nInitial states\n  " + counted(count, "state") +
           " given explicitly, then projected onto Phi = 0, dPhi/dt = 0\n";
}

}  // namespace

std::string explain_draws(const SystemSpec& spec) {
    if (spec.draws.empty()) return "";
    std::vector<std::string> lines;
    for (const NamedDraw& draw : spec.draws) lines.push_back(draw.name + " = " + text_of(draw.distribution));
    return "\nDrawn for each trajectory, for the formulas that name it\n" + listed(lines, 2);
}

// The mean of a varied property is shown with its body or force; the values of each trajectory are in
// /parameters of a dataset.
std::string explain_varied(const SystemSpec& spec) {
    if (spec.varied.empty()) return explain_draws(spec);
    std::vector<std::string> lines;
    for (const VariedProperty& property : spec.varied)
        lines.push_back(property.name + " " + text_of(property.distribution) +
                        (spec.units == Units{} && property.unit != "1" ? " " + property.unit : ""));
    return explain_draws(spec) +
           "\nDrawn for each trajectory (the mean is shown above; datasets have the values in /parameters)\n" +
           listed(lines, 2);
}

// Coordinates of a Lagrangian, which start at one number each.
static std::string starts_text(const SystemSpec& spec, const DrawnStates& drawn) {
    std::string text = "\nInitial states, drawn for each trajectory: N(mean, standard deviation), U(low, high)\n";
    for (const BodySpec& body : spec.bodies) {
        const auto found = drawn.bodies.find(body.id);
        if (found == drawn.bodies.end()) continue;
        const auto& pose = std::get<CartesianPlacement>(found->second);  // the only one of a point on a line
        text += "  " + body.id + " = " + text_of(pose.position.at(0)) + ", " + body.id +
                "d = " + (pose.velocity.empty() ? "0" : text_of(pose.velocity[0])) + "\n";
    }
    return text;
}

std::string explain_states(const SystemSpec& spec, const BodyGraph& graph) {
    const bool of_coordinates = !angle_coordinates_of(graph.terms()).empty();
    return std::visit(Overloaded{[&](const DrawnStates& drawn) {
                                     return of_coordinates ? starts_text(spec, drawn) : drawn_text(spec, graph, drawn);
                                 },
                                 [](const std::vector<GivenState>& given) { return given_text(given.size()); }},
                      spec.initial_conditions);
}

}  // namespace cchnn
