#include <algorithm>
#include <map>

#include "elements/formula_constraint.hpp"
#include "elements/items.hpp"
#include "elements/lagrangian.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "elements/parts/reading/body_table.hpp"
#include "spec/meaning/meaning_check.hpp"
#include "spec/meaning/moving_origins.hpp"

namespace cchnn {
namespace {

// Checks bodies: unique ids, masses, moments, and that a body's axes fit into the dimension.
class BodyCheck {
  public:
    BodyCheck(const SystemSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

    void run() {
        for (std::size_t i = 0; i < spec_.bodies.size(); ++i) {
            const std::string pointer = child("/bodies", i);
            check_id(pointer, i);
            check(pointer, spec_.bodies[i]);
        }
        if (std::ranges::all_of(spec_.bodies, is_origin))
            findings_.add("/bodies", "needs at least one body that moves: an Origin never does");
    }

  private:
    void check_id(const std::string& pointer, std::size_t i) {
        const std::string& id = spec_.bodies[i].id;
        const auto [first, is_new] = first_.try_emplace(id, i);
        if (!is_new)
            findings_.add(child(pointer, "id"),
                          "'" + id + "' is already the id of /bodies/" + std::to_string(first->second));
    }
    // An Origin has a place and may have a mass; all others have mass and one second moment for each axis.
    void check(const std::string& pointer, const BodySpec& body) {
        if (is_origin(body)) {
            findings_.check_vector(child(pointer, "position"), body.position, spec_.dimension);
            findings_.check_not_negative(child(pointer, "mass"), body.mass, " kg");
            return;
        }
        check_fits(pointer, body.type);
        findings_.check_positive(child(pointer, "mass"), body.mass, " kg");
        const std::string moments = child(pointer, "second_moments");
        findings_.check_count(moments, body.second_moments, axis_count(body.type),
                              std::string("one per principal axis of an ") + type_name(body.type));
        for (std::size_t i = 0; i < body.second_moments.size(); ++i)
            findings_.check_positive(child(moments, i), body.second_moments[i], " m^2");
    }
    // A body of k axes needs k dimensions to lie in.
    void check_fits(const std::string& pointer, BodyType type) {
        const int k = axis_count(type);
        if (k > spec_.dimension)
            findings_.add(child(pointer, "type"), std::string("an ") + type_name(type) + " needs dimension " +
                                                      (k == 3 ? "3" : std::to_string(k) + " or more") + ", got " +
                                                      std::to_string(spec_.dimension));
    }

    const SystemSpec& spec_;
    Findings& findings_;
    std::map<std::string, std::size_t> first_{};  // body of an id
};

std::vector<std::string> input_ids(const SystemSpec& spec) {
    std::vector<std::string> ids;
    for (const InputSpec& input : spec.inputs) ids.push_back(input.id);
    return ids;
}

void check_items(FileList list, const std::vector<ItemSpec>& items, Checking& checking) {
    const std::string pointer = std::string("/") + list_name(list);
    for (std::size_t i = 0; i < items.size(); ++i) check_item(items[i], child(pointer, i), checking);
}

// A Lagrangian is all of its system: its coordinates are the bodies, which are points of mass 1 on a line.
void check_lagrangian(const SystemSpec& spec, Findings& findings) {
    const std::vector<const LagrangianSpec*> lagrangians = items_of<LagrangianSpec>(spec.potentials);
    if (lagrangians.empty()) return;
    std::vector<std::string> ids;
    bool points = spec.dimension == 1;
    for (const BodySpec& body : spec.bodies) {
        ids.push_back(body.id);
        points = points && body.type == BodyType::obj0d && body.mass == 1;
    }
    if (!points || ids != lagrangians[0]->coordinates)
        findings.add("/bodies",
                     "a Lagrangian has one Obj0D of mass 1 for each coordinate, in their order, in dimension 1");
    if (spec.potentials.size() > 1 || !spec.damping.empty())
        findings.add("/potentials",
                     "a Lagrangian is all energy of its system: remove the other potentials and damping");
}

// Whether the time is an input because equations move (spec/read_system.cpp).
bool equations_move(const SystemSpec& spec) {
    const auto any = [&](const auto& equations, bool velocities) {
        return std::ranges::any_of(
            equations, [&](const auto* equation) { return moves_in_time(*equation, spec.dimension, velocities); });
    };
    return any(items_of<ConstraintSpec>(spec.constraints), false) ||
           any(items_of<VelocityConstraintSpec>(spec.constraints), true);
}

// What integration from impact to impact does not follow yet, with what to do instead.
void check_contacts(const SystemSpec& spec, Checking& checking) {
    Findings& findings = checking.findings;
    for (std::size_t i = 0; i < spec.contacts.size(); ++i)
        check_contact(spec.contacts[i], child("/contacts", i), checking);
    if (spec.contacts.empty()) return;
    for (std::size_t i = 0; i < spec.bodies.size(); ++i)
        if (const std::string at = child(child("/bodies", i), "position"); checking.is_drawn(at))
            findings.add(at,
                         "a place that is drawn for each trajectory cannot be in a system with contacts: give numbers");
    const auto refuse_if_moving = [&](const auto* equation, std::size_t i, bool velocities) {
        if (equation && moves_in_time(*equation, spec.dimension, velocities))
            findings.add(child(child("/constraints", i), "equation"),
                         "moves in time, which cannot be in a system with contacts: remove the contacts, or let the "
                         "equation name no t" +
                             std::string(velocities ? " and have a velocity in each term" : ""));
    };
    for (std::size_t i = 0; i < spec.constraints.size(); ++i) {
        refuse_if_moving(spec.constraints[i].as<ConstraintSpec>(), i, false);
        refuse_if_moving(spec.constraints[i].as<VelocityConstraintSpec>(), i, true);
    }
    for (const LagrangianSpec* lagrangian : items_of<LagrangianSpec>(spec.potentials)) {
        for (std::size_t i = 0; i < spec.contacts.size(); ++i)
            if (spec.contacts[i].shape != ContactShape::formula)
                findings.add(child(child("/contacts", i), "shape"),
                             "must be 'formula' beside a Lagrangian, got '" +
                                 std::string(shape_name(spec.contacts[i].shape)) + "'");
        if (inertia_moves(*lagrangian))
            findings.add("/potentials/0/kinetic",
                         "has an inertia that changes with t, which cannot be in a system with contacts");
    }
}

}  // namespace

// Checks the bodies first, then each item by its kind, then the moves of Origins, then that every input is used by an
// item or a move.
std::vector<Problem> graph_problems(const SystemSpec& spec) {
    Findings findings{spec.source, spec.units == Units{}};
    if (spec.dimension < 1 || spec.dimension > 3)
        findings.add("/dimension", "must be 1 to 3, got " + std::to_string(spec.dimension));
    BodyCheck(spec, findings).run();
    const BodyTable bodies(spec.bodies);
    std::set<std::string> drawn;
    for (const VariedProperty& property : spec.varied) drawn.insert(property.pointer);
    Checking checking{bodies, spec.dimension, findings, {}, input_ids(spec), {}, std::move(drawn)};
    check_items(FileList::constraints, spec.constraints, checking);
    check_items(FileList::potentials, spec.potentials, checking);
    check_items(FileList::damping, spec.damping, checking);
    check_contacts(spec, checking);
    check_moves(spec, checking);
    check_lagrangian(spec, findings);
    const bool in_time = equations_move(spec);  // they have the time as an input, though another problem hides its use
    for (std::size_t i = 0; i < spec.inputs.size(); ++i)
        if (!checking.used_inputs.contains(spec.inputs[i].id) && !(in_time && spec.inputs[i].id == time_name))
            findings.add(child("/inputs", i),
                         items_of<LagrangianSpec>(spec.potentials).empty()
                             ? "drives nothing: name it as the 'input' of a Force, Torque, Spring, TorsionSpring or "
                               "Origin"
                             : "drives nothing: name it in a formula of 'forces'");
    return std::move(findings.problems);
}

}  // namespace cchnn
