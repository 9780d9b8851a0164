#include <doctest/doctest.h>

#include <ctime>

#include "convert/model_text.hpp"
#include "mesh/mesh_fixture.hpp"
#include "sanitized.hpp"

// The texts within the limits of a model that take longest. The program reads or refuses each in 2 s of processor time;
// four times that is allowed here, where code is hardly optimised and the machine is shared. Before there were limits they
// took more than 10 s.

namespace cchnn_test {
namespace {

using namespace cchnn;

template <class Work>
double seconds_of(const Work& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}
constexpr double most_seconds = sanitized ? 120 : 8;

template <class Part>
std::string repeated(int count, const Part& part) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part(std::to_string(i));
    return text;
}
using Number = const std::string&;

std::string complaint_in_time(const std::string& text) {
    std::string said;
    CHECK(seconds_of([&] { said = Text().complaint(text); }) < most_seconds);
    return said;
}

TEST_CASE("joints to unknown links, classes and names are many and are refused in two seconds") {
    const std::string links = repeated(33'000, [](Number i) { return "<link name='l" + i + "'/>"; });
    const std::string joints = repeated(20'000, [](Number i) {
        return "<joint name='j" + i + "' type='fixed'><parent link='m" + i + "'/><child link='k" + i + "'/></joint>";
    });
    CHECK(contains_text(complaint_in_time("<robot name='r'>" + links + joints + "</robot>"), "unknown link 'm0'"));

    const std::string classes = repeated(45'000, [](Number i) { return "<default class='c" + i + "'/>"; });
    const std::string geoms = repeated(45'000, [](Number i) { return "<geom class='d" + i + "' size='1'/>"; });
    CHECK(contains_text(complaint_in_time("<mujoco><default>" + classes + "</default><worldbody><body><joint/>" +
                                          geoms + "</body></worldbody></mujoco>"),
                        "unknown class 'd0'"));

    const std::string long_name(2000, 'l');
    const std::string long_links = repeated(2000, [&](Number i) { return "<link name='" + long_name + i + "'/>"; }) +
                                   repeated(2000, [&](Number i) {
                                       return "<joint name='j" + i + "' type='fixed'><parent link='" + long_name + "x" +
                                              i + "'/><child link='" + long_name + "y" + i + "'/></joint>";
                                   });
    CHECK(contains_text(complaint_in_time("<robot name='r'>" + long_links + "</robot>"), "unknown link 'lll"));
}

TEST_CASE("what classes and elements take over from defaults is limited") {
    const std::string attributes = repeated(900, [](Number i) { return " a" + i + "='1'"; });
    const std::string elements = repeated(100, [&](Number i) { return "<t" + i + attributes + "/>"; });
    const std::string classes = repeated(50'000, [](Number i) { return "<default class='c" + i + "'/>"; });
    const std::string more =
        "classes of <default> give elements and classes up to this one more than 200000 attributes";
    CHECK(contains_text(complaint_in_time("<mujoco><default>" + elements + classes + "</default><worldbody/></mujoco>"),
                        more));
    const std::string geoms = repeated(90'000, [](Number) { return "<geom/>"; });
    CHECK(contains_text(
        complaint_in_time("<mujoco><default><geom" + attributes + "/></default><worldbody><body><joint/>" + geoms +
                          "</body></worldbody></mujoco>"),
        more));
}

TEST_CASE("limits of elements hold for a model with the files that it includes") {
    const Text text;
    std::string includes;
    for (const std::string name : {"a.xml", "b.xml"}) {
        write_text(text.scratch / name, "<mujoco>" + repeated(60'000, [](Number) { return "<foo/>"; }) + "</mujoco>");
        includes += "<include file='" + name + "'/>";
    }
    CHECK(contains_text(text.complaint("<mujoco>" + includes + "</mujoco>"),
                        "b.xml: more than 100000 elements, together with the files"));
}

std::string assets(int count, const std::string& scale_of_each) {
    return "<asset>" +
           repeated(count,
                    [&](Number i) {
                        return "<mesh name='m" + i + "' file='big.obj'" +
                               (scale_of_each.empty() ? "" : " scale='1 1 1." + i + "'") + "/>";
                    }) +
           "</asset>";
}

TEST_CASE("one mesh file of many assets is read once for each scale, and meshes together have the limits of one") {
    const Text text;
    write_text(text.scratch / "big.obj", boxes_obj(11'000));  // 132,000 triangles
    const std::string geoms = repeated(60, [](Number i) { return "<geom type='mesh' mesh='m" + i + "'/>"; });
    const std::string bodies = "<worldbody><body><joint/>" + geoms + "</body></worldbody></mujoco>";
    std::string same, scaled;
    CHECK(seconds_of([&] { same = text.complaint("<mujoco>" + assets(60, "") + bodies); }) < most_seconds);
    CHECK(same == "");
    CHECK(seconds_of([&] { scaled = text.complaint("<mujoco>" + assets(60, "each") + bodies); }) < 2 * most_seconds);
    CHECK(contains_text(
        scaled,
        "big.obj: is too much, together with the meshes before it: all of them may have 32 MiB and 500000 triangles"));
}

}  // namespace
}  // namespace cchnn_test
