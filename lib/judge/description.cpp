#include "judge/description.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/errors.hpp"
#include "judge/formula.hpp"
#include "judge/numbers/real.hpp"

namespace cchnn::judge {
namespace {

// Keeps the order of keys: draws are formulas of earlier draws.
using json = nlohmann::ordered_json;

// Numbers as the file has them. Where the file has a distribution in place of a number, the middle of the
// distribution; schemas/system/families.md defines distributions and draws. Draws may be formulas of draws
// before them.
class Middles {
  public:
    explicit Middles(const json& system) {
        if (system.contains("draws"))
            for (const auto& [name, drawn] : system["draws"].items()) draws_.emplace_back(name, drawn);
    }

    double number(const json& value) const {
        return value.is_string() ? number(value, named_in(value.get<std::string>())) : number(value, {});
    }

  private:
    using Named = std::map<std::string, double>;

    // The values of all draws that a formula names, and of those that these depend on. Going backwards through
    // the list finds all of them in one pass, since a draw names only earlier ones.
    Named named_in(std::string text) const {
        std::vector<bool> needed(draws_.size());
        for (std::size_t i = draws_.size(); i-- > 0;)
            if (names(text, draws_[i].first)) {
                needed[i] = true;
                text += " " + draws_[i].second.dump();
            }
        Named named;
        for (std::size_t i = 0; i < draws_.size(); ++i)
            if (needed[i]) named[draws_[i].first] = number(draws_[i].second, named);
        return named;
    }
    // Whether `name` occurs in the text as a whole word.
    static bool names(const std::string& text, const std::string& name) {
        const auto in_word = [&](std::size_t i) {
            return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
        };
        for (std::size_t begin = text.find(name); begin != std::string::npos; begin = text.find(name, begin + 1))
            if ((begin == 0 || !in_word(begin - 1)) && !in_word(begin + name.size())) return true;
        return false;
    }

    static double number(const json& value, const Named& named) {
        if (value.is_object()) return middle(value, named);
        if (!value.is_string()) return value.get<double>();
        const Quad none = 0;
        const Formula formula(value.get<std::string>(), std::vector<std::string>(), named, "/system/json");
        return static_cast<double>(formula.at(&none));
    }
    static double middle(const json& drawn, const Named& named) {
        const auto of = [&](const json& value) { return number(value, named); };
        if (drawn.contains("formula")) return of(drawn["formula"]);
        if (drawn.contains("values")) return of(drawn["values"].at(0));
        if (drawn.contains("choice")) return of(drawn["choice"].at(0));
        if (drawn.contains("uniform")) return (of(drawn["uniform"]["low"]) + of(drawn["uniform"]["high"])) / 2;
        const json& normal = drawn.at("normal");
        double mean = of(normal.at("mean"));
        if (normal.contains("limit")) {
            const double limit = std::fabs(of(normal["limit"]));
            mean = std::clamp(mean, -limit, limit);
        }
        return mean * (normal.contains("scale") ? of(normal["scale"]) : 1.0);
    }

    std::vector<std::pair<std::string, json>> draws_;
};

// Reads one system. `made_` grows in the order bodies, inputs, items, since items refer to bodies and inputs.
class Reader {
  public:
    explicit Reader(const json& text) : text_(text), middles_(text) {}

    // Angles are matched with hinges last, when all constraints are read.
    Description read() {
        made_.dimension = text_.at("dimension").get<std::size_t>();
        for (const json& body : text_.at("bodies")) made_.bodies.push_back(read_body(body));
        if (text_.contains("inputs"))
            for (const json& input : text_["inputs"])
                made_.inputs.push_back({input.at("id").get<std::string>(), input.value("formula", std::string()),
                                        input.value("hold", std::string()) == "linear"});
        for (const json& body : text_.at("bodies"))
            if (made_.moves.empty() && body.contains("moves"))
                for (const json& move : body["moves"])
                    made_.moves.push_back({numbers(move.at("along")), input(move.at("input"))});
        for (const char* list : {"constraints", "potentials", "damping"})
            if (text_.contains(list))
                for (const json& kind : text_[list]) made_.kinds.push_back(read_kind(kind));
        if (text_.contains("contacts"))
            for (const json& contact : text_["contacts"]) made_.contacts.push_back(read_contact(contact));
        for (KindText& kind : made_.kinds) std::visit([&](auto& k) { turn_about_hinges(k); }, kind);
        for (ContactText& contact : made_.contacts) turn_about_hinge(contact.angle);
        return std::move(made_);
    }

    using Rule = std::function<KindText(const Reader&, const json&)>;
    static const std::map<std::string, Rule>& rules();

  private:
    double number(const json& value) const { return middles_.number(value); }
    // A key that the schema demands; its absence throws, and read_description() turns that into DataError.
    double number(const json& object, const char* key) const { return number(object.at(key)); }
    double number(const json& object, const char* key, double otherwise) const {
        return object.contains(key) ? number(object, key) : otherwise;
    }
    Numbers numbers(const json& list) const {
        Numbers values;
        for (const json& value : list) values.push_back(number(value));
        return values;
    }

    // An angle is given with the axis of a hinge between its two bodies, whose last digits the file may write
    // differently in both places. It turns about the axis of the hinge, so that the axis of the angle is
    // replaced by it.
    template <class Text>
    void turn_about_hinges(Text& k) const {
        if constexpr (requires { k.angle.axis; }) turn_about_hinge(k.angle);
        if constexpr (requires { k.first.axis; }) turn_about_hinge(k.first);
        if constexpr (requires { k.second.axis; }) turn_about_hinge(k.second);
        if constexpr (requires { k.wheel.axis; }) turn_about_hinge(k.wheel);
    }
    void turn_about_hinge(AngleText& angle) const {
        if (angle.axis.size() != 2) return;
        bool found = false;
        for (const KindText& kind : made_.kinds)
            std::visit(
                [&](const auto& k) {
                    if constexpr (requires { k.axis_a; })
                        found = found || try_hinge(angle, k.a.body, k.b.body, k.axis_a, k.axis_b);
                    if constexpr (requires { k.across; })
                        if (k.axis.size() == 2)
                            found = found || try_hinge(angle, k.a.body, k.b.body, k.axis[0], k.axis[1]);
                },
                kind);
    }
    static bool try_hinge(AngleText& angle, std::size_t a, std::size_t b, const Numbers& axis_a,
                          const Numbers& axis_b) {
        const bool reversed = angle.a == b && angle.b == a;
        if (!reversed && (angle.a != a || angle.b != b)) return false;
        const Numbers &first = reversed ? axis_b : axis_a, &second = reversed ? axis_a : axis_b;
        if (!nearly_equal(angle.axis[0], first) || !nearly_equal(angle.axis[1], second)) return false;
        angle.axis = {first, second};
        return true;
    }
    // Equal up to the rounding of typed digits; NaN is equal to nothing.
    static bool nearly_equal(const Numbers& u, const Numbers& w) {
        if (u.size() != w.size()) return false;
        for (std::size_t i = 0; i < u.size(); ++i)
            if (!(std::fabs(u[i] - w[i]) <= 1e-9)) return false;
        return true;
    }

    // An Origin has a position, a body none to three axes and its second moments per mass, or its moments of inertia.
    BodyText read_body(const json& body) const {
        BodyText made;
        made.id = body.at("id").get<std::string>();
        const std::string type = body.at("type").get<std::string>();
        made.is_origin = type == "Origin";
        if (!made.is_origin) made.axes = type.at(3) - '0';
        made.mass = number(body, "mass", 0);
        if (body.contains("second_moments")) made.second_moments = numbers(body["second_moments"]);
        else if (body.contains("inertia")) made.inertia = numbers(body["inertia"]);
        else if (made.axes > 0) throw DataError("/system/json", "body '" + made.id + "' has no second moments");
        if (made.is_origin)
            made.position = body.contains("position") ? numbers(body["position"]) : Numbers(made_.dimension, 0.0);
        return made;
    }
    // An unknown type ends the audit of this system: a solution without it would be one of another system.
    KindText read_kind(const json& kind) const {
        const std::string type = kind.at("type").get<std::string>();
        const auto rule = rules().find(type);
        if (rule == rules().end())
            throw DataError("/system/json", "has a '" + type + "', which the independent solver does not know");
        return rule->second(*this, kind);
    }

    ContactText read_contact(const json& k) const {
        ContactText made;
        made.shape = k.at("shape").get<std::string>();
        made.restitution = number(k, "restitution");
        if (k.contains("low")) made.low = number(k, "low");
        if (k.contains("high")) made.high = number(k, "high");
        if (made.shape == "angle") {
            made.angle = angle(k);
        } else if (made.shape == "formula") {
            made.formula = formula(k, "gap");
        } else if (made.shape == "plane") {
            made.a = end(k.at("on"));
            made.point = numbers(k.at("point"));
            made.along = numbers(k.at("normal"));
            made.reach = number(k, "radius", 0);
            if (k.contains("axle")) made.axle = numbers(k["axle"]);
        } else if (made.shape == "balls" || made.shape == "within" || made.shape == "slide") {
            made.a = end(k, 0);
            made.b = end(k, 1);
            if (made.shape == "slide") made.along = numbers(k.at("along"));
            else if (made.shape == "within") made.reach = number(k, "distance");
            else made.reach = number(k.at("radii").at(0)) + number(k.at("radii").at(1));
        } else {
            throw DataError("/system/json",
                            "has a contact '" + made.shape + "', which the independent solver does not know");
        }
        return made;
    }

    template <class Item>
    static std::size_t index_of(const std::vector<Item>& items, const std::string& what, const std::string& id) {
        for (std::size_t i = 0; i < items.size(); ++i)
            if (items[i].id == id) return i;
        throw DataError("/system/json", "names the unknown " + what + " '" + id + "'");
    }
    std::size_t body(const json& id) const { return index_of(made_.bodies, "body", id.get<std::string>()); }
    // A point: the id of a body, which means its centre of mass or the place of an Origin, or a body with the
    // coordinates of a point.
    EndText end(const json& end) const {
        if (end.is_string()) return {body(end), {}};
        return {body(end.at("body")), numbers(end.at("point"))};
    }
    EndText end(const json& kind, std::size_t which) const { return end(kind.at("between").at(which)); }
    // The last axis of space where the file gives no direction.
    Numbers up(const json& kind) const {
        if (kind.contains("up")) return numbers(kind["up"]);
        Numbers last(made_.dimension, 0.0);
        last.back() = 1;
        return last;
    }

    KindText link(const json& k) const { return LinkText{end(k, 0), end(k, 1), number(k, "length")}; }
    KindText joint(const json& k) const { return JointText{end(k, 0), end(k, 1), {}, {}}; }
    KindText joint_axis(const json& k) const {
        return JointText{end(k, 0), end(k, 1), numbers(k.at("axis").at(0)), numbers(k.at("axis").at(1))};
    }
    KindText rolling(const json& k) const {
        return RollingText{body(k.at("body")),
                           number(k, "radius"),
                           number(k, "height", 0),
                           up(k),
                           k.contains("axle") ? numbers(k["axle"]) : Numbers{},
                           k.value("upright", true)};
    }
    // One formula for each axis of the dimension, as texts; make_system() makes curves of them.
    KindText track(const json& k) const {
        const json& curve = k.at("curve");
        TrackText made{{}, curve.at("parameter").get<std::string>(), {}};
        for (const json& point : k.at("points")) made.points.push_back(end(point));
        for (const char* axis : {"x", "y", "z"})
            if (made.curve.size() < made_.dimension) made.curve.push_back(curve.at(axis).get<std::string>());
        return made;
    }
    // A list of directions, one for each body; empty if the key is missing.
    std::vector<Numbers> directions(const json& k, const char* key) const {
        std::vector<Numbers> all;
        if (k.contains(key))
            for (const json& direction : k[key]) all.push_back(numbers(direction));
        return all;
    }
    // Weld, Slider, Universal, Planar and Parallel are all given by two ends and up to two directions in each body.
    KindText pair(const json& k) const {
        return PairText{
            k.at("type").get<std::string>(), end(k, 0), end(k, 1), directions(k, "axis"), directions(k, "across"),
            k.value("turn", false)};
    }
    KindText rope(const json& k) const {
        RopeText made{{}, number(k, "length")};
        for (const json& point : k.at("points")) made.points.push_back(end(point));
        return made;
    }
    KindText gravity(const json& k) const { return GravityText{number(k, "g", 9.81), up(k)}; }
    KindText spring(const json& k) const {
        return SpringText{end(k, 0), end(k, 1), number(k, "stiffness"), number(k, "rest_length", 0), driver(k)};
    }
    // Every pair of the named bodies attracts each other.
    KindText newtonian(const json& k) const {
        NewtonianText made{number(k, "gravitational_constant"), {}};
        for (const json& id : k.at("bodies")) made.bodies.push_back(body(id));
        return made;
    }
    KindText dipole(const json& k) const {
        DipoleText made{body(k.at("body")), body(k.at("pivot")), number(k, "moment"), number(k, "mu0"), {}};
        for (const json& magnet : k.at("magnets"))
            made.magnets.push_back({numbers(magnet.at("position")), numbers(magnet.at("moment"))});
        return made;
    }
    KindText damping(const json& k) const {
        DampingText made{body(k.at("body")), number(k, "coefficient"), std::nullopt};
        if (k.contains("about")) made.about = body(k["about"]);
        return made;
    }
    KindText dashpot(const json& k) const { return DashpotText{end(k, 0), end(k, 1), number(k, "coefficient")}; }
    std::size_t input(const json& id) const { return index_of(made_.inputs, "input", id.get<std::string>()); }
    // The input that drives an item, if one does.
    std::optional<std::size_t> driver(const json& k) const {
        return k.contains("input") ? std::optional(input(k["input"])) : std::nullopt;
    }
    static bool in_body(const json& k) { return k.value("frame", std::string("space")) == "body"; }
    KindText force(const json& k) const {
        return ForceText{end(k.at("on")), numbers(k.at("force")), driver(k), in_body(k)};
    }
    KindText magnetic_field(const json& k) const {
        MagneticFieldText made{end(k.at("on")), number(k, "charge"), {}, {}};
        if (k.contains("field")) made.field = numbers(k["field"]);
        else if (k.contains("formula")) made.formulas = {k["formula"].get<std::string>()};
        else made.formulas = k.at("vector_potential").get<std::vector<std::string>>();
        return made;
    }
    KindText drag(const json& k) const { return DragText{end(k.at("on")), number(k, "coefficient")}; }
    KindText rotating_frame(const json& k) const { return RotatingFrameText{numbers(k.at("rate"))}; }
    KindText potential(const json& k) const { return PotentialText{formula(k, "energy")}; }
    KindText constraint(const json& k) const { return ConstraintText{formula(k, "equation")}; }
    KindText velocity_constraint(const json& k) const { return VelocityConstraintText{formula(k, "equation")}; }
    FormulaText formula(const json& k, const char* key) const {
        FormulaText made{{}, {}, k.at(key).get<std::string>(), k.value("names", std::vector<std::string>())};
        for (const json& point : k.at("points")) made.points.push_back(end(point));
        if (k.contains("constants"))
            for (const auto& [name, value] : k["constants"].items()) made.constants[name] = number(value);
        return made;
    }
    KindText lagrangian(const json& k) const {
        LagrangianText made{{},
                            {},
                            {},
                            k.at("kinetic").get<std::string>(),
                            k.value("potential", std::string("0")),
                            k.value("dissipation", std::string("0")),
                            k.value("forces", std::vector<std::string>()),
                            k.value("inputs", std::vector<std::string>()),
                            {}};
        for (const std::string& id : made.input_names) made.inputs.push_back(input(id));
        for (const json& id : k.at("coordinates")) {
            made.coordinates.push_back(body(id));
            made.names.push_back(id.get<std::string>());
        }
        if (k.contains("constants"))
            for (const auto& [name, value] : k["constants"].items()) made.constants[name] = number(value);
        return made;
    }
    AngleText angle(const json& k) const {
        return {body(k.at("bodies").at(0)), body(k.at("bodies").at(1)), directions(k, "axis")};
    }
    // A dataset has the phases that its file leaves out; those of earlier versions do not.
    double phase(const json& k) const {
        if (!k.contains("phase"))
            throw DataError("/system/json",
                            "has a " + k.at("type").get<std::string>() +
                                " without a phase, as datasets of earlier versions do: generate it again");
        return number(k, "phase");
    }
    KindText gear(const json& k) const {
        const json& teeth = k.at("teeth");
        return GearText{angle(k.at("first")), angle(k.at("second")), teeth.at(0).get<int>(), teeth.at(1).get<int>(),
                        phase(k)};
    }
    KindText rack(const json& k) const {
        const json& slide = k.at("slide");
        return RackText{angle(k.at("wheel")),       end(slide, 0),       end(slide, 1),
                        numbers(slide.at("along")), number(k, "radius"), phase(k)};
    }
    KindText slide_gear(const json& k) const {
        const auto slide = [this](const json& s) { return SlideText{end(s, 0), end(s, 1), numbers(s.at("along"))}; };
        return SlideGearText{slide(k.at("first")), slide(k.at("second")), number(k, "ratio"), number(k, "offset", 0)};
    }
    KindText screw(const json& k) const {
        PairText slider{"Slider", end(k, 0), end(k, 1), directions(k, "axis"), {}, true};
        const double lead = number(k, "lead"), turned = phase(k);
        return ScrewText{std::move(slider), lead, turned};
    }
    KindText torsion_spring(const json& k) const {
        return TorsionSpringText{angle(k), number(k, "stiffness"), number(k, "rest_angle", 0), driver(k)};
    }
    KindText torque(const json& k) const { return TorqueText{angle(k), number(k, "torque"), driver(k), in_body(k)}; }
    KindText torsion_damper(const json& k) const {
        return TorsionDamperText{body(k.at("bodies").at(0)), body(k.at("bodies").at(1)), number(k, "coefficient")};
    }

    const json& text_;
    Middles middles_;
    Description made_;
};

// One rule for each type of the schemas. A type that is added there must be added here by hand: this code
// shares no kinds with the code that it checks.
const std::map<std::string, Reader::Rule>& Reader::rules() {
    static const std::map<std::string, Rule> rules{{"Link", &Reader::link},
                                                   {"Joint", &Reader::joint},
                                                   {"Joint+Axis", &Reader::joint_axis},
                                                   {"Rolling", &Reader::rolling},
                                                   {"Track", &Reader::track},
                                                   {"Weld", &Reader::pair},
                                                   {"Slider", &Reader::pair},
                                                   {"Universal", &Reader::pair},
                                                   {"Planar", &Reader::pair},
                                                   {"Parallel", &Reader::pair},
                                                   {"Rope", &Reader::rope},
                                                   {"Gear", &Reader::gear},
                                                   {"Rack", &Reader::rack},
                                                   {"Screw", &Reader::screw},
                                                   {"SlideGear", &Reader::slide_gear},
                                                   {"Constraint", &Reader::constraint},
                                                   {"VelocityConstraint", &Reader::velocity_constraint},
                                                   {"Lagrangian", &Reader::lagrangian},
                                                   {"Gravity", &Reader::gravity},
                                                   {"Spring", &Reader::spring},
                                                   {"Newtonian", &Reader::newtonian},
                                                   {"Dipole", &Reader::dipole},
                                                   {"Force", &Reader::force},
                                                   {"Potential", &Reader::potential},
                                                   {"TorsionSpring", &Reader::torsion_spring},
                                                   {"Torque", &Reader::torque},
                                                   {"MagneticField", &Reader::magnetic_field},
                                                   {"RotatingFrame", &Reader::rotating_frame},
                                                   {"Damping", &Reader::damping},
                                                   {"Drag", &Reader::drag},
                                                   {"Dashpot", &Reader::dashpot},
                                                   {"TorsionDamper", &Reader::torsion_damper}};
    return rules;
}

}  // namespace

// `replacements` put the values of one trajectory into a system whose parameters vary.
Description read_description(const std::string& text, const std::vector<Replacement>& replacements) {
    try {
        json parsed = json::parse(text);
        for (const auto& [pointer, value] : replacements) parsed.at(json::json_pointer(pointer)) = value;
        return Reader(parsed).read();
    } catch (const nlohmann::json::exception& problem) {
        throw DataError("/system/json", std::string("cannot be audited: ") + problem.what());
    }
}

std::optional<double> number_in(const std::string& text, const std::string& pointer) {
    try {
        const json parsed = json::parse(text);
        return Middles(parsed).number(parsed.at(json::json_pointer(pointer)));
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

// For the test that this solver knows every type that the schemas have.
std::vector<std::string> judged_types() {
    std::vector<std::string> types;
    for (const auto& [type, rule] : Reader::rules()) types.push_back(type);
    return types;
}

}  // namespace cchnn::judge
