#include "convert/read_urdf.hpp"

#include <doctest/doctest.h>

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
    CHECK(
        Text().losses(urdf("<limit lower='-1' upper='1' effort='3' velocity='2'/>\n<dynamics friction='0.1'/>\n"
                           "<mimic joint='k'/><safety_controller k_velocity='1'/>\n<spring k='1'/>",
                           "<transmission/><gazebo/><material name='red'/>", "revolute")) ==
        "m.xml:8 actuator: <transmission>\n"
        "m.xml:8 setting: <gazebo>\n"
        "m.xml:4 limit: limits of joint 'j'\n"
        "m.xml:5 friction: dry friction of joint 'j'\n"
        "m.xml:7 unknown: <spring> of joint 'j'\n"
        "m.xml:6 mimic: that joint 'j' follows 'k': a Gear needs two hinges that are each alone between two bodies\n");
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

TEST_CASE("a planar joint moves across its axis, a floating one freely") {
    const nlohmann::json planar = system_of(urdf("<axis xyz='0 1 0'/>", "", "planar"));
    REQUIRE(planar.at("constraints").size() == 1);
    CHECK(planar.at("constraints")[0].at("type") == "Planar");
    CHECK(planar.at("constraints")[0].at("axis")[0] == nlohmann::json{0, 1, 0});
    CHECK(system_of(urdf("", "", "floating")).at("constraints").empty());
}

}  // namespace
}  // namespace cchnn_test
