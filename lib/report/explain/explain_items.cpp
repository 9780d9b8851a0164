#include <algorithm>
#include <map>

#include "core/overloaded.hpp"
#include "core/printable.hpp"
#include "core/to_size.hpp"
#include "elements/parts/curve/curve_spec.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/terms.hpp"
#include "elements/track.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "mechanics/rows_in_time.hpp"
#include "report/explain/explain_system.hpp"

namespace cchnn {
namespace {

// The formula of a kind of constraint, by the first word of the names of its rows. Rigidity belongs to bodies,
// all other formulas to the kinds in elements/.
std::string kind_text(const std::string& kind) {
    if (kind == "rigidity")
        return "an extended body keeps its shape: |x_i - x_j|^2 - l^2 = 0, l = 1 from centre to tip, sqrt 2 from tip "
               "to "
               "tip";
    return formula_of(kind);
}

// The rows of one constraint as a person counts them: a link, a joint, or the rigidity of one body. `dependent`
// is the number of rows that follow from rows before them.
struct RowGroup {
    std::string name;  // "Joint pivot-top"
    int rows = 0, dependent = 0;
    const ConstraintRow* distance = nullptr;  // of a Link
};

// A row is named "KIND NAME,ROW"; the rows of a joint's axis and the edges of a rigid body join the group of
// their constraint.
std::string group_name(const ConstraintRow& row) {
    std::string name = row.name;
    if (row.kind != ConstraintRow::Kind::distance) name = name.substr(0, name.rfind(','));
    if (name.starts_with("rigidity ")) name = name.substr(0, name.rfind(' '));
    return name.ends_with(" axis") ? name.substr(0, name.size() - 5) : name;
}

std::vector<RowGroup> grouped(const std::vector<ConstraintRow>& rows) {
    std::vector<RowGroup> groups;
    for (const ConstraintRow& row : rows) {
        const std::string name = group_name(row);
        if (groups.empty() || groups.back().name != name) groups.push_back({name, 0, 0, nullptr});
        ++groups.back().rows;
        groups.back().dependent += !row.independent;
        if (name == row.name && row.kind == ConstraintRow::Kind::distance) groups.back().distance = &row;
    }
    return groups;
}

// The two ends of each constraint in words, and the axis of a hinge, by the name of its group.
std::map<std::string, std::string> ends_by_name(const BodyGraph& graph) {
    std::map<std::string, std::string> ends;
    for (TermEnds& term : ends_of(graph.terms(), graph.parts())) ends[term.name] = std::move(term.ends);
    return ends;
}

std::string curve_text(const CurveSpec& curve, const std::string& length) {
    constexpr const char* axes[] = {"x", "y", "z"};
    std::string text = "C(" + curve.parameter + "), " + curve.parameter + " from " + short_number(curve.range[0]) +
                       " to " + short_number(curve.range[1]) + " and beyond, in " + length + ":\n";
    for (std::size_t i = 0; i < curve.formulas.size(); ++i)
        if (!curve.formulas[i].empty()) text += std::string("      ") + axes[i] + " = " + curve.formulas[i] + "\n";
    return text;
}

// The formulas of each curve once, behind the names of all points that move on it.
std::string curves_text(const BodyGraph& graph, const std::string& length) {
    std::string text, names;
    const auto& points = graph.track_points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        names += (names.empty() ? "" : ", ") + points[i].name;
        if (i + 1 < points.size() && points[i + 1].curve == points[i].curve) continue;
        text += "  " + names + ": " + curve_text(spec_of(*points[i].curve), length);
        names.clear();
    }
    return text;
}

// Says how many rows constrain velocities only; "" for a holonomic system.
std::string velocity_rows_text(const ConstrainedSystem& system) {
    if (system.holonomic()) return "";
    const auto rows = count_of(system.rows()) - system.position_row_count();
    return "  " + std::to_string(rows) + " of them constrain velocities only (nonholonomic): " +
           (RowsInTime(system, 0).any_moves() ? "with what moves they do work, and" : "energy is conserved, but") +
           " the flow is not Hamiltonian\n";
}

// The rows that follow from rows before them, by name. An axis has three rows of rank two, the form in which
// the CHNN paper prints it, so that such rows are no error. The rank is that of a given state, or the largest of
// several states where motions start (mechanics/rank/independent_rows.hpp).
std::string redundant_text(const ConstrainedSystem& system, const SystemSpec& spec) {
    std::vector<std::string> names;
    for (const ConstraintRow& row : system.rows())
        if (!row.independent) names.push_back(row.name);
    if (names.empty()) return "";
    const std::string where =
        std::visit(Overloaded{[](const DrawnStates&) { return "where motions start"; },
                              [](const std::vector<GivenState>&) { return "in the given state"; }},
                   spec.initial_conditions);
    std::string text = "  depend on those before them, " + where + ": ";
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : "; ") + names[i];
    return text + "\n";
}

// One line: the name, its number of rows, the length of a link, where its ends are if that is more than two
// names, and its rank if rows depend on others.
std::string group_text(const RowGroup& group, const std::string& ends, const std::string& length, std::size_t width) {
    std::string text =
        left_aligned(group.name, width) + std::to_string(group.rows) + (group.rows == 1 ? " row " : " rows");
    if (group.distance) text += "  length " + short_number(group.distance->length) + " " + length;
    if (ends.find(" at ") != std::string::npos || ends.find(';') != std::string::npos) text += "  (" + ends + ")";
    if (group.dependent > 0)
        text += group.dependent == group.rows ? "  depends on the others"
                                              : "  rank " + std::to_string(group.rows - group.dependent);
    return text;
}

}  // namespace

// Groups are listed by kind in the order in which kinds first occur, each kind under its formula.
std::string explain_constraints(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system) {
    std::string text = "\nConstraints, Phi(x) = 0 and dPhi/dt = 0\n";
    if (system.rows().empty()) return text + "  none\n";
    const std::vector<RowGroup> groups = grouped(system.rows());
    const auto ends = ends_by_name(graph);
    std::size_t width = 0;
    for (const RowGroup& group : groups) width = std::max(width, group.name.size() + 2);
    std::vector<std::string> kinds;  // in the order in which they come
    std::map<std::string, std::vector<std::string>> lines;
    for (const RowGroup& group : groups) {
        const std::string kind = group.name.substr(0, group.name.find(' '));
        if (!lines.contains(kind)) kinds.push_back(kind);
        const auto found = ends.find(group.name);
        lines[kind].push_back(group_text(group, found == ends.end() ? "" : found->second, spec.units.length, width));
    }
    for (const std::string& kind : kinds) {
        text += "  " + kind + ", " + kind_text(kind) + "\n";
        text += listed(lines[kind], 4);
    }
    const std::size_t rows = system.rows().size();
    return text + curves_text(graph, spec.units.length) + "  " + std::to_string(rows) +
           (rows == 1 ? " scalar constraint" : " scalar constraints") + ", rank " +
           std::to_string(system.independent_count()) + "\n" + redundant_text(system, spec) +
           velocity_rows_text(system);
}

namespace {

std::string samples_text(int every) {
    return every == 1 ? "at each sample" : "once in " + std::to_string(every) + " samples";
}

// An input's signal in words; one function for each alternative of InputSpec::signal.
struct SignalText {
    bool linear;
    std::string held() const { return linear ? "linear between them" : "held until the next"; }
    std::string operator()(const FormulaSignal& signal) const { return signal.text; }
    std::string operator()(const SampledSignal& signal) const {
        return signal.formula->text() + " at each sample, " + held();
    }
    std::string operator()(const SteppedSignal& signal) const {
        return text_of(signal.value) + ", drawn " + samples_text(signal.every) +
               (linear ? " and held up to the one before; linear between samples" : " and held");
    }
    std::string operator()(const WanderingSignal& signal) const {
        return "Ornstein-Uhlenbeck process, mean " + short_number(signal.mean) + ", standard deviation " +
               short_number(signal.std) + ", correlation time " + short_number(signal.time) + " s, at each sample, " +
               held();
    }
};

std::string contact_text(const ContactSpec& contact, const Units& units) {
    const std::string ends = contact.a.body + (contact.b.body.empty() ? "" : " and " + contact.b.body);
    const auto radius = [&](double r) { return r > 0 ? " with radius " + short_number(r) + " " + units.length : ""; };
    const auto limits = [&](const std::string& unit) {
        const Stop none;
        return limits_text(contact.stop.low.value_or(none.low), contact.stop.high.value_or(none.high), unit);
    };
    switch (contact.shape) {
        case ContactShape::plane:
            return ends + radius(contact.radius_a) +
                   (contact.axle.empty() ? "" : " of a rim about " + tuple_text(contact.axle)) +
                   " above the plane through " + tuple_text(contact.point) + " " + units.length + " with normal " +
                   tuple_text(contact.normal);
        case ContactShape::balls:
            return ends + " outside each other, radii " + short_number(contact.radius_a) + " and " +
                   short_number(contact.radius_b) + " " + units.length;
        case ContactShape::angle: return ends + " turn against each other, " + limits(" rad");
        case ContactShape::slide:
            return ends + ", along " + tuple_text(contact.stop.slide.along) + " of the first " +
                   limits(" " + units.length);
        case ContactShape::formula: return "";  // its text has names resolved
        case ContactShape::within: break;
    }
    return ends + " at most " + short_number(contact.distance) + " " + units.length + " apart";
}

std::string explain_contacts(const SystemSpec& spec, const BodyGraph& graph) {
    if (spec.contacts.empty()) return "";
    std::string text = "\nContacts without friction; datasets have their impacts: /events\n";
    for (std::size_t i = 0; i < spec.contacts.size(); ++i)
        text += "  " + printable(graph.contacts()[i].name) + ": " + contact_text(spec.contacts[i], spec.units) +
                graph.contacts()[i].gap.text + ", e = " + short_number(spec.contacts[i].restitution) + "\n";
    return text;
}

std::string explain_inputs(const SystemSpec& spec) {
    if (spec.inputs.empty()) return "";
    std::string text = "\nInputs, whose work /work datasets have beside their values /u\n";
    for (const InputSpec& input : spec.inputs)
        text += "  " + input.id + (input.unit == "1" ? "" : " [" + printable(input.unit) + "]") + " = " +
                std::visit(SignalText{input.linear}, input.signal) + "\n";
    for (const auto& [id, moves] : spec.moves)
        for (const MoveSpec& move : moves)
            text += "  " + id + " moves by " + move.input + " times " + tuple_text(move.along) + " " +
                    spec.units.length + "\n";
    return text;
}

}  // namespace

// The kinds of potentials and damping explain their entries themselves; here are the headings, and what forces
// mean for energy and momentum.
std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph) {
    const std::string potentials =
        explain(FileList::potentials, spec.potentials, graph.terms(), graph.parts(), spec.units);
    const std::string damping = explain(FileList::damping, spec.damping, graph.terms(), graph.parts(), spec.units);
    const bool gyroscopic = !types_that(Energy::does_no_work, graph.terms()).empty();
    const bool of_lagrangian = !angle_coordinates_of(graph.terms()).empty();
    return std::string(of_lagrangian ? "\nEnergies, H = qd . dL/dqd - L" : "\nPotentials, H = T + V(x)") +
           (gyroscopic ? "; forces that do no work have no share in it, and p = M v is not the canonical momentum"
                       : "") +
           "\n" + (potentials.empty() ? std::string("  none\n") : potentials) +
           (damping.empty()
                ? ""
                : "\nDamping, force -dR/dv; energy is lost at the rate v . dR/dv, datasets have the amount: "
                  "/dissipated\n" +
                      damping) +
           explain_contacts(spec, graph) + explain_inputs(spec);
}

// If energy is not conserved, the line says where it goes: with damping or inputs, datasets store the lost
// energy and the work.
std::string explain_conserved(const SystemSpec& spec, const BodyGraph&, const ConstrainedSystem& system) {
    std::string text = "\nConserved\n";
    for (const ConservedQuantity& q : system.conserved()) {
        const bool angular = q.kind == ConservedQuantity::Kind::angular_momentum;
        text += "  " + q.name + (angular ? " about " + tuple_text(q.centre) + " " + spec.units.length : "") + "\n";
    }
    if (!system.conserved().empty()) return text;
    const std::string lost = has_contacts(system) ? "impacts and damping" : "damping";
    if (system.driven())
        return text + "  nothing; energy changes by the work of the inputs and what is lost to " + lost + "\n";
    if (has_contacts(system) || system.dissipative())
        return text + "  nothing; energy plus the energy lost to " + lost + " is constant\n";
    return text + "  nothing\n";
}

}  // namespace cchnn
