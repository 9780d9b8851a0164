#include "convert/read_urdf.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "convert/model_text.hpp"

namespace cchnn_test {
namespace {

const std::string second =
    "<link name='hand'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>";

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& type = "continuous") {
    return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
           "'/></joint>";
}

TEST_CASE("what URDF has and a system has not is listed by joint and link") {
    CHECK(Text().losses(urdf("<limit lower='-1' upper='1' effort='3' velocity='2'/>\n<dynamics friction='0.1'/>\n"
                             "<safety_controller k_velocity='1'/>\n<spring k='1'/>",
                             "<transmission/><gazebo/><material name='red'/>", "revolute")) ==
          "m.xml:8 actuator: <transmission>\n"
          "m.xml:8 setting: <gazebo>\n"
          "m.xml:5 friction: dry friction of joint 'j'\n"
          "m.xml:7 unknown: <spring> of joint 'j'\n"
          "m.xml:4 limit: limits of joint 'j'\n");
    CHECK(Text().complaint(urdf("\n\n<mimic joint='jj'/>")) ==
          "m.xml:6: joint 'j' follows an unknown joint 'jj', did you mean 'j'?");
    CHECK(Text().losses(urdf("",
                             "<link name='hand'><collision/><visual/></link><joint name='f' type='fixed'>"
                             "<parent link='arm'/><child link='hand'/></joint>")) ==
          "m.xml:5 contact: collisions of link 'hand'\n");
    CHECK(Text().losses(urdf("<origin xyz='0 0 1' scale='2'/>",
                             "<link name='hand'><sensor/></link>\n" + joint("k", "base", "hand", "fixed"))) ==
          "m.xml:5 unknown: <sensor> of link 'hand'\n"
          "m.xml:4 unknown: attribute 'scale' of <origin>\n");
    CHECK(Text().losses("<robot name='r'><link name='base'/>" + second +
                        "<joint name='j' type='continuous' class='left'>\n<parent link='base' frame='left'/>\n"
                        "<child link='hand' frame='right'/></joint></robot>") ==
          "m.xml:2 unknown: attribute 'frame' of <parent>\n"
          "m.xml:3 unknown: attribute 'frame' of <child>\n"
          "m.xml:1 unknown: attribute 'class' of <joint>\n");
}

TEST_CASE("links of a robot make one tree") {
    const Text text;
    CHECK(text.complaint("<robot name='r'/>") == "m.xml:1: has no <link>");
    CHECK(text.complaint(urdf("", second)) ==
          "m.xml:5: no joint connects link 'hand', nor 'base'; a robot has one root");
    CHECK(text.complaint(urdf("", second + "\n" + joint("k", "arn", "hand"))) ==
          "m.xml:6: unknown link 'arn', did you mean 'arm'?");
    CHECK(text.complaint(urdf("", second + "\n" + joint("k", "base", "arm") + joint("l", "arm", "hand"))) ==
          "m.xml:6: link 'arm' is the child of joint 'j' already; links make a tree");
    CHECK(text.complaint(
              urdf("", second + "<link name='tool'/>\n" + joint("k", "tool", "hand") + joint("l", "hand", "tool"))) ==
          "m.xml:5: link 'hand' hangs from itself, through its joints in a circle\n"
          "m.xml:5: link 'tool' hangs from itself, through its joints in a circle");
    CHECK(contains_text(text.complaint(urdf("", joint("k", "arm", "arm"))), "already; links make a tree"));
    CHECK(text.complaint(urdf("", second + "\n" + second + joint("k", "arm", "hand"))) ==
          "m.xml:6: a second link is called 'hand'");
    CHECK(text.complaint(urdf("", second + "\n" + joint("j", "arm", "hand"))) ==
          "m.xml:6: a second joint is called 'j'");
}

TEST_CASE("a joint without its parts, or of an unknown type, is told") {
    const Text text;
    CHECK(text.complaint(urdf("", "", "revolutes")) == "m.xml:4: unknown type 'revolutes', did you mean 'revolute'?");
    CHECK(text.complaint("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'/></robot>") ==
          "m.xml:2: a joint needs <parent link=\"...\"/>\nm.xml:2: a joint needs <child link=\"...\"/>");
    CHECK(text.complaint("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'>\n<parent/>\n<child/></joint>"
                         "</robot>") ==
          "m.xml:3: <parent> needs the attribute 'link'\nm.xml:4: <child> needs the attribute 'link'");
    CHECK(text.complaint("<robot name='r'><link/>\n<joint/></robot>")
              .starts_with("m.xml:1: <link> needs the attribute 'name'\n"));
    CHECK(text.complaint(urdf("<axis xyz='0 0 0'/>")) ==
          "m.xml:4: attribute 'xyz' of <axis> must be a direction, got three numbers of length 0");
}

TEST_CASE("the root link stands still, or moves freely") {
    const std::string with_mass = "<robot name='r'>" + second + "</robot>";
    CHECK(Text().complaint(with_mass) == "m.xml: no body moves: no joint but fixed ones holds one");
    const nlohmann::json free = system_of(with_mass, {true, "other"});
    CHECK(free.at("name") == "other");
    CHECK(free.at("bodies").size() == 1);
    CHECK(free.at("constraints").empty());
    CHECK(contains_text(Text().notes("<robot name='r'>" + second +
                                     "<link name='tool'><inertial><mass value='1'/>"
                                     "<inertia ixx='1' iyy='1' izz='1'/></inertial></link>" +
                                     joint("j", "hand", "tool") + "</robot>"),
                        "root link 'hand' is fixed in space; give --free-base to let it move"));
}

TEST_CASE("'world' is the world, also where no link has the name") {
    const std::string hung = "<robot name='r'>" + joint("w", "world", "base", "fixed") + "<link name='base'/>" +
                             second + joint("j", "base", "hand") + "</robot>";
    CHECK(system_of(hung) ==
          system_of("<robot name='r'><link name='base'/>" + second + joint("j", "base", "hand") + "</robot>"));
    CHECK(system_of(hung, {true, ""}) == system_of(hung));  // it never moves
    CHECK(contains_text(Text().complaint("<robot name='r'>" + second + joint("w", "hand", "world") + "</robot>"),
                        "unknown link 'world'"));
}

TEST_CASE("a file that is written for xacro is refused in one line") {
    const std::string computed =
                          "<robot name='r'><link name='a'><inertial><mass value='${m}'/></inertial></link></robot>",
                      macro = "<robot name='r'><xacro:arm/></robot>";
    for (const std::string& text : {computed, macro})
        CHECK(Text().complaint(text) ==
              "m.xml: is written for xacro, which makes a URDF file of it: run xacro m.xml > m.urdf first");
}

// A link on the base for each joint, which turns about y, 0.5 m apart.
std::string followers(const std::string& first, const std::string& mimics) {
    std::string text = "<robot name='r'><link name='base'/>";
    for (const char* name : {"a", "b", "c"})
        text += std::string("<link name='l") + name +
                "'><inertial><origin xyz='0.1 0 0'/><mass value='1'/><inertia ixx='0.01' iyy='0.02' izz='0.03'/>"
                "</inertial></link>";
    text += "<joint name='a' type='continuous'><parent link='base'/><child link='la'/><axis xyz='0 1 0'/>" + first +
            "</joint>";
    return text + mimics + "</robot>";
}
std::string follower(const std::string& name, const std::string& of, double ratio, double offset, int axis = 1) {
    return "<joint name='" + name + "' type='continuous'><parent link='base'/><child link='l" + name +
           "'/><axis xyz='0 " + std::to_string(axis) + " 0'/><mimic joint='" + of + "' multiplier='" +
           std::to_string(ratio) + "' offset='" + std::to_string(offset) + "'/></joint>";
}
// The angle about y at which a link starts, from its centre of mass.
double angle_of(const nlohmann::json& system, const std::string& link) {
    const nlohmann::json position = system.at("initial_conditions").at("state").at("position").at(link)[0];
    return std::atan2(-position[2].get<double>(), position[0].get<double>());
}

TEST_CASE("a joint that follows another one starts at multiplier times its driver plus offset, in chains as well") {
    const nlohmann::json siblings =
        system_of(followers("", follower("b", "a", -0.5, 0.3) + follower("c", "a", 2, -0.7)));
    CHECK(angle_of(siblings, "la") == doctest::Approx(0));
    CHECK(angle_of(siblings, "lb") == doctest::Approx(0.3));
    CHECK(angle_of(siblings, "lc") == doctest::Approx(-0.7));
    const nlohmann::json chain = system_of(followers("", follower("b", "c", -0.5, 0.3) + follower("c", "a", 2, 0.4)));
    CHECK(angle_of(chain, "lb") == doctest::Approx(0.1));
    CHECK(angle_of(chain, "lc") == doctest::Approx(0.4));
    CHECK(angle_of(system_of(followers("", follower("b", "a", 1, 0.3, -1) + follower("c", "a", 1, 0))), "lb") ==
          doctest::Approx(-0.3));
    CHECK(Text().losses(followers("", follower("b", "a", -0.5, 0.3) + follower("c", "a", 2, -0.7))) == "");
}

TEST_CASE("links without mass between joints make joints of several axes, those at the end fall away") {
    const auto hung = [](const std::string& links, const std::string& joints) {
        return system_of("<robot name='r'><link name='base'/>" + links +
                         "<link name='rod'><inertial><origin xyz='0.2 0.1 -0.5'/><mass value='1'/><inertia ixx='0.09' "
                         "iyy='0.08' izz='0.02'/></inertial></link>" +
                         joints + "</robot>");
    };
    const auto axis = [](const std::string& parent, const std::string& child, const std::string& xyz,
                         const std::string& type = "continuous", const std::string& origin = "") {
        return "<joint name='to_" + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
               child + "'/>" + origin + "<axis xyz='" + xyz + "'/></joint>";
    };
    const nlohmann::json universal =
        hung("<link name='cross'/>", axis("base", "cross", "0 1 0") + axis("cross", "rod", "1 0 0"));
    REQUIRE(universal.at("constraints").size() == 1);
    CHECK(universal.at("constraints")[0].at("type") == "Universal");
    CHECK(hung("<link name='cross'><inertial><mass value='0'/><inertia ixx='0' iyy='0' izz='0'/></inertial></link>",
               axis("base", "cross", "0 1 0") + axis("cross", "rod", "1 0 0")) == universal);
    const nlohmann::json three = hung("<link name='a'/><link name='b'/><link name='fixed'/>",
                                      axis("base", "a", "0 0 1") + axis("a", "fixed", "1 0 0", "fixed") +
                                          axis("fixed", "b", "0 1 0") + axis("b", "rod", "1 0 0"));
    CHECK(three.at("constraints")[0].at("type") == "Joint");
    const nlohmann::json gantry =
        hung("<link name='a'/>", axis("base", "a", "1 0 0", "prismatic") + axis("a", "rod", "0 1 0", "prismatic"));
    CHECK(gantry.at("constraints")[0].at("type") == "Planar");
    // The frames of the links count: here the second axis is x of the base again.
    const nlohmann::json turned =
        hung("<link name='cross'/>", axis("base", "cross", "0 1 0") + axis("cross", "rod", "0 1 0", "continuous",
                                                                           "<origin rpy='0 0 -1.5707963267948966'/>"));
    CHECK(turned.at("constraints")[0].at("type") == "Universal");
    const nlohmann::json leaves =
        hung("<link name='tip'/><link name='end'/>",
             axis("base", "rod", "0 1 0") + axis("rod", "tip", "1 0 0") + axis("tip", "end", "1 0 0", "fixed"));
    CHECK(leaves.at("constraints").size() == 1);
    CHECK(leaves.at("constraints")[0].at("type") == "Joint+Axis");
}

TEST_CASE("joints that follow each other in a circle are an error") {
    CHECK(contains_text(Text().complaint(followers("", follower("b", "c", 1, 0) + follower("c", "b", 1, 0.1))),
                        "that joint 'b' follows 'c', and is followed by it in a circle"));
}

TEST_CASE("a planar joint moves across its axis, a floating one freely") {
    const nlohmann::json planar = system_of(urdf("<axis xyz='0 1 0'/>", "", "planar"));
    REQUIRE(planar.at("constraints").size() == 1);
    CHECK(planar.at("constraints")[0].at("type") == "Planar");
    CHECK(planar.at("constraints")[0].at("axis")[0] == nlohmann::json{0, 1, 0});
    CHECK(system_of(urdf("", "", "floating")).at("constraints").empty());
}

}  // namespace
}  // namespace cchnn_test
