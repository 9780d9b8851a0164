#include "mechanics/force_tables.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "elements/formula_constraint.hpp"
#include "elements/lagrangian.hpp"
#include "elements/parts/solver_row.hpp"
#include "elements/track.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/formula_forces.hpp"
#include "numbers/dual.hpp"

namespace cchnn {
namespace {

// Notes a centre whose separation is zero before and after.
struct RestAtCentre {
    bool found = false;
    template <int D, class Real>
    void see(const Real* r, const Real* r_new, const Real& counts) {
        const auto is_zero = [](Real c) { return c == 0; };
        found = found || (counts != 0 && std::all_of(r, r + D, is_zero) && std::all_of(r_new, r_new + D, is_zero));
    }
};

// In space an angle needs a hinge: a constraint that keeps the two axes parallel.
bool has_hinge(const std::vector<TermCoupling>& couplings, const CountedAngle& angle) {
    const auto joins = [&](const Point& u, const Point& w) {
        return (same_point(u, angle.axis[0]) && same_point(w, angle.axis[1])) ||
               (same_point(u, angle.axis[1]) && same_point(w, angle.axis[0]));
    };
    for (const TermCoupling& coupling : couplings) {
        if (coupling.list != FileList::constraints) continue;
        if (coupling.axis_a && joins(*coupling.axis_a, *coupling.axis_b)) return true;
        if (coupling.across_a && joins(*coupling.across_a, *coupling.across_b)) return true;
    }
    return false;
}

void check_hinges(const BodyGraph& graph, const std::vector<TermCoupling>& couplings, const TermAngle& one) {
    const CountedAngle& angle = *one.angle;
    if (angle.axis.empty() || has_hinge(couplings, angle)) return;
    throw SpecError(graph.source(),
                    std::string(one.type) + " " + angle.name +
                        " turns about an axis that the two bodies do not share: add a Joint+Axis, a "
                        "Slider with turn, a Planar, a Parallel or a Screw between them with the same 'axis'");
}

// A term with a force that an input may drive: it has the id of that input, "" for none.
template <class Term>
concept TakesInput = requires(const Term& term) {
    term.input;
};

// A term whose input is added to its rest length or angle, so that it has a force without it as well.
template <class Term>
concept HasRest = TakesInput<Term> && requires(const Term& term) {
    term.stiffness;
};

// A term that may follow a body, with the axes of that body.
template <class Term>
concept FollowsBody = requires(const Term& term) {
    term.axes;
};

// (4) of force.hpp and of torque.hpp.
std::size_t put_separation(SeparationTable& table, const Point& point, int dimension) {
    add_separation(table, separation_of(point), dimension);
    return table.terms.size() - 1;
}
void add_thrusts(const Force& force, std::size_t input, int d, DrivenForcesOf<Exact>& driven) {
    const std::size_t at = put_separation(driven.separations, force.on, d);
    for (std::size_t k = 0; k < force.axes.size(); ++k)
        driven.thrusts.emplace_back(input, at, put_separation(driven.separations, force.axes[k], d), force.force[k]);
}
void add_thrusts(const Torque& torque, std::size_t input, int d, DrivenForcesOf<Exact>& driven) {
    const std::size_t first = driven.separations.terms.size();
    for (const Point& axis : torque.axes) put_separation(driven.separations, axis, d);
    for (std::size_t k = 0; k < 3; ++k) {
        const Exact half = torque.along[k] * Exact(torque.torque) * Exact(0.5);
        if (half == Exact(0.0)) continue;
        const std::size_t i = first + (k + 1) % 3, j = first + (k + 2) % 3;
        driven.thrusts.emplace_back(input, i, j, half);
        driven.thrusts.emplace_back(input, j, i, -half);
    }
}

// What a term does with an input, (1) of driven_forces.hpp; `angle` is the first of its own.
template <class K>
void add_driven_term(const typename K::Term& term, std::size_t input, std::size_t angle, const Bodies& bodies,
                     ForcesOf<Exact>& forces) {
    DrivenForcesOf<Exact>& driven = forces.driven;
    if constexpr (FollowsBody<typename K::Term>)
        if (!term.axes.empty()) return add_thrusts(term, input, bodies.dimension(), driven);
    if constexpr (HasTorques<K> && HasRest<typename K::Term>) {
        driven.torques.emplace_back(input, angle, term.stiffness);
    } else if constexpr (HasRest<typename K::Term>) {
        driven.pulls.emplace_back(input, driven.separations.terms.size(), term.stiffness);
        add_separation(driven.separations, difference(term.a, term.b), bodies.dimension());
    } else if constexpr (HasTorques<K>) {
        driven.torques.emplace_back(input, angle, term.torque);
    } else {
        std::vector<Exact> force(forces.constant.size());
        K::add_constant_force(term, bodies, force);
        for (std::size_t i = 0; i < force.size(); ++i)
            if (!(force[i] == Exact(0.0))) driven.forces.emplace_back(input, i, force[i]);
    }
}

template <class Term>
const std::string& input_of(const Term& term) {
    static const std::string none;
    if constexpr (TakesInput<Term>) return term.input;
    return none;
}

// The index of an input. An id that is not there would read past the end; spec/meaning rejects such files.
std::size_t place_of(const std::vector<Input>& inputs, const std::string& id) {
    std::size_t place = 0;
    while (inputs[place].id != id) ++place;
    return place;
}

// The inputs and constraints of a Lagrangian are those of its system.
void take_parts_of_lagrangian(const BodyGraph& graph, LagrangianInertia<Exact>& inertia) {
    for (const Lagrangian& lagrangian : graph.terms<Lagrangian>()) {
        std::vector<std::size_t> places;
        for (const std::string& id : lagrangian.inputs) places.push_back(place_of(graph.inputs(), id));
        inertia.take_inputs(std::move(places));
        std::size_t held = 0;
        for (const TermCoupling& coupling : graph.couplings()) held += coupling.list == FileList::constraints ? 1 : 0;
        if (held != graph.terms<FormulaConstraint>().size())
            throw SpecError(
                graph.source() + "#/constraints",
                "coordinates of a Lagrangian are held by formulas: use Constraints and VelocityConstraints");
        for (const FormulaConstraint& constraint : graph.terms<FormulaConstraint>()) {
            std::vector<std::size_t> coordinates;
            for (const Point& point : constraint.points)
                if (!point.weights.empty()) coordinates.push_back(to_size(index(point.weights[0].node)));
            inertia.take(*constraint.equation, std::move(coordinates), constraint.moves_in_time());
        }
    }
}

std::size_t coordinate_of(const Separation& coordinate) { return to_size(index(coordinate.weights[0].node)); }

// Adds -M a'' of moving Origins (base_motion.hpp) to the forces, as if it were driven by more inputs: for each vector of
// the sum a, three formulas, which are the second and the first derivative of its input, and the input itself.
void add_inertia(const BodyGraph& graph, ForcesOf<Exact>& forces) {
    for (const BaseMove& move : graph.base_moves()) {
        const std::size_t input = forces.driven.formulas.size();
        forces.driven.formulas.insert(forces.driven.formulas.end(), move.formulas.rbegin(), move.formulas.rend());
        for (const Body& body : graph.bodies())
            for (std::size_t k = 0; body.node_count > 0 && k < move.along.size(); ++k)
                if (move.along[k] != 0)
                    forces.driven.forces.emplace_back(input, to_size(body.first_node * graph.dimension()) + k,
                                                      -(Exact(body.mass) * move.along[k]));
    }
}

}  // namespace

template struct ForcesOf<Exact>;
template struct ForcesOf<double>;
template struct ForceFunctions<double, double>;

const FormulaForces<double>& formula_forces(const Forces& forces) {
    return std::get<FormulaForces<double>>(forces.tables->varying);
}

const ChargesInFormulas<double>& formula_fields(const Forces& forces) {
    return std::get<MagneticForces<double>>(forces.tables->gyroscopic).in_formulas();
}

bool any_centre(int dimension, const Forces& forces, const double* x) {
    AnyCentre seen;
    show_all_centres(dimension, forces, x, x, seen);
    return seen.found;
}

bool at_rest_at_centre(int dimension, const Forces& forces, const double* x, const double* v) {
    const std::size_t size = forces.constant.size();
    std::vector<double> moved(x, x + size);
    for (std::size_t i = 0; i < size; ++i) moved[i] += v[i];  // one unit of time later, without forces
    RestAtCentre seen;
    show_potential_centres(dimension, forces, x, moved.data(), seen);
    return seen.found;
}

std::vector<CountedAngle> counted_angles(const BodyGraph& graph) {
    std::vector<CountedAngle> angles;
    std::vector<TermAngle> all = angles_of(graph.terms());
    for (const Contact& contact : graph.contacts())
        if (contact.stop.angle) all.push_back({"Stop", &*contact.stop.angle, true});
    if (all.empty()) return angles;
    const std::vector<TermCoupling> couplings = graph.couplings();
    for (const TermAngle& one : all) {
        check_hinges(graph, couplings, one);
        if (one.counted) angles.push_back(*one.angle);
    }
    return angles;
}

void impulse_of_lagrangian(const Forces& forces, const double* q, bool held, double* f) {
    std::get<0>(forces.tables->inertia).respond(q, held, f);
}

std::vector<double> impulse_rate_of_lagrangian(const Forces& forces, const std::vector<double>& q,
                                               const std::vector<double>& dq, const std::vector<double>& f,
                                               const std::vector<double>& df) {
    using Number = Dual<double, double>;
    std::vector<Number> place, change;
    for (std::size_t i = 0; i < q.size(); ++i) {
        place.emplace_back(q[i], dq[i]);
        change.emplace_back(f[i], df[i]);
    }
    std::get<0>(forces.tables->inertia).respond(place.data(), true, change.data());
    std::vector<double> rate;
    for (const Number& entry : change) rate.push_back(entry.tangent);
    return rate;
}

ForcesOf<Exact> held_by(const ForcesOf<Exact>& forces, const std::vector<SolverRow>& rows) {
    ForcesOf<Exact> held = forces;
    held.tables = std::make_shared<ForceTables<Exact>>(*forces.tables);
    LagrangianInertia<Exact>& inertia = std::get<0>(held.tables->inertia);
    inertia.release();
    for (const SolverRow& row : rows) {
        std::vector<std::size_t> coordinates{coordinate_of(row.a)};
        for (const Separation& coordinate : row.axes) coordinates.push_back(coordinate_of(coordinate));
        inertia.take(*row.equation, std::move(coordinates), false);
    }
    return held;
}

ForcesOf<Exact> forces_of(const BodyGraph& graph, const std::vector<CountedAngle>& angles) {
    ForcesOf<Exact> forces;
    forces.constant.assign(graph.node_count() * graph.dimension(), 0.0);
    const int d = graph.dimension();
    forces.angles = AnglesOf<Exact>(angles, d, graph.track_points().size());
    forces.driven.first = graph.track_points().size() + angles.size();
    for (const Input& input : graph.inputs()) {
        if (input.linear) forces.driven.linear.push_back(forces.driven.formulas.size());
        forces.driven.formulas.push_back(input.formula);
    }
    forces.tables = std::make_shared<ForceTables<Exact>>();
    ForceTables<Exact>& tables = *forces.tables;
    std::size_t counted = 0;  // angles so far: a term's torque acts on the first of its own
    for_each_term(ForceKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) {
            [[maybe_unused]] const std::string& input = input_of(term);
            if constexpr (TakesInput<typename K::Term>)
                if (!input.empty())
                    add_driven_term<K>(term, place_of(graph.inputs(), input), counted, graph.parts(), forces);
            if constexpr (HasConstantForce<K>)
                if (input.empty()) K::add_constant_force(term, graph.parts(), forces.constant);
            if constexpr (HasForces<K>) std::get<typename K::template Forces<Exact>>(tables.varying).add(term, d);
            if constexpr (HasTorques<K>)
                if (input.empty() || HasRest<typename K::Term>)
                    std::get<typename K::template Torques<Exact>>(tables.torques).add(term, counted);
            if constexpr (HasAngles<K>) counted += K::angles(term).size();
            if constexpr (HasDissipation<K>)
                std::get<typename K::template Dissipation<Exact>>(tables.dissipation).add(term, d);
            if constexpr (HasGyroscopicForces<K>)
                std::get<typename K::template GyroscopicForces<Exact>>(tables.gyroscopic).add(term, d);
            if constexpr (HasInertia<K>) std::get<typename K::template Inertia<Exact>>(tables.inertia).add(term, d);
        }
    });
    forces.varying = std::apply([](const auto&... table) { return (!table.empty() || ...); }, tables.varying);
    forces.dissipative = !types_that(Energy::dissipates, graph.terms()).empty();
    forces.gyroscopic = !types_that(Energy::does_no_work, graph.terms()).empty();
    take_parts_of_lagrangian(graph, std::get<0>(tables.inertia));
    std::apply(
        [&](const auto&... inertia) {
            forces.inertial = (!inertia.empty() || ...);
            forces.dissipative = forces.dissipative || (inertia.dissipates() || ...);
        },
        tables.inertia);
    add_inertia(graph, forces);
    return forces;
}

}  // namespace cchnn
