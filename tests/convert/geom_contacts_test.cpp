// Collisions as Contacts: of models by hand, and those of MuJoCo itself at random configurations.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "convert/model_text.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

#ifdef CCHNN_HAS_MUJOCO
#include <mujoco/mujoco.h>
#endif

using namespace cchnn_test;

namespace {

cchnn::ConvertChoices with_contacts() {
    cchnn::ConvertChoices choices;
    choices.contacts = 0.75;
    return choices;
}

// Bodies that are free or on hinges, in a world with a floor, a ramp and a post. Geoms have no friction unless they say so.
std::string model(const std::string& world, const std::string& sections = "", const std::string& defaults = "") {
    return "<mujoco model='m'><compiler angle='radian'/><default><geom condim='1' " + defaults +
           "/><pair condim='1'/></default><worldbody>" + world + "</worldbody>" + sections + "</mujoco>";
}
std::string ball(const std::string& name, const std::string& place, const std::string& geom = "") {
    return "<body name='" + name + "' pos='" + place + "'><freejoint/>" + solid + "<geom name='" + name + "' " +
           (geom.find("size") == geom.npos ? "size='0.1' " : "") + geom + "/></body>";
}
const std::string floor = "<geom name='floor' type='plane' size='1 1 1'/>";

std::set<std::string> names(const std::string& text) {
    std::set<std::string> found;
    const nlohmann::json system = system_of(text, with_contacts());
    if (system.contains("contacts"))
        for (const nlohmann::json& one : system.at("contacts")) found.insert(one.at("name").get<std::string>());
    return found;
}
using Names = std::set<std::string>;

std::string lost(const std::string& text) {
    std::string all;
    const cchnn::ConvertedModel converted = Text().converted(text, with_contacts());
    for (const cchnn::Loss& loss : converted.remarks.losses()) all += loss.kind + ": " + loss.what.what + "\n";
    return all;
}
std::string refused(const std::string& text) {
    try {
        Text().converted(text, with_contacts());
    } catch (const cchnn::SpecError& error) {
        return error.problems().front().what;
    }
    return "";
}

TEST_CASE("a ball above a tilted plane, and one beside a post, become Contacts with the numbers of the model") {
    const nlohmann::json system =
        system_of(model("<geom name='ramp' type='plane' size='1 1 1' pos='1 2 3' euler='0 0.3 0'/>"
                        "<geom name='post' size='0.2' pos='3 0 9'/>" +
                        ball("a", "1 2 8", "pos='0.5 0 0'")),
                  with_contacts());
    const nlohmann::json& plane = system.at("contacts")[0];
    CHECK(plane.at("shape") == "plane");
    CHECK(plane.at("radius") == 0.1);
    CHECK(plane.at("restitution") == 0.75);
    CHECK(plane.at("point") == nlohmann::json({1, 2, 3}));
    CHECK(std::abs(plane.at("normal")[0].get<double>() - std::sin(0.3)) < 1e-15);
    CHECK(std::abs(plane.at("normal")[2].get<double>() - std::cos(0.3)) < 1e-15);
    double apart = 0;  // the centre is half a metre from the centre of mass, whichever axes are principal
    for (const nlohmann::json& entry : plane.at("on").at("point")) apart += entry.get<double>() * entry.get<double>();
    CHECK(std::abs(apart - 0.25) < 1e-15);
    const nlohmann::json& balls = system.at("contacts")[1];
    CHECK(balls.at("radii") == nlohmann::json({0.2, 0.1}));
    CHECK(balls.at("between")[0] == "post_origin");
    CHECK(system.at("bodies")[0].at("position") == nlohmann::json({3, 0, 9}));
}

TEST_CASE("which geoms collide") {
    const std::string two = ball("a", "0 0 1") + ball("b", "1 0 1");
    CHECK(names(model(floor + two)) == Names{"a and floor", "b and floor", "a and b"});
    CHECK(names(model(floor + two, "<contact><exclude body1='b' body2='a'/></contact>")) ==
          Names{"a and floor", "b and floor"});
    CHECK(names(model(floor + two, "<contact><exclude body1='world' body2='a'/></contact>")) ==
          Names{"b and floor", "a and b"});
    // One bit of the type of one and of the affinity of the other is enough.
    CHECK(names(model(floor + ball("a", "0 0 1", "contype='2' conaffinity='0'") +
                      ball("b", "1 0 1", "contype='0' conaffinity='6'"))) == Names{"a and b"});
    CHECK(names(model(floor + two, "<option><flag contact='disable'/></option>")) == Names{});
    // Pairs do not ask for types, nor for what is excluded, and none is made twice.
    const std::string pairs =
        "<contact><exclude body1='a' body2='b'/><pair geom1='a' geom2='b'/>"
        "<pair geom1='floor' geom2='a'/></contact>";
    CHECK(names(model(floor + two, pairs, "contype='0' conaffinity='0'")) == Names{"a and b", "a and floor"});
    CHECK(names(model(floor + two, pairs)) == Names{"a and b", "a and floor", "b and floor"});
    // A child does not meet its parent, but its parent's parent; bodies that are fixed to each other are one.
    const std::string chain =
        "<body name='a' pos='0 0 1'><joint axis='0 1 0'/>" + solid + "<geom name='a' size='0.1'/><body pos='0 0 0.5'>" +
        "<geom name='fixed' size='0.1'/></body><body pos='0 0 1'><joint axis='0 1 0'/>" + solid +
        "<geom name='b' size='0.1'/><body pos='0 0 1'><joint axis='0 1 0'/>" + solid +
        "<geom name='c' size='0.1'/></body></body></body><geom name='post' size='0.1' pos='5 0 0'/>";
    CHECK(names(model(chain)) ==
          Names{"post and a", "post and fixed", "post and b", "post and c", "a and c", "fixed and c"});
    CHECK(names(model(chain, "<option><flag filterparent='disable'/></option>")) ==
          Names{"post and a", "post and fixed", "post and b", "post and c", "a and c", "fixed and c", "a and b",
                "fixed and b", "b and c"});
}

TEST_CASE("what Contacts do not have is named") {
    const std::string a = ball("a", "0 0 1");
    CHECK(lost(model(floor + a)) == "");
    CHECK(Text().losses(model(floor + a)) ==
          "m.xml:1 contact: collisions of a geom, 'floor'\n"
          "m.xml:1 contact: collisions of a geom, 'a'\n");
    const std::string friction = "friction: friction of 'a' with 'floor': a condim of 1 has none\n";
    CHECK(lost(model(floor + ball("a", "0 0 1", "condim='3'"))) == friction);
    CHECK(lost(model(floor + ball("a", "0 0 1", "condim='4' priority='-1'"))) == "");
    CHECK(lost(model(floor + ball("a", "0 0 1", "condim='4' priority='1'"))) == friction);
    CHECK(lost(model(floor + a, "<contact><pair geom1='a' geom2='floor' condim='3'/></contact>")) == friction);
    CHECK(lost(model(floor + ball("a", "0 0 1", "solref='0.01 1'"))) ==
          "setting: solref or solimp of 'a' with 'floor', which give way; a Contact is hard\n");
    CHECK(lost(model(floor + ball("a", "0 0 1", "margin='0.01'"))) ==
          "contact: collisions of 'a' with 'floor': it acts at a distance; make its margin equal to its gap, 0 by "
          "default\n");
    CHECK(lost(model(floor + ball("a", "0 0 1", "margin='0.01' gap='0.01'"))) == "");
    CHECK(lost(model(floor + ball("a", "0 0 1", "type='capsule' size='0.1 0.2'"))) ==
          "contact: collisions of a geom, 'a': it is a capsule, but Contacts are of spheres and planes\n");
    CHECK(lost(model(floor + ball("a", "0 0 1", "type='capsule' size='0.1 0.2' contype='0' conaffinity='0'"),
                     "<contact><pair geom1='a' geom2='floor'/></contact>")) ==
          "contact: collisions of 'a' with 'floor': Contacts are of spheres with planes and with spheres\n");
    CHECK(lost(model(floor + ball("a", "0 0 0.05"))) ==
          "contact: collisions of 'a' with 'floor': a motion starts where its gap is -0.05 m; give a keyframe in which "
          "it is open\n");
    CHECK(lost(model(floor + ball("a", "0 0 0.05"), "<keyframe><key qpos='0 0 1 1 0 0 0'/></keyframe>")) == "");
    CHECK(lost(model(floor + a, "<keyframe><key qpos='0 0 1 1 0 0 0'/><key qpos='0 0 0.1 1 0 0 0'/></keyframe>")) !=
          "");
    CHECK(refused(model(floor + a, "<contact><pair geom1='a' geom2='flor'/></contact>")) ==
          "unknown geom 'flor', did you mean 'floor'?");
    CHECK(refused(model(floor + a + "<replicate count='1001' offset='3 0 0'><body pos='9 9 9'><freejoint/>" + solid +
                        "<geom size='0.1'/></body></replicate>")) == "more than 1000 pairs of geoms collide");
    CHECK(refused(model(floor + a + "<replicate count='2000'><geom size='0.1'/></replicate>")) ==
          "more than 2000 geoms are spheres or planes");
    CHECK(refused(model(floor + a, "<contact><exclude body1='a' body2='wrld'/></contact>")) ==
          "unknown body 'wrld', did you mean 'world'?");
}

TEST_CASE("spheres of a URDF collide, unless a joint joins their links") {
    const auto collision = [](const std::string& shape) {
        return "<collision><origin xyz='0 0 0.3'/><geometry>" + shape + "</geometry></collision>";
    };
    const auto robot = [&](const std::string& shape) {
        const std::string inertia = "<inertial><mass value='2'/><inertia ixx='0.2' iyy='0.3' izz='0.4'/></inertial>";
        return "<robot name='r'><link name='base'>" + collision("<sphere radius='0.1'/>") + "</link><link name='arm'>" +
               inertia + collision(shape) + "</link><link name='hand'>" + inertia + collision(shape) +
               "</link><joint name='j' type='continuous'><parent link='base'/><child link='arm'/>"
               "<origin xyz='0 0 1'/></joint><joint name='k' type='continuous'><parent link='arm'/>"
               "<child link='hand'/><origin xyz='0 0 1'/></joint></robot>";
    };
    CHECK(names(robot("<sphere radius='0.2'/>")) == Names{"base and arm", "base and hand"});
    CHECK(lost(robot("<box size='1 1 1'/>")) ==
          "contact: collisions of link 'arm': Contacts are of spheres\n"
          "contact: collisions of link 'hand': Contacts are of spheres\n");
}

#ifdef CCHNN_HAS_MUJOCO

// Everything that decides which geoms meet: masks, an excluded pair, listed pairs, parents, bodies fixed to each other, planes
// and balls in the world, and shapes that are left out.
std::string crowd() {
    return model(
        floor +
            "<geom name='ramp' type='plane' size='1 1 1' pos='-2 0 0' euler='0.2 0.5 0.1'/>"
            "<geom name='post' size='0.6' pos='0.3 0.2 0.4'/>"
            "<body name='stand' pos='0 1 0.5' euler='0.1 0.2 0.3'><geom name='knob' size='0.4' pos='0 0.2 0'/></body>" +
            ball("a", "20 0 5", "pos='0.2 0.1 0.3'") + ball("b", "22 0 5", "contype='2' conaffinity='1'") +
            ball("c", "24 0 5", "contype='0' conaffinity='2'") + ball("d", "26 0 5", "contype='0' conaffinity='0'") +
            "<body name='e' pos='28 0 5'><freejoint/>" + solid +
            "<geom name='e' size='0.3' pos='0 0 0.2'/><body name='ear' pos='0.3 0.4 0' euler='0.4 0 0.2'>"
            "<geom name='ear' size='0.2' pos='0.1 0 0'/></body><body name='f' pos='0 0 1'><joint axis='1 0 0'/>" +
            solid + "<geom name='f' size='0.3'/><body name='g' pos='0 0 1'><joint axis='0 1 0'/>" + solid +
            "<geom name='g' size='0.3'/><geom name='bar' type='capsule' size='0.1 0.4'/></body></body></body>",
        "<contact><exclude body1='a' body2='e'/><pair geom1='a' geom2='e'/><pair geom1='d' geom2='floor'/>"
        "<pair geom1='post' geom2='d'/><exclude body1='b' body2='world'/></contact>",
        "margin='0'");
}

TEST_CASE("contacts are those of MuJoCo at random configurations, with its distances") {
    const Text text;
    const std::string json = text.converted(crowd(), with_contacts()).json;
    const cchnn::CompiledSystem compiled(cchnn::parse_system(json, "m.json"));
    const auto gaps = cchnn::gaps_of(compiled.graph.contacts(), compiled.system);
    char error[1000] = "";
    mjModel* const model = mj_loadXML((text.scratch / "m.xml").c_str(), nullptr, error, sizeof error);
    REQUIRE_MESSAGE(model, error);
    mjData* const data = mj_makeData(model);
    mj_forward(model, data);
    struct Marker {
        int body;
        double local[3];
    };
    std::vector<Marker> markers;  // of nodes, in the order of bodies
    const nlohmann::json system = nlohmann::json::parse(json);
    for (const nlohmann::json& body : system.at("bodies")) {
        if (body.at("type") == "Origin") continue;
        const std::string id = body.at("id");
        for (const auto& node : system.at("initial_conditions").at("state").at("position").at(id)) {
            Marker marker{mj_name2id(model, mjOBJ_BODY, id.c_str()), {}};
            REQUIRE(marker.body > 0);
            mjtNum apart[3];
            for (int k = 0; k < 3; ++k) apart[k] = node[k].get<double>() - data->xpos[3 * marker.body + k];
            mju_rotVecMatT(marker.local, apart, data->xmat + 9 * marker.body);
            markers.push_back(marker);
        }
    }
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::map<std::string, int> seen;
    int open = 0;
    for (int round = 0; round < 2000; ++round) {
        for (int j = 0; j < model->njnt; ++j) {
            mjtNum* const q = data->qpos + model->jnt_qposadr[j];
            const bool is_free = model->jnt_type[j] == mjJNT_FREE;
            for (int k = 0; k < (is_free ? 7 : 1); ++k) q[k] = (is_free ? 0.6 : 2) * normal(random);
        }
        mj_normalizeQuat(model, data->qpos);
        mj_forward(model, data);
        std::map<std::string, double> theirs;
        for (int i = 0; i < data->ncon; ++i) {
            const mjContact& contact = data->contact[i];
            const auto is_ours = [&](int geom) {
                return model->geom_type[geom] == mjGEOM_SPHERE || model->geom_type[geom] == mjGEOM_PLANE;
            };
            if (!is_ours(contact.geom1) || !is_ours(contact.geom2)) continue;
            std::string a = mj_id2name(model, mjOBJ_GEOM, contact.geom1),
                        b = mj_id2name(model, mjOBJ_GEOM, contact.geom2);
            if (b < a) std::swap(a, b);
            REQUIRE(theirs.emplace(a + " " + b, contact.dist).second);
        }
        std::vector<double> x;
        for (const Marker& marker : markers) {
            mjtNum point[3];
            mju_rotVecMat(point, marker.local, data->xmat + 9 * marker.body);
            for (int k = 0; k < 3; ++k) x.push_back(point[k] + data->xpos[3 * marker.body + k]);
        }
        const std::vector<double> v(x.size());
        std::size_t closed = 0;
        for (const cchnn::ContactGap& gap : gaps) {
            const cchnn::Contact& contact = compiled.graph.contacts()[cchnn::to_size(gap.contact)];
            double value = gap.function.at(x.data(), v.data(), nullptr).value;
            if (contact.shape == cchnn::ContactShape::balls) {  // (|r|^2 - R^2) / (2 R)
                const nlohmann::json& radii = system.at("contacts")[cchnn::to_size(gap.contact)].at("radii");
                const double sum = radii[0].get<double>() + radii[1].get<double>();
                value = std::sqrt(std::max(0.0, sum * (sum + 2 * value))) - sum;
            }
            if (value >= 0) {
                ++open;
                continue;
            }
            const std::size_t word = contact.name.find(" and ");
            std::string a = contact.name.substr(0, word), b = contact.name.substr(word + 5);
            if (b < a) std::swap(a, b);
            const auto found = theirs.find(a + " " + b);
            REQUIRE_MESSAGE(found != theirs.end(), contact.name);
            // MuJoCo ends its search for principal axes at 1.4e-6 rad, and bodies have these axes as frames.
            CHECK(std::abs(found->second - value) < 1e-5);
            ++closed;
            ++seen[a + " " + b];
        }
        CHECK(closed == theirs.size());
    }
    CHECK(seen.size() == gaps.size());  // each Contact was closed at some time, and open at others
    CHECK(open > 1000);
    mj_deleteData(data);
    mj_deleteModel(model);
}

#endif

}  // namespace
