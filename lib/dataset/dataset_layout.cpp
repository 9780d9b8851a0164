#include "dataset/dataset_layout.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

namespace cchnn {
namespace {

// The item whose member is `key`, or nullptr.
template <class Item>
const Item* find(const std::vector<Item>& items, std::string Item::*member, const std::string& key) {
    const auto found = std::ranges::find(items, key, member);
    return found == items.end() ? nullptr : &*found;
}

// An item that is missing is a mistake in this program, not in a file.
template <class Item>
const Item& require(const Item* item, const std::string& key) {
    if (!item) throw std::logic_error("no " + key + " in the layout of datasets");
    return *item;
}

using enum Presence;

// A row of the table of arrays: ArrayLayout with its axes as one text, "trajectory t node axis".
struct Row {
    const char* path;
    Element element;
    const char *axes, *unit, *long_name;
    Presence presence;

    ArrayLayout layout() const {
        std::vector<std::string> names;
        std::istringstream words(axes);
        for (std::string name; words >> name;) names.push_back(name);
        return {path, element, names, unit, long_name, presence};
    }
};
constexpr Row rows[] = {
    {"/trajectory", int64, "trajectory", "1", "number of the trajectory in its split", always},
    {"/t", float64, "t", "s", "time", always},
    {"/node", int64, "node", "1", "number of the node", always},
    {"/axis", utf8, "axis", "", "axis of space", always},
    {"/x", float64, "trajectory t node axis", "m", "position of each node", always},
    {"/v", float64, "trajectory t node axis", "m/s", "velocity of each node, dx/dt", always},
    {"/coordinate", int64, "coordinate", "1", "number of the generalised coordinate", coordinates},
    {"/q", float64, "trajectory t coordinate", "rad, m", "generalised coordinates, angles without jumps", coordinates},
    {"/qdot", float64, "trajectory t coordinate", "rad/s, m/s", "rates of the generalised coordinates, dq/dt",
     coordinates},
    {"/acceleration", float64, "trajectory t node axis", "m/s^2", "acceleration of each node, dv/dt",
     with_acceleration},
    {"/qddot", float64, "trajectory t coordinate", "rad/s^2, m/s^2", "accelerations of the generalised coordinates",
     with_coordinate_acceleration},
    {"/momentum", float64, "trajectory t node axis", "kg m/s", "momentum of each node, p = M v", with_momentum},
    {"/generalised_momentum", float64, "trajectory t coordinate", "kg m^2/s, kg m/s", "generalised momenta, dT/dqdot",
     with_coordinate_momentum},
    {"/multipliers", float64, "trajectory t constraint", "",
     "multiplier of each row: M dv/dt = f - (dPhi/dx)^T multipliers, J per unit of the row", with_multipliers},
    {"/sensitivity/state", int64, "state", "1", "number of the entry of (x, v): n d of x, then n d of v",
     with_sensitivities},
    {"/sensitivity/direction", int64, "direction", "1", "number of the direction", with_sensitivities},
    {"/sensitivity/coordinate_state", int64, "coordinate_state", "1",
     "number of the entry of (q, qdot): m of q, then m of qdot", with_coordinate_sensitivities},
    {"/sensitivity/coordinate_start", int64, "coordinate_start", "1", "number of the entry of (q, qdot) at the start",
     with_coordinate_sensitivities},
    {"/sensitivity/sensitive", int64, "sensitive", "1", "number of the column", with_parameter_sensitivities},
    {"/sensitivity/pointer", utf8, "sensitive", "", "where the number stands in /system/json",
     with_parameter_sensitivities},
    {"/sensitivity/basis", float64, "trajectory state direction", "",
     "directions that span the tangent space of the constraints at the start", with_sensitivities},
    {"/sensitivity/start", float64, "trajectory t state direction", "",
     "derivative of (x, v) along each direction of the start", with_sensitivities},
    {"/sensitivity/q", float64, "trajectory t coordinate_state coordinate_start", "",
     "derivative of (q, qdot) with respect to each entry of (q, qdot) at the start", with_coordinate_sensitivities},
    {"/sensitivity/parameters", float64, "trajectory t state sensitive", "",
     "derivative of (x, v) with respect to each number of /sensitivity/pointer", with_parameter_sensitivities},
    {"/sensitivity/error_bound", float64, "trajectory t", "1", "bound of the relative error of these derivatives",
     with_sensitivities},
    {"/energy", float64, "trajectory t", "J", "total energy H(x, p), p = M v", dataset},
    {"/dissipated", float64, "trajectory t", "J", "energy lost to damping since t = 0", dissipative},
    {"/work", float64, "trajectory t", "J", "work that the inputs have done since t = 0", driven},
    {"/u", float64, "trajectory t input", "",
     "values of the inputs: formulas of t, or held from this sample to the next", driven},
    {"/track_parameter", float64, "trajectory t track", "1", "parameter of the curve that a point is on", tracks},
    {"/counted_angle", float64, "trajectory t counted_angle", "rad",
     "angle of a body against another, counted over turns", angles},
    {"/error_bound", float64, "trajectory t", "1", "bound of the relative error of the stored state", bounded},
    {"/valid_until", float64, "trajectory", "s", "last time up to which error_bound <= level", bounded},
    {"/refined", uint8, "trajectory", "1", "1 where integrated again in 106 bits, else 0", bounded},
    {"/outcome", int32, "trajectory", "1", "how the integration of the trajectory ended", dataset},
    {"/end_time", float64, "trajectory", "s", "time up to which the trajectory was integrated", dataset},
    {"/steps_accepted", int64, "trajectory", "1", "integration steps accepted", dataset},
    {"/steps_rejected", int64, "trajectory", "1", "integration steps rejected", dataset},
    {"/events/impact", int64, "impact", "1", "number of the impact in its trajectory", contacts},
    {"/events/count", float64, "trajectory", "1", "number of impacts", contacts},
    {"/events/time", float64, "trajectory impact", "s", "time of the impact; NaN behind the last", contacts},
    {"/events/contact", float64, "trajectory impact", "1", "index of its contact in the system", contacts},
    {"/events/speed", float64, "trajectory impact", "m/s",
     "speed at which the gap closed; rad/s of an angle, of a formula its unit/s", contacts},
    {"/events/impulse", float64, "trajectory impact", "kg m/s", "impulse of the contact; kg m^2/s of an angle",
     contacts},
    {"/events/loss", float64, "trajectory impact", "J", "energy lost", contacts},
    {"/parameters", float64, "trajectory parameter", "", "values of the varied properties, in /system/parameters/unit",
     varied},
    {"/chunks/sample", int64, "sample", "1", "number of the sample in its chunk", chunks},
    {"/chunks/start", int64, "trajectory", "1", "index of the chunk's first sample in its trajectory", chunks},
    {"/chunks/t", float64, "trajectory sample", "s", "time", chunks},
    {"/chunks/x", float64, "trajectory sample node axis", "m", "position of each node", chunks},
    {"/chunks/v", float64, "trajectory sample node axis", "m/s", "velocity of each node, dx/dt", chunks},
    {"/chunks/q", float64, "trajectory sample coordinate", "rad, m", "generalised coordinates, angles without jumps",
     chunk_coordinates},
    {"/chunks/qdot", float64, "trajectory sample coordinate", "rad/s, m/s",
     "rates of the generalised coordinates, dq/dt", chunk_coordinates},
    {"/system/json", utf8, "", "", "system graph as JSON, enough to generate the data again", system},
    {"/system/protocol", utf8, "", "", "how the trajectories were integrated, as JSON", system},
    {"/system/lyapunov_exponent", float64, "", "1/s", "largest Lyapunov exponent, mean over trajectories", lyapunov},
    {"/system/lyapunov_low", float64, "", "1/s", "lower end of its 95 % interval", lyapunov},
    {"/system/lyapunov_high", float64, "", "1/s", "upper end of its 95 % interval", lyapunov},
    {"/system/lyapunov", utf8, "", "", "how the exponent was found, and every trajectory's, as JSON", lyapunov},
    {"/system/node_column", int64, "node_column", "1", "number of the node, as column of a matrix", dense},
    {"/system/mass_matrix", float64, "node node_column", "kg", "mass matrix M", dense},
    {"/system/inverse_mass_matrix", float64, "node node_column", "1/kg", "inverse of the mass matrix M", dense},
    {"/system/part", int64, "part", "1", "number of the part of /system/json", sparse},
    {"/system/masses/mass_entry", int64, "mass_entry", "1", "number of the entry", sparse},
    {"/system/masses/row", int64, "mass_entry", "1", "its row of the mass matrix M, a node", sparse},
    {"/system/masses/column", int64, "mass_entry", "1", "its column of the mass matrix M, a node", sparse},
    {"/system/masses/mass", float64, "mass_entry", "kg", "the entry of M", sparse},
    {"/system/masses/inverse", float64, "mass_entry", "1/kg", "the entry of its inverse, at the same place", sparse},
    {"/system/nodes/body", utf8, "node", "", "id of the body that owns the node", system},
    {"/system/nodes/index_in_body", int64, "node", "1", "number of the node in its body", system},
    {"/system/bodies/body", int64, "body", "1", "number of the body, in the order of /system/json", system},
    {"/system/bodies/id", utf8, "body", "", "id of the body", system},
    {"/system/bodies/type", utf8, "body", "", "Origin (fixed in space), Obj0D, Obj1D, Obj2D or Obj3D", system},
    {"/system/bodies/mass", float64, "body", "kg", "mass; of an Origin, as a source of Newtonian attraction", system},
    {"/system/bodies/second_moments", float64, "body axis", "m^2",
     "mean square of the coordinate along each principal axis; 0 beyond", system},
    {"/system/bodies/position", float64, "body axis", "m", "where an Origin is; 0 of others", system},
    {"/system/bodies/first_node", int64, "body", "1", "node of its centre of mass, its axes follow; -1 for an Origin",
     system},
    {"/system/bodies/node_count", int64, "body", "1", "number of its nodes; 0 for an Origin", system},
    {"/system/bodies/varied_mass", int64, "body", "1", "column of /parameters that has its mass, or -1", varied},
    {"/system/bodies/varied_second_moments", int64, "body axis", "1",
     "columns of /parameters that have its second moments, or -1", varied},
    {"/system/edges/edge", int64, "edge", "1", "number of the edge", system},
    {"/system/edges/kind", utf8, "edge", "", "type of the item in /system/json, or Rigid: a body keeps its shape",
     system},
    {"/system/edges/pointer", utf8, "edge", "", "where the item stands in /system/json", system},
    {"/system/edges/body_a", int64, "edge", "1", "first body that it joins, or acts on", system},
    {"/system/edges/body_b", int64, "edge", "1", "second body, or -1: a curve, a plane, a uniform field, no other",
     system},
    {"/system/edges/point_a", float64, "edge axis", "m",
     "where it holds body a: along its principal axes, from its centre of mass", system},
    {"/system/edges/point_b", float64, "edge axis", "m", "where it holds body b; of an Origin in space", system},
    {"/system/edges/first_row", int64, "edge", "1", "its first row of /system/constraints, or -1", system},
    {"/system/edges/row_count", int64, "edge", "1", "number of its rows on positions", system},
    {"/system/edges/first_velocity_row", int64, "edge", "1", "its first row on velocities alone, or -1", rolling},
    {"/system/edges/velocity_row_count", int64, "edge", "1", "number of its rows on velocities alone", rolling},
    {"/system/edges/track", int64, "edge", "1", "point on a curve of /system/tracks, or -1", tracks},
    {"/system/edges/first_number", int64, "edge", "1", "its first row of /system/edges/numbers", system},
    {"/system/edges/number_count", int64, "edge", "1", "number of its rows there", system},
    {"/system/edges/numbers/edge_number", int64, "edge_number", "1", "number of the row", system},
    {"/system/edges/numbers/name", utf8, "edge_number", "",
     "which number of the edge: its key in /system/json, up_x for an entry of a vector", system},
    {"/system/edges/numbers/value", float64, "edge_number", "",
     "value, in /system/edges/numbers/unit; the middle where it is drawn", system},
    {"/system/edges/numbers/unit", utf8, "edge_number", "", "unit of the number", system},
    {"/system/edges/numbers/varied", int64, "edge_number", "1", "column of /parameters that has the values, or -1",
     varied},
    {"/system/parameters/parameter", int64, "parameter", "1", "number of the varied property", varied},
    {"/system/parameters/name", utf8, "parameter", "", "varied property in words", varied},
    {"/system/parameters/pointer", utf8, "parameter", "", "where the property stands in /system/json", varied},
    {"/system/parameters/unit", utf8, "parameter", "", "unit of the property", varied},
    {"/system/constraints/constraint", int64, "constraint", "1", "number of the row of Phi", system},
    {"/system/constraints/kind", utf8, "constraint", "", "formula of the row", system},
    {"/system/constraints/name", utf8, "constraint", "", "what the row comes from", system},
    {"/system/constraints/weights", float64, "constraint node", "1", "r = weights x + offset", dense},
    {"/system/weights/weight_entry", int64, "weight_entry", "1", "number of the entry", sparse},
    {"/system/weights/constraint", int64, "weight_entry", "1", "its row of the weights, a constraint", sparse},
    {"/system/weights/node", int64, "weight_entry", "1", "its column of the weights, a node", sparse},
    {"/system/weights/weight", float64, "weight_entry", "1", "the entry: r = weights x + offset", sparse},
    {"/system/constraints/offset", float64, "constraint axis", "m", "r = weights x + offset", system},
    {"/system/constraints/length", float64, "constraint", "m", "distance that the row keeps; 0 for a component",
     system},
    {"/system/constraints/component", int64, "constraint", "1", "axis of a component row; -1 for a distance", system},
    {"/system/constraints/independent", uint8, "constraint", "1", "1 in a largest independent set of rows, else 0",
     system},
    {"/system/constraints/edge", int64, "constraint", "1", "edge that the row comes from", system},
    {"/system/constraints/normal", float64, "constraint axis", "1", "direction of a linear or rolling row", rolling},
    {"/system/constraints/up", float64, "constraint axis", "1", "direction across the plane that a body rolls on",
     rolling},
    {"/system/constraints/radius", float64, "constraint", "m", "radius of a body that rolls", rolling},
    {"/system/constraints/track", int64, "constraint", "1", "point on a curve that the row is about, or -1", tracks},
    {"/system/tracks/track", int64, "track", "1", "number of the point on a curve", tracks},
    {"/system/tracks/name", utf8, "track", "", "name of the point on a curve", tracks},
    {"/system/tracks/curve", utf8, "track", "", "curve that the point is on, as in the system's JSON", tracks},
    {"/system/counted_angles/counted_angle", int64, "counted_angle", "1", "number of the counted angle", angles},
    {"/system/counted_angles/name", utf8, "counted_angle", "", "the two bodies", angles},
    {"/system/counted_angles/body_a", int64, "counted_angle", "1", "body that it is counted from", angles},
    {"/system/counted_angles/body_b", int64, "counted_angle", "1", "body that turns", angles},
    {"/system/inputs/input", int64, "input", "1", "number of the input", driven},
    {"/system/inputs/id", utf8, "input", "", "id of the input", driven},
    {"/system/inputs/unit", utf8, "input", "", "unit of the input", driven},
    {"/system/inputs/held", uint8, "input", "1",
     "1: held from each sample to the next; 2: linear from each sample to the next; 0: a formula of t", driven},
    {"/system/dynamics", utf8, "", "", "what the flow is, where it is not that of a Hamiltonian", dynamics},
    {"/system/coordinates/name", utf8, "coordinate", "", "body and kind in one", coordinate_table},
    {"/system/coordinates/body", utf8, "coordinate", "", "id of the body that the coordinate moves", coordinate_table},
    {"/system/coordinates/kind", utf8, "coordinate", "", "what the coordinate is", coordinate_table},
    {"/system/coordinates/unit", utf8, "coordinate", "", "unit of the coordinate", coordinate_table},
    {"/system/coordinates/attached_to", utf8, "coordinate", "", "id of the body that holds it; empty when free",
     coordinate_table},
    {"/system/coordinates/relative_to", utf8, "coordinate", "",
     "space, or id of the body that an angle is counted from", coordinate_table},
    {"/system/coordinates/angle", uint8, "coordinate", "1",
     "1: an angle, values that differ by 2 pi are the same; else 0", coordinate_table},
    {"/system/coordinates/low", float64, "coordinate", "", "smallest value that is stored; -inf where any is",
     coordinate_table},
    {"/system/coordinates/high", float64, "coordinate", "", "largest value that is stored; inf where any is",
     coordinate_table},
};

}  // namespace

const std::vector<ArrayLayout>& array_layouts() {
    static const std::vector<ArrayLayout> layouts = [] {
        std::vector<ArrayLayout> all;
        for (const Row& row : rows) all.push_back(row.layout());
        return all;
    }();
    return layouts;
}

const std::vector<AxisLayout>& axis_layouts() {
    static const std::vector<AxisLayout> layouts{
        {"trajectory", "/trajectory"},
        {"t", "/t"},
        {"node", "/node"},
        {"axis", "/axis"},
        {"sample", "/chunks/sample"},
        {"node_column", "/system/node_column"},
        {"part", "/system/part"},
        {"mass_entry", "/system/masses/mass_entry"},
        {"weight_entry", "/system/weights/weight_entry"},
        {"constraint", "/system/constraints/constraint"},
        {"parameter", "/system/parameters/parameter"},
        {"coordinate", "/coordinate"},
        {"track", "/system/tracks/track"},
        {"counted_angle", "/system/counted_angles/counted_angle"},
        {"input", "/system/inputs/input"},
        {"state", "/sensitivity/state"},
        {"direction", "/sensitivity/direction"},
        {"coordinate_state", "/sensitivity/coordinate_state"},
        {"coordinate_start", "/sensitivity/coordinate_start"},
        {"sensitive", "/sensitivity/sensitive"},
        {"body", "/system/bodies/body"},
        {"edge", "/system/edges/edge"},
        {"edge_number", "/system/edges/numbers/edge_number"},
        {"impact", "/events/impact"},
    };
    return layouts;
}

std::string outcome_name(EndReason reason) {
    constexpr const char* names[] = {
        "completed", "step_size_underflow",  "not_finite", "too_many_steps", "constraints_unsolved",
        "singular",  "simultaneous_impacts", "grazing",    "closed_contact"};
    static_assert(std::size(names) == outcome_count);
    const int code = static_cast<int>(reason);
    return code >= 0 && code < outcome_count ? names[code] : "";
}

std::string outcome_codes(bool with_singular, bool with_contacts) {
    std::string text;
    for (int code = 0; code < outcome_count; ++code) {
        const EndReason reason = static_cast<EndReason>(code);
        if (reason == EndReason::singular && !with_singular) continue;
        if (reason > EndReason::singular && !with_contacts) continue;
        text += (code ? ", " : "") + std::to_string(code) + " " + outcome_name(reason);
    }
    return text;
}

bool of_graph(const std::string& path) {
    return path.starts_with("/system/bodies/") || path.starts_with("/system/edges/") ||
           path == "/system/constraints/edge";
}

const ArrayLayout& array_layout(const std::string& path) { return require(known_array(path), path); }

const ArrayLayout* known_array(const std::string& path) { return find(array_layouts(), &ArrayLayout::path, path); }

const std::string& scale_of(const std::string& axis) {
    return require(find(axis_layouts(), &AxisLayout::name, axis), axis).scale;
}

// SI units of dataset_layout.hpp in the declared units of a system. A unit that the table does not have is
// returned unchanged; a dimensionless one must be.
std::string unit_in(const std::string& si_unit, const Units& u) {
    if (u == Units{}) return si_unit;
    const std::map<std::string, std::string> other{
        {"m", u.length},
        {"s", u.time},
        {"kg", u.mass},
        {"1/kg", "1/(" + u.mass + ")"},
        {"1/s", "1/" + u.time},
        {"m/s", u.length + "/" + u.time},
        {"rad/s", "rad/" + u.time},
        {"rad, m", "rad, " + u.length},
        {"rad/s, m/s", "rad/" + u.time + ", " + u.length + "/" + u.time},
        {"J", u.mass + " " + u.length + "^2/" + u.time + "^2"},
        {"m^2", u.length + "^2"},
        {"m^3/(kg s^2)", u.length + "^3/(" + u.mass + " " + u.time + "^2)"},
        {"m/s^2", u.length + "/" + u.time + "^2"},
        {"rad/s^2", "rad/" + u.time + "^2"},
        {"rad/s^2, m/s^2", "rad/" + u.time + "^2, " + u.length + "/" + u.time + "^2"},
        {"kg m/s", u.mass + " " + u.length + "/" + u.time},
        {"kg m^2/s", u.mass + " " + u.length + "^2/" + u.time},
        {"kg m^2/s, kg m/s", u.mass + " " + u.length + "^2/" + u.time + ", " + u.mass + " " + u.length + "/" + u.time},
        {"N/m", u.mass + "/" + u.time + "^2"},
        {"N s/m", u.mass + "/" + u.time},
        {"N m", u.mass + " " + u.length + "^2/" + u.time + "^2"},
        {"N m s", u.mass + " " + u.length + "^2/" + u.time}};
    const auto found = other.find(si_unit);
    return found == other.end() ? si_unit : found->second;
}

}  // namespace cchnn
