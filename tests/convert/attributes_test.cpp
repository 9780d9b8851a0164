#include "convert/attributes.hpp"

#include <doctest/doctest.h>

#include "convert/model_text.hpp"

namespace cchnn_test {
namespace {

using Numbers = std::vector<double>;

TEST_CASE("numbers are finite and separated by blanks") {
    CHECK(cchnn::numbers_in(" 1 -2.5\t+3e2\n") == Numbers{1, -2.5, 300});
    CHECK(cchnn::numbers_in("") == Numbers{});
    for (const char* wrong : {"1,2", "nan", "inf", "-inf", "1e400", "0x10", "1 2 three", "+-1", "1 2;", "1d3", "+"})
        CHECK_MESSAGE(!cchnn::numbers_in(wrong), wrong);
}

TEST_CASE("a value of another kind is told with attribute, element, rule and value") {
    const Text text;
    const auto said = [&](const std::string& joint) { return text.complaint(mjcf(joint + solid)); };
    CHECK(said("<joint axis='0 1'/>") == "m.xml:3: attribute 'axis' of <joint> must be 3 finite numbers, got '0 1'");
    CHECK(said("<joint axis='0 0 0'/>") ==
          "m.xml:3: attribute 'axis' of <joint> must be a direction, got three numbers of length 0");
    CHECK(said("<joint damping='-1'/>") == "m.xml:3: attribute 'damping' of <joint> must be >= 0, got -1");
    CHECK(said("<joint damping='nan'/>") ==
          "m.xml:3: attribute 'damping' of <joint> must be 1 to 3 finite numbers, got 'nan'");
    CHECK(said("<joint armature='1e400'/>") ==
          "m.xml:3: attribute 'armature' of <joint> must be 1 finite number, got '1e400'");
    CHECK(said("<joint/><geom type='box' size='0.1 0.1'/>") ==
          "m.xml:3: attribute 'size' of <geom> must have 3 numbers > 0 for a box");
    CHECK(said("<joint/><geom size='0.1' quat='0 0 0 0'/>") == "m.xml:3: attribute 'quat' of <geom> must not be zero");
    CHECK(said("<joint/><geom size='0.1' axisangle='0 0 0 90'/>") ==
          "m.xml:3: attribute 'axisangle' of <geom> must have an axis");
    for (const std::string quat : {"1 0 0", "1 0 0 0 0"})
        CHECK(said("<joint/><geom size='0.1' quat='" + quat + "'/>") ==
              "m.xml:3: attribute 'quat' of <geom> must be 4 finite numbers, got '" + quat + "'");
    CHECK(said("<joint type='hing'/>") ==
          "m.xml:3: attribute 'type' of <joint> is unknown: 'hing', did you mean 'hinge'?");
    CHECK(text.complaint(mjcf(hinge + "<inertial pos='0 0 0'/>")) == "m.xml:3: <inertial> needs the attribute 'mass'");
    const std::string endless = said("<joint axis='" + std::string(1'000'000, '7') + "'/>");
    CHECK(endless.size() < 200);
}

TEST_CASE("attributes that nobody reads are losses, those of a class at the class and once") {
    const std::string two = "<body name='c'><joint name='k' axis='0 1 0'/>" + solid + "</body>";
    const std::string losses =
        Text().losses(mjcf(hinge + solid + "\n" + two, "<default>\n<joint gravcomp='1'/>\n</default>"));
    CHECK(losses == "m.xml:7 unknown: attribute 'gravcomp' of <joint>\n");
    CHECK(Text().losses(mjcf(hinge + "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1' colour='red'/>")) ==
          "m.xml:3 unknown: attribute 'colour' of <inertial>\n");
}

}  // namespace
}  // namespace cchnn_test
