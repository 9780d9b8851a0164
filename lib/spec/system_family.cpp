#include "spec/system_family.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "elements/parts/reading/findings.hpp"
#include "numbers/exact.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Numbers = std::vector<double>;

constexpr int most_bodies = 10000;
constexpr double pi = 3.141592653589793;

std::string numbered(const std::string& word, int i) { return word + std::to_string(i); }
// A number in the form in which a person writes it: whole numbers without a fraction.
Json plain(double number) {
    if (number == std::floor(number) && std::fabs(number) < 1e15) return static_cast<long long>(number);
    return number;
}
// A normal distribution in the notation of a system file.
Json normal(double mean, double std) { return {{"normal", {{"mean", plain(mean)}, {"std", plain(std)}}}}; }
Json origin(const std::string& id, const Numbers& position) {
    Json place = Json::array();
    for (const double entry : position) place.push_back(plain(entry));
    return {{"id", id}, {"type", "Origin"}, {"position", place}};
}
Json point_mass_item(const std::string& id, double mass) {
    return {{"id", id}, {"type", "Obj0D"}, {"mass", plain(mass)}};
}
Json link_item(const std::string& a, const std::string& b, double length) {
    return {{"type", "Link"}, {"between", {a, b}}, {"length", plain(length)}};
}
// With the last axis of space upwards.
Json gravity(double g, int dimension) {
    Json up(dimension, 0);
    up.back() = 1;
    return {{"type", "Gravity"}, {"g", plain(g)}, {"up", up}};
}
// L^2/12, rounded once, so that 0.8 m gives the number that a person types; long double has other bits on other processors.
double uniform_second_moment(double length) { return static_cast<double>(Exact(length) * Exact(length) / Exact(12.0)); }
// Spherical angles about the direction straight down, as in appendix E.2 of the paper.
Json hanging(const std::string& from, double angle_std, double rate_std) {
    return {{"from", from},
            {"azimuth", normal(pi, angle_std)},
            {"azimuth_rate", normal(0, rate_std)},
            {"polar", normal(pi / 2, angle_std)},
            {"polar_rate", normal(0, rate_std)}};
}

// A built-in system of this name, or nothing.
Json builtin_member(const std::string& name) {
    const auto found = embedded_files().find("systems/" + name + ".json");
    return found == embedded_files().end() ? Json() : Json::parse(found->second);
}
// The values of `key` in all entries of system[list] that have one.
Numbers numbers_of(const Json& system, const char* list, const char* key) {
    Numbers found;
    if (system.is_null()) return found;
    for (const Json& entry : system.at(list))
        if (entry.contains(key)) found.push_back(entry.at(key));
    return found;
}

// Checks the values of a member, collects problems, and extends lists to N numbers.
class Checked {
  public:
    Checked(int count, const std::string& flag, int least) : count_(count) {
        rule(count >= least && count <= most_bodies, flag,
             "must be " + std::to_string(least) + " to " + std::to_string(most_bodies) + ", got " +
                 std::to_string(count));
        if (count < least || count > most_bodies) throw UsageError(std::move(problems_));
    }

    // One number for each member: as given, one for all, those of a built-in system of this size, or 1.
    Numbers list(const std::string& flag, const Numbers& given, const Numbers& otherwise) {
        for (const double number : given) positive(flag, number);
        const bool fits = given.size() <= 1 || given.size() == to_size(count_);
        rule(fits, flag,
             "must be one number, or one for each of " + std::to_string(count_) + ", got " +
                 std::to_string(given.size()));
        if (given.size() == to_size(count_)) return given;
        if (!given.empty()) return Numbers(count_, given.front());
        return otherwise.size() == to_size(count_) ? otherwise : Numbers(count_, 1.0);
    }
    void positive(const std::string& flag, double number) {
        rule(number > 0 && std::isfinite(number), flag, "must be > 0, got " + number_text(number));
    }
    void not_negative(const std::string& flag, double number) {
        rule(number >= 0 && std::isfinite(number), flag, "must be >= 0, got " + number_text(number));
    }
    void finite(const std::string& flag, double number) {
        rule(std::isfinite(number), flag, "must be a finite number, got " + number_text(number));
    }
    // Checks name and times, then throws what was found by all checks.
    void member(const FamilyMember& member) {
        const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
        bool fits = member.name.size() <= 64;
        for (const char c : member.name) fits = fits && allowed(c);
        rule(fits, option("name"), "must be 1 to 64 lower-case letters, digits and '_', got '" + member.name + "'");
        if (member.dt) positive(option("dt"), *member.dt);
        rule(!member.steps || *member.steps >= 2, option("steps"),
             "must be at least 2, got " + std::to_string(member.steps.value_or(0)));
        if (!problems_.empty()) throw UsageError(std::move(problems_));
    }

  private:
    void rule(bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems_.push_back({flag, what});
    }
    int count_;
    std::vector<Problem> problems_{};
};

// The keys that every member has, in the order of the built-in files; the family fills in the others.
Json head(const FamilyMember& member, const std::string& name, const std::string& title, const std::string& description,
          const std::string& reference, int dimension) {
    return {{"name", member.name.empty() ? name : member.name},
            {"title", title},
            {"description", description},
            {"reference", reference},
            {"dimension", dimension},
            {"bodies", Json::array()},
            {"constraints", Json::array()},
            {"potentials", Json::array()},
            {"initial_conditions", {{"bodies", Json::object()}}}};
}
// Adds what comes last in a file and leaves out empty lists.
void finish(Json& system, const FamilyMember& member, double dt, const std::vector<std::string>& conserved) {
    if (system.at("constraints").empty()) system.erase("constraints");
    if (system.at("potentials").empty()) system.erase("potentials");
    system["sampling"] = {{"dt", plain(member.dt.value_or(dt))}, {"steps", member.steps.value_or(100)}};
    system["conserved"] = conserved;
}

// Says in the description where masses and lengths come from.
std::string origin_of_numbers(const Json& builtin) {
    return builtin.is_null() ? "Masses and lengths are a choice of whoever made this file"
                             : "Masses and lengths not chosen otherwise are those of the built-in " +
                                   builtin.at("name").get<std::string>();
}

// Makes the document of a member; one function for each family.
struct Member {
    const FamilyMember& member;

    // Appendix E.1 of the paper: point masses on rods in a plane, each hanging from the one above it.
    Json operator()(const ChainFamily& family) const {
        Checked checked(family.count, option("links"), 1);
        const std::string name = numbered("chain_pendulum_", family.count);
        const Json builtin = builtin_member(name);
        const Numbers masses = checked.list(option("mass"), family.masses, numbers_of(builtin, "bodies", "mass"));
        const Numbers lengths =
            checked.list(option("length"), family.lengths, numbers_of(builtin, "constraints", "length"));
        checked.not_negative(option("g"), family.g);
        checked.member(member);

        Json system = head(member, name, "Chain of " + std::to_string(family.count) + " pendulums",
                           std::to_string(family.count) +
                               " point masses on massless rods, each hanging from the one above it, swing in a plane "
                               "under gravity. " +
                               origin_of_numbers(builtin) +
                               ". Trajectories start as those of the built-in chains: angle of each rod from straight "
                               "down and its rate N(0, 1); noise N(0, 0.2) on every entry of x; v becomes 1.5 v plus "
                               "noise N(0, 1.2); then (x, v) is projected onto the constraints. N(m, s): s is the "
                               "standard deviation. y points up. Made by cchnn-gen graph chain.",
                           "Finzi, Wang, Wilson 2020, appendix E.1, eq. (22)", 2);
        system["bodies"].push_back(origin("pivot", {0, 0}));
        std::string above = "pivot";
        for (int i = 1; i <= family.count; ++i) {
            const std::string bob = numbered("bob", i);
            system["bodies"].push_back(point_mass_item(bob, masses[i - 1]));
            system["constraints"].push_back(link_item(above, bob, lengths[i - 1]));
            system["initial_conditions"]["bodies"][bob] = {
                {"from", above}, {"angle", normal(0, 1)}, {"angle_rate", normal(0, 1)}};
            above = bob;
        }
        system["potentials"].push_back(gravity(family.g, 2));
        system["initial_conditions"]["noise"] = {
            {"position", normal(0, 0.2)}, {"velocity_factor", 1.5}, {"velocity", normal(0, 1.2)}};
        finish(system, member, 0.03, {"energy"});
        return system;
    }

    // Appendix E.2 of the paper: pendulums side by side, with springs between neighbours.
    Json operator()(const CoupledFamily& family) const {
        Checked checked(family.count, option("bobs"), 1);
        const std::string name = numbered("coupled_pendulum_", family.count);
        const Numbers masses = checked.list(option("mass"), family.masses, {});
        const Numbers lengths = checked.list(option("length"), family.lengths, {});
        const double rest_length = family.rest_length.value_or(family.spacing);
        checked.not_negative(option("g"), family.g);
        checked.positive(option("spacing"), family.spacing);
        checked.positive(option("stiffness"), family.stiffness);
        checked.not_negative(option("rest-length"), rest_length);
        checked.member(member);

        Json system = head(member, name, std::to_string(family.count) + " coupled pendulums",
                           std::to_string(family.count) +
                               " point masses hang side by side on massless rods from fixed anchors in a row along x "
                               "and swing in space under gravity; springs join neighbours. Trajectories start as those "
                               "of the built-in coupled_pendulum_3: azimuth N(pi, 0.3), polar angle N(pi/2, 0.3), both "
                               "rates N(0, 0.3); azimuth pi with polar angle pi/2 hangs straight down. N(m, s): s is "
                               "the standard deviation. z points up. Made by cchnn-gen graph coupled.",
                           "Finzi, Wang, Wilson 2020, appendix E.2, eq. (23)", 3);
        for (int i = 1; i <= family.count; ++i)
            system["bodies"].push_back(origin(numbered("anchor", i), {(i - 1) * family.spacing, 0, 0}));
        system["potentials"].push_back(gravity(family.g, 3));
        for (int i = 1; i <= family.count; ++i) {
            const std::string bob = numbered("bob", i), anchor = numbered("anchor", i);
            system["bodies"].push_back(point_mass_item(bob, masses[i - 1]));
            system["constraints"].push_back(link_item(anchor, bob, lengths[i - 1]));
            if (i > 1)
                system["potentials"].push_back({{"type", "Spring"},
                                                {"between", {numbered("bob", i - 1), bob}},
                                                {"stiffness", plain(family.stiffness)},
                                                {"rest_length", plain(rest_length)}});
            system["initial_conditions"]["bodies"][bob] = hanging(anchor, 0.3, 0.3);
        }
        finish(system, member, 0.05, {"energy"});
        return system;
    }

    // A chain of rigid rods with ball joints. The mass of a beam is its length times 1 kg/m unless it is given.
    Json operator()(const BeamChainFamily& family) const {
        Checked checked(family.count, option("links"), 1);
        const std::string name = numbered("beam_chain_", family.count);
        const Json builtin = builtin_member(name);
        Numbers ends;  // twice the coordinate of the joint above each beam is its length
        if (!builtin.is_null())
            for (const Json& joint : builtin.at("constraints"))
                ends.push_back(-2 * joint.at("between").at(1).at("point").at(0).get<double>());
        const Numbers lengths = checked.list(option("length"), family.lengths, ends);
        const Numbers masses = checked.list(option("mass"), family.masses, lengths);
        checked.not_negative(option("g"), family.g);
        checked.member(member);

        Json system = head(member, name, "Chain of " + std::to_string(family.count) + " beams",
                           std::to_string(family.count) +
                               " uniform beams joined end to end by ball joints hang from a fixed point and swing in "
                               "space under gravity. A beam of length L has the second moment L^2/12 along itself and "
                               "none across; it weighs 1 kg per metre unless its mass was chosen. Trajectories start "
                               "as those of the built-in beam_chain_3: azimuth N(pi, 0.5), polar angle N(pi/2, 0.5), "
                               "rates N(0, 1); azimuth pi with polar angle pi/2 hangs straight down. N(m, s): s is the "
                               "standard deviation. z points up. Made by cchnn-gen graph beam-chain.",
                           "this project; rigid bodies after Finzi, Wang, Wilson 2020, section 6", 3);
        system["bodies"].push_back(origin("pivot", {0, 0, 0}));
        system["potentials"].push_back(gravity(family.g, 3));
        std::string above = "pivot";
        Json end = above;  // where the next beam hangs
        for (int i = 1; i <= family.count; ++i) {
            const double length = lengths[i - 1];
            const std::string beam = numbered("beam", i);
            system["bodies"].push_back({{"id", beam},
                                        {"type", "Obj1D"},
                                        {"mass", plain(masses[i - 1])},
                                        {"second_moments", Json::array({plain(uniform_second_moment(length))})}});
            const auto point = [&](double c) { return Json{{"body", beam}, {"point", Json::array({plain(c)})}}; };
            system["constraints"].push_back({{"type", "Joint"}, {"between", {end, point(-length / 2)}}});
            system["initial_conditions"]["bodies"][beam] = hanging(above, 0.5, 1);
            end = point(length / 2);
            above = beam;
        }
        finish(system, member, 0.03, {"energy", "angular_momentum_z"});
        return system;
    }

    // A closed loop of rods, for which at least four masses are needed to leave a shape free.
    Json operator()(const RingFamily& family) const {
        Checked checked(family.count, option("bobs"), 4);
        const Numbers masses = checked.list(option("mass"), family.masses, {});
        checked.positive(option("length"), family.length);
        checked.finite(option("spin"), family.spin);
        checked.member(member);

        Json system =
            head(member, numbered("ring_", family.count), "Ring of " + std::to_string(family.count) + " masses",
                 std::to_string(family.count) +
                     " point masses, joined by massless rods into a closed loop, drift and turn freely in a "
                     "plane. They start near a regular polygon that turns about its centre; every entry of x "
                     "gets noise of a tenth of a rod, every entry of v gets N(0, 0.5); then (x, v) is "
                     "projected onto the constraints. N(m, s): s is the standard deviation. All momenta are "
                     "conserved. Made by cchnn-gen graph ring.",
                 "this project", 2);
        const double radius = family.length / (2 * std::sin(pi / family.count));
        // Nine digits: the projection gives the rest, and libm's last digit does not show.
        const auto rounded = [](double number) { return plain(std::round(number * 1e9) / 1e9); };
        for (int i = 1; i <= family.count; ++i) {
            const double turn = 2 * pi * (i - 1) / family.count;
            const double x = radius * std::cos(turn), y = radius * std::sin(turn);
            const std::string bob = numbered("bob", i), next = numbered("bob", i % family.count + 1);
            system["bodies"].push_back(point_mass_item(bob, masses[i - 1]));
            system["constraints"].push_back(link_item(bob, next, family.length));
            system["initial_conditions"]["bodies"][bob] = {
                {"position", {rounded(x), rounded(y)}},
                {"velocity", {rounded(-family.spin * y), rounded(family.spin * x)}}};
        }
        system["initial_conditions"]["noise"] = {{"position", normal(0, 0.1 * family.length)},
                                                 {"velocity", normal(0, 0.5)}};
        finish(system, member, 0.05, {"energy", "linear_momentum_x", "linear_momentum_y", "angular_momentum_z"});
        return system;
    }
};

}  // namespace

// The text of a system file. Throws UsageError with all values that a member cannot have.
std::string system_text(const SystemFamily& family, const FamilyMember& member) {
    return readable_json(std::visit(Member{member}, family)) + "\n";
}

}  // namespace cchnn
