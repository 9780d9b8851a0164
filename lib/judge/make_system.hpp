#pragma once
// make_system() as a template; included by one source for each number type.

#include <algorithm>
#include <map>
#include <numeric>
#include <type_traits>

#include "core/errors.hpp"
#include "judge/kinds/angles.hpp"
#include "judge/kinds/formula_rows.hpp"
#include "judge/kinds/gaps.hpp"
#include "judge/kinds/lagrangian.hpp"
#include "judge/kinds/potentials.hpp"
#include "judge/kinds/rows.hpp"
#include "judge/numbers/inverse.hpp"
#include "judge/system.hpp"

namespace cchnn::judge {

template <class S>
class SystemMaker {
  public:
    explicit SystemMaker(const Description& text) : text_(text) { made_.dimension = text.dimension; }

    System<S> make() {
        for (const BodyText& body : text_.bodies) add_body(body);
        made_.moves = text_.moves;
        for (const InputText& input : text_.inputs)
            made_.inputs.push_back(
                input.formula.empty() ? nullptr : std::make_unique<const Formula>(input.formula, "t", "/system/json"));
        for (const InputText& input : text_.inputs) made_.linear.push_back(input.linear);
        for (std::size_t i = 0; i < text_.bodies.size(); ++i) add_rigidity(i);
        count_angles<TorsionSpringText>();
        count_angles<TorqueText>();
        for (kind_ = 0; kind_ < text_.kinds.size(); ++kind_)
            std::visit([&](const auto& k) { add(k); }, text_.kinds[kind_]);
        for (const ContactText& contact : text_.contacts) add(contact);
        return std::move(made_);
    }

  private:
    using Vector = std::vector<S>;
    std::size_t d() const { return text_.dimension; }
    const BodyText& body(std::size_t i) const { return text_.bodies[i]; }
    static Vector lift(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }
    static Vector3<S> lift3(const Numbers& n) { return {S(n.at(0)), S(n.at(1)), S(n.at(2))}; }

    void add_body(const BodyText& body) {
        first_node_.push_back(made_.nodes);
        if (body.is_origin) return;
        const Vector lambda = second_moments<S>(body);
        if (lambda.size() != body.axes)
            throw DataError("/system/json", "body '" + body.id + "' has " + std::to_string(lambda.size()) +
                                                " second moments, an Obj" + std::to_string(body.axes) + "D needs " +
                                                std::to_string(body.axes));
        const std::size_t n = body.axes + 1;
        Vector mass(n * n, S(0));
        S sum = 1;
        for (std::size_t i = 1; i < n; ++i) {  // (1)
            const S l = lambda[i - 1];
            sum += l;
            mass[i * n + i] = S(body.mass) * l;
            mass[i] = -S(body.mass) * l;
            mass[i * n] = mass[i];
        }
        mass[0] = S(body.mass) * sum;
        made_.bodies.push_back({made_.nodes, n, mass, inverse_of(mass, n)});
        made_.body_of_node.resize(made_.nodes + n, made_.bodies.size() - 1);
        made_.nodes += n;
    }

    Place<S> nowhere() const { return {{}, Vector(d(), S(0))}; }
    Place<S> point(const EndText& end) const {
        if (body(end.body).is_origin) return {{}, lift(body(end.body).position), S(1)};
        return weighted(end.body, end.point, S(1));
    }
    // (3): `total` is 1 for a point, 0 for a direction.
    Place<S> weighted(std::size_t i, const Numbers& coordinates, const S& total) const {
        Place<S> place = nowhere();
        S rest = total;
        for (std::size_t k = 0; k < coordinates.size(); ++k) {
            rest -= S(coordinates[k]);
            if (coordinates[k] != 0) place.parts.push_back({first_node_[i] + 1 + k, S(coordinates[k])});
        }
        if (rest != S(0)) place.parts.push_back({first_node_[i], rest});
        return place;
    }
    // A unit vector along `numbers`, whose length is 1 up to rounding.
    Place<S> direction(std::size_t i, const Numbers& numbers) const {
        S squared = 0;
        for (double u : numbers) squared += S(u) * S(u);
        Place<S> place = nowhere();
        if (body(i).is_origin) place.offset = lift(numbers);
        else place = weighted(i, numbers, S(0));
        const S length = sqrt(squared);
        for (auto& part : place.parts) part.weight /= length;
        for (S& offset : place.offset) offset /= length;
        return place;
    }
    // The same of numbers in S, along the axes of a body or of space.
    template <class Entries>
    Place<S> unit_direction(std::size_t i, const Entries& m) const {
        const S length = sqrt(dot(m.data(), m.data(), m.size()));
        Place<S> place = nowhere();
        for (std::size_t k = 0; k < m.size(); ++k) {
            const S entry = m[k] / length;
            if (body(i).is_origin) {
                place.offset[k] = entry;
            } else if (entry != S(0)) {
                place.parts.push_back({first_node_[i] + 1 + k, entry});
                place.parts.push_back({first_node_[i], -entry});
            }
        }
        return place;
    }
    static Place<S> difference(Place<S> a, const Place<S>& b) {
        for (const auto& part : b.parts) a.parts.push_back({part.node, -part.weight});
        for (std::size_t i = 0; i < a.offset.size(); ++i) a.offset[i] -= b.offset[i];
        a.anchored -= b.anchored;
        return a;
    }
    Place<S> axis(std::size_t i, std::size_t k) const {  // node k of a body relative to its centre of mass
        Place<S> place = nowhere();
        place.parts = {{first_node_[i] + k, S(1)}, {first_node_[i], S(-1)}};
        return place;
    }
    Place<S> centre(std::size_t i) const { return point({i, {}}); }

    template <class Kind>
    void put(Role role, std::size_t outputs, std::vector<Place<S>> places, Kind kind, Index track = {},
             Index angle = {}) {
        made_.pieces.push_back(
            std::make_unique<PieceOf<S, Kind>>(role, outputs, std::move(places), std::move(kind), track, angle));
    }

    void add_rigidity(std::size_t i) {
        for (std::size_t k = 1; k <= body(i).axes; ++k) {
            put(Role::row, 1, {axis(i, k)}, Distance<S>{S(1)});
            for (std::size_t j = 1; j < k; ++j)
                put(Role::row, 1, {difference(axis(i, k), axis(i, j))}, Distance<S>{S(2)});
        }
    }
    void add(const LinkText& k) {
        put(Role::row, 1, {difference(point(k.a), point(k.b))}, Distance<S>{S(k.length) * S(k.length)});
    }
    void add(const JointText& k) {
        put(Role::row, d(), {difference(point(k.a), point(k.b))}, Coincident{});
        if (!k.axis_a.empty())
            put(Role::row, d(), {difference(direction(k.a.body, k.axis_a), direction(k.b.body, k.axis_b))},
                Coincident{});
    }
    void add(const RollingText& k) {
        const Vector3<S> up = lift3(k.up);
        const std::size_t axes = body(k.body).axes;
        if (!k.upright) {
            std::vector<Place<S>> wheel{centre(k.body)};
            if (axes == 3) wheel.push_back(direction(k.body, k.axle));
            else
                for (std::size_t i = 1; i <= 2; ++i) wheel.push_back(axis(k.body, i));
            put(Role::row, 1, wheel, LeaningHeight<S>{{up, S(k.radius), axes == 2}, S(k.height)});
            if (axes == 3) wheel = with_axes(std::move(wheel), k.body);
            put(Role::velocity_row, 2, std::move(wheel), LeaningContact<S>{{up, S(k.radius), axes == 2}, tangents(up)});
            return;
        }
        put(Role::row, 1, {centre(k.body)}, Along<S>{up, S(k.height) + S(k.radius)});
        if (axes == 2) put(Role::row, 1, {axis(k.body, 1), axis(k.body, 2)}, Upright<S>{up});
        if (!k.axle.empty()) put(Role::row, 1, {direction(k.body, k.axle)}, Along<S>{up, S(0)});
        std::vector<Place<S>> places{centre(k.body)};
        for (std::size_t i = 1; i <= axes; ++i) places.push_back(axis(k.body, i));
        put(Role::velocity_row, 2, std::move(places), NoSlip<S>{up, tangents(up), S(k.radius), axes});
    }
    // A direction u of a body, and its w: `across`, or e_(j+1) after the largest entry of u, less its share of u.
    Numbers axis_of(const PairText& k, std::size_t end) const {
        if (end < k.axis.size()) return k.axis[end];
        const BodyText& of = body((end == 0 ? k.a : k.b).body);
        Numbers first(of.is_origin ? d() : of.axes, 0.0);
        first.at(0) = 1;
        return first;
    }
    Place<S> across_of(const PairText& k, std::size_t end) const {
        Vector3<S> u{}, w{};
        const Numbers axis = axis_of(k, end);
        for (std::size_t i = 0; i < axis.size(); ++i) u[i] = S(axis[i]);
        if (end < k.across.size()) {
            for (std::size_t i = 0; i < k.across[end].size(); ++i) w[i] = S(k.across[end][i]);
        } else {
            std::size_t most = 0;
            for (std::size_t i = 1; i < 3; ++i)
                if (magnitude(u[i]) > magnitude(u[most])) most = i;
            w[(most + 1) % 3] = 1;
        }
        const S share = along(w, u.data()) / along(u, u.data());
        for (std::size_t i = 0; i < 3; ++i) w[i] -= share * u[i];
        return unit_direction((end == 0 ? k.a : k.b).body, w);
    }
    void add(const PairText& k) {
        const bool weld = k.type == "Weld", slider = k.type == "Slider",
                   point_b = !body(k.b.body).is_origin && body(k.b.body).axes == 0;
        const Place<S> u_a = direction(k.a.body, axis_of(k, 0)), apart = difference(point(k.b), point(k.a));
        if (weld || k.type == "Universal") put(Role::row, d(), {apart}, Coincident{});
        if (slider) put(Role::row, d() == 2 ? 1 : 3, {u_a, apart}, Parallel{});
        if (k.type == "Planar") put(Role::row, 1, {u_a, apart}, Perpendicular{});
        if (k.type == "Universal") return put(Role::row, 1, {u_a, direction(k.b.body, axis_of(k, 1))}, Perpendicular{});
        if (point_b || (slider && k.turn && d() == 2)) return;  // no direction of b is kept
        put(Role::row, d(), {difference(u_a, direction(k.b.body, axis_of(k, 1)))}, Coincident{});
        const bool rod = body(k.a.body).axes == 1 || body(k.b.body).axes == 1;
        if (d() == 3 && !rod && (weld || (slider && !k.turn) || (k.type == "Parallel" && !k.across.empty())))
            put(Role::row, 3, {difference(across_of(k, 0), across_of(k, 1))}, Coincident{});
    }
    void add(const RopeText& k) {
        std::vector<Place<S>> segments;
        S length = k.length;
        for (std::size_t i = 0; i + 1 < k.points.size(); ++i) {
            Place<S> segment = difference(point(k.points[i]), point(k.points[i + 1]));
            if (segment.parts.empty()) length -= sqrt(dot(segment.offset.data(), segment.offset.data(), d()));
            else segments.push_back(std::move(segment));
        }
        if (segments.size() > most_places)
            throw DataError("/system/json", "a Rope of more than " + std::to_string(most_places) +
                                                " moving segments cannot be audited");
        const std::size_t count = segments.size();
        put(Role::row, 1, std::move(segments), RopeLength<S>{length, count});
    }
    std::vector<Place<S>> angle_places(const AngleText& angle) const {
        std::vector<Place<S>> places{zero_of(angle, 0), zero_of(angle, 1)};
        if (d() == 3) places.push_back(direction(angle.a, angle.axis.at(0)));
        return places;
    }
    void add(const GearText& k) {
        std::vector<Place<S>> places = angle_places(k.first);
        for (Place<S>& place : angle_places(k.second)) places.push_back(std::move(place));
        const int common = k.teeth_1 < 0 ? -std::gcd(k.teeth_1, k.teeth_2) : std::gcd(k.teeth_1, k.teeth_2);
        const int first = k.teeth_1 / common, second = k.teeth_2 / common;
        const S shift = shift_of(k.first) + shift_of(k.second) * second / first;
        put(Role::row, 1, std::move(places), Gear<S>{S(first), S(second), S(k.phase) - shift});
    }
    void add(const RackText& k) {
        std::vector<Place<S>> places = angle_places(k.wheel);
        places.push_back(difference(point(k.b), point(k.a)));
        places.push_back(direction(k.a.body, k.along));
        put(Role::row, 1, std::move(places), Rack<S>{S(k.radius), S(k.phase) - shift_of(k.wheel)});
    }
    void add(const SlideGearText& k) {
        std::vector<Place<S>> places;
        for (const SlideText* slide : {&k.first, &k.second}) {
            places.push_back(difference(point(slide->b), point(slide->a)));
            places.push_back(direction(slide->a.body, slide->along));
        }
        put(Role::row, 1, std::move(places), SlideGear<S>{S(k.ratio), S(k.offset)});
    }
    void add(const ScrewText& k) {
        add(static_cast<const PairText&>(k));
        const AngleText angle{k.a.body, k.b.body, k.axis};
        std::vector<Place<S>> places = angle_places(angle);
        places.push_back(difference(point(k.b), point(k.a)));
        places.push_back(direction(k.a.body, k.axis.at(0)));
        put(Role::row, 1, std::move(places), Rack<S>{S(k.lead) / (2 * pi<S>()), S(k.phase) - shift_of(angle)});
    }
    // Angles are numbered by kind, then in the order of the file, one for each item.
    template <class Text>
    void count_angles() {
        for (std::size_t i = 0; i < text_.kinds.size(); ++i)
            std::visit(
                [&]<class K>(const K& k) {
                    if constexpr (std::is_same_v<K, TorqueText>)
                        if (k.in_body) return;
                    if constexpr (std::is_same_v<K, Text>) {
                        angle_of_kind_[i] = made_.angles.size();
                        made_.angles.push_back({angle_places(k.angle), shift_of(k.angle)});
                    }
                },
                text_.kinds[i]);
    }
    // Whether the direction that an angle is counted from or to is e_3 of a flat body, out of its plane.
    bool leaves_plane(const AngleText& angle, std::size_t end) const {
        const BodyText& of = body(end == 0 ? angle.a : angle.b);
        if (d() == 2 || of.is_origin || of.axes != 2) return false;
        return std::fabs(angle.axis.at(end).at(1)) > std::fabs(angle.axis[end][0]);
    }
    // Where an angle is counted from, to: in a plane the first axis; in space across the axis u, e_(j+1) after its
    // largest entry less its share of u; in place of e_3 of a flat body u x e_3, a quarter turn further.
    Place<S> zero_of(const AngleText& angle, std::size_t end) const {
        const std::size_t i = end == 0 ? angle.a : angle.b;
        Vector m(d() == 2 && !body(i).is_origin ? body(i).axes : d(), S(0));
        m[0] = 1;
        if (d() == 3) {
            Vector3<S> u{};
            for (std::size_t k = 0; k < angle.axis.at(end).size(); ++k) u[k] = S(angle.axis[end][k]);
            if (leaves_plane(angle, end)) {
                m = {u[1], -u[0]};
            } else {
                std::size_t most = 0;
                for (std::size_t k = 1; k < 3; ++k)
                    if (magnitude(u[k]) > magnitude(u[most])) most = k;
                const S square = along(u, u.data()), share = u[(most + 1) % 3] / square;
                m.resize(body(i).axes == 2 && !body(i).is_origin ? 2 : 3);
                for (std::size_t k = 0; k < m.size(); ++k) m[k] = (k == (most + 1) % 3 ? S(1) : S(0)) - share * u[k];
            }
        }
        return unit_direction(i, m);
    }
    // What the angle between these directions lacks of the angle that is meant.
    S shift_of(const AngleText& angle) const {
        const int quarters = (leaves_plane(angle, 0) ? 1 : 0) - (leaves_plane(angle, 1) ? 1 : 0);
        return quarters * pi<S>() / 2;
    }
    template <class Kind>
    void put_angle(Kind kind) {
        const std::size_t angle = angle_of_kind_.at(kind_);
        put(Role::potential, 1, made_.angles[angle].places, std::move(kind), {}, angle);
    }
    void add(const TorsionSpringText& k) {
        put_angle(TorsionSpring<S>{S(k.stiffness) / 2, S(k.rest_angle), shift_of(k.angle)});
        if (!k.input) return;
        put_angle(Torque<S>{S(k.stiffness), shift_of(k.angle)});
        made_.pieces.back()->input = k.input;
    }
    // The axes of a body, for what is fixed in it, behind other places.
    std::vector<Place<S>> with_axes(std::vector<Place<S>> places, std::size_t i) const {
        for (std::size_t k = 1; k <= body(i).axes; ++k) places.push_back(axis(i, k));
        return places;
    }
    void add(const TorqueText& k) {
        if (k.in_body) {
            Vector along = lift(k.angle.axis.at(1));
            const S length = sqrt(dot(along.data(), along.data(), along.size()));
            for (S& entry : along) entry = S(k.torque) * entry / length;
            put(Role::potential, 1, with_axes({}, k.angle.b), BodyTorque<S>{std::move(along)});
            made_.pieces.back()->input = k.input;
            return;
        }
        put_angle(Torque<S>{S(k.torque), shift_of(k.angle)});
        made_.pieces.back()->input = k.input;
    }
    void add(const TrackText& k) {
        std::vector<Formula> formulas;
        for (const std::string& formula : k.curve) formulas.emplace_back(formula, k.parameter, "/system/json");
        const auto curve = std::make_shared<const Curve>(std::move(formulas));
        for (const EndText& end : k.points) {
            made_.tracks.push_back({point(end), curve});
            put(Role::row, d(), {point(end)}, OnCurve<S>{curve}, made_.tracks.size() - 1);
        }
    }
    void add(const GravityText& k) {
        for (std::size_t i = 0; i < text_.bodies.size(); ++i) {
            if (body(i).is_origin) continue;
            Vector mass_g_up;
            for (double up : k.up) mass_g_up.push_back(S(body(i).mass) * S(k.g) * S(up));
            put(Role::potential, 1, {centre(i)}, Weight<S>{std::move(mass_g_up)});
        }
    }
    void add(const SpringText& k) {
        put(Role::potential, 1, {difference(point(k.a), point(k.b))}, Spring<S>{S(k.stiffness) / 2, S(k.rest_length)});
        if (!k.input) return;
        put(Role::potential, 1, {difference(point(k.a), point(k.b))}, RestLengthInput<S>{S(k.stiffness)});
        made_.pieces.back()->input = k.input;
    }
    void add(const NewtonianText& k) {
        for (std::size_t j = 0; j < k.bodies.size(); ++j)
            for (std::size_t i = 0; i < j; ++i) {
                const std::size_t a = k.bodies[i], b = k.bodies[j];
                if (body(a).is_origin && body(b).is_origin) continue;
                put(Role::potential, 1, {difference(centre(a), centre(b))},
                    Newtonian<S>{S(k.gravitational_constant) * S(body(a).mass) * S(body(b).mass)});
            }
    }
    void add(const DipoleText& k) {
        Magnets<S> kind{S(k.moment), S(k.mu0) / (4 * pi<S>()), lift3(body(k.pivot).position), {}};
        for (const DipoleText::Magnet& magnet : k.magnets)
            kind.fixed.push_back({lift3(magnet.position), lift3(magnet.moment)});
        put(Role::potential, 1, {centre(k.body)}, std::move(kind));
    }
    void add(const DampingText& k) {
        const S half = S(k.coefficient) / 2;
        if (k.about) put(Role::rayleigh, 1, {difference(centre(k.body), centre(*k.about))}, Swirl<S>{half});
        else put(Role::rayleigh, 1, {centre(k.body)}, Drag<S>{half});
    }
    void add(const DashpotText& k) {
        put(Role::rayleigh, 1, {difference(point(k.a), point(k.b))}, Dashpot<S>{S(k.coefficient) / 2});
    }
    void add(const ForceText& k) {
        Vector against;
        for (double force : k.force) against.push_back(-S(force));
        if (k.in_body)
            put(Role::potential, 1, with_axes({point(k.on)}, k.on.body),
                BodyForce<S>{std::move(against), body(k.on.body).axes});
        else put(Role::potential, 1, {point(k.on)}, Weight<S>{std::move(against)});
        made_.pieces.back()->input = k.input;
    }
    void add(const MagneticFieldText& k) {
        if (k.formulas.empty()) return put(Role::gyroscopic, 1, {point(k.on)}, Charged<S>{S(k.charge), lift3(k.field)});
        if (k.formulas.size() != (d() == 2 ? 1 : 3))
            throw DataError("/system/json", "has a MagneticField with formulas of another dimension");
        put(Role::gyroscopic, 1, {point(k.on)}, charged_in(S(k.charge), k.formulas));
    }
    void add(const DragText& k) { put(Role::rayleigh, 1, {point(k.on)}, QuadraticDrag<S>{S(k.coefficient) / 3}); }
    // The kinetic energy of a body is that of its centre with its mass, and of each axis with m lambda.
    void add(const RotatingFrameText& k) {
        for (std::size_t i = 0; i < text_.bodies.size(); ++i) {
            if (body(i).is_origin) continue;
            spin(centre(i), S(body(i).mass), k);
            std::size_t j = 0;
            for (const S& lambda : second_moments<S>(body(i))) spin(axis(i, ++j), S(body(i).mass) * lambda, k);
        }
    }
    void spin(const Place<S>& place, const S& mass, const RotatingFrameText& k) {
        put(Role::potential, 1, {place}, Centrifugal<S>{mass / 2, lift3(k.rate)});
        put(Role::gyroscopic, 1, {place}, Charged<S>{2 * mass, lift3(k.rate)});
    }
    void add(const TorsionDamperText& k) {
        // The number of axes that show how a body turns.
        const auto shown = [&](std::size_t i) { return body(i).is_origin ? 0 : d() - 1; };
        std::vector<Place<S>> places;
        for (std::size_t i : {k.a, k.b})
            for (std::size_t j = 1; j <= shown(i); ++j) places.push_back(axis(i, j));
        put(Role::rayleigh, 1, std::move(places), Twist<S>{S(k.coefficient) / 2, shown(k.a) > 0, shown(k.b) > 0});
    }
    void add(const LagrangianText& k) {
        const std::size_t count = k.coordinates.size();
        if (d() != 1 || count == 0 || count > most_variables)
            throw DataError("/system/json", "has a Lagrangian that is not one of 1 to " +
                                                std::to_string(most_variables) + " coordinates");
        std::vector<std::string> names = k.names;
        for (const std::string& name : k.names) names.push_back(name + "d");
        names.insert(names.end(), k.input_names.begin(), k.input_names.end());
        const auto formula = [&](const std::string& text) { return Formula(text, names, k.constants, "/system/json"); };
        auto made = std::make_shared<LagrangianOf<S>>(count, formula(k.kinetic), formula(k.potential),
                                                      formula(k.dissipation), k.dissipation != "0");
        for (std::size_t i = 0; i < k.coordinates.size(); ++i)
            if (k.coordinates[i] != i || count != made_.nodes)
                throw DataError("/system/json",
                                "has a Lagrangian whose coordinates are not its bodies, in their order");
        if (!k.forces.empty() && k.forces.size() != count)
            throw DataError("/system/json", "has a Lagrangian without a force for each coordinate");
        for (const std::string& force : k.forces) made->add_force(formula(force));
        const auto time = std::find(k.input_names.begin(), k.input_names.end(), "t");
        made->take_inputs(k.inputs, static_cast<std::size_t>(time - k.input_names.begin()));
        made_.lagrangian = std::move(made);
        std::vector<S> unit(count * count, S(0));
        for (std::size_t i = 0; i < count; ++i) unit[i * count + i] = 1;
        made_.bodies.assign(1, {0, count, unit, unit});
        made_.body_of_node.assign(count, 0);
    }
    void add(const PotentialText& k) { put(Role::potential, 1, points_of(k), written(k, false)); }
    void add(const ConstraintText& k) {
        put(Role::row, 1, points_of(k), WrittenRow<S>{written(k, false)});
        made_.pieces.back()->in_time = knows_time();
    }
    void add(const VelocityConstraintText& k) {
        put(Role::velocity_row, 1, points_of(k), WrittenRate<S>{written(k, true)});
        made_.pieces.back()->in_time = knows_time();
    }
    // Equations that move have the time as an input.
    bool knows_time() const {
        return std::any_of(text_.inputs.begin(), text_.inputs.end(),
                           [](const InputText& u) { return u.formula == "t"; });
    }
    std::vector<Place<S>> points_of(const FormulaText& k) const {
        const std::size_t most = k.names.empty() ? 4 : most_variables;
        if (k.points.empty() || k.points.size() > most || (!k.names.empty() && k.names.size() != k.points.size()))
            throw DataError("/system/json", "has a formula of " + std::to_string(k.points.size()) +
                                                " points, not 1 to 4, or 1 to 20 with a name for each");
        std::vector<Place<S>> places;
        for (const EndText& end : k.points) places.push_back(point(end));
        return places;
    }
    // Variables in the order of Written: coordinates point by point, then distances, pair by pair; behind them the
    // velocities of a WrittenRate, then the time.
    Written<S> written(const FormulaText& k, bool with_rates) const {
        const std::size_t count = k.points.size();
        if (!k.names.empty()) {
            std::vector<std::string> own = k.names;
            for (const std::string& name : k.names)
                if (with_rates) own.push_back(name + "d");
            const bool is_coordinate = std::find(own.begin(), own.end(), "t") != own.end();
            if (knows_time() && !is_coordinate && !k.constants.contains("t")) own.push_back("t");
            return {Formula(k.formula, own, k.constants, "/system/json"), count, false};
        }
        std::vector<std::string> names, distances, rates;
        for (std::size_t i = 1; i <= count; ++i) {
            for (std::size_t axis = 0; axis < d(); ++axis) {
                names.push_back(std::string(1, "xyz"[axis]) + (count == 1 ? "" : std::to_string(i)));
                rates.push_back("v" + names.back());
            }
            for (std::size_t j = i + 1; j <= count; ++j)
                distances.push_back(count == 2 ? "r" : "r" + std::to_string(i) + std::to_string(j));
        }
        names.insert(names.end(), distances.begin(), distances.end());
        if (with_rates) names.insert(names.end(), rates.begin(), rates.end());
        if (knows_time() && !k.constants.contains("t")) names.push_back("t");
        return {Formula(with_short_names(k.formula, count, with_rates), names, k.constants, "/system/json"), count,
                true};
    }
    // The angles of Stops come behind those of other kinds.
    void add(const ContactText& k) {
        if (k.shape == "plane") return add_plane(k);
        if (k.shape == "formula") {  // moves with the Origins
            std::vector<Place<S>> places = points_of(k.formula);
            for (Place<S>& place : places) place = difference(place, {{}, Vector(d(), S(0)), S(1)});
            return put_gap(k, std::move(places), WrittenRow<S>{written(k.formula, false)});
        }
        if (k.shape == "balls" || k.shape == "within") {
            const S sign = k.shape == "balls" ? 1 : -1;
            return put_gap(k, {difference(point(k.a), point(k.b))}, Apart<S>{sign, sign * S(k.reach)});
        }
        if (k.shape == "angle") made_.angles.push_back({angle_places(k.angle), shift_of(k.angle)});
        for (const S sign : {S(1), S(-1)}) {
            const std::optional<double>& limit = sign > S(0) ? k.low : k.high;
            if (!limit) continue;
            if (k.shape == "angle")
                put_gap(k, made_.angles.back().places, Turned<S>{sign, sign * S(*limit), made_.angles.back().shift},
                        made_.angles.size() - 1);
            else
                put_gap(k, {direction(k.a.body, k.along), difference(point(k.b), point(k.a))},
                        Reached<S>{sign, sign * S(*limit)});
        }
    }
    // A plane moves with the Origins.
    void add_plane(const ContactText& k) {
        if (k.along.size() != d() || k.point.size() != d() || (d() != 3 && !k.axle.empty()))
            throw DataError("/system/json", "has a contact with a plane of another dimension");
        Place<S> normal = nowhere();
        normal.offset = lift(k.along);
        const S length = sqrt(dot(normal.offset.data(), normal.offset.data(), d()));
        for (S& entry : normal.offset) entry /= length;
        const Place<S> origin{{}, lift(k.point), S(1)};
        const Place<S> apart = difference(point(k.a), origin);
        if (k.axle.empty()) return put_gap(k, {normal, apart}, Reached<S>{S(1), S(k.reach)});
        std::vector<Place<S>> rim{apart};
        const bool is_disk = body(k.a.body).axes == 2;
        if (is_disk) rim = with_axes(std::move(rim), k.a.body);
        else rim.push_back(direction(k.a.body, k.axle));
        const Vector3<S> up{normal.offset.at(0), normal.offset.at(1), normal.offset.at(2)};
        put_gap(k, std::move(rim), LeaningHeight<S>{{up, S(k.reach), is_disk}, S(0)});
    }
    template <class Kind>
    void put_gap(const ContactText& k, std::vector<Place<S>> places, Kind kind, Index angle = {}) {
        made_.contacts.push_back({made_.pieces.size(), k.restitution});
        put(Role::gap, 1, std::move(places), std::move(kind), {}, angle);
    }

    const Description& text_;
    System<S> made_;
    std::vector<std::size_t> first_node_;
    std::size_t kind_ = 0;                              // the one that is added
    std::map<std::size_t, std::size_t> angle_of_kind_;  // its angle
};

template <class S>
System<S> make_system(const Description& description) {
    return SystemMaker<S>(description).make();
}

}  // namespace cchnn::judge
