// Limits of joints as Stops: both gaps at the states of keyframes are those of q.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "convert/model_text.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

using namespace cchnn_test;

namespace {

cchnn::ConvertChoices with_stops() {
    cchnn::ConvertChoices choices;
    choices.restitution = 0.75;
    return choices;
}
// A body that turns and slides in space and carries another one on this joint, with three states of it.
std::string carried(const std::string& joint, const std::string& inertia = solid) {
    const std::string free =
        "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>"
        "<joint type='ball'/>";
    return mjcf(
        free + solid + "<body pos='0.1 0.2 0.3' quat='0.9 0.1 0.2 0.3'>" + joint + inertia + "</body>",
        "<compiler angle='radian'/><keyframe><key qpos='0 0 0 1 0 0 0 0.4'/><key qpos='1 2 3 0.5 0.5 0.1 0.7 -0.35'/>"
        "<key qpos='-1 0 2 0.2 -0.5 0.6 0.1 1.1'/></keyframe>");
}
void check_gaps(const std::string& text, double low, double high) {
    const cchnn::CompiledSystem compiled(cchnn::parse_system(Text().converted(text, with_stops()).json, "m.json"));
    const auto gaps = cchnn::gaps_of(compiled.graph.contacts(), compiled.system);
    REQUIRE(gaps.size() == 2);
    const double states[] = {0.4, -0.35, 1.1};
    for (std::size_t i = 0; i < 3; ++i) {
        cchnn::SampleKey key{0, cchnn::Split::test, i, 0};
        const cchnn::InitialState state = compiled.sampler.draw(key);
        double found[2];
        for (std::size_t g = 0; g < 2; ++g)
            found[g] = gaps[g].function.at(state.x.data(), state.v.data(), state.s.data()).value;
        double expected[2] = {states[i] - low, high - states[i]};
        std::sort(found, found + 2);  // a Slider may count from the other body
        std::sort(expected, expected + 2);
        for (std::size_t g = 0; g < 2; ++g) CHECK(std::abs(found[g] - expected[g]) < 1e-12);
        CHECK(compiled.graph.contacts()[cchnn::to_size(gaps[0].contact)].restitution == 0.75);
    }
}

TEST_CASE("the Stop of a hinge or a slide leaves what is left of the range") {
    const std::string range = " range='-0.5 1.25' limited='true'";
    check_gaps(carried("<joint axis='1 2 -1' pos='0.1 0 0.2'" + range + "/>"), -0.5, 1.25);
    check_gaps(carried("<joint axis='0 0 -1' ref='0.3'" + range + "/>"), -0.5, 1.25);
    check_gaps(carried("<joint type='slide' axis='1 2 -1' ref='0.2'" + range + "/>"), -0.5, 1.25);
}

TEST_CASE("limits without a Stop are losses with their reason") {
    const auto lost = [](const std::string& text) {
        std::string all;
        const cchnn::ConvertedModel model = Text().converted(text, with_stops());
        for (const cchnn::Loss& loss : model.remarks.losses()) all += loss.kind + ": " + loss.what.what + "\n";
        return all;
    };
    CHECK(
        lost(mjcf("<joint name='j' range='0 60'/>" + solid)) ==
        "limit: limits of joint 'j': a motion starts at 0, not between 0 and 1.0472; give a keyframe between them, or "
        "random starts\n");
    CHECK(lost(mjcf("<joint name='j' type='ball' range='0 60'/>" + solid)) ==
          "limit: limits of joint 'j': one hinge or one slide alone does not hold the body\n");
    CHECK(lost(urdf("<limit lower='-1' upper='1'/>", "", "revolute")) == "");
    CHECK(lost(urdf("<limit/>", "", "prismatic")) ==
          "limit: limits of joint 'j': the lower one, 0, is not below the upper one, 0\n");
    CHECK(lost(urdf("<limit lower='-1e308' upper='1e308'/>", "", "prismatic")) ==
          "limit: limits of joint 'j': they are further apart than numbers reach\n");
    CHECK(Text().converted(urdf("<limit lower='-1' upper='1'/>", "", "revolute"), {}).remarks.losses().size() == 1);
}

}  // namespace
