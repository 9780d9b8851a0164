#include "corpus/draw_system.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "corpus/chance.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

bool names(const Json& value, const std::string& id) {
    if (value.is_string()) return value == id;
    return value.is_structured() &&
           std::any_of(value.begin(), value.end(), [&](const Json& inner) { return names(inner, id); });
}

constexpr double least_distance = 0.2;  // of joined points, in units of the smallest length of a recipe

class SystemDrawing : Chance {
  public:
    using Chance::Chance;

    std::string draw(const std::string& name) {
        dimension_ = chosen(recipe_.dimensions) == "2" ? 2 : 3;
        if (random_.uniform() < recipe_.anchored) add_origin({});
        const std::uint64_t count =
            to_size(recipe_.fewest_bodies) + random_.below(recipe_.most_bodies - recipe_.fewest_bodies + 1);
        gravity_ = has(recipe_.forces, "Gravity") && (origins_ > 0 || recipe_.free_fall);
        if (gravity_) potentials_.push_back({{"type", "Gravity"}, {"g", 9.81}});
        for (std::uint64_t i = 0; i < count; ++i)
            if (!add_body("b" + std::to_string(i + 1))) return "";
        if (random_.uniform() < recipe_.loops)
            for (std::uint64_t left = 1 + random_.below(recipe_.most_loops); left > 0; --left) close_loop();
        add_couplings();
        add_forces();
        return document(name).dump();
    }

  private:
    struct Hinge {
        std::string a, b;
        Json axis;  // null in a plane
    };

    std::size_t any() { return random_.below(bodies_.size()); }
    std::size_t any_moving() {
        std::size_t i = any();
        while (bodies_[i].origin) i = any();
        return i;
    }

    // --- bodies

    void add_origin(const Place& at) {
        PlacedBody body;
        body.id = "o" + std::to_string(++origins_);
        body.origin = true;
        for (std::size_t i = 0; i < 3; ++i) body.centre[i] = six_digits(at[i]);
        body.axis = {Place{1, 0, 0}, Place{0, 1, 0}, Place{0, 0, 1}};
        bodies_.push_back(body);
    }

    bool add_body(const std::string& id) {
        PlacedBody body = body_of(id);
        if (bodies_.empty()) return keep(std::move(body));
        // A fixed Origin couples nothing, so a system of one part hangs from it by its first body alone.
        const bool first = bodies_.size() == origins_;
        const std::size_t parent = recipe_.most_parts > 1 || first ? any() : any_moving();
        Weights allowed = recipe_.attach;
        std::erase_if(allowed, [&](const auto& one) {
            return one.second <= 0 || !fits(attachment_named(one.first), bodies_[parent], body, dimension_);
        });
        if (allowed.empty()) return false;
        attach(chosen(allowed), parent, body);
        return keep(std::move(body));
    }
    bool keep(PlacedBody body) {
        for (double& entry : body.centre) entry = six_digits(entry);
        bodies_.push_back(std::move(body));
        return true;
    }
    void attach(const std::string& type, std::size_t parent_number, PlacedBody& body) {
        const Attachment how = attachment_named(type);
        const PlacedBody parent = bodies_[parent_number];
        const double drawn = parent.axes > 0 ? sign() : 0, side = parent.pinned ? 1 : drawn,
                     distance = number(recipe_.length);
        const Place held = parent.point(side);
        const Json at_parent = end(parent, side), at_body = end(body, -1);
        const Json item{{"type", type}, {"between", {at_parent, at_body}}};
        Place way = direction();
        if (gravity_ && how == Attachment::link) {  // hangs
            way[dimension_ - 1] -= 1;
            way = unit(way);
        }
        body.centre = sum(held, sum(body.point(-1), body.centre, -1), -1);  // its own end where it is held
        if (!holds_to_space(how)) tied_.insert({parent_number, bodies_.size()});
        body.pinned =
            parent.origin && (how == Attachment::joint || how == Attachment::hinge || how == Attachment::universal);
        if (how == Attachment::joint || how == Attachment::hinge || how == Attachment::screw ||
            how == Attachment::universal || how == Attachment::weld)
            return attach_by_directions(how, item, parent, body);
        if (how == Attachment::planar || how == Attachment::slider) {
            const Place normal = parent.origin ? direction() : parent.axis[how == Attachment::planar ? 2 : 0];
            if (how == Attachment::planar) way = unit(sum(way, normal, -dot(way, normal)));
            else way = normal;
            body.centre = sum(held, sum(body.point(-1), body.centre, -1), -1);
            body.centre = sum(body.centre, way, distance);
            Json guide = item;
            guide["axis"] = {parent.seen(normal, dimension_)};
            if (how == Attachment::slider && body.axes > 0) guide["turn"] = true;
            constraints_.push_back(guide);
            if (how == Attachment::slider)
                slides_.push_back({{"between", guide["between"]}, {"along", guide["axis"][0]}});
            return;
        }
        body.centre = sum(body.centre, way, distance);
        if (how == Attachment::link) {
            constraints_.push_back(item);
            constraints_.back()["length"] = distance;
        }
        if (how == Attachment::spring) add_spring(at_parent, at_body, distance);
        if (how == Attachment::rolling) {  // a ball on a table of its own
            const double radius = number(recipe_.length);
            constraints_.push_back({{"type", type},
                                    {"body", body.id},
                                    {"radius", radius},
                                    {"height", six_digits(six_digits(body.centre[2]) - radius)}});
        }
        if (how == Attachment::track) put_on_curve({{"type", type}, {"points", {at_body}}}, body.point(-1));
    }

    // By points that coincide, and directions of both bodies.
    void attach_by_directions(Attachment how, Json item, const PlacedBody& parent, const PlacedBody& body) {
        const auto both = [&](std::size_t axis) -> Json {
            return {parent.seen(body.axis[axis], dimension_), body.seen(body.axis[axis], dimension_)};
        };
        if (how == Attachment::hinge || how == Attachment::screw) item["axis"] = both(1);
        if (how == Attachment::screw) item["lead"] = with_sign(recipe_.length);
        if (how == Attachment::universal) item["axis"] = {parent.seen(body.axis[1], 3), body.seen(body.axis[0], 3)};
        if (how == Attachment::weld) {
            item["axis"] = both(0);
            if (dimension_ == 3 && body.axes > 1) item["across"] = both(1);
        }
        const bool in_a_plane = how == Attachment::joint && dimension_ == 2 && (parent.origin || parent.axes > 0);
        if (in_a_plane) hinges_.push_back({parent.id, body.id, {}});
        if (how == Attachment::hinge || how == Attachment::screw) hinges_.push_back({parent.id, body.id, item["axis"]});
        constraints_.push_back(std::move(item));
    }

    // C(s) = place + s t + height n sin(s/width): a wave about a straight line, t and n at right angles.
    void put_on_curve(Json item, const Place& place) {
        const Place along = direction(), drawn = direction();
        const Place across = unit(sum(drawn, along, -dot(drawn, along)));
        const double width = number(recipe_.length), height = uniform(random_, {0, 1}) * width;
        const auto term = [](double factor, const std::string& what) {
            return (factor < 0 ? " - " : " + ") + short_number(std::abs(factor)) + "*" + what;
        };
        Json curve{{"parameter", "s"}};
        for (int i = 0; i < dimension_; ++i) {
            const std::size_t k = i;
            curve[std::string(1, "xyz"[i])] = short_number(place[k]) + term(along[k], "s") +
                                              term(height * across[k], "sin(s/" + short_number(width) + ")");
        }
        const double reach = 20 * recipe_.length.high;
        curve["range"] = {-reach, reach};
        item["curve"] = curve;
        constraints_.push_back(std::move(item));
    }
    Json document(const std::string& name) const {
        Json bodies = Json::array(), starts = Json::object();
        for (const PlacedBody& body : bodies_) {
            const std::vector<double> at(body.centre.begin(), body.centre.begin() + dimension_);
            if (body.origin) {
                if (names(constraints_, body.id) || names(potentials_, body.id) || names(damping_, body.id))
                    bodies.push_back({{"id", body.id}, {"type", "Origin"}, {"position", at}});
                continue;
            }
            Json entry{{"id", body.id}, {"type", "Obj" + std::to_string(body.axes) + "D"}, {"mass", body.mass}};
            if (body.axes > 0) {
                std::vector<double> moments{six_digits(body.half * body.half / 3)};
                for (int i = 1; i < body.axes; ++i) moments.push_back(six_digits(moments.front() / (1 + i)));
                entry["second_moments"] = moments;
            }
            bodies.push_back(entry);
            Json start{{"position", at}, {"velocity", std::vector<double>(at.size(), 0)}};
            if (dimension_ == 2 && body.axes > 0) start["angle"] = body.angles[0];
            else if (body.axes == 1) start.update({{"azimuth", body.angles[0]}, {"polar", body.angles[1]}});
            else if (body.axes > 1) start["euler_zxz"] = body.angles;
            starts[body.id] = start;
        }
        Json system{{"name", name}, {"dimension", dimension_}, {"bodies", bodies}};
        if (!constraints_.empty()) system["constraints"] = constraints_;
        if (!potentials_.empty()) system["potentials"] = potentials_;
        if (!damping_.empty()) system["damping"] = damping_;
        system["initial_conditions"]["bodies"] = starts;
        return system;
    }

    // --- items between bodies that are there

    static Json end(const PlacedBody& body, double along) {
        if (body.axes == 0) return body.id;
        std::vector<double> point(body.axes, 0);
        point[0] = along * body.half;
        return {{"body", body.id}, {"point", point}};
    }
    void add_spring(const Json& a, const Json& b, double distance) {
        potentials_.push_back({{"type", "Spring"},
                               {"between", {a, b}},
                               {"stiffness", number(recipe_.stiffness)},
                               {"rest_length", six_digits(distance * uniform(random_, {0.6, 1.2}))}});
    }

    struct Pair {
        std::size_t a, b;
        double side_a, side_b, distance;
    };
    // Two bodies apart, with `once` two that nothing joins yet. False after a number of trials: none may exist.
    bool find_pair(Pair& pair, bool once) {
        for (int trial = 0; trial < 20; ++trial) {
            pair = {any(), any(), sign(), sign(), 0};
            if (pair.a > pair.b) std::swap(pair.a, pair.b);
            const PlacedBody &a = bodies_[pair.a], &b = bodies_[pair.b];
            if (a.pinned) pair.side_a = 1;
            if (b.pinned) pair.side_b = 1;
            if (pair.a == pair.b || (a.origin && b.origin) || (once && tied_.contains({pair.a, pair.b}))) continue;
            pair.distance = length(sum(a.point(pair.side_a), b.point(pair.side_b), -1));
            if (pair.distance > least_distance * recipe_.length.low) return true;
        }
        return false;
    }
    void close_loop() {
        if (origins_ > 0 && random_.below(3) == 0) {
            const PlacedBody& held = bodies_[any_moving()];
            add_origin(sum(held.point(1), away()));
        }
        Pair pair;
        if (!find_pair(pair, true)) return;
        tied_.insert({pair.a, pair.b});
        constraints_.push_back({{"type", "Link"},
                                {"between", {end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b)}},
                                {"length", six_digits(pair.distance)}});
    }
    void add_couplings() {
        if (has(recipe_.couplings, "Rope")) add_rope();
        if (has(recipe_.couplings, "Gear") && hinges_.size() > 1) {
            const std::size_t first = random_.below(hinges_.size()), more = 1 + random_.below(hinges_.size() - 1);
            const auto teeth = [this] { return 10 + static_cast<int>(random_.below(31)); };
            const int driving = teeth(), driven = sign() > 0 ? teeth() : -teeth();
            constraints_.push_back({{"type", "Gear"},
                                    {"first", wheel(hinges_[first])},
                                    {"second", wheel(hinges_[(first + more) % hinges_.size()])},
                                    {"teeth", {driving, driven}}});
        }
        if (has(recipe_.couplings, "Rack") && !hinges_.empty() && !slides_.empty())
            constraints_.push_back({{"type", "Rack"},
                                    {"wheel", wheel(hinges_[random_.below(hinges_.size())])},
                                    {"slide", slides_[random_.below(slides_.size())]},
                                    {"radius", with_sign(recipe_.length)}});
    }

    // Over a pulley, the earlier body of a pair, to a third body.
    void add_rope() {
        Pair pair;
        if (!find_pair(pair, false)) return;
        const PlacedBody& pulley = bodies_[pair.a];
        const Place over = pulley.point(pair.side_a);
        for (int trial = 0; trial < 20; ++trial) {
            const std::size_t third = any();
            const double side = sign();
            const PlacedBody& body = bodies_[third];
            const double distance = length(sum(body.point(side), over, -1));
            if (third == pair.a || third == pair.b || (body.origin && pulley.origin)) continue;
            if (distance <= least_distance * recipe_.length.low) continue;
            constraints_.push_back(
                {{"type", "Rope"},
                 {"points", {end(bodies_[pair.b], pair.side_b), end(pulley, pair.side_a), end(body, side)}},
                 {"length", six_digits(pair.distance + distance)}});
            return;
        }
    }
    Json wheel(const Hinge& hinge) const {
        Json wheel{{"bodies", {hinge.a, hinge.b}}};
        if (!hinge.axis.is_null()) wheel["axis"] = hinge.axis;
        return wheel;
    }
    void add_forces() {
        const auto moving = bodies_.size() - origins_;
        if (has(recipe_.forces, "Newtonian") && moving > 1) {
            Json ids;
            for (const PlacedBody& body : bodies_)
                if (!body.origin) ids.push_back(body.id);
            potentials_.push_back(
                {{"type", "Newtonian"}, {"gravitational_constant", number(recipe_.stiffness)}, {"bodies", ids}});
        }
        Pair pair;
        if (has(recipe_.forces, "Spring"))
            for (std::uint64_t left = 1 + random_.below(moving); left > 0; --left)
                if (find_pair(pair, true)) {
                    tied_.insert({pair.a, pair.b});
                    add_spring(end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b), pair.distance);
                }
        if (has(recipe_.forces, "Potential") && find_pair(pair, false))  // charges
            potentials_.push_back({{"type", "Potential"},
                                   {"points", {bodies_[pair.a].id, bodies_[pair.b].id}},
                                   {"constants", {{"q", with_sign(recipe_.stiffness)}}},
                                   {"energy", "q/r"}});
        if (has(recipe_.forces, "MagneticField")) {
            const Place field = dimension_ == 3 ? direction() : Place{0, 0, 1};
            potentials_.push_back({{"type", "MagneticField"},
                                   {"on", bodies_[any_moving()].id},
                                   {"charge", with_sign(recipe_.stiffness)},
                                   {"field", numbers_of(field, 3)}});
        }
        if (has(recipe_.forces, "Force")) {
            const PlacedBody& body = bodies_[any_moving()];
            const Place way = direction();
            const double size = uniform(random_, recipe_.stiffness) * recipe_.length.low;
            potentials_.push_back(
                {{"type", "Force"}, {"on", end(body, 1)}, {"force", numbers_of(sum({}, way, size), dimension_)}});
        }
        if (has(recipe_.forces, "Torque")) {
            const double side = sign();
            add_at_hinge(potentials_, {{"type", "Torque"}}, "torque", side * lever(recipe_.stiffness));
        }
        if (has(recipe_.forces, "TorsionSpring"))
            add_at_hinge(potentials_, {{"type", "TorsionSpring"}, {"rest_angle", number({-1, 1})}}, "stiffness",
                         lever(recipe_.stiffness));
        if (has(recipe_.forces, "Damping"))
            damping_.push_back(
                {{"type", "Damping"}, {"body", bodies_[any_moving()].id}, {"coefficient", number(recipe_.damping)}});
        if (has(recipe_.forces, "Dashpot") && find_pair(pair, false))
            damping_.push_back({{"type", "Dashpot"},
                                {"between", {end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b)}},
                                {"coefficient", number(recipe_.damping)}});
        if (has(recipe_.forces, "TorsionDamper"))
            add_at_hinge(damping_, {{"type", "TorsionDamper"}}, "coefficient", lever(recipe_.damping), false);
        if (has(recipe_.forces, "Dipole")) add_dipole();
        if (has(recipe_.forces, "RotatingFrame")) {
            const Place axis = dimension_ == 3 ? direction() : Place{0, 0, sign()};
            const double rate = uniform(random_, recipe_.damping);
            potentials_.push_back({{"type", "RotatingFrame"}, {"rate", numbers_of(sum({}, axis, rate), 3)}});
        }
        if (has(recipe_.forces, "Drag"))
            damping_.push_back(
                {{"type", "Drag"}, {"on", end(bodies_[any_moving()], 1)}, {"coefficient", number(recipe_.damping)}});
    }

    // A magnet in a bob and one to three fixed ones near it, in space. Moments are in units of a length, so that the
    // force of one on the other is about that of a spring.
    void add_dipole() {
        std::vector<const PlacedBody*> bobs, pivots;
        for (const PlacedBody& body : bodies_)
            if (body.axes == 0) (body.origin ? pivots : bobs).push_back(&body);
        if (dimension_ != 3 || bobs.empty() || pivots.empty()) return;
        const PlacedBody& bob = *bobs[random_.below(bobs.size())];
        const double l = recipe_.length.low, unit_of_moments = l * l * l * l * l;
        Json magnets;
        for (std::uint64_t left = 1 + random_.below(3); left > 0; --left) {
            const Place at = sum(bob.centre, away()), moment = sum({}, direction(), unit_of_moments);
            magnets.push_back({{"position", numbers_of(at, 3)}, {"moment", numbers_of(moment, 3)}});
        }
        potentials_.push_back({{"type", "Dipole"},
                               {"body", bob.id},
                               {"pivot", pivots[random_.below(pivots.size())]->id},
                               {"moment", with_sign(recipe_.stiffness)},
                               {"mu0", 1},
                               {"magnets", magnets}});
    }

    // About a joint; a damper needs no axis.
    void add_at_hinge(Json& list, Json item, const char* key, double value, bool with_axis = true) {
        if (hinges_.empty()) return;
        const Hinge& hinge = hinges_[random_.below(hinges_.size())];
        item["bodies"] = {hinge.a, hinge.b};
        if (with_axis && !hinge.axis.is_null()) item["axis"] = hinge.axis;
        item[key] = value;
        list.push_back(std::move(item));
    }

    bool gravity_ = false;
    std::size_t origins_ = 0;
    std::vector<PlacedBody> bodies_{};
    std::set<std::pair<std::size_t, std::size_t>> tied_{};
    std::vector<Hinge> hinges_{};
    Json slides_ = Json::array();  // of Sliders, as a Rack writes them
    Json constraints_ = Json::array(), potentials_ = Json::array(), damping_ = Json::array();
};

}  // namespace

bool fits(Attachment how, const PlacedBody& parent, const PlacedBody& body, int dimension) {
    const bool frame = parent.origin || parent.axes == dimension;
    const bool solid = dimension == 3 && frame;
    if (how == Attachment::joint) return body.axes > 0;
    if (how == Attachment::hinge || how == Attachment::screw) return solid && body.axes >= 2;
    if (how == Attachment::universal) return solid && body.axes == 3;
    if (how == Attachment::planar) return solid && body.axes == 0;
    if (how == Attachment::slider) return body.axes == 0 ? frame : dimension == 2 && frame;
    if (how == Attachment::weld) return frame && !parent.origin && body.axes > 0;
    if (how == Attachment::rolling) return dimension == 3 && body.axes == 3;
    return true;
}

bool holds_to_space(Attachment how) {
    return how == Attachment::none || how == Attachment::rolling || how == Attachment::track;
}

std::string draw_system(const Recipe& recipe, RandomStream& random, const std::string& name) {
    return SystemDrawing(recipe, random).draw(name);
}

}  // namespace cchnn
