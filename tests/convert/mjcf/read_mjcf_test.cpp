#include "convert/mjcf/read_mjcf.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "convert/model_text.hpp"

namespace cchnn_test {
namespace {

TEST_CASE("what MJCF has and a system has not is listed by kind, with its line") {
    const std::string body =
        "<joint name='j' range='-1 1' frictionloss='0.1' stiffness='2'/>\n<geom name='g' size='0.1'/>\n<composite/>";
    const std::string sections =
        "<option density='1.2'/>\n<actuator><motor "
        "name='m'/></actuator>\n<sensor><gyro/></sensor>\n<tendon><fixed/></tendon>\n"
        "<equality><tendon name='w'/></equality>\n<contact><exclude body1='b' "
        "body2='b'/><pair/></contact>\n<custom/><wings/>";
    CHECK(Text().losses(mjcf(body, sections)) ==
          "m.xml:7 fluid: density of the medium\n"
          "m.xml:3 friction: dry friction of joint 'j'\n"
          "m.xml:4 contact: collisions of a geom, 'g'\n"
          "m.xml:5 deformable: <composite> of body 'b'\n"
          "m.xml:8 actuator: <motor> 'm'\n"
          "m.xml:9 sensor: <gyro>\n"
          "m.xml:10 tendon: <fixed>\n"
          "m.xml:12 contact: <pair>\n"
          "m.xml:13 unknown: <wings>\n"
          "m.xml:11 equality: <tendon> 'w'\n"
          "m.xml:3 limit: limits of joint 'j'\n");
}

TEST_CASE("what is switched off is no loss") {
    const std::string body = "<joint range='-1 1' frictionloss='0.1' damping='1' stiffness='2'/><geom size='0.1'/>";
    CHECK(Text().losses(mjcf(body, "<option><flag constraint='disable' passive='disable'/></option>")) == "");
    CHECK(Text().losses(mjcf("<joint range='-1 1' limited='false'/><geom size='0.1' contype='0' conaffinity='0'/>")) ==
          "");
    CHECK(Text().losses(mjcf("<joint range='0 0'/>" + solid)) == "");  // its default in MuJoCo, that there is none
    const nlohmann::json still = system_of(mjcf(hinge + solid, "<option><flag gravity='disable'/></option>"));
    CHECK(still.at("potentials").empty());
}

// Each has a meaning in MuJoCo, of solvers, contacts, pictures or other programs.
TEST_CASE("attributes and elements that move nothing are no losses, those beside them are") {
    const std::string joint =
        "<joint class='main' group='2' user='1' margin='0.1' solreflimit='0.02 1' solimplimit='0.9 0.95 0.001' "
        "solreffriction='0.02 1' solimpfriction='0.9 0.95 0.001'/>";
    CHECK(Text().losses(mjcf(joint + solid)) == "");
    CHECK(Text().losses(mjcf(joint + solid,
                             "<compiler>\n<lengthrange mode='muscle'/>\n<lengthrate/>\n</compiler>\n"
                             "<option>\n<flags/>\n</option>")) ==
          "m.xml:7 unknown: <lengthrate> of <compiler>\n"
          "m.xml:10 unknown: <flags> of <option>\n");
}

TEST_CASE("attributes of contacts, motors and sleep are no losses, and what geoms have both of is read once") {
    CHECK(Text().losses(mjcf(hinge + "<geom size='0.1' contype='0' conaffinity='0' surfacevel='1 0 0 0 0 0'/>")) == "");
    CHECK(Text().losses(mjcf(hinge + "<geom size='0.1' contype='1' conaffinity='1' adhesion='2'/>")) ==
          "m.xml:3 contact: collisions of a geom\n");
    const std::string joint = "<joint actuatorfrcrange='-1 1' actuatorfrclimited='true' actuatorgravcomp='true'/>";
    CHECK(Text().losses(mjcf(joint + solid, "<option sleep_tolerance='1e-4'/><compiler alignfree='true'/>")) == "");
    CHECK(Text().losses(mjcf("<freejoint align='true'/>" + solid)) == "");
}

TEST_CASE("losses of newer elements say what they mean") {
    const std::string parts = hinge + solid +
                              "\n<attach/>\n<flexcomp/>\n<plugin/>\n"
                              "<geom size='0.1' shellinertia='true' contype='0' conaffinity='0'/>\n";
    CHECK(Text().losses(mjcf(parts, "<extension><plugin/></extension><deformable><flex/></deformable>")) ==
          "m.xml:4 bodies: <attach> of body 'b'\n"
          "m.xml:5 deformable: <flexcomp> of body 'b'\n"
          "m.xml:6 plugin: <plugin> of body 'b'\n"
          "m.xml:10 plugin: <plugin>\n"
          "m.xml:10 deformable: <flex>\n");
    CHECK(Text().losses(mjcf(hinge + "<geom size='0.1' shellinertia='true' contype='0' conaffinity='0'/>")) ==
          "m.xml:3 shape: 'shellinertia', by which all mass lies on the surface; here it fills the geom\n");
    CHECK(Text().losses(mjcf("<joint name='j' damping='1 0 2' stiffness='3 0 0'/>" + solid)) ==
          "m.xml:3 damping: the square and the cube in the damping of joint 'j'\n");
    CHECK(
        Text().losses(mjcf("<freejoint align='true'/>" + solid, "<keyframe><key qpos='0 0 0 1 0 0 0'/></keyframe>")) ==
        "m.xml:3 setting: 'align' of a free joint, by which keyframes give its principal axes\n");
}

TEST_CASE("what <replicate> repeats is written out, each copy in the frame that follows from the one before") {
    const auto positions = [](const std::string& world) {
        return system_of("<mujoco><worldbody>" + world + "</worldbody></mujoco>")
            .at("initial_conditions")
            .at("state")
            .at("position");
    };
    const std::string body = "<body name='p'>" + hinge + "<geom size='0.1' mass='1' pos='1 0 0'/></body>";
    const nlohmann::json row = positions("<replicate count='3' offset='0.5 0 0'>" + body + "</replicate>");
    REQUIRE(row.size() == 3);
    for (const int i : {0, 1, 2}) CHECK(row.at("p" + std::to_string(i))[0][0] == doctest::Approx(1 + 0.5 * i));
    // A square: each copy is turned by a right angle in the frame of the one before.
    const nlohmann::json square =
        positions("<frame pos='0 0 5'><replicate count='4' sep='_' offset='2 0 0' euler='0 0 90'>" + body +
                  "</replicate></frame>");
    CHECK(square.at("p_2")[0][0] == doctest::Approx(2 - 1));
    CHECK(square.at("p_2")[0][1] == doctest::Approx(2));
    CHECK(square.at("p_3")[0][1] == doctest::Approx(2 - 1));
    CHECK(square.at("p_3")[0][2] == doctest::Approx(5));
    const nlohmann::json nested =
        positions("<replicate count='11' offset='0 0 1'><replicate count='2' offset='0 9 0'>" + body +
                  "</replicate></replicate>");
    CHECK(nested.size() == 22);
    CHECK(nested.at("p101")[0][2] == doctest::Approx(10));
    const Text text;
    CHECK(contains_text(
        text.complaint("<mujoco><worldbody><replicate count='0.5'>" + body + "</replicate></worldbody></mujoco>"),
        "attribute 'count' of <replicate> must be a whole number > 0, got 0.5"));
    CHECK(contains_text(text.complaint("<mujoco><worldbody><replicate count='1000'><replicate count='1000'>" + body +
                                       "</replicate></replicate></worldbody></mujoco>"),
                        "<replicate> makes more than 100000 elements"));
}

TEST_CASE(
    "where no body moves, parts that cannot be carried over are named, and bodies without a name by their place") {
    CHECK(contains_text(Text().complaint("<mujoco><worldbody>\n<body><flexcomp/></body></worldbody></mujoco>"),
                        "no joint but fixed ones holds one; bodies of <flexcomp> of the body of "));
    CHECK(contains_text(Text().complaint("<mujoco><worldbody>\n<body>" + solid +
                                         "<joint type='slide'/><joint type='slide' axis='1 0 0'/><joint type='slide' "
                                         "axis='0 1 0'/><joint/><joint axis='1 0 0'/></body></worldbody></mujoco>"),
                        "the 5 joints of the body of m.xml:2 ("));
}

TEST_CASE("a spring or a damper that a flag switches off is none") {
    const std::string joint = "<joint damping='2' stiffness='3'/>";
    const nlohmann::json system =
        system_of(mjcf(joint + solid, "<option><flag spring='disable' damper='disable'/></option>"));
    CHECK(!system.contains("damping"));
    CHECK(system.at("potentials").size() == 1);
}

TEST_CASE("a joint without a name is called after its body") {
    CHECK(Text().losses(mjcf("<joint range='-1 1' axis='1 0 0'/>\n<joint range='-1 1' axis='0 1 0'/>" + solid)) ==
          "m.xml:3 limit: limits of joint 'b_joint'\n"
          "m.xml:4 limit: limits of joint 'b_joint_2'\n");
}

// A frame at (0, 1, 0) that is turned by 90 degrees about z, and within it what plain bodies have at the places where
// it puts them.
TEST_CASE("what frames hold belongs to the body around them") {
    const auto with = [](const std::string& inside, const std::string& outside) {
        return system_of(
            "<mujoco><default><default class='heavy'><geom density='2000'/></default></default><worldbody>" + inside +
            "<body name='b'>" + outside + "</body></worldbody></mujoco>");
    };
    const std::string geom = "type='box' size='0.1 0.2 0.3' contype='0' conaffinity='0'";
    const std::string frame = "<frame pos='0 1 0' euler='0 0 90' childclass='heavy'>";
    const nlohmann::json framed =
        with("", frame + "<joint axis='1 0 0' pos='0.5 0 0'/><geom " + geom +
                     " pos='1 0 0'/><body name='c' pos='1 0 0'>" + "<joint axis='0 0 1'/>" + solid + "</body></frame>");
    const nlohmann::json plain =
        with("", "<joint axis='0 1 0' pos='0 1.5 0'/><geom density='2000' " + geom +
                     " pos='0 2 0' euler='0 0 90'/><body name='c' pos='0 2 0' euler='0 0 90'><joint axis='0 0 1'/>" +
                     solid + "</body>");
    REQUIRE(framed.at("bodies").size() == plain.at("bodies").size());
    for (std::size_t i = 1; i < 3; ++i) CHECK(framed.at("bodies")[i].at("mass") == plain.at("bodies")[i].at("mass"));
    const auto nodes = [](const nlohmann::json& system, const char* body) {
        return system.at("initial_conditions").at("state").at("position").at(body);
    };
    for (const char* body : {"b", "c"})
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                CHECK(std::abs(nodes(framed, body)[i][k].get<double>() - nodes(plain, body)[i][k].get<double>()) <
                      1e-14);
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(framed.at("constraints")[i].at("type") == plain.at("constraints")[i].at("type"));
    CHECK(Text().losses("<mujoco><worldbody><frame pos='0 0 1'><body>" + hinge + solid +
                        "</body></frame></worldbody></mujoco>") == "");
}

// 2 kg of which half is held up, and 3 kg at (0, 0, -1) of which all is: the first at the middle of its body, the
// second, fixed to it, where its own centre is.
TEST_CASE("gravity compensation is a force on the centre of each body that has it") {
    const nlohmann::json system =
        system_of("<mujoco><worldbody><body name='b' gravcomp='0.5'><freejoint/>" + solid +
                  "<body pos='0 0 -1' gravcomp='1'><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body>"
                  "</body></worldbody></mujoco>");
    const nlohmann::json& forces = system.at("potentials");
    REQUIRE(forces.size() == 3);
    CHECK(forces[1].at("force")[2].get<double>() == doctest::Approx(1 * 9.81));
    CHECK(forces[2].at("force")[2].get<double>() == doctest::Approx(3 * 9.81));
    // The common centre is 0.6 m below the first: the two points lie 0.6 m above and 0.4 m below it.
    const auto away = [&](std::size_t i) {
        double square = 0;
        for (const nlohmann::json& c : forces[i].at("on").at("point")) square += c.get<double>() * c.get<double>();
        return std::sqrt(square);
    };
    CHECK(away(1) == doctest::Approx(0.6));
    CHECK(away(2) == doctest::Approx(0.4));
}

TEST_CASE("a flag is enable or disable") {
    const auto flags = [](const std::string& attributes) {
        return mjcf(hinge + solid, "<option>\n<flag " + attributes + "/>\n</option>");
    };
    const Text text;
    CHECK(text.complaint(flags("energy='enable' contact='disable'")) == "");
    CHECK(system_of(flags("gravity='enable'")).at("potentials")[0].at("type") == "Gravity");
    CHECK(text.complaint(flags("energy='enable' gravity='on'")) ==
          "m.xml:6: flag 'gravity' must be enable or disable, got 'on'");
}

TEST_CASE("gravity has any size and direction, and none is no item") {
    const auto potentials = [](const std::string& gravity) {
        return system_of(mjcf(hinge + solid, "<option gravity='" + gravity + "'/>")).at("potentials");
    };
    const nlohmann::json weak = potentials("0.3 0 -0.4");
    REQUIRE(weak.size() == 1);
    CHECK(weak[0].at("type") == "Gravity");
    CHECK(weak[0].at("g").get<double>() == doctest::Approx(0.5));
    const double up[] = {-0.6, 0, 0.8};
    for (std::size_t k = 0; k < 3; ++k) CHECK(weak[0].at("up")[k].get<double>() == doctest::Approx(up[k]));
    CHECK(potentials("0 0 0").empty());
}

TEST_CASE("names stand once, and classes are known") {
    const Text text;
    CHECK(text.complaint(mjcf(hinge + solid + "\n<body name='b'>" + solid + "</body>")) ==
          "m.xml:4: a second body is called 'b'");
    CHECK(text.complaint(mjcf(hinge + "\n" + hinge + solid)).starts_with("m.xml:4: a second joint is called 'j'"));
    CHECK(text.complaint(mjcf("<joint class='log'/>" + solid, "<default><default class='leg'/></default>")) ==
          "m.xml:3: unknown class 'log', did you mean 'leg'?");
    CHECK(text.complaint(mjcf(hinge + solid, "<default>\n<default/>\n</default>")) ==
          "m.xml:6: a <default> within another one needs the attribute 'class'");
    CHECK(text.complaint(mjcf(hinge + solid + "<body><freejoint/>" + solid + "</body>")) ==
          "m.xml:3: a free joint belongs to a body of the world, not to one of another body");
}

TEST_CASE("the compiler's settings that are not read are refused") {
    const Text text;
    const auto said = [&](const std::string& attributes) {
        return text.complaint(mjcf(hinge + solid, "<compiler " + attributes + "/>"));
    };
    CHECK(contains_text(said("coordinate='global'"), "is global; save the model with local coordinates first"));
    CHECK(contains_text(said("angle='grad'"), "attribute 'angle' of <compiler> is unknown: 'grad'"));
    CHECK(contains_text(said("eulerseq='xya'"), "must be three letters of x y z X Y Z, got 'xya'"));
    CHECK(said("angle='radian' eulerseq='XYZ' autolimits='false' meshdir='a'") == "");
}

TEST_CASE("files are included once, from the model's directory or below") {
    const Text text;
    cchnn_test::write_text(text.scratch / "part.xml", "<any>" + hinge + solid + "</any>");
    cchnn_test::write_text(text.scratch / "circle.xml", "<any><include file='circle.xml'/></any>");
    CHECK(text.complaint(mjcf("<include file='part.xml'/>")) == "");
    CHECK(contains_text(text.complaint(mjcf("<include file='circle.xml'/>")),
                        "circle.xml:1: includes 'circle.xml' again; each file may be included once"));
    CHECK(contains_text(text.complaint(mjcf("<include file='../part.xml'/>")), "leaves the directory of the file"));
    CHECK(contains_text(text.complaint(mjcf("<include file='/etc/passwd'/>")), "leaves the directory of the file"));
    CHECK(contains_text(text.complaint(mjcf("<include file='none.xml'/>")), "none.xml: cannot be read"));
    CHECK(contains_text(text.complaint(mjcf("<include/>")), "<include> needs the attribute 'file'"));
}

TEST_CASE("a file that an MJCF model names and that cannot be taken is an error of the model, include and mesh alike") {
    const Text text;
    for (const char* file : {"../other", "none"}) {
        const std::string name = file;
        const std::string include = mjcf("<include file='" + name + ".xml'/>");
        const std::string mesh =
            mjcf(hinge + "<geom type='mesh' mesh='m'/>", "<asset><mesh name='m' file='" + name + ".obj'/></asset>");
        for (const std::string& model : {include, mesh}) {
            CHECK_THROWS_AS(text.converted(model), cchnn::SpecError);
            CHECK(text.complaint(model).starts_with("m.xml:"));
        }
    }
}

TEST_CASE("a mesh is an OBJ file beside the model, and is known") {
    const Text text;
    const auto said = [&](const std::string& asset) {
        return text.complaint(mjcf(hinge + "<geom type='mesh' mesh='top'/>", "<asset>" + asset + "</asset>"));
    };
    CHECK(contains_text(said(""), "attribute 'mesh' of <geom> is unknown: 'top'"));
    CHECK(text.complaint(mjcf(hinge + "<geom type='mesh'/>")) == "m.xml:3: <geom> needs the attribute 'mesh'");
    CHECK(contains_text(said("<mesh name='top' file='top.msh'/>"), "must be an OBJ, STL or PLY file, got 'top.msh'"));
    cchnn_test::write_text(text.scratch / "top.stl", "solid ascii");
    CHECK(contains_text(said("<mesh file='top.stl'/>"), "top.stl: has no triangles"));
    CHECK(contains_text(said("<mesh name='top' file='../top.obj'/>"), "leaves the directory of the file"));
    CHECK(contains_text(said("<mesh file='top.obj'/>"), "top.obj: cannot be read: No such file or directory"));
    cchnn_test::write_text(text.scratch / "top.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    CHECK(contains_text(said("<mesh file='top.obj'/>"), "m.xml:5: "));
    cchnn_test::write_text(text.scratch / "top.obj",
                           "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    CHECK(said("<mesh file='top.obj'/>") == "");
    CHECK(text.losses(mjcf(hinge + "<geom type='mesh' mesh='top' contype='0' conaffinity='0'/>",
                           "<asset><mesh file='top.obj' inertia='shell'/></asset>")) ==
          "m.xml:5 shape: 'inertia' of a mesh, 'shell'; the mesh's volume is taken exactly\n");
}

TEST_CASE(
    "meshes whose mass does not count are not read: beside <inertial>, of what stands still, out of the group, of no "
    "mass") {
    const Text text;
    const std::string meshes =
        "<asset><mesh name='shell' file='shell.msh'/><mesh name='gone' file='gone.obj' scale='0 1 1'/></asset>"
        "<default><default class='drawn'><geom type='mesh' contype='0' conaffinity='0' group='2'/></default></default>";
    const auto arm = [&](const std::string& drawn, const std::string& inside) {
        return "<mujoco model='m'>" + meshes + "<worldbody><geom class='drawn' mesh='shell'/>" +
               "<body name='base'><geom class='drawn' mesh='gone'/><geom size='0.1' contype='0' conaffinity='0'/>" +
               "<body name='b' pos='0 0 1'>" + hinge + drawn + inside + "</body></body></worldbody></mujoco>";
    };
    const std::string mesh = "<geom class='drawn' mesh='shell'/><geom class='drawn' type='box' mesh='gone'/>";
    const std::string plain = text.converted(arm("", solid)).json;
    CHECK(text.converted(arm(mesh, solid)).json == plain);
    CHECK(text.converted(arm(solid, mesh)).json == plain);  // whichever comes first
    CHECK(text.losses(arm(mesh, solid)) == "");
    const std::string ball = "<geom size='0.1' mass='2' contype='0' conaffinity='0'/>";
    const std::string of_ball = text.converted(arm("", ball)).json;
    CHECK(text.converted(arm("<geom class='drawn' mesh='shell' mass='0'/>", ball)).json == of_ball);
    CHECK(text.converted(arm("<geom class='drawn' mesh='shell' density='0'/>", ball)).json == of_ball);
    const auto with = [&](const std::string& compiler, const std::string& inside) {
        return text.complaint("<mujoco><compiler " + compiler + "/>" + arm(mesh, inside).substr(18));
    };
    CHECK(with("inertiagrouprange='0 1'", ball) == "");
    CHECK(with("inertiafromgeom='false'", solid) == "");
    // Where it counts it is read.
    CHECK(contains_text(text.complaint(arm(mesh, "")), "must be an OBJ, STL or PLY file, got 'shell.msh'"));
    CHECK(contains_text(with("inertiafromgeom='true'", solid), "must be an OBJ, STL or PLY file, got 'shell.msh'"));
    CHECK(contains_text(with("settotalmass='3'", solid), "attribute 'scale' of <mesh> must not be 0"));
    CHECK(contains_text(text.complaint(arm("<geom class='drawn' mesh='shel'/>", solid)), "did you mean 'shell'?"));
}

TEST_CASE("keyframes are the states of a system") {
    const nlohmann::json two =
        system_of(mjcf(hinge + solid, "<keyframe><key qpos='0'/><key qpos='1.5707963267948966' qvel='2'/></keyframe>"));
    const nlohmann::json& states = two.at("initial_conditions").at("states");
    REQUIRE(states.size() == 2);
    CHECK(!states[0].contains("velocity"));
    // A quarter of a turn about y takes the third axis to x; its tip moves at 2 m/s, downwards.
    CHECK(states[1].at("position").at("b")[3][0].get<double>() == doctest::Approx(1));
    CHECK(states[1].at("velocity").at("b")[3][2].get<double>() == doctest::Approx(-2));
    const Text text;
    CHECK(text.complaint(mjcf(hinge + solid, "<keyframe><key qpos='0 1'/></keyframe>")) ==
          "m.xml:5: attribute 'qpos' of <key> must be 1 finite number, got '0 1'");
    CHECK(text.complaint(mjcf("<joint type='ball'/>" + solid, "<keyframe><key qpos='0 0 0 0'/></keyframe>")) ==
          "m.xml:5: attribute 'qpos' of <key> has a quaternion of zeros");
}

TEST_CASE("a free body of a keyframe moves as in space and turns as in its own frame") {
    const nlohmann::json state =
        system_of(
            mjcf("<freejoint/>" + solid, "<keyframe><key qpos='1 2 3 1 0 0 1' qvel='0.1 0.2 0.3 4 5 6'/></keyframe>"))
            .at("initial_conditions")
            .at("state");
    const nlohmann::json &x = state.at("position").at("b"), &v = state.at("velocity").at("b");
    CHECK(x[0] == nlohmann::json{1, 2, 3});
    CHECK(v[0] == nlohmann::json{0.1, 0.2, 0.3});
    const double rate[] = {-5, 4, 6};  // (4, 5, 6) after a quarter of a turn about z
    REQUIRE(x.size() == 4);
    for (std::size_t i = 1; i < 4; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const auto arm = [&](std::size_t at) { return x[i][at % 3].get<double>() - x[0][at % 3].get<double>(); };
            CHECK(v[i][k].get<double>() - v[0][k].get<double>() ==
                  doctest::Approx(rate[(k + 1) % 3] * arm(k + 2) - rate[(k + 2) % 3] * arm(k + 1)));
        }
}

TEST_CASE("the total mass may be set, and moments that no solid has be balanced") {
    const nlohmann::json heavy = system_of(mjcf(hinge + solid, "<compiler settotalmass='8'/>"));
    CHECK(heavy.at("bodies")[1].at("mass") == 8.0);
    const std::string thin = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 4'/>";
    CHECK(contains_text(Text().complaint(mjcf(hinge + thin)), "no solid has the moments of inertia of 'b'"));
    const nlohmann::json balanced = system_of(mjcf(hinge + thin, "<compiler balanceinertia='true'/>"));
    // All three moments are 2, and so each second moment 1.
    CHECK(balanced.at("bodies")[1].at("second_moments")[2].get<double>() == doctest::Approx(1));
}

}  // namespace
}  // namespace cchnn_test
