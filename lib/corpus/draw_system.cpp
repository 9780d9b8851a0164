#include "corpus/draw_system.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "corpus/placed_body.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using std::numbers::pi;

constexpr double least_distance = 0.2;  // of joined points, in units of the smallest length of a recipe

class SystemDrawing {
  public:
    SystemDrawing(const Recipe& recipe, RandomStream& random) : recipe_(recipe), random_(random) {}

    std::string draw(const std::string& name) {
        dimension_ = chosen(recipe_.dimensions) == "2" ? 2 : 3;
        if (random_.uniform() < recipe_.anchored) add_origin({});
        const std::uint64_t count =
            to_size(recipe_.fewest_bodies) + random_.below(to_size(recipe_.most_bodies - recipe_.fewest_bodies + 1));
        gravity_ = has("Gravity");
        if (gravity_) potentials_.push_back({{"type", "Gravity"}, {"g", 9.81}});
        for (std::uint64_t i = 0; i < count; ++i)
            if (!add_body("b" + std::to_string(i + 1))) return "";
        if (random_.uniform() < recipe_.loops)
            for (std::uint64_t left = 1 + random_.below(to_size(recipe_.most_loops)); left > 0; --left) close_loop();
        add_forces();
        return document(name).dump();
    }

  private:
    // --- chance
    bool has(const char* force) {
        const double share = weight_of(recipe_.forces, force);
        return share > 0 && random_.uniform() < share;
    }
    std::string chosen(const Weights& weights) {
        double whole = 0;
        for (const auto& [name, weight] : weights) whole += weight;
        double left = whole * random_.uniform();
        for (const auto& [name, weight] : weights) {
            left -= weight;
            if (left < 0 && weight > 0) return name;
        }
        return weights.back().first;
    }
    double number(NumberRange range) { return six_digits(uniform(random_, range)); }
    double sign() { return random_.below(2) == 0 ? 1 : -1; }
    Place direction() {
        Place place{random_.normal(), random_.normal(), dimension_ == 3 ? random_.normal() : 0};
        return unit(place);
    }
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

    PlacedBody body_of(const std::string& id) {
        Weights allowed = recipe_.bodies;
        std::erase_if(allowed, [&](const auto& one) { return one.first == "Obj3D" && dimension_ == 2; });
        PlacedBody body;
        body.id = id;
        body.axes = chosen(allowed)[3] - '0';
        body.mass = number(recipe_.mass);
        if (body.axes == 0) return body;
        body.half = number({recipe_.length.low / 2, recipe_.length.high / 2});
        turn(body);
        return body;
    }

    // Draws where the principal axes of an extended body point, in the angles of initial poses.
    void turn(PlacedBody& body) {
        if (dimension_ == 2) {
            const double a = number({-pi, pi});
            const auto [s, c] = exact_sin_cos(a);
            body.axis = {Place{s, -c, 0}, Place{c, s, 0}, Place{0, 0, 1}};
            body.angles = {a};
            return;
        }
        if (body.axes == 1) {
            const double z = number({-pi, pi}), p = number({0.2, pi - 0.2});
            const auto [sz, cz] = exact_sin_cos(z);
            const auto [sp, cp] = exact_sin_cos(p);
            body.axis[0] = {-cp, sz * sp, cz * sp};
            body.angles = {z, p};
            return;
        }
        const double phi = number({-pi, pi}), theta = number({0.2, pi - 0.2}), psi = number({-pi, pi});
        const auto [sa, ca] = exact_sin_cos(phi);
        const auto [sb, cb] = exact_sin_cos(theta);
        const auto [sc, cc] = exact_sin_cos(psi);
        body.axis = {Place{ca * cc - sa * cb * sc, sa * cc + ca * cb * sc, sb * sc},
                     Place{-ca * sc - sa * cb * cc, -sa * sc + ca * cb * cc, sb * cc}, Place{sa * sb, -ca * sb, cb}};
        body.angles = {phi, theta, psi};
    }

    // What of `attach` can hold `body` to an earlier one.
    bool fits(Attachment how, const PlacedBody& parent, const PlacedBody& body) const {
        const bool frame = parent.origin || parent.axes == dimension_;
        const bool solid = dimension_ == 3 && frame;
        if (how == Attachment::joint) return body.axes > 0;
        if (how == Attachment::hinge) return solid && body.axes >= 2;
        if (how == Attachment::universal) return solid && body.axes == 3;
        if (how == Attachment::planar) return solid && body.axes == 0;
        if (how == Attachment::slider) return body.axes == 0 ? frame : dimension_ == 2 && frame;
        return true;
    }

    bool add_body(const std::string& id) {
        PlacedBody body = body_of(id);
        if (bodies_.empty()) return keep(std::move(body));
        const std::size_t parent = any();
        Weights allowed = recipe_.attach;
        std::erase_if(allowed, [&](const auto& one) {
            return one.second <= 0 || !fits(attachment_named(one.first), bodies_[parent], body);
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
        const double side = parent.axes > 0 ? sign() : 0, distance = number(recipe_.length);
        const Place held = parent.point(side);
        const Json at_parent = end(parent, side), at_body = end(body, -1);
        Place way = direction();
        if (gravity_ && how == Attachment::link) {  // hangs
            way[to_size(dimension_ - 1)] -= 1;
            way = unit(way);
        }
        body.centre = sum(held, sum(body.point(-1), body.centre, -1), -1);  // its own end where it is held
        if (how != Attachment::none) tied_.insert({parent_number, bodies_.size()});
        if (how == Attachment::joint) {
            constraints_.push_back({{"type", type}, {"between", {at_parent, at_body}}});
            if (dimension_ == 2 && parent.origin + (parent.axes > 0) > 0) hinges_.push_back({parent.id, body.id, {}});
            return;
        }
        if (how == Attachment::hinge) {
            const Json axis{parent.seen(body.axis[1], dimension_), body.seen(body.axis[1], dimension_)};
            constraints_.push_back({{"type", type}, {"between", {at_parent, at_body}}, {"axis", axis}});
            hinges_.push_back({parent.id, body.id, axis});
            return;
        }
        if (how == Attachment::universal) {
            constraints_.push_back({{"type", type},
                                    {"between", {at_parent, at_body}},
                                    {"axis", {parent.seen(body.axis[1], 3), body.seen(body.axis[0], 3)}}});
            return;
        }
        if (how == Attachment::planar || how == Attachment::slider) {
            const Place normal = parent.origin ? direction() : parent.axis[to_size(how == Attachment::planar ? 2 : 0)];
            if (how == Attachment::planar) way = unit(sum(way, normal, -dot(way, normal)));
            else way = normal;
            body.centre = sum(held, sum(body.point(-1), body.centre, -1), -1);
            body.centre = sum(body.centre, way, distance);
            Json item{{"type", type}, {"between", {at_parent, at_body}}, {"axis", {parent.seen(normal, dimension_)}}};
            if (how == Attachment::slider && body.axes > 0) item["turn"] = true;
            constraints_.push_back(item);
            return;
        }
        body.centre = sum(body.centre, way, distance);
        if (how == Attachment::link)
            constraints_.push_back({{"type", type}, {"between", {at_parent, at_body}}, {"length", distance}});
        if (how == Attachment::spring) add_spring(at_parent, at_body, distance);
    }

    void add_spring(const Json& a, const Json& b, double distance) {
        potentials_.push_back({{"type", "Spring"},
                               {"between", {a, b}},
                               {"stiffness", number(recipe_.stiffness)},
                               {"rest_length", six_digits(distance * uniform(random_, {0.6, 1.2}))}});
    }

    static Json end(const PlacedBody& body, double along) {
        if (body.axes == 0) return body.id;
        std::vector<double> point(to_size(body.axes), 0);
        point[0] = along * body.half;
        return {{"body", body.id}, {"point", point}};
    }

    // --- pairs of bodies that nothing joins yet
    struct Pair {
        std::size_t a, b;
        double side_a, side_b, distance;
    };
    // Nothing after a number of trials: small systems have no such pair.
    bool find_pair(Pair& pair, bool once) {
        for (int trial = 0; trial < 20; ++trial) {
            pair = {any(), any(), sign(), sign(), 0};
            if (pair.a > pair.b) std::swap(pair.a, pair.b);
            const PlacedBody &a = bodies_[pair.a], &b = bodies_[pair.b];
            if (pair.a == pair.b || (a.origin && b.origin) || (once && tied_.contains({pair.a, pair.b}))) continue;
            pair.distance = length(sum(a.point(pair.side_a), b.point(pair.side_b), -1));
            if (pair.distance > least_distance * recipe_.length.low) return true;
        }
        return false;
    }

    void close_loop() {
        if (origins_ > 0 && random_.below(3) == 0) {
            const PlacedBody& held = bodies_[any_moving()];
            add_origin(sum(held.point(1), direction(), uniform(random_, recipe_.length)));
        }
        Pair pair;
        if (!find_pair(pair, true)) return;
        tied_.insert({pair.a, pair.b});
        constraints_.push_back({{"type", "Link"},
                                {"between", {end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b)}},
                                {"length", six_digits(pair.distance)}});
    }

    // --- forces
    void add_forces() {
        const auto moving = bodies_.size() - origins_;
        if (has("Newtonian") && moving > 1) {
            Json ids;
            for (const PlacedBody& body : bodies_)
                if (!body.origin) ids.push_back(body.id);
            potentials_.push_back(
                {{"type", "Newtonian"}, {"gravitational_constant", number(recipe_.stiffness)}, {"bodies", ids}});
        }
        Pair pair;
        if (has("Spring"))
            for (std::uint64_t left = 1 + random_.below(moving); left > 0; --left)
                if (find_pair(pair, true)) {
                    tied_.insert({pair.a, pair.b});
                    add_spring(end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b), pair.distance);
                }
        if (has("Potential") && find_pair(pair, false))  // charges
            potentials_.push_back({{"type", "Potential"},
                                   {"points", {bodies_[pair.a].id, bodies_[pair.b].id}},
                                   {"constants", {{"q", sign() * number(recipe_.stiffness)}}},
                                   {"energy", "q/r"}});
        if (has("MagneticField")) {
            const Place field = dimension_ == 3 ? direction() : Place{0, 0, 1};
            Json entries;
            for (const double entry : field) entries.push_back(six_digits(entry));
            potentials_.push_back({{"type", "MagneticField"},
                                   {"on", bodies_[any_moving()].id},
                                   {"charge", sign() * number(recipe_.stiffness)},
                                   {"field", entries}});
        }
        if (has("Force")) {
            const PlacedBody& body = bodies_[any_moving()];
            const Place way = direction();
            const double size = uniform(random_, recipe_.stiffness) * recipe_.length.low;
            Json force;
            for (std::size_t i = 0; i < to_size(dimension_); ++i) force.push_back(six_digits(size * way[i]));
            potentials_.push_back({{"type", "Force"}, {"on", end(body, 1)}, {"force", force}});
        }
        if (has("Torque")) add_at_hinge(potentials_, {{"type", "Torque"}}, "torque", sign() * lever(recipe_.stiffness));
        if (has("TorsionSpring"))
            add_at_hinge(potentials_, {{"type", "TorsionSpring"}, {"rest_angle", number({-1, 1})}}, "stiffness",
                         lever(recipe_.stiffness));
        if (has("Damping"))
            damping_.push_back(
                {{"type", "Damping"}, {"body", bodies_[any_moving()].id}, {"coefficient", number(recipe_.damping)}});
        if (has("Dashpot") && find_pair(pair, false))
            damping_.push_back({{"type", "Dashpot"},
                                {"between", {end(bodies_[pair.a], pair.side_a), end(bodies_[pair.b], pair.side_b)}},
                                {"coefficient", number(recipe_.damping)}});
        if (has("TorsionDamper"))
            add_at_hinge(damping_, {{"type", "TorsionDamper"}}, "coefficient", lever(recipe_.damping), false);
    }

    // A torque in N m: that of a force on a lever of the smallest length.
    double lever(NumberRange range) {
        return six_digits(recipe_.length.low * recipe_.length.low * uniform(random_, range));
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

    Json document(const std::string& name) const {
        Json bodies = Json::array(), starts = Json::object();
        for (const PlacedBody& body : bodies_) {
            const std::vector<double> at(body.centre.begin(), body.centre.begin() + dimension_);
            if (body.origin) {
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

    struct Hinge {
        std::string a, b;
        Json axis;  // null in a plane
    };

    const Recipe& recipe_;
    RandomStream& random_;
    int dimension_ = 3;
    bool gravity_ = false;
    std::size_t origins_ = 0;
    std::vector<PlacedBody> bodies_{};
    std::set<std::pair<std::size_t, std::size_t>> tied_{};
    std::vector<Hinge> hinges_{};
    Json constraints_ = Json::array(), potentials_ = Json::array(), damping_ = Json::array();
};

}  // namespace

double uniform(RandomStream& random, NumberRange range) {
    return range.low + (range.high - range.low) * random.uniform();
}

double six_digits(double number) {
    const std::string text = short_number(number, 6);
    double rounded = number;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded + 0.0;  // no -0
}

std::string draw_system(const Recipe& recipe, RandomStream& random, const std::string& name) {
    return SystemDrawing(recipe, random).draw(name);
}

}  // namespace cchnn
