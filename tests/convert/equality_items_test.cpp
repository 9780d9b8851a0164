#include "convert/equality_items.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "cchnn/cchnn.hpp"
#include "convert/model_text.hpp"

namespace cchnn_test {
namespace {

constexpr double g = 9.81;

struct Start {
    cchnn::System system;
    nlohmann::json document;
    std::vector<double> x, v, a;
    explicit Start(const nlohmann::json& made) : system(cchnn::System::from_json(made.dump())), document(made) {
        const nlohmann::json& conditions = made.at("initial_conditions");
        const nlohmann::json& state =
            conditions.contains("state") ? conditions.at("state") : conditions.at("states")[0];
        for (const nlohmann::json& body : made.at("bodies")) {
            if (body.at("type") == "Origin") continue;
            for (const nlohmann::json& node : state.at("position").at(body.at("id").get<std::string>()))
                for (const double c : node) x.push_back(c);
        }
        v.assign(x.size(), 0.0);
        a = system.acceleration(x, v);
    }
    double off() const {
        double most = 0;
        for (const double phi : system.phi(x)) most = std::max(most, std::abs(phi));
        return most;
    }
    const nlohmann::json& last() const { return document.at("constraints").back(); }
};

std::string bar(const std::string& name, const std::string& pos, const std::string& inertial,
                const std::string& inside = "") {
    return "<body name='" + name + "' pos='" + pos + "'><joint name='" + name + "' axis='0 1 0'/><inertial " +
           inertial + "/>" + inside + "</body>\n";
}
const std::string crank = "pos='0.5 0 0' mass='2' diaginertia='0.01 0.2 0.2'";
const std::string coupler = "pos='0 0 -0.5' mass='3' diaginertia='0.3 0.3 0.01'";

// Two cranks of 1 m that begin level, one 1 m below the other, and a coupler between their ends, which therefore never
// turns: (2 (0.2 + 2 0.5^2) + 3 1^2) theta'' = (2 2 0.5 + 3 1) g.
TEST_CASE("a connection closes a parallelogram, which falls as its energy says") {
    const std::string cranks = bar("a", "0 0 0", crank, bar("b", "1 0 0", coupler)) + bar("c", "0 0 -1", crank);
    const auto parallelogram = [&](const std::string& connect, const std::string& sites_b = "",
                                   const std::string& sites_c = "") {
        return "<mujoco><worldbody>" +
               (sites_b.empty() ? cranks
                                : bar("a", "0 0 0", crank, bar("b", "1 0 0", coupler, sites_b)) +
                                      bar("c", "0 0 -1", crank, sites_c)) +
               "</worldbody><equality>" + connect + "</equality></mujoco>";
    };
    for (const std::string& text : {parallelogram("<connect body1='c' body2='b' anchor='1 0 0'/>"),
                                    parallelogram("<connect body1='b' body2='c' anchor='0 0 -1'/>"),
                                    parallelogram("<connect site1='s' site2='t'/>", "<site name='s' pos='0 0 -1'/>",
                                                  "<site name='t' pos='1 0 0'/>")}) {
        CHECK(Text().losses(text) == "");
        const Start start(system_of(text));
        CHECK(start.last().at("type") == "Joint");
        CHECK(start.off() < 1e-14);
        // The last z of a node of b, the second body: its centre falls with theta''.
        const double expected = (2 * 2 * 0.5 + 3) * g / (2 * (0.2 + 2 * 0.25) + 3);
        CHECK(start.a[3 * 4 + 2] == doctest::Approx(-expected).epsilon(1e-12));
    }
}

// q_1 = 2 q_2 with masses of 2 kg and 3 kg, 0.5 m and 0.4 m beside their axes:
// (4 (0.2 + 2 0.5^2) + 0.3 + 3 0.4^2) q_2'' = (2 2 0.5 + 3 0.4) g.
TEST_CASE("a ratio of two hinges is a Gear") {
    const std::string wheels =
        bar("a", "0 0 0", crank) + bar("b", "0 0 -2", "pos='0.4 0 0' mass='3' diaginertia='0.1 0.3 0.25'");
    const auto geared = [&](const std::string& joint, const std::string& more = "") {
        return "<mujoco><compiler angle='radian'/><worldbody>" + wheels + "</worldbody><equality>" + joint +
               "</equality>" + more + "</mujoco>";
    };
    const std::string text = geared("<joint joint1='a' joint2='b' polycoef='0 2 0 0 0'/>");
    CHECK(Text().losses(text) == "");
    const Start start(system_of(text));
    CHECK(start.last().at("type") == "Gear");
    CHECK(start.last().at("teeth") == nlohmann::json{1, -2});
    CHECK(start.off() < 1e-14);
    const double rate = (2 * 2 * 0.5 + 3 * 0.4) * g / (4 * (0.2 + 2 * 0.25) + 0.3 + 3 * 0.16);
    CHECK(start.a[2] == doctest::Approx(-0.5 * 2 * rate).epsilon(1e-12));
    CHECK(start.a[3 * 4 + 2] == doctest::Approx(-0.4 * rate).epsilon(1e-12));

    // q_1 = 0.3 - 1.5 q_2, in a start that satisfies it to rounding and in one that does not.
    const std::string offset = "<joint name='w' joint1='a' joint2='b' polycoef='0.3 -1.5 0 0 0'/>";
    const Start turned(system_of(geared(offset, "<keyframe><key qpos='0.15 0.1'/></keyframe>")));
    CHECK(turned.last().at("teeth") == nlohmann::json{2, 3});
    CHECK(turned.off() < 1e-14);
    CHECK(Text().losses(geared(offset)) ==
          "m.xml:3 equality: <joint> 'w': motions start 0.3 rad away from it; give a "
          "keyframe that satisfies it\n");
    CHECK(contains_text(Text().losses(geared("<joint joint1='a' joint2='b' polycoef='0 2 0.1 0 0'/>")),
                        "equality: <joint> is not a ratio of two joints"));
    CHECK(contains_text(Text().losses(geared("<joint joint1='a' joint2='b' polycoef='0 3.14159 0 0 0'/>")),
                        "its ratio 3.14159 is none of two numbers of teeth up to 1000"));
    CHECK(contains_text(Text().losses(geared("<joint joint1='a' joint2='a'/>")), "it has one joint twice"));
    CHECK(contains_text(Text().complaint(geared("<joint joint1='a' joint2='bb'/>")),
                        "attribute 'joint2' of <joint> is unknown: 'bb', did you mean 'b'?"));
}

std::string slider(const std::string& name, const std::string& axis, const std::string& more = "") {
    return "<body name='" + name + "'><joint name='" + name + "' type='slide' axis='" + axis +
           "'/><inertial pos='0 0 0' mass='2' diaginertia='0.1 0.1 0.1'/>" + more + "</body>\n";
}
std::string wheel(const std::string& name, const std::string& pos, const std::string& axis) {
    return "<body name='" + name + "' pos='" + pos + "'><joint name='" + name + "' axis='" + axis +
           "'/><inertial pos='0 0 0' mass='5' diaginertia='0.3 0.005 0.3'/></body>\n";
}
std::string tied(const std::string& bodies, const std::string& joint, const std::string& more = "") {
    return "<mujoco><compiler angle='radian'/><worldbody>" + bodies + "</worldbody><equality>" + joint + "</equality>" +
           more + "</mujoco>";
}

// 2 kg that fall along z turn a wheel of 0.005 kg m^2 as a rack of radius r does: (2 + 0.005/r^2) z'' = -2 g.
TEST_CASE("a ratio of a slide and a hinge is a Rack, whichever follows and however both point") {
    for (const double ratio : {0.1, -0.02, 3.0})
        for (const char* up : {"0 0 1", "0 0 -1"})
            for (const char* axis : {"0 1 0", "0 -1 0"}) {
                const std::string bodies = slider("s", up) + wheel("w", "0 1 0", axis), law = std::to_string(ratio);
                const std::string to_slide = "<joint joint1='s' joint2='w' polycoef='0 " + law + "'/>",
                                  to_hinge =
                                      "<joint joint1='w' joint2='s' polycoef='0 " + std::to_string(1 / ratio) + "'/>";
                for (const std::string& joint : {to_slide, to_hinge}) {
                    CHECK(Text().losses(tied(bodies, joint)) == "");
                    const Start start(system_of(tied(bodies, joint)));
                    CHECK(start.last().at("type") == "Rack");
                    CHECK(start.off() < 1e-14);
                    CHECK(start.a[2] == doctest::Approx(-2 * g / (2 + 0.005 / (ratio * ratio))).epsilon(1e-5));
                }
            }
    // z = 0.05 + 0.1 (w - 0) from a keyframe that says so, on a slide of a body that turns.
    const Start turned(system_of(tied(slider("s", "0 0 1") + wheel("w", "0 1 0", "0 1 0"),
                                      "<joint joint1='s' joint2='w' polycoef='0.05 0.1'/>",
                                      "<keyframe><key qpos='0.25 2'/></keyframe>")));
    CHECK(turned.off() < 1e-14);
    CHECK(contains_text(Text().losses(tied(slider("s", "0 0 1") + wheel("w", "0 1 0", "0 1 0"),
                                           "<joint joint1='s' joint2='w' polycoef='0.05 0.1'/>")),
                        "motions start 0.05 m away from it"));
}

// 2 kg that fall along z pull 2 kg along another direction: (2 + 2 ratio^2) z'' = -2 g.
TEST_CASE("a ratio of two slides is a SlideGear, whichever follows and however both point") {
    for (const double ratio : {1.0, -1.0, 0.02, -3.0})
        for (const char* up : {"0 0 1", "0 0 -1"})
            for (const char* across : {"0 1 0", "-0.6 0.8 0"}) {
                const std::string bodies = slider("s", up) + slider("r", across);
                const std::string joints[] = {
                    "<joint joint1='r' joint2='s' polycoef='0 " + std::to_string(ratio) + "'/>",
                    "<joint joint1='s' joint2='r' polycoef='0 " + std::to_string(1 / ratio) + "'/>"};
                for (const std::string& joint : joints) {
                    CHECK(Text().losses(tied(bodies, joint)) == "");
                    const Start start(system_of(tied(bodies, joint)));
                    CHECK(start.last().at("type") == "SlideGear");
                    CHECK(start.off() < 1e-14);
                    CHECK(start.system.degrees_of_freedom() == 1);
                    CHECK(start.a[2] == doctest::Approx(-g / (1 + ratio * ratio)).epsilon(1e-5));
                }
            }
    const std::string pair = slider("s", "0 0 1") + slider("r", "0 1 0"),
                      offset = "<joint joint1='r' joint2='s' polycoef='0.05 -2'/>";
    CHECK(Start(system_of(tied(pair, offset, "<keyframe><key qpos='0.25 -0.45'/></keyframe>"))).off() < 1e-14);
    CHECK(contains_text(Text().losses(tied(pair, offset)), "motions start 0.05 m away from it; give a keyframe"));
}

// A telescope: the second stage goes as far from the first one as this goes from the base, in space twice as fast.
TEST_CASE("a slide on a slide that follows it is a telescope") {
    const Start start(
        system_of(tied(slider("s", "0 0.6 0.8", slider("r", "0 0.6 0.8")), "<joint joint1='r' joint2='s'/>")));
    CHECK(start.off() < 1e-14);
    CHECK(start.a[2] == doctest::Approx(-0.64 * g * (2 + 2 * 2) / (2 + 2 * 4)).epsilon(1e-12));
}

// A nut of 2 kg and 0.1 kg m^2 about z on a screw: (2 + 0.1/r^2) z'' = -2 g.
TEST_CASE("a slide that a hinge of the same body drives is a screw") {
    for (const char* axis : {"0 0 1", "0 0 -1"}) {
        const std::string nut = std::string(
                                    "<body name='n' pos='0.3 0 0'><joint name='s' type='slide' axis='0 0 1'/><joint "
                                    "name='h' axis='") +
                                axis + "'/><inertial pos='0 0 0' mass='2' diaginertia='0.2 0.15 0.1'/></body>";
        const Start start(system_of(tied(nut, "<joint joint1='s' joint2='h' polycoef='0 0.2'/>")));
        CHECK(start.system.degrees_of_freedom() == 1);
        CHECK(start.a[2] == doctest::Approx(-2 * g / (2 + 0.1 / 0.04)).epsilon(1e-12));
    }
}

// A pendulum on an arm that is locked at an angle, or a slide that is locked at a way, as if it were drawn so.
TEST_CASE("a joint that an equality locks is fixed at its value, and so are those that follow it") {
    const std::string chain = bar("a", "0 0 0", crank, bar("b", "1 0 0", coupler, bar("c", "0 0 -1", crank)));
    const auto starts = [](const std::string& text) { return system_of(text); };
    const nlohmann::json locked = starts(tied(chain, "<joint joint1='b' polycoef='0.4 7 1'/>"));
    CHECK(locked.at("constraints").size() == 2);
    const std::string bent = bar(
        "a", "0 0 0", crank,
        "<body pos='1 0 0' axisangle='0 1 0 0.4'><inertial " + coupler + "/>" + bar("c", "0 0 -1", crank) + "</body>");
    const Start start(locked), drawn(starts(tied(bent, "")));
    REQUIRE(start.a.size() == drawn.a.size());
    for (std::size_t i = 0; i < start.a.size(); ++i) {
        CHECK(start.x[i] == doctest::Approx(drawn.x[i]).epsilon(1e-12));
        CHECK(start.a[i] == doctest::Approx(drawn.a[i]).epsilon(1e-10));
    }
    // 'b' = 0.4 by way of 'a', which it drives: a = 0.1 + 0.5 b = 0.3. The keyframe gives 'c' its angle.
    const std::string both = "<joint joint1='a' joint2='b' polycoef='0.1 0.5'/><joint joint1='b' polycoef='0.4'/>";
    CHECK(starts(tied(chain, both)).at("constraints").size() == 1);
    const Start keyed(starts(tied(chain, both, "<keyframe><key qpos='9 9 0.2'/></keyframe>")));
    // The first direction of the last body from its centre is along the pendulum: turned by 0.3 + 0.4 + 0.2 about y.
    const nlohmann::json c = keyed.document.at("initial_conditions").at("state").at("position").at("c")[0];
    const double x = std::cos(0.3) - std::sin(0.7) + 0.5 * std::cos(0.9),
                 z = -std::sin(0.3) - std::cos(0.7) - 0.5 * std::sin(0.9);
    CHECK(c[0].get<double>() == doctest::Approx(x).epsilon(1e-12));
    CHECK(c[2].get<double>() == doctest::Approx(z).epsilon(1e-12));
    CHECK(contains_text(Text().notes(tied(chain, both)), "joint 'a' is locked at 0.3 rad by an equality"));
    CHECK(contains_text(Text().losses(tied(chain, both + "<joint joint1='b' polycoef='0.5'/>")),
                        "joint 'b' is locked at another value"));
    // Of two slides and a hinge of one body the first slide is locked at 0.3 m, before the hinge turns by 0.4 rad.
    const std::string planar =
        "<body name='p'><joint name='s' type='slide' axis='1 0 0'/><joint name='t' type='slide' "
        "axis='0 0 1'/><joint name='h' axis='0 1 0'/><inertial pos='0.5 0 0' mass='2' "
        "diaginertia='0.1 0.2 0.3'/></body>";
    const Start two(
        starts(tied(planar, "<joint joint1='h' polycoef='0.4'/>", "<keyframe><key qpos='0.1 0.2 5'/></keyframe>")));
    CHECK(two.x[0] == doctest::Approx(0.1 + 0.5 * std::cos(0.4)).epsilon(1e-12));
    CHECK(two.x[2] == doctest::Approx(0.2 - 0.5 * std::sin(0.4)).epsilon(1e-12));
}

// The pendulum of 2 kg and 3 kg that are one body.
TEST_CASE("a weld of two bodies is a Weld, and moves as one body") {
    const auto welded = [](const std::string& weld, const std::string& inside = "") {
        return "<mujoco><worldbody>" + bar("a", "0 0 0", crank, inside) +
               "<body name='c' pos='1 0 0' euler='0 90 0'><freejoint/><inertial " + coupler +
               "/><site name='s' pos='0 0 -1'/></body></worldbody><equality>" + weld + "</equality></mujoco>";
    };
    for (const char* weld : {"<weld body1='a' body2='c'/>", "<weld body1='c' body2='a' anchor='0.7 0 0'/>",
                             "<weld body1='a' body2='c' relpose='1 0 0 1 0 1 0'/>"}) {
        const std::string text = welded(weld);
        CHECK_MESSAGE(Text().losses(text) == "", weld);
        const Start start(system_of(text));
        CHECK(start.last().at("type") == "Weld");
        CHECK(start.off() < 1e-14);
        // Turned by 90 degrees about y, its centre at (0, 0, -0.5) lies at x = 1 - 0.5.
        const double rate = (2 * 0.5 + 3 * 0.5) * g / (0.2 + 2 * 0.25 + 0.3 + 3 * 0.25);
        CHECK(start.a[2] == doctest::Approx(-0.5 * rate).epsilon(1e-12));
        CHECK(start.a[3 * 4 + 2] == doctest::Approx(-0.5 * rate).epsilon(1e-12));
    }
    CHECK(Text().losses(welded("<weld body1='a' body2='d'/>", "<body name='d'/>")) == "");  // they are one already
    CHECK(contains_text(Text().losses(welded("<weld body1='a' body2='c' relpose='2 0 0 1 0 1 0'/>")),
                        "equality: <weld>: motions start 1 m away from it"));
}

TEST_CASE("two points that the same bodies have in common are a hinge, and a third one is a loss") {
    const auto tied = [](const std::string& equalities) {
        return "<mujoco><worldbody>" + bar("a", "0 0 0", crank) + "<body name='c' pos='1 0 0'><freejoint/>" + solid +
               "</body></worldbody><equality>" + equalities + "</equality></mujoco>";
    };
    const std::string first = "<connect body1='a' body2='c' anchor='1 0.2 0'/>",
                      second = "<connect body1='c' body2='a' anchor='0 -0.2 0'/>";
    CHECK(Text().losses(tied(first + second)) == "");
    const Start hinged(system_of(tied(first + second)));
    CHECK(hinged.last().at("type") == "Joint+Axis");
    CHECK(hinged.off() < 1e-14);
    CHECK(contains_text(Text().losses(tied(first + second + "<connect body1='a' body2='c' anchor='1 0 0.1'/>")),
                        "equality: <connect>: its bodies are joined already"));
    CHECK(contains_text(Text().losses(tied(first + first)), "equality: <connect>: it stands here twice"));
    CHECK(contains_text(Text().losses(tied(first + "<weld body1='a' body2='c'/>")),
                        "equality: <weld>: its bodies are joined already"));
}

TEST_CASE("equalities that are off say nothing, those of bodies that are joined already are losses") {
    const auto with = [](const std::string& equality, const std::string& more = "") {
        return mjcf(hinge + solid + "<body name='c' pos='0 0 1'><joint axis='1 0 0'/>" + solid + "</body>",
                    "<equality>" + equality + "</equality>" + more);
    };
    const Text text;
    CHECK(text.losses(with("<connect name='k' body1='b' body2='c' anchor='0 0 1'/>")) ==
          "m.xml:5 equality: <connect> 'k': its bodies are joined already\n");
    CHECK(text.losses(with("<connect body1='b' body2='c' anchor='0 0 1' active='false'/>")) == "");
    CHECK(text.losses(with("<connect body1='b' body2='c' anchor='0 0 1'/>",
                           "<default><equality active='false'/></default>")) == "");
    CHECK(text.losses(with("<connect body1='b' body2='c' anchor='0 0 1'/>",
                           "<option><flag equality='disable'/></option>")) == "");
    CHECK(text.losses(with("<tendon name='t'/>")) == "m.xml:5 equality: <tendon> 't'\n");
    CHECK(contains_text(text.complaint(with("<weld body1='b' body2='other'/>")),
                        "m.xml:5: attribute 'body2' of <weld> is unknown: 'other'; known: b, c, world"));
    CHECK(contains_text(
        text.losses(mjcf(hinge + solid + "<composite/>", "<equality><weld body1='b' body2='d'/></equality>")),
        "equality: <weld> of 'd', which is not carried over"));
    CHECK(contains_text(text.complaint(with("<connect body1='b'/>")), "<connect> needs the attribute 'anchor'"));
    CHECK(contains_text(text.complaint(with("<weld site1='b'/>")), "is unknown: 'b'"));
}

TEST_CASE("a joint of a URDF that follows another one is a Gear where both are hinges") {
    const auto robot = [](const std::string& type, const std::string& mimic) {
        const std::string link =
            "<inertial><mass value='2'/><inertia ixx='0.2' iyy='0.3' izz='0.4'/></inertial></link>";
        return "<robot name='r'><link name='base'/><link name='one'>" + link + "<link name='two'>" + link +
               "<joint name='j' type='continuous'><parent link='base'/><child link='one'/></joint>\n<joint name='k' "
               "type='" +
               type + "'><parent link='one'/><child link='two'/>\n" + mimic + "</joint></robot>";
    };
    const std::string half = "<mimic joint='j' multiplier='-0.5'/>";
    CHECK(Text().losses(robot("continuous", half)) == "");
    const Start start(system_of(robot("continuous", half)));
    CHECK(start.last().at("teeth") == nlohmann::json{2, 1});
    CHECK(start.off() < 1e-14);
    const Start sliding(system_of(robot("prismatic", half)));
    CHECK(sliding.last().at("type") == "Rack");
    CHECK(sliding.off() < 1e-14);
    CHECK(contains_text(
        Text().losses(robot("planar", half)),
        "m.xml:3 mimic: that joint 'k' follows 'j': a Gear needs two hinges, a SlideGear two slides, and a "
        "Rack one of each, that are each alone between two bodies"));
}

}  // namespace
}  // namespace cchnn_test
