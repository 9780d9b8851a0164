// cchnn-gen convert, as a user runs it.

#include <doctest/doctest.h>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "convert/model_text.hpp"

using namespace cchnn_test;
using cchnn_test::bytes_of;
using cchnn_test::write_text;

namespace {

const std::string arm = urdf("<axis xyz='0 1 0'/>\n<limit lower='-1' upper='1'/>", "", "revolute");

TEST_CASE("a converted model is checked, shown and generated as any system") {
    const Shell shell;
    write_text(shell.scratch / "arm.urdf", arm);
    const Ran ran = shell("convert arm.urdf -o arm.json --accept limit");
    CHECK(ran.code == 0);
    CHECK(ran.out == "wrote arm.json\n");
    CHECK(ran.err == "cchnn-gen: arm.urdf:5: not carried over: limit: limits of joint 'j'\n");
    CHECK(shell("check arm.json").out == "arm.json: fine: r, 1 degree of freedom\n");
    CHECK(contains_text(shell("show arm.json").out, "Joint+Axis"));
    CHECK(shell("generate arm.json -o data --train 1 --valid 0 --test 0").code == 0);
    CHECK(bytes_of(shell.scratch / "arm.json") == shell("convert arm.urdf -o - --accept limit").out);
}

TEST_CASE("a system converted with random starts makes sets to train on, and one without says why it does not") {
    const Shell shell;
    write_text(shell.scratch / "arm.urdf", arm);
    REQUIRE(shell("convert arm.urdf -o arm.json --accept limit").code == 0);
    CHECK(contains_text(shell("generate arm.json -o one --steps 5").out,
                        "the file gives 1 state, all for the test set: --train takes some of them, and 'bodies' that "
                        "start at random give any number of trajectories (cchnn-gen convert --random-starts)"));
    CHECK(contains_text(shell.refused("generate arm.json -o two --steps 5 --train 20", 2),
                        "arm.json#/initial_conditions: has 1 state, asked for trajectory"));
    REQUIRE(shell("convert arm.urdf -o arm.json --accept limit --random-starts --rate-std 0.5 --force").code == 0);
    CHECK(shell("check arm.json").out == "arm.json: fine: r, 1 degree of freedom\n");
    const Ran ran = shell("generate arm.json -o many --steps 5 --bound off");
    CHECK(ran.code == 0);
    CHECK(contains_text(ran.out, "800"));
    CHECK_FALSE(contains_text(ran.out, "the file gives"));
    CHECK(contains_text(shell.refused("convert arm.urdf -o b.json --accept limit --rate-std 0.5", 2),
                        "--rate-std: needs --random-starts"));
    CHECK(contains_text(shell.refused("convert arm.urdf -o b.json --accept limit --random-starts --rate-std -1", 2),
                        "--rate-std: must be 0 to 1e6"));
}

TEST_CASE("limits of joints become Stops that motions keep, and --accept limit leaves them out") {
    const Shell shell;
    write_text(shell.scratch / "arm.urdf", arm);
    const Ran ran = shell("convert arm.urdf -o arm.json --random-starts --restitution 0.9");
    CHECK(ran.code == 0);
    CHECK(ran.err ==
          "cchnn-gen: arm.urdf: note: limits become 1 Stop with the restitution 0.9, which a model does not give\n");
    const nlohmann::json system = nlohmann::json::parse(bytes_of(shell.scratch / "arm.json"));
    CHECK(system.at("contacts").size() == 1);
    CHECK(system.at("contacts")[0].at("high").get<double>() - system.at("contacts")[0].at("low").get<double>() == 2);
    CHECK(contains_text(shell("show arm.json").out, "rad, e = 0.9"));
    CHECK(shell("generate arm.json -o data --train 3 --valid 0 --test 0 --refine off").code == 0);
    CHECK_FALSE(contains_text(shell("convert arm.urdf -o - --accept limit").out, "contacts"));
    CHECK(contains_text(shell.refused("convert arm.urdf -o b.json --restitution 1.5", 2),
                        "--restitution: must be 0 to 1"));
}

TEST_CASE("nothing is written while something is lost that nobody accepted") {
    const Shell shell;
    write_text(shell.scratch / "arm.urdf", urdf("<axis xyz='0 1 0'/>\n<dynamics friction='1'/>", "", "continuous"));
    CHECK(shell.refused("convert arm.urdf -o arm.json", 1) ==
          "cchnn-gen: arm.urdf:5: not carried over: friction: dry friction of joint 'j'\n"
          "cchnn-gen: nothing is written, because the system would lack the features above; to accept this, give "
          "--accept friction\n");
    CHECK(!std::filesystem::exists(shell.scratch / "arm.json"));
    CHECK(shell.refused("convert arm.urdf -o arm.json --accept contact,limit", 1)
              .ends_with("to accept this, give --accept friction\n"));
    CHECK(shell.refused("convert arm.urdf -o arm.json --accept limits", 2) ==
          "cchnn-gen: --accept: unknown kind 'limits', did you mean 'limit'?\n");
    CHECK(shell.refused("convert arm.urdf -o arm.json --name 'My arm'", 2) ==
          "cchnn-gen: --name: must be 1 to 64 lower-case letters, digits and '_', got 'My arm'\n");
}

TEST_CASE("the model is never overwritten, and another file with --force alone") {
    const Shell shell;
    write_text(shell.scratch / "arm.urdf", arm);
    write_text(shell.scratch / "mine.json", "mine");
    CHECK(contains_text(shell.refused("convert arm.urdf -o arm.urdf --accept limit --force", 2),
                        "which is never overwritten"));
    CHECK(contains_text(shell.refused("convert arm.urdf -o mine.json --accept limit", 4), "--force"));
    CHECK(bytes_of(shell.scratch / "mine.json") == "mine");
    CHECK(shell("convert arm.urdf -o mine.json --accept limit --force").code == 0);
}

TEST_CASE("names of strangers are spelled out, in messages and in the system") {
    const Shell shell;
    write_text(shell.scratch / "a.xml", mjcf("<joint name='j&#27;[2J&#10;x' range='0 1'/>" + solid));
    const std::string said = shell.refused("convert a.xml -o a.json", 1);
    CHECK(contains_text(said, "limits of joint 'j\\x1b[2J\\nx': a motion starts at 0, not between 0 and 0.0174533"));
    CHECK(shell("convert a.xml -o a.json --accept limit").code == 0);
    CHECK(shell("check a.json").out == "a.json: fine: m, 1 degree of freedom\n");
}

TEST_CASE("a large model is refused or converted, whatever it holds") {
    const Shell shell;
    std::string wide = "<mujoco><worldbody>";
    for (int i = 0; i < 20'000; ++i) wide += "<body><freejoint/>" + solid + "</body>";
    write_text(shell.scratch / "wide.xml", wide + "</worldbody></mujoco>");
    CHECK(shell.refused("convert wide.xml -o wide.json", 3) ==
          "cchnn-gen: wide.xml: 20000 bodies move, at most 10000 can\n");
    std::string losses = "<mujoco><worldbody><body>" + hinge + solid + "</body></worldbody><actuator>";
    for (int i = 0; i < 90'000; ++i) losses += "<motor name='" + std::to_string(i) + "'/>";
    write_text(shell.scratch / "losses.xml", losses + "</actuator></mujoco>");
    CHECK(shell("convert losses.xml -o losses.json").code == 1);
}

}  // namespace
